import assert from "node:assert/strict";
import { analyze, diagnose, requestAt } from "../../../server/src/service/languageService.ts";
import { codesOf, describe, expectFixHolds, request11 } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { sentOf } from "../../support/outgoing.ts";

/*
 * Requests with their findings and the size of the body that is sent. E is an envelope of 84 bytes.
 */
const E = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>';
const soap12 = "Content-Type: application/soap+xml";
const declaration = '<?xml version="1.0"?>';

const post = (length: string, body = E, type = soap12, host = "Host: h") =>
  ["POST /s HTTP/1.1", host, type, length, "", body].filter((line, index) => index === 4 || line !== "").join("\n");
const counted = (length: number | string, body = E, parameters = "") =>
  post(`Content-Length: ${length}`, body, `${soap12}${parameters}`);
const inBody = (content: string) => E.replace("<s:Body/>", `<s:Body>${content}</s:Body>`);
const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const headOf = (...lines: readonly string[]) => ["POST /s HTTP/1.1", ...lines, ""].join("\r\n");
const withoutHost = post("Content-Length: 84", E, soap12, "").replace("POST /s", "«POST» http://h:81/s");
const unencodable = counted(84, inBody("<a xmlns='u'>«€»</a>"), "; charset=iso-8859-1");
const declared = counted(127, inBody(`«${declaration}»<a xmlns="u"/>`));
const mismatch = "content-length-mismatch";

type Sent = number | "none";

/** The texts by title: each with the size of its body as it is sent, or "none", and the codes of its findings; «…» marks the first. */
const cases: Readonly<Record<string, readonly [text: string, sends: Sent, ...codes: readonly string[]]>> = {
  "a count of 84 with two line breaks after the body": [counted(84, `${E}\n\n### n`), 84],
  "a count of 85 with two line breaks after the body": [counted(85, `${E}\n\n### n`), 85],
  "a count of 86 with two line breaks after the body": [counted(86, `${E}\n\n### n`), 86],
  "a count that exceeds the body and its line breaks": [counted("«87»", `${E}\n\n### n`), 84, mismatch],
  "a count that would split CRLF": [crlf(counted("«85»", `${E}\n`)), 84, mismatch],
  "a count that includes CRLF": [crlf(counted(86, `${E}\n`)), 86],
  "a count that was correct with LF": [crlf(counted("«106»", `${declaration}\n${E}`)), 107, mismatch],
  "no Content-Length": [`«POST» /s HTTP/1.1\nHost: h\n${soap12}\n\n${E}`, 84, "content-length-missing"],
  "a count of 0 and no body": [`${counted(0, "").replace("POST", "«POST»")}\n`, 0, "xml-missing"],
  "an absolute target without Host": [withoutHost, 84, "host-missing"],
  "an absolute target with Host in capitals": [counted(84).replace("/s", "http://h:81/s").replace(": h", ": H:81"), 84],
  "an empty SOAPAction with SOAP 1.1": [request11({ SOAPAction: "" }), 86],
  "a semicolon at the end of Content-Type": [counted(84, E, "; charset=utf-8;"), 84],
  "text/xml with a 1.2 envelope": [post("Content-Length: 84", E, "Content-Type: «text/xml»"), 84, "soap-version-media"],
  "utf-16": [counted(170, E, "; charset=utf-16"), 170],
  "utf-16 with a typed byte order mark": [counted(170, `\ufeff${E}`, "; charset=utf-16"), 170],
  "a byte order mark in utf-8": [counted(87, `«\ufeff»${E}`, "; charset=utf-8"), 87, "body-bom"],
  "a charset in single quotes": [counted(84, E, "; charset=«'utf-8'»"), "none", "charset-unknown"],
  "a character that the charset can't encode": [unencodable, "none", "charset-unencodable", mismatch],
  "a comment between headers": [post("Content-Length: 84", E, `# c\n${soap12}`), 84],
  "a comment line after the envelope": [counted(88, `${E}\n«# c»\n###`), 88, "xml-root-multiple"],
  "two spaces instead of an empty line": [counted(84).replace("\n\n", "\n«  »\n"), 84, "blank-line-missing"],
  "a GET before a separator": ["GET /s?wsdl HTTP/1.1\nHost: h\n### n", 0],
  "an XML declaration inside the envelope": [declared, 127, "xml-declaration"],
  "a variable that needs escaping": [`@x = a&b\n${counted("«113»", inBody("<a xmlns='u'>{{x}}</a>"))}`, 116, mismatch],
  "double braces that aren't a variable": [counted(118, inBody('<a xmlns="u">{{"a":1}}</a>')), 118],
  "a placeholder instead of a count": [post("Content-Length: «bytes»"), 84, "placeholder"],
};

/** The heads of some of them as they are sent. */
const heads: Readonly<Record<string, string>> = {
  "no Content-Length": headOf("Host: h", soap12),
  "an absolute target without Host": headOf("Host: h:81", soap12, "Content-Length: 84"),
  "a comment between headers": headOf("Host: h", soap12, "Content-Length: 84"),
};

suite("acceptance: findings and sent bytes", () => {
  for (const [title, [source, sends, first, ...others]] of Object.entries(cases)) {
    test(title, () => {
      const typed = marked(source);
      const { text } = typed;
      const analysis = analyze(text);
      const all = diagnose(analysis);
      const own = all.filter(({ code }) => code === first);
      expectAtMarks(typed, own);
      assert.deepEqual(
        codesOf(all).filter((code) => code !== first),
        others,
        describe(all),
      );
      for (const finding of all) expectFixHolds(text, finding);
      const request = requestAt(analysis, 0);
      assert.ok(request);
      const result = sentOf(analysis, request);
      assert.equal("problems" in result ? "none" : result.body.length, sends);
      const head = heads[title];
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
