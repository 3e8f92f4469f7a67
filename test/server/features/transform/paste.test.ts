import assert from "node:assert/strict";
import { convert, insertConverted, place, placeIn } from "../../../../server/src/features/transform/paste/paste.ts";
import { parseDocument } from "../../../../server/src/format/document.ts";
import { analyze, applyEdits, diagnose, fixesOf } from "../../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../../support/contracts.ts";
import { envelope11, envelope12, expectClean, request, request11 } from "../../../support/findings.ts";
import { marked, withCursor } from "../../../support/marked.ts";
import { type Around, around, findingsAround } from "../../../support/resolver.ts";
import { offeredAt, transformed } from "./transforming.ts";

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
  test("the place is an empty file or the selection", () => {
    assert.equal(placed("|"), `|${get}`);
    assert.equal(placed("«curl http://h»"), `|${get}`);
    assert.equal(placed(`«${request()}»\n`), `|${get}\n`);
  });

  test("the place is below definitions and titles, on a new line", () => {
    assert.equal(placed("@a = 1\n|"), `@a = 1\n|${get}`);
    assert.equal(placed("@a = 1|"), `@a = 1\n|${get}`);
    assert.equal(placed("### title\n|\n### next\n"), `### title\n|${get}\n### next\n`);
    assert.equal(placed("### title\n|### next\n"), `### title\n|${get}\n\n### next\n`);
  });

  test("the place is after the request at the cursor, with a separator before and after", () => {
    const expected = `${request()}\n###\n|${get}`;
    assert.equal(placed(request().replace("POST", "P|OST")), expected);
    assert.equal(placed(`${request()}|`), expected);
    assert.equal(placed(`${request()}\n|`), expected);
    assert.equal(
      placed(`|${request()}\n### next\n${request()}`),
      `${request()}\n###\n|${get}\n\n### next\n${request()}`,
    );
  });

  test("pasted requests get the line endings of the file", () => {
    assert.equal(
      placed(`${request()}|`.replaceAll("\n", "\r\n")),
      `${request()}\n###\n|${get}`.replaceAll("\n", "\r\n").replace(/GET[\s\S]*/, get),
    );
  });

  test("pasted requests get no second separator", () => {
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
    [envelope12, "envelope"],
    [`<?xml version="1.0"?>\n<!-- a -->\n${envelope12}`, "envelope"],
    ["<a/>", undefined],
    ["<Envelope", "envelope"],
    ["some words", undefined],
    ["", undefined],
  ];
  for (const [text, source] of kinds) {
    test(JSON.stringify(text.slice(0, 30)), () => assert.equal(convert(text, "\n")?.source, source));
  }

  test("a pasted text may be several requests, which are separated", () => {
    const both = convert(
      `curl http://h/1\ncurl http://h/2 -H 'Content-Type: application/soap+xml' -d '${envelope12}'`,
      "\n",
    );
    assert.ok(both);
    assert.match(both.text, /^GET \/1 [^#]*\n\n###\nPOST \/2/);
    expectClean(both.text);
  });
});

suite("a pasted envelope", () => {
  const versions = ["1.1", "1.2"] as const;
  const files = {
    "/w/calc.wsdl": sampleWsdl({ versions, operations: ["Add", "Subtract"], address: "http://calc.example/calc?a=1" }),
    "/w/other.wsdl": sampleWsdl({ address: "https://other.example/" }),
  };
  const payload = '<s:Body><c:Add xmlns:c="urn:calc"><c:a>1</c:a></c:Add></s:Body>';
  const soap = (envelope: string) => envelope.replace("<s:Body/>", payload);

  /** The document after `text` is pasted at `|`, which must have no findings but placeholders. */
  function pasted(source: string, text: string, given: Around = { files }): string {
    const { text: before, offset } = withCursor(source);
    const analysis = analyze(before, undefined, around(given));
    const selection = { start: offset, end: offset };
    const converted = convert(text, "\n", placeIn(analysis, selection));
    assert.ok(converted);
    const after = applyEdits(before, [place(analysis.document, selection, converted.text).edit]);
    assert.deepEqual(
      findingsAround(after, given).flatMap(({ code, message }) => (code === "placeholder" ? [] : message)),
      [],
    );
    return after;
  }

  test("a pasted envelope gets the address and the action of its operation, in SOAP 1.1", () => {
    const named = "# @wsdl ../../calc.wsdl\n";
    assert.equal(
      pasted(`${named}|`, soap(envelope11)),
      `${named}POST /calc?a=1 HTTP/1.1
Host: calc.example
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:Add"
Content-Length: 140

${soap(envelope11)}`,
    );
  });

  test("a pasted envelope has the action in Content-Type, in SOAP 1.2", () => {
    const [, , type, length] = pasted("|", soap(envelope12), { files, wsdl: ["calc.wsdl"] }).split("\n");
    assert.equal(type, 'Content-Type: application/soap+xml; charset=utf-8; action="urn:Add"');
    assert.equal(length, `Content-Length: ${soap(envelope12).length}`);
  });

  test("a pasted envelope gets an absolute target for https, and the WSDL that the file names at its top", () => {
    const file = "# @wsdl ../../other.wsdl\n###\n|";
    assert.match(
      pasted(file, soap(envelope11)),
      /\nPOST https:\/\/other\.example\/ HTTP\/1\.1\nHost: other\.example\n/,
    );
  });

  test("a pasted envelope gets placeholders if its operation is unknown", () => {
    assert.match(
      pasted("|", `\uFEFF\n${envelope12}\n`, {}),
      /^POST \/\{path\} HTTP\/1\.1\nHost: \{host\}\nContent-Type: application\/soap\+xml; charset=utf-8\nContent-Length: 84\n\n<s:/,
    );
  });

  test("a pasted envelope is after the request at the cursor", () => {
    const file = `# @wsdl ../../calc.wsdl\n###\n${request11({ Host: "localhost" })}|`;
    assert.match(pasted(file, soap(envelope11)), /Envelope>\n###\nPOST \/calc\?a=1 HTTP\/1\.1\nHost: calc\.example\n/);
  });

  test("a pasted envelope gets the same head from the first quick fix", () => {
    const text = `# @wsdl ../../calc.wsdl\n${soap(envelope11)}`;
    const analysis = analyze(text, undefined, around({ files }));
    const finding = diagnose(analysis).find(({ code }) => code === "request-line-missing");
    assert.ok(finding);
    const [first] = fixesOf(analysis, finding);
    assert.equal(first?.title, "Insert request line and headers");
    assert.equal(applyEdits(text, first?.edits ?? []), pasted("# @wsdl ../../calc.wsdl\n|", soap(envelope11)));
  });
});

const soap12 = "-H 'Content-Type: application/soap+xml; charset=utf-8'";

suite("converting pasted text in a document", () => {
  test("the conversion replaces a curl command by a request and keeps the text around it", () => {
    const result = transformed(
      insertConverted,
      `@a = 1\n\n### one\n# a comment\n|curl http://h/s \\\n  ${soap12} \\\n  -d '${envelope12}'\n\n### two\n${request()}`,
      "Convert the curl command to a request",
    );
    assert.equal(result, `@a = 1\n\n### one\n# a comment\n${request()}\n\n### two\n${request()}`);
  });

  test("the conversion replaces several commands by several requests", () => {
    const result = transformed(insertConverted, "|curl http://h/1\ncurl http://h/2\n", "Convert the curl command");
    assert.equal(result, "GET /1 HTTP/1.1\nHost: h\n\n###\nGET /2 HTTP/1.1\nHost: h\n");
    expectClean(result);
  });

  test("the conversion converts the whole file of another tool", () => {
    const source = `@base = http://h\n\n### one\nPOST {{base}}/s\n\n${envelope12}\n\n> {% x %}\n### two\n${request()}\n### three\nGET {{base}}|/s\n`;
    const result = transformed(insertConverted, source, "Convert the .http file");
    expectClean(result);
    assert.match(result, /### one\n# Not converted: > \{% x %\}\nPOST \{\{base\}\}\/s HTTP\/1\.1\nHost: h\n/);
    assert.ok(result.includes(`### two\n${request()}\n### three\nGET {{base}}/s HTTP/1.1\nHost: h\n`));
  });

  test("the conversion is not offered for requests of this format", () => {
    assert.deepEqual(offeredAt(insertConverted, request()), []);
    assert.deepEqual(offeredAt(insertConverted, "GET /s HTTP/1.1\nHost: h\n"), []);
  });
});
