import assert from "node:assert/strict";
import { XmlDocument } from "libxml2-wasm";
import { effort, Random } from "../../../fuzz/random.ts";
import { contractOf, sampleWsdl } from "../../../support/contracts.ts";
import { shopWsdl } from "../../../support/shopWsdl.ts";
import { type SentRequest, serve, soapRequest } from "./serving.ts";

const shop = '<t:Add xmlns:t="urn:shop"><t:item>tea</t:item></t:Add>';
const ticket = '<t:Ticket xmlns:t="urn:shop" s:mustUnderstand="1">1</t:Ticket>';
const id = '<a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:1</a:MessageID>';
const valid: readonly SentRequest[] = [
  soapRequest(shop, { header: ticket }),
  soapRequest(shop, { header: id, version: "1.2" }),
  soapRequest('<t:Count xmlns:t="urn:shop"><word>tea</word></t:Count>'),
  soapRequest('<t:Add xmlns:t="urn:calc"><t:a>1</t:a></t:Add>', { target: "/calc", version: "1.2" }),
  { method: "GET", target: "/shop?wsdl" },
  { method: "GET", target: "/calc?xsd=1" },
];
const pieces = [
  ..."<>&\"'/?=:#%{}[]\0\r\n \t\ufeff\u{1f600}\ud800",
  ...["]]>", "<!DOCTYPE a>", "<!--", "&lt;", "&#0;", "&x;", "{{a}}", "xmlns=", 'xmlns:s=""', "s:", "t:", "../", "%00"],
  ...["Envelope", "Header", "Body", "Fault", "MessageID", "mustUnderstand", "1", "true", "utf-16", "; charset=x"],
  ...["multipart/related; boundary=b", "application/soap+xml", "text/xml", "wsdl", "xsd=1", "xsi:nil", "soap"],
];

/** The text with some characters removed, repeated, or replaced. */
function broken(text: string, random: Random): string {
  let result = text;
  for (let count = random.below(3); count > 0; count--) {
    const at = random.below(result.length + 1);
    const end = Math.min(result.length, at + random.below(12));
    const piece = random.chance(50) ? random.pick(pieces) : result.slice(at, end).repeat(random.below(3));
    result = result.slice(0, at) + piece + result.slice(end);
  }
  return result;
}

suite("a mock service and hostile requests", () => {
  test("the mock service responds only with the statuses of its specification, and with well-formed XML", () => {
    const calc = contractOf({ "file:///calc.wsdl": sampleWsdl({ versions: ["1.1", "1.2"] }) });
    const { send } = serve([shopWsdl(), calc]);
    const statuses = new Map<number | undefined, number>();
    for (let seed = 1; seed <= 3_000 * effort; seed++) {
      const random = new Random(seed);
      const { method = "POST", target = "/", fields = [], body = "" } = random.pick(valid);
      const request = {
        method: random.chance(5) ? broken(method, random) : method,
        target: random.chance(10) ? broken(target, random) : target,
        host: random.chance(10) ? broken("localhost:8080", random) : "localhost:8080",
        fields: fields.map((field) => (random.chance(20) ? broken(field, random) : field)),
        body: random.chance(80) ? broken(String(body), random) : body,
      };
      const response = send(request);
      statuses.set(response?.status, (statuses.get(response?.status) ?? 0) + 1);
      assert.ok([undefined, 200, 202, 400, 404, 405, 413, 415, 500].includes(response?.status), `seed ${seed}`);
      if (!response?.body) continue;
      assert.doesNotMatch(response.fields.join("\n"), /[\0\r]/, `seed ${seed}`);
      try {
        XmlDocument.fromString(response.body).dispose();
      } catch (error) {
        assert.fail(`seed ${seed}: ${error}\n${response.body}`);
      }
    }
    for (const status of [200, 202, 400, 405, 415, 500]) assert.ok(statuses.has(status), `never ${status}`);
  });
});
