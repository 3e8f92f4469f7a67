import assert from "node:assert/strict";
import { analyze, type DocumentFinding, diagnose, requestAt } from "../../../server/src/service/languageService.ts";
import { codesOf, describe, expectFixHolds, request11 } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { sentOf } from "../../support/outgoing.ts";

/*
 * Requests with their findings and the size of the body that is sent. E is an envelope of 84 bytes.
 */
const E = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>';
const soap12 = "Content-Type: application/soap+xml";

interface Case {
  readonly name: string;
  /** Text of the file, with marks at the findings of `finds`. */
  readonly text: string;
  readonly finds?: string;
  readonly besides?: readonly string[];
  /** The size of the body in bytes, or "none" if the request can't be sent. */
  readonly sends: number | "none";
  readonly head?: string;
}

const post = (length: string, body = E, type = soap12, host = "Host: h") =>
  ["POST /s HTTP/1.1", host, type, length, "", body].filter((line, index) => index === 4 || line !== "").join("\n");
const crlf = (text: string) => text.replaceAll("\n", "\r\n");

const cases: readonly Case[] = [
  ...[84, 85, 86].map((n) => ({
    name: `a count of ${n} with two line breaks after the body`,
    text: post(`Content-Length: ${n}`, `${E}\n\n### n`),
    sends: n,
  })),
  {
    name: "a count that exceeds the body and its line breaks",
    text: post("Content-Length: «87»", `${E}\n\n### n`),
    finds: "content-length-mismatch",
    sends: 84,
  },
  {
    name: "a count that would split CRLF",
    text: crlf(post("Content-Length: «85»", `${E}\n`)),
    finds: "content-length-mismatch",
    sends: 84,
  },
  { name: "a count that includes CRLF", text: crlf(post("Content-Length: 86", `${E}\n`)), sends: 86 },
  {
    name: "a count that was correct with LF",
    text: crlf(post("Content-Length: «106»", `<?xml version="1.0"?>\n${E}`)),
    finds: "content-length-mismatch",
    sends: 107,
  },
  {
    name: "no Content-Length",
    text: `«POST» /s HTTP/1.1\nHost: h\n${soap12}\n\n${E}`,
    finds: "content-length-missing",
    sends: 84,
    head: `POST /s HTTP/1.1\r\nHost: h\r\n${soap12}\r\n`,
  },
  {
    name: "a count of 0 and no body",
    text: `«POST» /s HTTP/1.1\nHost: h\n${soap12}\nContent-Length: 0\n\n`,
    finds: "xml-missing",
    sends: 0,
  },
  {
    name: "an absolute target without Host",
    text: `«POST» http://h:81/s HTTP/1.1\n${soap12}\nContent-Length: 84\n\n${E}`,
    finds: "host-missing",
    sends: 84,
    head: `POST /s HTTP/1.1\r\nHost: h:81\r\n${soap12}\r\nContent-Length: 84\r\n`,
  },
  {
    name: "an absolute target with Host in capitals",
    text: `POST http://h:81/s HTTP/1.1\nHost: H:81\n${soap12}\nContent-Length: 84\n\n${E}`,
    sends: 84,
  },
  { name: "an empty SOAPAction with SOAP 1.1", text: request11({ SOAPAction: "" }), sends: 86 },
  {
    name: "a semicolon at the end of Content-Type",
    text: post("Content-Length: 84", E, `${soap12}; charset=utf-8;`),
    sends: 84,
  },
  {
    name: "text/xml with a 1.2 envelope",
    text: post("Content-Length: 84", E, "Content-Type: «text/xml»"),
    finds: "soap-version-media",
    sends: 84,
  },
  { name: "utf-16", text: post("Content-Length: 170", E, `${soap12}; charset=utf-16`), sends: 170 },
  {
    name: "utf-16 with a typed byte order mark",
    text: post("Content-Length: 170", `\ufeff${E}`, `${soap12}; charset=utf-16`),
    sends: 170,
  },
  {
    name: "a byte order mark in utf-8",
    text: post("Content-Length: 87", `«\ufeff»${E}`, `${soap12}; charset=utf-8`),
    finds: "body-bom",
    sends: 87,
  },
  {
    name: "a charset in single quotes",
    text: post("Content-Length: 84", E, `${soap12}; charset=«'utf-8'»`),
    finds: "charset-unknown",
    sends: "none",
  },
  {
    name: "a character that the charset can't encode",
    text: post(
      "Content-Length: 84",
      E.replace("<s:Body/>", "<s:Body><a xmlns='u'>«€»</a></s:Body>"),
      `${soap12}; charset=iso-8859-1`,
    ),
    finds: "charset-unencodable",
    besides: ["content-length-mismatch"],
    sends: "none",
  },
  {
    name: "a comment between headers",
    text: post("Content-Length: 84", E, `# c\n${soap12}`),
    sends: 84,
    head: `POST /s HTTP/1.1\r\nHost: h\r\n${soap12}\r\nContent-Length: 84\r\n`,
  },
  {
    name: "a comment line after the envelope",
    text: post("Content-Length: 88", `${E}\n«# c»\n###`),
    finds: "xml-root-multiple",
    sends: 88,
  },
  {
    name: "two spaces instead of an empty line",
    text: `POST /s HTTP/1.1\nHost: h\n${soap12}\nContent-Length: 84\n«  »\n${E}`,
    finds: "blank-line-missing",
    sends: 84,
  },
  { name: "a GET before a separator", text: "GET /s?wsdl HTTP/1.1\nHost: h\n### n", sends: 0 },
  {
    name: "an XML declaration inside the envelope",
    text: post(
      "Content-Length: 127",
      `${E.replace("<s:Body/>", '<s:Body>«<?xml version="1.0"?>»<a xmlns="u"/></s:Body>')}`,
    ),
    finds: "xml-declaration",
    besides: ["content-length-mismatch"],
    sends: 127,
  },
  {
    name: "a variable that needs escaping",
    text: `@x = a&b\n${post("Content-Length: 113", E.replace("<s:Body/>", "<s:Body><a xmlns='u'>{{x}}</a></s:Body>"))}`,
    sends: 116,
    besides: ["content-length-mismatch"],
  },
  {
    name: "double braces that aren't a variable",
    text: post("Content-Length: 118", E.replace("<s:Body/>", '<s:Body><a xmlns="u">{{"a":1}}</a></s:Body>')),
    sends: 118,
    besides: ["content-length-mismatch"],
  },
  { name: "a placeholder instead of a count", text: post("Content-Length: «bytes»"), finds: "placeholder", sends: 84 },
];

