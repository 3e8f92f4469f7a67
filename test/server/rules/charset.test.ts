import assert from "node:assert/strict";
import { envelope12, findingsIn, request } from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

const body = (text: string) => envelope12.replace("<s:Body/>", `<s:Body><a xmlns="urn:a">${text}</a></s:Body>`);
const type = (charset: string) => ({ "Content-Type": `application/soap+xml; charset=${charset}` });

const count8859 = { "Content-Length": "120" };
const declared = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?>${text}`;
const plain = { "Content-Type": "application/soap+xml" };

rulesIn((charset) => request(type(charset)))`
  charset-unknown
    an unknown charset | «utf-9»
    a charset in single quotes | «'iso-8859-1'»
      → Change to iso-8859-1 | iso-8859-1

  charset-alias
    another name of a charset | «utf8»
      → Change to utf-8 | utf-8
    the preferred name in capitals | UTF-8
    the preferred name | windows-1252
`;

rulesIn((length) => request({ "Content-Length": length }))`
  content-length-invalid
    a unit | «12 bytes»
    a negative number | «-1»
    a plus sign | «+3»
    two numbers | «1,1»
    a hexadecimal number | «0x54»
    a number that is too large | «99999999999999999999»
    the correct number with a unit | «84 bytes»
      → Change Content-Length to 84 | 84

  content-length-mismatch
    a number that is too large | «88»
      says Content-Length is 88, but the body is 84 bytes in utf-8 (4 too many).
    {{$contentLength}} | {{$contentLength}}
`;

rulesIn((text) => text)`
  charset-missing
    a body that isn't ASCII | ${request({ "Content-Type": "«application/soap+xml»" }, body("é"))}
    a body in ASCII | ${request(plain, body("e"))}
    a body with an XML declaration | ${request(plain, declared("utf-8", body("é")))}

  body-bom
    a byte order mark | ${request({}, `«\ufeff»${envelope12}`)}
      → Remove byte order mark | ${request()}

  charset-unencodable
    each character that the charset doesn't have | ${request({ ...type("iso-8859-1"), ...count8859 }, body("«€»é«œ»"))} | besides content-length-mismatch
    one character, with a reference or another charset | ${request({ ...type("iso-8859-1"), ...count8859 }, body("«€»"))} | besides content-length-mismatch
      → Change to &#8364; | ${request({ ...type("iso-8859-1"), ...count8859 }, body("&#8364;"))}
      → Change charset to utf-8 | ${request({ ...type("utf-8"), ...count8859 }, body("€"))}
    a character, and changes the charset of the XML declaration, too | ${request({ ...plain, "Content-Length": "200" }, declared("iso-8859-1", body("«€»")))} | besides content-length-mismatch
      → Change to &#8364; | ${request({ ...plain, "Content-Length": "200" }, declared("iso-8859-1", body("&#8364;")))}
      → Change charset to utf-8 | ${request({ ...type("utf-8"), "Content-Length": "200" }, declared("utf-8", body("€")))}

  charset-mismatch
    an XML declaration that contradicts Content-Type | ${request(type("«utf-8»"), declared("iso-8859-1", envelope12))}
    the same charset in capitals | ${request(type("utf-8"), declared("UTF-8", envelope12))}

  content-length-invalid
    an empty value | ${request({ "Content-Length": undefined, "«Content-Length»": "" })}

  content-length-mismatch
    characters instead of bytes | ${request({ "Content-Length": `«${body("€").length}»` }, body("€"))}
    the bytes of utf-8 | ${request({}, body("€é😀"))}
    the bytes of iso-8859-1 | ${request({ ...type("iso-8859-1"), "Content-Length": String(body("é").length) }, body("é"))}
    the bytes of windows-1252 | ${request({ ...type("windows-1252"), "Content-Length": String(body("€").length) }, body("€"))}

  blank-line-extra
    an empty line, and counts one byte less | ${request({ "Content-Length": "85" }, `«\n»${envelope12}`)}
      → Remove extra empty lines | ${request()}
    an empty line, and keeps a count that was wrong before | ${request({ "Content-Length": "80" }, `«\n»${envelope12}`)} | besides content-length-mismatch
      → Remove extra empty lines | ${request({ "Content-Length": "80" })}
`;

test("charset-mismatch names the place in the XML declaration", () => {
  const [finding] = findingsIn(request(type("utf-8"), declared("iso-8859-1", envelope12)));
  assert.deepEqual([finding?.code, finding?.related?.length], ["charset-mismatch", 1]);
});
