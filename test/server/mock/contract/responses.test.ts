import assert from "node:assert/strict";
import { shopWsdl } from "../../../support/shopWsdl.ts";
import { serve, soap11, soap12, soapRequest } from "./serving.ts";

const ticket = '<t:Ticket xmlns:t="urn:shop">1</t:Ticket>';
const add = '<t:Add xmlns:t="urn:shop"><t:item>tea</t:item></t:Add>';
const count = '<t:Count xmlns:t="urn:shop"><word>tea</word></t:Count>';
const wsdl12 = shopWsdl().replaceAll(
  "http://schemas.xmlsoap.org/wsdl/soap/",
  "http://schemas.xmlsoap.org/wsdl/soap12/",
);
const { send } = serve(shopWsdl());

/** The content of an element of a response, without line breaks and indentation. */
function inside(element: string, body = ""): string {
  const content = new RegExp(`<${element}[^>]*>([\\s\\S]*)</${element}>`).exec(body)?.[1] ?? "";
  return content.replace(/\s*\n\s*/g, "");
}

suite("a mock service responds to an operation of a WSDL", () => {
  test("an operation in document style gets its output", () => {
    const response = send(soapRequest(add, { header: ticket }));
    assert.equal(response?.status, 200);
    assert.equal(inside("soap:Body", response?.body), "<t:AddResponse><t:id>1</t:id></t:AddResponse>");
  });

  test("an operation in rpc style gets its output", () => {
    const response = send(soapRequest(count));
    assert.equal(inside("soap:Body", response?.body), "<t:CountResponse><count>1</count></t:CountResponse>");
  });

  test("an operation in rpc style with SOAP's encoding gets its output", () => {
    const encoded = shopWsdl().replaceAll(
      'use="literal" namespace',
      'use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" namespace',
    );
    const request = '<t:Count xmlns:t="urn:shop"><word>tea</word></t:Count>';
    const response = serve(encoded).send(soapRequest(request));
    assert.equal(
      /<soap:Body>\s*([\s\S]*?)\s*<\/soap:Body>/.exec(response?.body ?? "")?.[1]?.replace(/\n\s*/g, ""),
      '<t:CountResponse soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><count xsi:type="xsd:int">1</count></t:CountResponse>',
    );
  });

  test("a response has the headers of the output", () => {
    const response = send(soapRequest(add, { header: ticket }));
    assert.equal(inside("soap:Header", response?.body), "<t:Ticket>1</t:Ticket>");
  });

  test("a response has the name of the operation for the log", () => {
    assert.equal(send(soapRequest(add))?.operation, "Add");
  });

  test("a response has the same bytes each time", () => {
    assert.deepEqual(send(soapRequest(add))?.bytes, send(soapRequest(add))?.bytes);
  });

  test("a response in SOAP 1.1 is text/xml", () => {
    const response = send(soapRequest(add));
    assert.deepEqual(response?.fields, ["Content-Type: text/xml; charset=utf-8"]);
    assert.ok(response?.body.startsWith(`<soap:Envelope xmlns:soap="${soap11}"`));
  });

  test("a response in SOAP 1.2 is application/soap+xml", () => {
    const response = serve(wsdl12).send(soapRequest(add, { version: "1.2" }));
    assert.deepEqual(response?.fields, ["Content-Type: application/soap+xml; charset=utf-8"]);
    assert.ok(response?.body.startsWith(`<soap:Envelope xmlns:soap="${soap12}"`));
  });

  test("an operation without an output gets 202 and an empty body", () => {
    const wsdl = shopWsdl().replace(/<wsdl:output message="t:Out"\/>/, "");
    const response = serve(wsdl).send(soapRequest(add));
    assert.deepEqual([response?.status, response?.fields, response?.body], [202, [], ""]);
  });

  test("an operation whose output has attachments gets a multipart message", () => {
    const output =
      '<mime:multipartRelated xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"><mime:part><soap:body parts="count" use="literal" namespace="urn:shop"/></mime:part><mime:part><mime:content part="file" type="text/plain"/></mime:part></mime:multipartRelated>';
    const wsdl = shopWsdl()
      .replace(/(<wsdl:message name="CountOut">.*?)(<\/wsdl:message>)/, '$1<wsdl:part name="file" type="xs:string"/>$2')
      .replace(/(<wsdl:output>)<soap:body use="literal" namespace="urn:shop"\/>/, `$1${output}`);
    const response = serve(wsdl).send(soapRequest(count));
    assert.match(response?.fields[0] ?? "", /^Content-Type: multipart\/related; boundary="[^"]+"; type="text\/xml"/);
    assert.match(response?.body ?? "", /\r\nContent-Type: text\/plain\r\n[\s\S]*\r\n\r\nfile\r\n--/);
  });
});

