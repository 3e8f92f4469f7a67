import assert from "node:assert/strict";
import { Contract, ContractDocuments } from "../../../server/src/contract/contract.ts";
import { operationOf } from "../../../server/src/contract/reference.ts";
import { checkResponse } from "../../../server/src/rules/response.ts";
import { mark, marked } from "../../support/marked.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";

const contract = new Contract("file:///s.wsdl", () => ({ bytes: Buffer.from(shopWsdl()) }), new ContractDocuments());

/** Code, severity and message of each finding in a response to an operation; «…» marks them. */
function findings(source: string, name = "Add", status = "200 OK"): readonly string[] {
  const { text, spans } = marked(
    `HTTP/1.1 ${status}\nContent-Type: text/xml; charset=utf-8\nContent-Length: 1\n\n${source}`,
  );
  const operation = operationOf(contract, { wsdl: contract.uri, operation: `Shop/P/${name}` }, undefined);
  assert.ok(operation);
  const found = checkResponse(text, undefined, undefined, { schemas: contract.schemas, operation });
  const places = found.map(({ at }) => ({ start: at.start, end: at.end }));
  assert.equal(mark(text, places), mark(text, spans), found.map(({ message }) => message).join("\n"));
  return found.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);
}

const fault = (detail: string) =>
  shopMessage(`<s:Fault><faultcode>s:Server</faultcode><faultstring>r</faultstring>${detail}</s:Fault>`, "");
const answer = (content: string) => `<AddResponse xmlns="urn:shop">${content}</AddResponse>`;

suite("a response by the contract of its request", () => {
  test("has no findings if it is valid", () => {
    assert.deepEqual(findings(shopMessage(answer("<id>1</id>"))), []);
    assert.deepEqual(
      findings(shopMessage('<r:CountResponse xmlns:r="urn:shop"><count>1</count></r:CountResponse>', ""), "Count"),
      [],
    );
  });

  test("warns of what the payload contains", () => {
    assert.deepEqual(findings(shopMessage(answer("<id>«one»</id>"))), [
      "warning schema-value: one isn't a valid xs:int. Example: 1",
    ]);
    assert.deepEqual(findings(shopMessage(answer("<id>1</id><«more»/>"))), [
      "warning schema-element-unexpected: Unexpected <more>. Expected </AddResponse>.",
    ]);
    assert.deepEqual(
      findings(shopMessage('<r:CountResponse xmlns:r="urn:shop"><count>«x»</count></r:CountResponse>', ""), "Count"),
      ["warning schema-value: x isn't a valid xs:int. Example: 1"],
    );
  });

  test("warns of another payload", () => {
    assert.deepEqual(findings(shopMessage('<«Other» xmlns="urn:shop"/>')), [
      "warning schema-payload: The service's response contains <Other>. The operation responds with <AddResponse>.",
    ]);
    assert.deepEqual(findings(shopMessage('<«Add» xmlns="urn:shop"/>')), [
      "warning schema-payload: <Add> is the request of the operation. The service's response must be <AddResponse>.",
    ]);
    assert.deepEqual(findings(shopMessage("").replace("<s:Body>", "<«s:Body»>")), [
      "warning schema-payload: The service's response has no <AddResponse> in <s:Body>.",
    ]);
  });

  test("checks the headers", () => {
    assert.deepEqual(findings(shopMessage(answer("<id>1</id>"), '<Ticket xmlns="urn:shop">«x»</Ticket>')), [
      "warning schema-value: x isn't a valid xs:int. Example: 1",
    ]);
    assert.deepEqual(findings(shopMessage(answer("<id>1</id>"), "").replace("<s:Body>", "<«s:Body»>")), [
      "warning schema-header-missing: The service's response has no header <Ticket>, which the operation requires.",
    ]);
  });

  test("checks the detail of a Fault that the operation declares, and no other", () => {
    const entry = (content: string) => fault(`<detail><OutOfStock xmlns="urn:shop">${content}</OutOfStock></detail>`);
    const status = "500 Internal Server Error";
    assert.deepEqual(findings(entry("<left>1</left>"), "Add", status), []);
    assert.deepEqual(findings(entry("<left>«few»</left>"), "Add", status), [
      "warning schema-value: few isn't a valid xs:int. Example: 1",
    ]);
    assert.deepEqual(
      findings(fault("<detail><«OutOfStock»><left>1</left></OutOfStock></detail>"), "Add", status).map(
        (one) => one.split(":")[0],
      ),
      ["warning schema-element-namespace"],
    );
    assert.deepEqual(findings(fault("<detail><stack>…</stack></detail>"), "Add", status), []);
    assert.deepEqual(findings(fault(""), "Add", status), []);
  });
});
