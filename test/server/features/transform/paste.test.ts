import assert from "node:assert/strict";
import { parseDocument } from "../../../../server/src/document.ts";
import { convert, place } from "../../../../server/src/features/transform/paste/paste.ts";
import { applyEdits } from "../../../../server/src/languageService.ts";
import { envelope12, expectClean, request } from "../../../support/findings.ts";
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