suite("acceptance: findings and sent bytes", () => {
  for (const { name, text: source, finds, besides = [], sends, head } of cases) {
    test(name, () => {
      const typed = marked(source);
      const { text } = typed;
      const analysis = analyze(text);
      const all = diagnose(analysis);
      const own: readonly DocumentFinding[] = all.filter(({ code }) => code === finds);
      expectAtMarks(typed, own);
      assert.deepEqual(
        all.map(({ code }) => code).filter((code) => code !== finds && !besides.includes(code)),
        [],
        describe(all),
      );
      for (const finding of all) expectFixHolds(text, finding);
      const request = requestAt(analysis, 0);
      assert.ok(request);
      const result = sentOf(analysis, request);
      assert.equal("problems" in result ? "none" : result.body.length, sends);
      if (head !== undefined) {
        assert.ok(!("problems" in result));
        assert.equal(`${result.requestLine}\r\n${result.head}`, head);
      }
    });
  }

  test("the check finds no request in a file with only a variable and a title", () => {
    const analysis = analyze("@b=h\n\n### A");
    assert.equal(requestAt(analysis, 0), undefined);
    assert.deepEqual(codesOf(diagnose(analysis)), ["variable-unused"]);
  });

  test("the check names the line endings with which Content-Length would be correct", () => {
    const text = crlf(post("Content-Length: 106", `<?xml version="1.0"?>\n${E}`));
    const [finding] = diagnose(analyze(text));
    assert.match(finding?.message ?? "", /106.*107 bytes in utf-8 \(1 too few\).*correct with LF/);
    assert.equal(finding?.fixes?.()[0]?.lineEnds, "\n");
  });

  test("a body in utf-16 is encoded as little-endian with a byte order mark", () => {
    const analysis = analyze(post("Content-Length: 170", E, `${soap12}; charset=utf-16`));
    const request = requestAt(analysis, 0);
    assert.ok(request);
    const result = sentOf(analysis, request);
    assert.ok(!("problems" in result));
    assert.deepEqual([...result.body.subarray(0, 4)], [0xff, 0xfe, 0x3c, 0x00]);
  });
});
