import assert from "node:assert/strict";
import { contentLengthHolds } from "../../../../server/src/rules/edits.ts";
import { analyze, diagnose, type MessageInfo, messagesOf } from "../../../../server/src/service/languageService.ts";
import { Random } from "../../../fuzz/random.ts";
import { infoset } from "./infoset.ts";
import { formatted, minified } from "./layout.ts";
import { type GeneratedBody, generateBody } from "./messages.ts";

/** A document with one request and random spaces, and whether its Content-Length is correct. */
interface Generated extends GeneratedBody {
  readonly document: string;
  readonly right: boolean;
}

const documents = Array.from({ length: 600 }, (_, index) => generate(index + 1));

suite("formatting random documents", () => {
  test("the random documents are of all kinds, and formatting changes most", () => {
    const share = (what: (one: Generated) => boolean) => documents.filter(what).length / documents.length;
    assert.ok(share(({ document }) => formatted(document) !== document) > 0.9);
    assert.ok(share(({ kept }) => kept.length > 0) > 0.8);
    for (const part of [
      "<![CDATA[",
      "<!--",
      'xml:space="preserve"',
      "<d:SignedInfo>",
      "{{v}}",
      "&#32;",
      "w<a>",
      "<?xml",
    ]) {
      assert.ok(share(({ text }) => text.includes(part)) > 0.03, part);
    }
    assert.ok(share(({ right }) => right) > 0.4 && share(({ right }) => !right) > 0.2);
  });

  test("formatting keeps the XML content", () => {
    for (const { document, text } of documents) {
      const expected = infoset(text);
      assert.deepEqual(infoset(bodyOf(formatted(document))), expected, document);
      assert.deepEqual(infoset(bodyOf(minified(document))), expected, document);
    }
  });

  test("formatting keeps text, CDATA, comments, preserved whitespace and signed parts byte for byte", () => {
    for (const { document, kept } of documents) {
      for (const after of [formatted(document), minified(document), formatted(minified(document))]) {
        let from = 0;
        for (const part of kept) {
          const at = after.indexOf(part, from);
          assert.ok(at >= 0, `${JSON.stringify(part)} is gone from ${JSON.stringify(after)}`);
          from = at;
        }
      }
    }
  });

  test("formatting keeps the content of the header section", () => {
    for (const { document } of documents) assert.deepEqual(headOf(formatted(document)), headOf(document), document);
  });

  test("formatting updates a correct Content-Length and keeps a wrong one", () => {
    for (const { document, right } of documents) {
      for (const after of [formatted(document), minified(document)]) {
        if (right) assert.equal(contentLengthHolds(only(after).message), true, document);
        else assert.equal(countOf(after), countOf(document), document);
      }
    }
  });

  test("formatting adds no finding", () => {
    for (const { document } of documents.slice(0, 300)) {
      const before = codes(document);
      const added = codes(formatted(document)).filter((code) => !before.includes(code));
      assert.deepEqual(added, [], document);
    }
  });

  test("formatting doesn't change a formatted document, and minifying undoes it", () => {
    for (const { document } of documents) {
      const once = formatted(document);
      assert.equal(formatted(once), once);
      assert.equal(bodyOf(minified(once)), bodyOf(minified(document)));
    }
  });

  test("formatting gives the same result for two halves as for the whole", () => {
    for (const { document } of documents.slice(0, 300)) {
      const middle = Math.floor(document.length / 2);
      const halves = formatted(`«${document.slice(0, middle)}»${document.slice(middle)}`);
      const rest = formatted(`${halves.slice(0, halves.length >> 2)}«${halves.slice(halves.length >> 2)}»`);
      assert.equal(formatted(rest), formatted(document));
    }
  });
});

function generate(seed: number): Generated {
  const random = new Random(seed);
  const body = generateBody(random);
  const blanks = () => random.pick(["", "", " ", "  ", "\t"]);
  const right = random.chance(60);
  const value = "12";
  const bytes = Buffer.byteLength(body.text.replace(/[\r\n]+$/, "").replaceAll("{{v}}", value));
  const fields = [
    `Host:${blanks()}h${blanks()}`,
    `content-TYPE${blanks()}:${blanks()}application/soap+xml;charset=utf-8`,
    `X-Empty:${blanks()}`,
    `Content-Length:${blanks()}${right ? bytes : 7}${blanks()}`,
    `#${blanks()}a comment${blanks()}`,
  ];
  const line = `POST ${blanks()}/s${blanks()} HTTP/1.1${blanks()}`;
  const document = [`@v${blanks()}=${blanks()}${value}`, line, ...fields, blanks(), body.text].join("\n");
  return { ...body, document, right };
}

function only(document: string): MessageInfo {
  const [request, more] = messagesOf(analyze(document));
  assert.ok(request && !more, document);
  return request;
}

function bodyOf(document: string): string {
  const { message } = only(document);
  return message.text.slice(message.syntax.body?.start);
}

function headOf(document: string): unknown {
  const { message } = only(document);
  return {
    method: message.method,
    target: message.target?.typed.text,
    variables: message.scope.variables.names.map((name) => message.scope.lookup(name)),
    fields: message.fields.map(({ name, value }) => [name, value.text]).filter(([name]) => name !== "Content-Length"),
    comments: message.syntax.headerLines.flatMap((line) => (line.kind === "comment" ? [message.slice(line)] : [])),
  };
}

function countOf(document: string): string | undefined {
  return only(document).message.field("content-length")?.value.text;
}

function codes(document: string): readonly string[] {
  return diagnose(analyze(document)).map(({ code }) => code);
}
