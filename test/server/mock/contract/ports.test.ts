import assert from "node:assert/strict";
import { contractOf, sampleWsdl } from "../../../support/contracts.ts";
import { serve, soapRequest } from "./serving.ts";

const add = (namespace = "urn:calc", name = "Add") => `<t:${name} xmlns:t="${namespace}"><t:a>1</t:a></t:${name}>`;

suite("a mock service serves a port", () => {
  const cases: Readonly<Record<string, string>> = {
    "http://h:8080/a/b?c=d": "/a/b",
    "https://h/caf\u00e9": "/caf%C3%A9",
    "http://h": "/",
    "soap.udp://h:7000": "/",
    "jms:queue:orders": "/",
    "": "/",
    REPLACE_WITH_URL: "/",
    "file:///share/x": "/",
  };
  for (const [address, path] of Object.entries(cases)) {
    test(`a port with the address ${address || '""'} is served at ${path}`, () => {
      const { ports, send } = serve(sampleWsdl({ address }));
      assert.deepEqual(ports, [{ service: "Calc", port: "Calcsoap11", version: "1.1", path }]);
      assert.equal(send(soapRequest(add(), { target: path }))?.status, 202);
      assert.equal(send(soapRequest(add(), { target: `http://other${path}?x=1` }))?.status, 202);
    });
  }

  test("a port of a WSDL without a service is served at /", () => {
    const wsdl = sampleWsdl().replace(/<service[\s\S]*<\/service>/, "");
    const { ports, send } = serve(wsdl);
    assert.deepEqual(ports, [{ service: "", port: "Calcsoap11", version: "1.1", path: "/" }]);
    assert.equal(send(soapRequest(add(), { target: "/" }))?.status, 202);
  });
});

suite("a mock service has no response", () => {
  test("a binding that is neither SOAP nor HTTP has no response", () => {
    const wsdl = sampleWsdl().replace(/<soap11:(?:binding|operation|body)[^>]*>/g, "");
    const { ports, send } = serve(wsdl);
    assert.deepEqual(ports, []);
    assert.equal(send(soapRequest(add(), { target: "/calc" })), undefined);
  });

  test("a path that no port has has no response", () => {
    const { send } = serve(sampleWsdl({ address: "http://h/calc" }));
    for (const target of ["/", "/calc/", "/Calc", "/calc/x", "*", "/../calc"]) {
      assert.equal(send(soapRequest(add(), { target })), undefined, target);
    }
  });
});

suite("several ports at one path are distinguished", () => {
  test("ports at one path are distinguished by the version of the envelope", () => {
    const { send } = serve(sampleWsdl({ versions: ["1.1", "1.2"] }));
    for (const version of ["1.1", "1.2"]) {
      assert.equal(send(soapRequest(add(), { target: "/calc", version }))?.operation, "Add");
    }
  });

  test("ports at one path are distinguished by the payload", () => {
    const other = contractOf({ "file:///other.wsdl": sampleWsdl({ namespace: "urn:other", operations: ["Sub"] }) });
    const { send } = serve([sampleWsdl(), other]);
    assert.equal(send(soapRequest(add("urn:other", "Sub"), { target: "/calc" }))?.operation, "Sub");
    assert.equal(send(soapRequest(add(), { target: "/calc" }))?.operation, "Add");
  });

  test("ports at one path are distinguished by the action, where the payload is the same", () => {
    const { send } = serve(sampleWsdl({ operations: ["One", "Two"], payload: "Run" }));
    const request = soapRequest(add("urn:calc", "Run"), { target: "/calc", fields: ['SOAPAction: "urn:Two"'] });
    assert.equal(send(request)?.operation, "Two");
  });
});

suite("an action of another operation", () => {
  test("an action that isn't the action of the payload's operation gets a Fault, unless --lax", () => {
    const wsdl = sampleWsdl({ operations: ["One", "Two"] });
    const request = soapRequest(add(undefined, "One"), { target: "/calc", fields: ['SOAPAction: "urn:Two"'] });
    const response = serve(wsdl).send(request);
    assert.equal(response?.status, 500);
    assert.match(
      response?.body ?? "",
      /code="schema-action"[^>]*>The action urn:Two isn't that of One, which is urn:One\.</,
    );
    assert.equal(serve(wsdl, { lax: true }).send(request)?.operation, "One");
  });
});

