import assert from "node:assert/strict";
import { type Language, languages, programLanguages } from "../../../../client/src/export/programs/programs.ts";
import { request } from "../../../support/findings.ts";
import { hostile, programOf } from "./programOf.ts";

/** How a language reads comments and literals of texts, by its specification. */
interface Lexer {
  readonly literal: RegExp;
  readonly comment: RegExp;
  /** Changes the program before its comments and literals are read. */
  readonly before?: (program: string) => string;
  readonly value: (literal: string) => string;
}

const simple: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** The value of a literal in double quotes with backslashes. */
function backslashed(literal: string): string {
  return literal
    .replace(/^b?"|"$/g, "")
    .replace(
      /\\(?:u([\da-f]{4})|U([\da-f]{8})|([0-7]{3})|(.))/g,
      (_, short?: string, long?: string, octal?: string, one = "") =>
        octal === undefined
          ? short === undefined && long === undefined
            ? (simple[one] ?? one)
            : String.fromCodePoint(Number.parseInt(short ?? long ?? "", 16))
          : String.fromCharCode(Number.parseInt(octal, 8)),
    );
}

/** JLS 3.3: a backslash begins a Unicode escape unless an odd number of backslashes is in front of it. */
function withoutUnicodeEscapes(program: string): string {
  return program.replace(/\\(\\|u+([\da-fA-F]{4}))/g, (whole, _, code?: string) =>
    code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function powershellValue(literal: string): string {
  if (literal.startsWith("'")) return literal.slice(1, -1).replaceAll("''", "'");
  return literal
    .slice(1, -1)
    .replace(/`(?:u\{([\da-f]+)\}|(.))/g, (_, code?: string, one = "") =>
      code === undefined ? (simple[one] ?? one) : String.fromCodePoint(Number.parseInt(code, 16)),
    );
}

const lexers: Readonly<Record<Language, Lexer>> = {
  python: { literal: /b?"(?:[^"\\\n]|\\.)*"/y, comment: /#[^\n]*/y, value: backslashed },
  java: {
    literal: /"(?:[^"\\\r\n]|\\.)*"/y,
    comment: /\/\/[^\r\n]*/y,
    before: withoutUnicodeEscapes,
    value: backslashed,
  },
  csharp: { literal: /"(?:[^"\\\r\n\u0085\u2028\u2029]|\\.)*"/y, comment: /\/\/[^\r\n]*/y, value: backslashed },
  powershell: {
    literal: /'(?:[^']|'')*'|"(?:[^"`]|`.)*"/sy,
    comment: /#(?!Requires)[^\r\n]*/y,
    value: powershellValue,
  },
};

/** A program without the content of its literals and comments, and the values of the literals. */
function read(language: Language, program: string): { readonly code: string; readonly values: readonly string[] } {
  const { literal, comment, before, value } = lexers[language];
  const text = before?.(program) ?? program;
  const values: string[] = [];
  let code = "";
  for (let at = 0; at < text.length; ) {
    literal.lastIndex = at;
    comment.lastIndex = at;
    const [written] = literal.exec(text) ?? [];
    const [skipped] = comment.exec(text) ?? [];
    if (written !== undefined) values.push(value(written));
    code += written === undefined ? (skipped === undefined ? text[at] : "") : "_";
    at += (written ?? skipped)?.length ?? 1;
  }
  return { code, values };
}

/** Returns a generator of pseudo-random numbers, which are the same in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [...hostile, ..."'\"`\\$u{}@#/*()\n\r\t {}0041an", "\\u", "\r\n", "\u2028", "ä", "😀"];

suite("a text in a program", () => {
  for (const language of languages) {
    const { name: title } = programLanguages[language];

    test(`a text in a program in ${title} stays a text`, () => {
      const next = randomNumbers(7);
      for (let round = 0; round < 3000; round++) {
        const text = Array.from({ length: next(9) }, () => pieces[next(pieces.length)] ?? "").join("");
        const written = programLanguages[language].literal(text);
        assert.match(written, /^[ -~]*$/, "it is in ASCII, in one line");
        const { code, values } = read(language, `${written};`);
        assert.match(code, /^(?:_|\(_ \+ _\));$/, written);
        assert.equal(values.join(""), text);
        const isDoubleQuoted = language === "powershell" && written.startsWith('"');
        if (isDoubleQuoted) assert.doesNotMatch(written.replace(/`./g, ""), /\$/, "no variable is expanded");
      }
    });

    test(`names and directives in a comment of ${title} end no comment`, async () => {
      const plain = read(language, await programOf(language, `# @name plain\n${request()}`));
      for (const text of hostile.filter((one) => !/[\r\n]/.test(one))) {
        const program = await programOf(language, `# @title ${text}\n# @name ${text}\n${request()}`);
        assert.match(program, /^[\t\n -~]*$/);
        assert.equal(read(language, program).code, plain.code, text);
      }
    });
  }
});

suite("programs for what they can't send", () => {
  for (const [what, text, message] of [
    [
      "a value that is computed from a secret",
      request({}, "<a>{{$secret x | sha256 | hex}}</a>"),
      /computed from a secret/,
    ],
    ["a secret address", "POST /s HTTP/1.1\nHost: {{$secret host}}\n\n", /address of its service is a secret/],
    ["a response that isn't there", request({ "X-A": "{{other.response.status}}" }), /other/],
    ["a compressed secret", `# @compress gzip\n${request({}, "<a>{{$secret x}}</a>")}`, /compressed body/],
    ["an undefined variable", request({ "X-A": "{{nothing}}" }), /nothing/],
  ] as const) {
    test(`there is no program for ${what}`, async () => {
      assert.match(await programOf("python", text), message);
    });
  }

  test("a program names in its comments what it sends differently", async () => {
    const text =
      "# @auth digest me {{$secret x}}\n# @retry 3\nPOST /a|b HTTP/1.0\nHost: h\nX-U: \u00e9\nno field\n \n<a/>";
    const comments = (program: string) => program.split("\n").filter((line) => /^(?:#|\/\/) /.test(line));
    const java = comments(await programOf("java", text)).join("\n");
    for (const sentence of [
      "The request line is sent as METHOD target HTTP/1.1.",
      "The empty line after the header section is added.",
      "Lines among the headers that are no header fields are left out.",
      "The header X-U is left out: Java can't send its characters.",
      "Characters of the target are percent-encoded.",
      "Not carried over: # @auth, # @retry.",
    ])
      assert.ok(java.includes(sentence), java);
    assert.doesNotMatch(comments(await programOf("python", text)).join("\n"), /X-U|percent/);
  });

  test("only http.client sends the chunks of a body as they are typed", async () => {
    const text = "POST / HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n0\n\n";
    assert.match(await programOf("python", text), /"Transfer-Encoding", "chunked"/);
    for (const language of ["java", "csharp", "powershell"] as const)
      assert.match(await programOf(language, text), /can't send the chunks/);
  });
});
