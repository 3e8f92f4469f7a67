import assert from "node:assert/strict";
import { analyze, diagnose, importTools } from "../../../server/src/service/languageService.ts";

const plainRequests = {
  "a request without a body": "PATCH /orders HTTP/1.1\nHost: h\nContent-Length: 0\n",
  "a form": "POST /orders HTTP/1.1\nHost: h\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 3\n\na=1",
  "a JSON body": 'POST /orders HTTP/1.1\nHost: h\nContent-Type: application/json\nContent-Length: 7\n\n{"a":1}',
  "plain XML": "POST /orders HTTP/1.1\nHost: h\nContent-Type: text/xml; charset=utf-8\nContent-Length: 4\n\n<a/>",
  "broken XML":
    "PUT /orders HTTP/1.1\nHost: h\nContent-Type: application/xml; charset=utf-8\nContent-Length: 6\n\n<a><b>",
  "a body without a type": "POST /orders HTTP/1.1\nHost: h\nContent-Length: 3\n\na=1",
  "multipart form data":
    'POST /orders HTTP/1.1\nHost: h\nContent-Type: multipart/form-data; boundary="b"\n\n--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--'.replaceAll(
      "\n",
      "\r\n",
    ),
};

suite("rules that expect a SOAP message", () => {
  for (const [title, text] of Object.entries(plainRequests)) {
    test(`# @ignore of the import switches off what is reported for ${title} because it isn't SOAP`, () => {
      const codes = importTools.brokenSoapRules(text);
      assert.ok(codes.length > 0);
      const findings = diagnose(analyze(`# @ignore ${codes.join(" ")}\n${text}`));
      const others = findings.filter(({ code }) => !code.startsWith("content-length"));
      assert.deepEqual(
        others.map(({ code }) => code),
        [],
      );
    });
  }
});
