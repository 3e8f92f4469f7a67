import assert from "node:assert/strict";
import { parseDocument } from "../../../../server/src/document.ts";
import { convert, place } from "../../../../server/src/features/transform/paste/paste.ts";
import { applyEdits } from "../../../../server/src/languageService.ts";
import { envelope12, expectClean, findingsIn, request } from "../../../support/findings.ts";
import { marked } from "../../../support/marked.ts";

const get = "GET /s HTTP/1.1\nHost: h";

/** The document after `text` is pasted, with `|` before it. */
function placed(source: string, text = get): string {
  const { text: before, spans } = marked(source.includes("|") ? source.replace("|", "«»") : source);
  const [selection] = spans;
  assert.ok(selection);
  const { edit, at } = place(parseDocument(before), selection, text);
  const after = applyEdits(before, [edit]);
  return `${after.slice(0, at)}|${after.slice(at)}`;
}

suite("the place of pasted requests", () => {
  test("is an empty file or the selection", () => {
    assert.equal(placed("|"), `|${get}`);
    assert.equal(placed("«curl http://h»"), `|${get}`);
    assert.equal(placed(`«${request()}»\n`), `|${get}\n`);
  });

  test("is below definitions and titles, on a new line", () => {
    assert.equal(placed("@a = 1\n|"), `@a = 1\n|${get}`);
    assert.equal(placed("@a = 1|"), `@a = 1\n|${get}`);
    assert.equal(placed("### title\n|\n### next\n"), `### title\n|${get}\n### next\n`);
    assert.equal(placed("### title\n|### next\n"), `### title\n|${get}\n\n### next\n`);
  });

  test("is after the request at the cursor, with a separator before and after", () => {
    const expected = `${request()}\n###\n|${get}`;
    assert.equal(placed(request().replace("POST", "P|OST")), expected);
    assert.equal(placed(`${request()}|`), expected);
    assert.equal(placed(`${request()}\n|`), expected);
    assert.equal(
      placed(`|${request()}\n### next\n${request()}`),
      `${request()}\n###\n|${get}\n\n### next\n${request()}`,
    );
  });

  test("gets the line endings of the file", () => {
    assert.equal(
      placed(`${request()}|`.replaceAll("\n", "\r\n")),
      `${request()}\n###\n|${get}`.replaceAll("\n", "\r\n").replace(/GET[\s\S]*/, get),
    );
  });

  test("gets no second separator", () => {
    assert.equal(placed(`${request()}\n|`, `### a\n${get}`), `${request()}\n|### a\n${get}`);
  });
});

suite("the kind of a pasted text", () => {
  const kinds: readonly (readonly [text: string, source: string | undefined])[] = [
    ["curl http://h", "curl"],
    [request(), "http"],
    [`# a\n${request()}`, "httpFile"],
    ["POST http://h\n\n<a/>", "httpFile"],
    ["### a\nGET http://h\n", "httpFile"],
    ["<a/>", undefined],
    ["some words", undefined],
    ["", undefined],
  ];
  for (const [text, source] of kinds) {
    test(JSON.stringify(text.slice(0, 30)), () => assert.equal(convert(text, "\n")?.source, source));
  }

  test("may be several requests, which are separated", () => {
    const both = convert(
      `curl http://h/1\ncurl http://h/2 -H 'Content-Type: application/soap+xml' -d '${envelope12}'`,
      "\n",
    );
    assert.ok(both);
    assert.match(both.text, /^GET \/1 [^#]*\n\n###\nPOST \/2/);
    expectClean(both.text);
  });
});

suite("pasting any text", () => {
  const texts = [
    `$ A=1 curl -sX POST "http://h/$X?a=1" -H 'A: b' \\\n --data-binary @- <<'EOF' | jq .\n${envelope12}\nEOF\n`,
    `curl ^"http://h/^" ^\r\n -H ^"A: \\^"b\\^"^" --data-raw ^"a^\r\n\r\nb^"`,
    `> POST /s HTTP/1.1\r\n> Host: h\r\n> Transfer-Encoding: chunked\r\n> \r\n5\r\n<a/>\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`,
    ":method: POST\n:path: /\n:authority: h\ncontent-type: a/b\n\n### x\n",
    `@a = {{b}}\n### t\n< {% x %}\n# @timeout 1\nPOST {{a}}\n  ?x\nAuthorization: Basic a b\n\n# c\n${envelope12}\n\n> {%\n y\n%}\n`,
  ];
  for (const [index, text] of texts.entries()) {
    test(`handles text ${index + 1} wherever it is cut off or a character is missing`, () => {
      for (let end = 0; end <= text.length; end++) {
        for (const part of [text.slice(0, end), text.slice(0, end) + text.slice(end + 1)]) {
          for (const lineBreak of ["\n", "\r\n"] as const) findingsIn(convert(part, lineBreak)?.text ?? "");
        }
      }
    });
  }

  test("handles a long text", () => {
    for (const piece of ["\n", "# a\n", "a ", "'\\''", "$(", "&", "<", "{{", "A: b\n", "POST /s HTTP/1.1\n"]) {
      const long = piece.repeat(20_000 / piece.length);
      for (const start of ["curl ", "POST http://h\n", "POST http://h HTTP/1.1\n", "curl -d '"])
        convert(start + long, "\n");
    }
  });
});
