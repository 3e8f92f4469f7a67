import assert from "node:assert/strict";
import { shopWsdl } from "../../../support/shopWsdl.ts";
import { type Answer, serve, soap11, soap12, soapRequest } from "./serving.ts";

const add = (item: string) => `<t:Add xmlns:t="urn:shop">${item}</t:Add>`;
const valid = add("<t:item>tea</t:item>");
const wsdl11 = shopWsdl();
const wsdl12 = wsdl11.replaceAll("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/");
const in11 = serve(wsdl11).send;
const in12 = serve(wsdl12).send;
/** Ports of both versions at one path. */
const inBoth = serve([wsdl11, wsdl12]).send;

/** The lines of a Fault, without indentation. */
function faultOf(response: Answer | undefined): readonly string[] {
  const fault = /<soap:Fault>\n([\s\S]*)\n *<\/soap:Fault>/.exec(response?.body ?? "")?.[1] ?? "";
  return fault.split("\n").map((line) => line.trim());
}

function headerOf(response: Answer | undefined): readonly string[] {
  const header = /<soap:Header>\n([\s\S]*)\n *<\/soap:Header>/.exec(response?.body ?? "")?.[1] ?? "";
  return header.split("\n").map((line) => line.trim());
}

const problem = (code: string, message: string) =>
  `<problem xmlns="urn:soaphttp:mock" code="${code}">${message}</problem>`;

suite("a mock service refuses a request that its contract doesn't allow", () => {
  test("a strict service refuses in SOAP 1.1 with Client and 500: the first error is the text, all of them are the detail", () => {
    const response = in11(soapRequest(add("<t:item/><t:item/><t:id>1</t:id>")));
    assert.equal(response?.status, 500);
    assert.deepEqual(response?.fields, ["Content-Type: text/xml; charset=utf-8"]);
    assert.deepEqual(faultOf(response), [
      "<faultcode>soap:Client</faultcode>",
      "<faultstring>Too many &lt;t:item>. Expected &lt;/t:Add>.</faultstring>",
      "<detail>",
      problem("schema-element-unexpected", "Too many &lt;t:item>. Expected &lt;/t:Add>."),
      problem("schema-element-unexpected", "Unexpected &lt;t:id>. Expected &lt;/t:Add>."),
      "</detail>",
    ]);
  });

  test("a strict service refuses in SOAP 1.2 with Sender and 400", () => {
    const response = in12(soapRequest(add(""), { version: "1.2" }));
    assert.equal(response?.status, 400);
    assert.deepEqual(response?.fields, ["Content-Type: application/soap+xml; charset=utf-8"]);
    assert.deepEqual(faultOf(response), [
      "<soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code>",
      '<soap:Reason><soap:Text xml:lang="en">&lt;t:item> is missing in &lt;t:Add>.</soap:Text></soap:Reason>',
      "<soap:Detail>",
      problem("schema-element-missing", "&lt;t:item> is missing in &lt;t:Add>."),
      "</soap:Detail>",
    ]);
  });

  test("a strict service says in the log why it refuses", () => {
    const response = in11(soapRequest(add("")));
    assert.deepEqual([response?.operation, response?.problem], ["Add", "<t:item> is missing in <t:Add>."]);
  });

  const cases: Readonly<Record<string, readonly [body: string, code: string, text: string]>> = {
    "because of a value": [
      '<t:Count xmlns:t="urn:shop"><word><b/></word></t:Count>',
      "schema-element-unexpected",
      "Unexpected &lt;b>. &lt;word> can't contain elements.",
    ],
    "because of the namespace of the payload": [
      '<Add xmlns="urn:shops"><item>tea</item></Add>',
      "schema-element-namespace",
      "&lt;Add> is in the namespace urn:shops, but must be in urn:shop.",
    ],
    "because of a payload that no operation has": [
      '<t:AddResponse xmlns:t="urn:shop"><t:id>1</t:id></t:AddResponse>',
      "schema-payload",
      "No operation of the WSDL has &lt;t:AddResponse>.",
    ],
    "because of a payload that is similar to another": [
      '<t:Counts xmlns:t="urn:shop"/>',
      "schema-payload",
      "No operation of the WSDL has &lt;t:Counts>. Did you mean &lt;t:Count>?",
    ],
    "because of an empty body": ["", "schema-payload", "No operation of the WSDL has an empty body."],
    "because of two payloads": [valid + valid, "schema-payload", "Unexpected &lt;t:Add>. The body must end here."],
    "because of a child beside the Body": [
      `${valid}</s:Body><x/><s:Body>`,
      "soap-child-unexpected",
      "x has no namespace. Elements after the Body must have one.",
    ],
  };
  for (const [title, [body, code, text]] of Object.entries(cases)) {
    test(`a request is refused ${title}`, () => {
      const detail = faultOf(in11(soapRequest(body)));
      assert.ok(
        detail.some((line) => line.includes(`code="${code}"`)),
        detail.join("\n"),
      );
      assert.ok(detail.join("\n").includes(text), detail.join("\n"));
    });
  }

  test("a request is refused because its media type is that of the other version", () => {
    const { body, target } = soapRequest(valid);
    const response = in11({ target: target ?? "", body: body ?? "", fields: ["Content-Type: application/soap+xml"] });
    assert.match(faultOf(response)[3] ?? "", /code="soap-version-media"/);
  });

  test("a request is refused because its root isn't an Envelope", () => {
    const response = in11({ target: "/shop", fields: ["Content-Type: text/xml"], body: valid });
    assert.deepEqual(faultOf(response).slice(2), [
      "<detail>",
      problem("soap-envelope-missing", "The root element is t:Add, but must be a SOAP Envelope."),
      "</detail>",
    ]);
  });

  test("a Fault has at most 100 problems", () => {
    const response = in11(soapRequest(add(`<t:item/>${"<x/>".repeat(1000)}`)));
    assert.ok(faultOf(response).length <= 104);
  });

  test("a Fault escapes what it quotes", () => {
    const response = in11(soapRequest(`<t:Count xmlns:t="urn:shop"><word a="]]>&lt;/faultstring>"/></t:Count>`));
    assert.equal(response?.body.match(/<\/faultstring>/g)?.length, 1);
  });
});