suite("a mock service responds to a message with WS-Addressing", () => {
  const withId = (namespace: string, more = "") =>
    `<a:MessageID xmlns:a="${namespace}" ${more}>urn:uuid:1&lt;2</a:MessageID>`;

  for (const namespace of [
    "http://www.w3.org/2005/08/addressing",
    "http://schemas.xmlsoap.org/ws/2004/08/addressing",
  ]) {
    test(`a response to WS-Addressing has its action and its message ID, in ${namespace}`, () => {
      const response = send(soapRequest(count, { header: withId(namespace) }));
      assert.match(
        inside("soap:Header", response?.body),
        /^<(\w+):Action>urn:shop:P:CountResponse<\/\1:Action><\1:RelatesTo>urn:uuid:1&lt;2<\/\1:RelatesTo>$/,
      );
      assert.ok(response?.body.includes(`="${namespace}"`));
    });
  }

  test("a refused message gets the action of a Fault and its message ID", () => {
    const response = send(soapRequest("<x/>", { header: withId("http://www.w3.org/2005/08/addressing") }));
    assert.match(response?.body ?? "", /<a:Action [^>]*>http:\/\/www\.w3\.org\/2005\/08\/addressing\/soap\/fault</);
    assert.match(response?.body ?? "", /<a:RelatesTo [^>]*>urn:uuid:1&lt;2</);
  });

  test("a response is sent to ReplyTo, and a Fault to FaultTo, instead of the response to the request", () => {
    const namespace = "http://www.w3.org/2005/08/addressing";
    const block = (name: string, address: string) =>
      `<a:${name} xmlns:a="${namespace}"><a:Address>${address}</a:Address></a:${name}>`;
    const header = (...blocks: readonly string[]) => withId(namespace) + blocks.join("");
    const to = (body: string, ...blocks: readonly string[]) => {
      const response = send(soapRequest(body, { header: header(...blocks) }));
      const { callback } = response ?? {};
      const text = Buffer.from(callback?.body ?? "").toString();
      return { status: response?.status, to: callback?.to, body: text, type: callback?.contentType };
    };
    const reply = to(count, block("ReplyTo", "http://h:1/a?b=1&amp;c=2"));
    assert.deepEqual([reply.status, reply.to, reply.type], [202, "http://h:1/a?b=1&c=2", "text/xml; charset=utf-8"]);
    assert.match(reply.body, /RelatesTo><a:To xmlns:a="[^"]+">http:\/\/h:1\/a\?b=1&amp;c=2<\/a:To>[\s\S]*<count>1</);
    const fault = to("<x/>", block("ReplyTo", "http://h/r"), block("FaultTo", "http://h/f"));
    assert.deepEqual([fault.status, fault.to], [202, "http://h/f"]);
    assert.match(fault.body, /<soap:Fault>/);
    assert.equal(to("<x/>", block("ReplyTo", "http://h/r")).to, "http://h/r");
    assert.equal(to(count, block("FaultTo", "http://h/f")).status, 200);
    const none = to(count, block("ReplyTo", `${namespace}/none`));
    assert.deepEqual([none.status, none.to], [202, undefined]);
    assert.equal(to(count, block("ReplyTo", `${namespace}/anonymous`)).status, 200);
    assert.equal(to(count, `<ReplyTo xmlns="urn:other"><Address>http://h</Address></ReplyTo>`).status, 200);
  });

  test("a response that is sent elsewhere has a SOAPAction in SOAP 1.1, and the reference parameters of its address", () => {
    const namespace = "http://www.w3.org/2005/08/addressing";
    const draft = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    const callbackOf = (address: string, parameters: string, version = "1.1", payload = count) => {
      const parts = `<w:Address>http://h</w:Address>${parameters}`;
      const header = `${withId(address)}<w:ReplyTo xmlns:w="${address}" xmlns:a="urn:a">${parts}</w:ReplyTo>`;
      const { send } = serve(version === "1.1" ? shopWsdl() : wsdl12);
      const { callback } = send(soapRequest(payload, { header, version })) ?? {};
      const [, blocks] = /<\/a:To>([\s\S]*?)<\/soap:Header>/.exec(Buffer.from(callback?.body ?? "").toString()) ?? [];
      return { soapAction: callback?.soapAction, blocks: blocks?.trim() };
    };
    const parameters = "<w:ReferenceParameters><a:Id>1</a:Id><n/></w:ReferenceParameters>";
    const mark = (prefix: string) => `xmlns:${prefix}="${namespace}" ${prefix}:IsReferenceParameter="true"`;
    assert.deepEqual(callbackOf(namespace, parameters), {
      soapAction: "urn:shop:P:CountResponse",
      blocks: `<a:Id ${mark("aa")} xmlns:a="urn:a">1</a:Id><n ${mark("aa")}/>`,
    });
    const properties = "<w:ReferenceProperties><a:Id/></w:ReferenceProperties>";
    assert.equal(callbackOf(draft, properties).blocks, '<a:Id xmlns:a="urn:a"/>');
    const marked = '<w:ReferenceParameters><n w:IsReferenceParameter="1"/></w:ReferenceParameters>';
    assert.equal(callbackOf(namespace, marked).blocks, `<n xmlns:w="${namespace}" w:IsReferenceParameter="1"/>`);
    assert.equal(callbackOf(namespace, "", "1.1", "<x/>").soapAction, `${namespace}/soap/fault`);
    assert.equal(callbackOf(namespace, "", "1.2").soapAction, undefined);
  });

  test("a message without MessageID gets no such headers", () => {
    const header = '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:count</a:Action>';
    for (const blocks of [header, withId("urn:other")])
      assert.doesNotMatch(send(soapRequest(count, { header: blocks }))?.body ?? "", /Header/);
  });
});

