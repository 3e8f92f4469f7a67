import { equal } from "node:assert/strict";
import { isHttpFileWithSoap } from "../../../client/src/core/httpFiles.ts";

suite("files of other tools that contain SOAP requests", () => {
  for (const [path, text, expected] of [
    ["/a/calc.http", "POST http://h/s\nSOAPAction: x\n\n< ./a.xml\n", true],
    ["/a/calc.REST", "POST http://h/s\nContent-Type: text/xml\n\n<a/>\n", true],
    ["/a/calc.http", "GET http://h/users\n", false],
    ["/a/calc.soaphttp", "POST http://h/s\nSOAPAction: x\n", false],
    ["/a/soap.txt", "SOAPAction: x\n", false],
  ] as const) {
    test(`${path} with ${JSON.stringify(text)} ${expected ? "contains" : "doesn't contain"} SOAP requests`, () =>
      equal(isHttpFileWithSoap(path, text), expected));
  }
});