suite("an action that no operation at the path has", () => {
  const wsdl = sampleWsdl({ operations: ["One"], versions: ["1.1", "1.2"] });
  const [envelope, target] = [add(undefined, "One"), "/calc"];
  const sent = (action: string, options = {}) =>
    serve(wsdl, options).send(soapRequest(envelope, { target, fields: [`SOAPAction: ${action}`] }));

  test("an unknown action gets a Fault of the client, as from a strict service", () => {
    const response = sent('"urn:unknown"');
    assert.equal(response?.status, 500);
    assert.match(response?.body ?? "", /code="schema-action"[^>]*>No operation has the action urn:unknown\.</);
  });

  test("an action of SOAP 1.2 in Content-Type that no operation has gets a Fault of the sender, any other the response", () => {
    const ofSender = (action: string, options = {}) => {
      const request = soapRequest(envelope, { target, version: "1.2" });
      const fields = [`Content-Type: application/soap+xml; charset=utf-8${action}`];
      return serve(wsdl, options).send({ ...request, fields });
    };
    const refused = ofSender('; action="urn:unknown"');
    assert.equal(refused?.status, 400);
    assert.match(
      refused?.body ?? "",
      /Sender<[\s\S]*code="schema-action"[^>]*>No operation has the action urn:unknown\.</,
    );
    for (const action of ["", '; action=""', '; action="urn:One"']) assert.equal(ofSender(action)?.status, 202, action);
    assert.equal(ofSender('; action="urn:unknown"', { lax: true })?.status, 202);
  });

  test("an unknown action gets the payload's response if the action is empty, its operation has none, or with --lax", () => {
    for (const action of ['""', "", '"urn:One"', "urn:One"]) assert.notEqual(sent(action)?.status, 500, action);
    assert.notEqual(sent('"urn:unknown"', { lax: true })?.status, 500);
  });

  test("an unknown action gets the response of the payload's operation if no operation of the WSDL has an action", () => {
    const without = wsdl.replaceAll(/soapAction="[^"]*"/g, 'soapAction=""');
    const request = soapRequest(envelope, { target, fields: ['SOAPAction: "urn:unknown"'] });
    assert.notEqual(serve(without).send(request)?.status, 500);
  });
});

suite("a mock service responds to another method than POST", () => {
  const { send } = serve(sampleWsdl());
  for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
    test(`the mock service responds to ${method} with 405 and Allow`, () => {
      const response = send({ method, target: "/calc?x" });
      assert.deepEqual([response?.status, response?.fields, response?.body], [405, ["Allow: POST"], ""]);
    });
  }
});

suite("a mock service responds to OPTIONS", () => {
  test("OPTIONS gets 204 and the methods of the port", () => {
    const response = serve(sampleWsdl()).send({ method: "OPTIONS", target: "/calc" });
    assert.deepEqual([response?.status, response?.fields], [204, ["Allow: POST, GET, HEAD, OPTIONS"]]);
    assert.equal(serve(sampleWsdl()).send({ method: "OPTIONS", target: "/other" }), undefined);
  });
});

suite("a mock service responds to an HTTP binding", () => {
  const operation = (location: string, output: string) =>
    `<operation name="Add"><http:operation location="${location}"/><input><http:urlEncoded/></input><output>${output}</output></operation>`;
  const wsdlOf = (verb: string, location: string, output: string) => `<definitions
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" targetNamespace="urn:t"
    xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <types><xs:schema targetNamespace="urn:t"><xs:element name="sum" type="xs:int"/></xs:schema></types>
    <message name="In"><part name="a" type="xs:int"/></message><message name="Out"><part name="Body" element="t:sum"/></message>
    <portType name="P"><operation name="Add"><input message="t:In"/><output message="t:Out"/></operation></portType>
    <binding name="B" type="t:P"><http:binding verb="${verb}"/>${operation(location, output)}</binding>
    <service name="S"><port name="P" binding="t:B"><http:address location="http://h/calc"/></port></service></definitions>`;
  const xml = '<mime:mimeXml part="Body"/>';

  test("an HTTP binding responds with XML, where its output is XML", () => {
    const { send, ports } = serve(wsdlOf("GET", "/Add", xml));
    assert.deepEqual(ports, [{ service: "S", port: "P", version: undefined, path: "/calc" }]);
    const response = send({ method: "GET", target: "/calc/Add?a=1" });
    assert.deepEqual([response?.status, response?.fields], [200, ["Content-Type: text/xml; charset=utf-8"]]);
    assert.equal(response?.body, '<t:sum xmlns:t="urn:t">1</t:sum>');
  });

  test("an HTTP binding responds with a text of the media type, where its output is another", () => {
    const { send } = serve(wsdlOf("POST", "/Add", '<mime:content part="Body" type="text/plain"/>'));
    const response = send({ target: "/calc/Add", body: "a=1" });
    assert.deepEqual([response?.fields, response?.body], [["Content-Type: text/plain"], "Body"]);
  });

  test("an HTTP binding responds with an empty body, where its output has none", () => {
    const wsdl = wsdlOf("POST", "/Add", "");
    const noContent = wsdl.replace('<part name="Body" element="t:sum"/>', "");
    assert.equal(serve(noContent).send({ target: "/calc/Add" })?.status, 200);
    const oneWay = wsdl.replace('<output message="t:Out"/>', "").replace("<output></output>", "");
    assert.equal(serve(oneWay).send({ target: "/calc/Add" })?.status, 202);
  });

  test("an HTTP binding responds to a path that has parameters", () => {
    const { send } = serve(wsdlOf("GET", "/(a)/sum", xml));
    assert.equal(send({ method: "GET", target: "/calc/17/sum" })?.status, 200);
    assert.equal(send({ method: "GET", target: "/calc/17/sums" }), undefined);
    assert.equal(send({ method: "GET", target: "/calc/sum" }), undefined);
  });

  test("an HTTP binding responds with 405 and Allow to another method", () => {
    const response = serve(wsdlOf("GET", "/Add", xml)).send({ target: "/calc/Add" });
    assert.deepEqual([response?.status, response?.fields], [405, ["Allow: GET"]]);
  });
});