suite("a lax mock service", () => {
  const lax = serve(wsdl11, { lax: true }).send;

  test("a lax service responds to a request that the contract doesn't allow, too", () => {
    assert.equal(lax(soapRequest(add("<nothing/>")))?.status, 200);
  });

  test("a lax service refuses a request without an operation", () => {
    assert.equal(lax(soapRequest("<nothing/>"))?.status, 500);
  });
});

suite("a mock service refuses a header block that must be understood", () => {
  const block = (attributes: string) => `<x:Lock xmlns:x="urn:x" ${attributes}/>`;

  test("a header block that must be understood is refused in SOAP 1.1 with MustUnderstand and 500, without a detail", () => {
    const response = in11(soapRequest(valid, { header: block('s:mustUnderstand="1"') }));
    assert.equal(response?.status, 500);
    assert.deepEqual(faultOf(response), [
      "<faultcode>soap:MustUnderstand</faultcode>",
      "<faultstring>The header block &lt;x:Lock> must be understood, but the service doesn't know it.</faultstring>",
    ]);
  });

  test("each header block that must be understood is refused in SOAP 1.2 with a NotUnderstood header", () => {
    const header = `${block('s:mustUnderstand="true"')}<y:Two xmlns:y="urn:y&amp;" s:mustUnderstand="1"/>`;
    const response = in12(soapRequest(valid, { version: "1.2", header }));
    assert.equal(response?.status, 500);
    assert.match(faultOf(response)[0] ?? "", />soap:MustUnderstand</);
    assert.deepEqual(headerOf(response), [
      '<soap:NotUnderstood xmlns:n="urn:x" qname="n:Lock"/>',
      '<soap:NotUnderstood xmlns:n="urn:y&amp;" qname="n:Two"/>',
    ]);
  });

  test("a header block is refused before the mock service looks at the body", () => {
    const response = in11(soapRequest("<unknown/>", { header: block('s:mustUnderstand="1"') }));
    assert.match(faultOf(response)[0] ?? "", /MustUnderstand/);
  });

  const next = "http://schemas.xmlsoap.org/soap/actor/next";
  test("a header block for the next node is refused", () => {
    const response = in11(soapRequest(valid, { header: block(`s:mustUnderstand="1" s:actor="${next}"`) }));
    assert.match(faultOf(response)[0] ?? "", /MustUnderstand/);
  });

  const accepted: Readonly<Record<string, string>> = {
    "is for another node": block('s:mustUnderstand="1" s:actor="urn:gateway"'),
    "needn't be understood": block('s:mustUnderstand="0"'),
    "the binding has": '<t:Ticket xmlns:t="urn:shop" s:mustUnderstand="1">1</t:Ticket>',
    "is of WS-Addressing": '<a:To xmlns:a="http://www.w3.org/2005/08/addressing" s:mustUnderstand="1">urn:x</a:To>',
    "is of WS-Security":
      '<w:Security xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" s:mustUnderstand="1"/>',
  };
  for (const [title, header] of Object.entries(accepted)) {
    test(`no header block is refused that ${title}`, () => {
      const response = in11(soapRequest(valid, { header }));
      assert.equal(response?.status, 200, response?.body);
    });
  }
});

suite("a mock service refuses the version of an envelope", () => {
  const unknown = (namespace: string, type: string) => ({
    target: "/shop",
    fields: [`Content-Type: ${type}`],
    body: `<s:Envelope xmlns:s="${namespace}"><s:Body>${valid}</s:Body></s:Envelope>`,
  });
  const draft = unknown("http://www.w3.org/2001/12/soap-envelope", "application/soap+xml");

  test("the version of an envelope is refused in SOAP 1.1, if its port is SOAP 1.1", () => {
    for (const request of [soapRequest(valid, { version: "1.2" }), draft]) {
      const response = in11(request);
      assert.equal(response?.status, 500);
      assert.ok(response?.body.includes(soap11));
      assert.deepEqual(faultOf(response), [
        "<faultcode>soap:VersionMismatch</faultcode>",
        "<faultstring>The service expects an Envelope of SOAP 1.1.</faultstring>",
      ]);
    }
  });

  test("the version of an envelope is refused in SOAP 1.1, if the envelope is SOAP 1.1 and the port is SOAP 1.2", () => {
    const response = in12(soapRequest(valid));
    assert.deepEqual([response?.status, response?.body.includes(soap11)], [500, true]);
    assert.match(faultOf(response)[0] ?? "", /VersionMismatch/);
  });

  test("the version of an envelope is refused in SOAP 1.2 with Upgrade, if the port is SOAP 1.2 and the envelope neither", () => {
    const response = in12(draft);
    assert.deepEqual([response?.status, response?.body.includes(soap12)], [500, true]);
    assert.match(faultOf(response)[0] ?? "", /VersionMismatch/);
    assert.deepEqual(headerOf(response), [
      "<soap:Upgrade>",
      `<soap:SupportedEnvelope xmlns:n="${soap12}" qname="n:Envelope"/>`,
      "</soap:Upgrade>",
    ]);
  });

  test("the refusal of a version names all versions of the ports at its path", () => {
    assert.equal(headerOf(inBoth(draft)).filter((line) => line.includes("SupportedEnvelope")).length, 2);
  });
});
