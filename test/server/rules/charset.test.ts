import assert from "node:assert/strict";
import { envelope12, expectClean, expectFix, expectRule, findingsIn, request } from "../../support/findings.ts";

const body = (text: string) => envelope12.replace("<s:Body/>", `<s:Body><a xmlns="urn:a">${text}</a></s:Body>`);
const type = (charset: string) => ({ "Content-Type": `application/soap+xml; charset=${charset}` });

suite("rules of the charset", () => {
  test("charset-unknown reports an unknown charset", () => {
    expectRule("charset-unknown", request(type("«utf-9»")));
    expectFix("charset-unknown", request(type("'iso-8859-1'")), "Change to iso-8859-1", request(type("iso-8859-1")));
  });

  test("charset-alias suggests the preferred name", () => {
    expectRule("charset-alias", request(type("«utf8»")));
    expectFix("charset-alias", request(type("utf8")), "Change to utf-8", request(type("utf-8")));
    expectClean(request(type("UTF-8")));
    expectClean(request(type("windows-1252")));
  });

  test("charset-missing reports a missing charset only if the body isn't ASCII", () => {
    expectRule("charset-missing", request({ "Content-Type": "«application/soap+xml»" }, body("é")));
    expectClean(request({ "Content-Type": "application/soap+xml" }, body("e")));
    expectClean(
      request({ "Content-Type": "application/soap+xml" }, `<?xml version="1.0" encoding="utf-8"?>${body("é")}`),
    );
  });

  test("body-bom removes the byte order mark", () => {
    expectFix("body-bom", request({}, `\ufeff${envelope12}`), "Remove byte order mark", request());
  });

  test("charset-unencodable reports each character and offers a character reference or another charset", () => {
    const length = { ...type("iso-8859-1"), "Content-Length": "120" };
    const source = request(length, body("«€»é«œ»"));
    expectRule("charset-unencodable", source, ["content-length-mismatch"]);
    expectFix("charset-unencodable", request(length, body("€")), "Change to &#8364;", request(length, body("&#8364;")));
    expectFix(
      "charset-unencodable",
      request(length, body("€")),
      "Change charset to utf-8",
      request({ ...length, ...type("utf-8") }, body("€")),
    );
  });

  test("the fix of charset-unencodable adds a charset to Content-Type, and changes that of the XML declaration", () => {
    const encoded = (name: string) => `<?xml version="1.0" encoding="${name}"?>${body("€")}`;
    const media = { "Content-Type": "application/soap+xml", "Content-Length": "200" };
    expectFix(
      "charset-unencodable",
      request(media, encoded("iso-8859-1")),
      "Change charset to utf-8",
      request({ ...media, ...type("utf-8") }, encoded("utf-8")),
    );
  });

  test("charset-mismatch reports an XML declaration that contradicts Content-Type", () => {
    const source = request(type("«utf-8»"), `<?xml version="1.0" encoding="iso-8859-1"?>${envelope12}`);
    const [finding] = expectRule("charset-mismatch", source);
    assert.equal(finding?.related?.length, 1);
    expectClean(request(type("utf-8"), `<?xml version="1.0" encoding="UTF-8"?>${envelope12}`));
  });
});

suite("rules of Content-Length", () => {
  test("content-length-mismatch names the declared and the actual length", () => {
    const [finding] = findingsIn(request({ "Content-Length": "88" }));
    assert.equal(finding?.message, "Content-Length is 88, but the body is 84 bytes in utf-8 (4 too many).");
  });

  test("content-length-invalid reports a value that isn't a number", () => {
    for (const value of ["12 bytes", "-1", "+3", "1,1", "0x54", "99999999999999999999"]) {
      expectRule("content-length-invalid", request({ "Content-Length": `«${value}»` }));
    }
    expectRule("content-length-invalid", request({ "Content-Length": undefined, "«Content-Length»": "" }));
    expectFix(
      "content-length-invalid",
      request({ "Content-Length": "84 bytes" }),
      "Change Content-Length to 84",
      request(),
    );
  });

  test("content-length-mismatch counts bytes, not characters", () => {
    expectClean(request({}, body("€é😀")));
    expectRule("content-length-mismatch", request({ "Content-Length": `«${body("€").length}»` }, body("€")));
    expectClean(request({ ...type("iso-8859-1"), "Content-Length": String(body("é").length) }, body("é")));
    expectClean(request({ ...type("windows-1252"), "Content-Length": String(body("€").length) }, body("€")));
  });

  test("the rules accept {{$contentLength}}", () => {
    expectClean(request({ "Content-Length": "{{$contentLength}}" }));
  });

  test("a fix of the body updates Content-Length only if it was correct", () => {
    const extra = `\n${envelope12}`;
    expectFix("blank-line-extra", request({ "Content-Length": "85" }, extra), "Remove extra empty lines", request());
    expectFix(
      "blank-line-extra",
      request({ "Content-Length": "80" }, extra),
      "Remove extra empty lines",
      request({ "Content-Length": "80" }),
    );
  });
});
