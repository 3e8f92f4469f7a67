import assert from "node:assert/strict";
import { ReadContent } from "../../../server/src/evaluation/readContent.ts";
import { analyze, messagesOf } from "../../../server/src/service/languageService.ts";
import { addressingProblems } from "../../../server/src/testing/responseAddressing.ts";
import { around } from "../../support/resolver.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";

const wsa = "http://www.w3.org/2005/08/addressing";
const blocks = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `<a:${name} xmlns:a="${wsa}">${value}</a:${name}>`)
    .join("");

const message = (header: string, payload: string) =>
  shopMessage(payload).replace(/(<\w+:Envelope[^>]*>)(?:<\w+:Header>.*?<\/\w+:Header>)?/s, (_, start: string) => {
    const prefix = /^<(\w+):/.exec(start)?.[1];
    return `${start}<${prefix}:Header>${header}</${prefix}:Header>`;
  });

/** What `# @expect addressing` says about the header blocks of a response, and of its request. */
function problems(
  response: Readonly<Record<string, string>>,
  {
    wsdl = shopWsdl(),
    sent = blocks({ MessageID: "urn:1" }),
    payload = '<AddResponse xmlns="urn:shop"/>',
    body = message(blocks(response), payload),
  } = {},
): readonly string[] {
  const text = "# @wsdl ./s.wsdl\n# @operation Add\nPOST /s HTTP/1.1\nHost: h\nContent-Type: text/xml\n\n<a/>";
  const [request] = messagesOf(analyze(text, undefined, around({ files: { "/w/a/b/s.wsdl": wsdl } })));
  assert.ok(request);
  const read = (body: string) =>
    new ReadContent({ fields: [{ name: "Content-Type", value: "text/xml" }], body: new TextEncoder().encode(body) });
  return addressingProblems(request.message, read(message(sent, "<a/>")), read(body));
}

const fault = "<s:Fault xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><faultcode>s:Client</faultcode></s:Fault>";
const action = (() => {
  const [only = ""] = problems({ Action: "urn:other", RelatesTo: "urn:1" });
  return /must be (.*)\.$/.exec(only)?.[1] ?? only;
})();

suite("# @expect addressing", () => {
  test("the expectation holds for the Action of the WSDL and the MessageID of the request", () => {
    assert.match(action, /^urn:shop:\S+:\S*Response$/);
    assert.deepEqual(problems({ Action: action, RelatesTo: " urn:1 " }), []);
  });

  test("the expectation says what is missing or different", () => {
    assert.deepEqual(problems({}), [
      "The response has no Action of WS-Addressing.",
      "The response has no RelatesTo of WS-Addressing.",
    ]);
    assert.deepEqual(problems({ Action: action, RelatesTo: "urn:2" }), [
      "RelatesTo is urn:2, but the MessageID of the request is urn:1.",
    ]);
    assert.deepEqual(problems({ Action: action, RelatesTo: "urn:1" }, { sent: "" }), [
      "The request has no MessageID of WS-Addressing, which RelatesTo repeats.",
    ]);
    assert.match(problems({ RelatesTo: "urn:1" }, { wsdl: "<a/>" }).join(), /^No WSDL says which Action/);
  });

  test("a body without an Envelope has no addresses", () => {
    assert.deepEqual(problems({}, { body: "<html/>" }), ["The body isn't a SOAP Envelope."]);
  });

  test("a Fault has the action that WS-Addressing defines, or one of the WSDL", () => {
    for (const known of [`${wsa}/soap/fault`, `${wsa}/fault`])
      assert.deepEqual(problems({ Action: known, RelatesTo: "urn:1" }, { payload: fault }), []);
    assert.match(problems({ Action: action, RelatesTo: "urn:1" }, { payload: fault }).join(), /^The Action is/);
    assert.equal(problems({ Action: `${wsa}/fault`, RelatesTo: "urn:1" }).length, 1);
  });
});
