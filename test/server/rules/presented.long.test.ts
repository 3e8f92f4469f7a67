import assert from "node:assert/strict";
import { Contract, ContractDocuments } from "../../../server/src/contract/contract.ts";
import { operationOf } from "../../../server/src/contract/operationReference.ts";
import { presentBytes } from "../../../server/src/response/present.ts";
import { checkPresented, checkResponse } from "../../../server/src/rules/response.ts";
import { wsiResponseRules } from "../../../server/src/rules/wsi.ts";
import { fromBase64 } from "../../../server/src/text/base64.ts";
import { damage, message } from "../../fuzz/documents.ts";
import { Random } from "../../fuzz/random.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { received } from "../response/captured.ts";

const contract = new Contract("file:///s.wsdl", () => ({ bytes: Buffer.from(shopWsdl()) }), new ContractDocuments());
const operation = operationOf(contract, { wsdl: contract.uri, operation: "Shop/P/Add" }, undefined);
assert.ok(operation);
const byContract = { schemas: contract.schemas, operation };

/** Checks a response before it is formatted, and as it is shown. Returns the number of findings, and of edits by formatting. */
function compare(body: string, leftOut = 0, head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n") {
  const params = received(head, body, { leftOut });
  const bytes = { ...params, head: fromBase64(params.head), body: fromBase64(params.body), leftOut: String };
  const presented = presentBytes(bytes, []);
  const { text, note } = presented;
  const whole = checkResponse(text + note, params.facts, presented, byContract, wsiResponseRules);
  assert.deepEqual(checkPresented(presented, params.facts, byContract, wsiResponseRules), whole, JSON.stringify(body));
  return { findings: whole.length, edits: presented.unformatted?.edits.length ?? 0 };
}

const fault = shopMessage(
  "<s:Fault>\n <faultcode>s:Server</faultcode><faultstring>r</faultstring><detail><a/><b>c</b></detail>\n</s:Fault>",
);
const many = `${"<id>x</id>\r\n<more a='1' z:b='' a='1'/>".repeat(20)}`;
const answer = (content: string) => shopMessage(`<AddResponse xmlns="urn:shop">${content}</AddResponse>`);

suite("the check of a presented response", () => {
  test("the check finds the same in a response before it is formatted, wherever its end is missing", () => {
    const payload = answer(many);
    for (const whole of [
      fault,
      payload,
      `<?xml version="1.0"?>\n${payload.replace("<s:Body>", "<s:Body><!-- a -->")}`,
    ]) {
      compare(whole);
      for (let end = 0; end < whole.length; end++) for (const leftOut of [0, 1]) compare(whole.slice(0, end), leftOut);
    }
  });

  test("the check finds the same in random responses before they are formatted", () => {
    let [findings, edits] = [0, 0];
    for (let seed = 0; seed < 3000; seed++) {
      const random = new Random(seed);
      const content = random.chance(50) ? message(random) : answer(message(random).replace(/<\?xml.*?\?>/s, ""));
      const body = random.chance(50) ? content : damage(random, content, 2);
      const status = random.pick(["200 OK", "500 No", "400 No"]);
      const type = random.pick(["text/xml", "application/soap+xml; charset=utf-8", "text/html", "application/json"]);
      const result = compare(body, random.pick([0, 0, 1]), `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n\r\n`);
      findings += result.findings;
      edits += result.edits;
    }
    assert.ok(findings > 1000 && edits > 1000, `${findings} findings, ${edits} edits`);
  });
});