suite("a mock service reads a request", () => {
  const envelope = (text: string) => soapRequest(`<t:Count xmlns:t="urn:shop"><word>${text}</word></t:Count>`).body;

  test("a request is read in the charset of Content-Type", () => {
    const body = Buffer.from(String(envelope("Grüße")), "latin1");
    const fields = ["Content-Type: text/xml; charset=ISO-8859-1"];
    assert.equal(send({ target: "/shop", fields, body })?.status, 200);
  });

  test("a request is read in the charset of a byte order mark", () => {
    const body = Buffer.from(`\ufeff${String(envelope("Grüße"))}`, "utf16le");
    assert.equal(send({ target: "/shop", fields: ["Content-Type: text/xml"], body })?.status, 200);
  });

  test("a request is read in the root part of a multipart body", () => {
    const head = '--b\r\nContent-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\nContent-ID: <r>\r\n\r\n';
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nother\r\n${head}${envelope("tea")}\r\n--b--\r\n`;
    const fields = ['Content-Type: multipart/related; boundary=b; start="<r>"; type="application/xop+xml"'];
    assert.equal(send({ target: "/shop", fields, body })?.status, 200);
  });

  const text = String(envelope("tea"));
  const latin1 = Buffer.from(text.replace("tea", "für"), "latin1");
  const refused: Readonly<Record<string, readonly [type: string, body: string | Uint8Array, status: number]>> = {
    "with an unknown charset": ["text/xml; charset=utf-9", text, 400],
    "with an unknown charset in its declaration": ["text/xml", `<?xml version="1.0" encoding="x-y"?>${text}`, 400],
    "with bytes that its charset doesn't have": ["text/xml; charset=utf-8", latin1, 400],
    "with the bytes of another charset": ["text/xml; charset=utf-16", text, 400],
    "that is not well-formed": ["text/xml", text.slice(0, -1), 400],
    "with a prefix that is not declared": ["text/xml", text.replace("<word>", "<x:word>"), 400],
    "with a DOCTYPE": ["text/xml", `<!DOCTYPE a SYSTEM "file:///etc/passwd">${text}`, 400],
    "without a body": ["text/xml", "", 400],
    "with a multipart body without its boundary": ["multipart/related; boundary=b", text, 400],
    "with a media type that isn't XML": ["application/json", "{}", 415],
    "without Content-Type": ["", text, 415],
    "with more than a million tags": ["text/xml", `<a>${"<b/>".repeat(1_000_001)}</a>`, 413],
  };
  for (const [title, [type, body, status]] of Object.entries(refused)) {
    test(`${title} is refused with ${status} and an empty body`, () => {
      const response = send({ target: "/shop", fields: type === "" ? [] : [`Content-Type: ${type}`], body });
      assert.deepEqual([response?.status, response?.body, response?.closes], [status, "", status === 400]);
      assert.match(response?.problem ?? "", /^The .*\.$/);
    });
  }
});
