import assert from "node:assert/strict";
import { contractOf, sampleWsdl } from "../../../support/contracts.ts";
import { serve } from "./serving.ts";

const get = (query: string, { method = "GET", target = "/calc" } = {}) => ({ method, target: `${target}?${query}` });
const wsdl = sampleWsdl({ address: "http://production.example/calc" });

/** A WSDL that imports another one and a schema, which includes a third one in a folder above. */
const files = {
  "file:///a/b/main.wsdl": `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:calc"
  targetNamespace="urn:calc">
<import namespace='urn:calc' location='types.wsdl'/><!-- types.wsdl -->
<import namespace="urn:gone" location="gone.wsdl"/>
<service name="S"><port name="P" binding="t:Calcsoap11"><soap:address location='http://production.example/calc'/></port></service>
</definitions>`,
  "file:///a/b/types.wsdl": sampleWsdl()
    .replace("<types>", '<types><xs:schema><xs:import namespace="urn:x" schemaLocation="x/x.xsd"/></xs:schema>')
    .replace(/<service[\s\S]*<\/service>/, ""),
  "file:///a/b/x/x.xsd": `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x"><include schemaLocation="../../common.xsd"/></schema>`,
  "file:///a/common.xsd": `<schema xmlns="http://www.w3.org/2001/XMLSchema"><element name="e"/></schema>`,
  "file:///a/b/secret.xsd": "<secret/>",
};

suite("?wsdl", () => {
  const { send } = serve(wsdl);

  for (const query of ["wsdl", "WSDL", "Wsdl", "wsdl=1"]) {
    test(`the response to ?${query} is the WSDL, with the address of the mock service`, () => {
      const response = send(get(query));
      assert.deepEqual([response?.status, response?.fields], [200, ["Content-Type: text/xml"]]);
      assert.equal(response?.body, wsdl.replace("http://production.example/calc", "http://localhost:8080/calc"));
    });
  }

  test("a HEAD request gets the same header section, and no body", () => {
    const response = send(get("wsdl", { method: "HEAD" }));
    assert.deepEqual([response?.status, response?.body], [200, ""]);
  });

  test("the WSDL has https addresses, if the mock service has a certificate", () => {
    assert.match(serve(wsdl, { scheme: "https" }).send(get("wsdl"))?.body ?? "", /"https:\/\/localhost:8080\/calc"/);
  });

  test("the WSDL is at the root, too, unless a port is there", () => {
    for (const address of ["http://production.example/calc", "/calc"]) {
      const served = serve(sampleWsdl({ address })).send;
      assert.match(served(get("wsdl", { target: "/" }))?.body ?? "", /"http:\/\/localhost:8080\/calc"/);
      assert.equal(served({ method: "GET", target: "/" }), undefined);
    }
    const other = contractOf({ "file:///other.wsdl": sampleWsdl({ address: "http://h/", namespace: "urn:other" }) });
    const both = serve([wsdl, other]).send;
    assert.match(both(get("wsdl", { target: "/" }))?.body ?? "", /urn:other/);
    assert.equal(both(get("wsdl=2", { target: "/" }))?.status, 404);
  });

  test("the WSDL has the address by the Host of the request", () => {
    for (const host of ["h", "h:1", "[::1]:80"]) {
      const response = send({ ...get("wsdl"), host });
      assert.ok(response?.body.includes(`location="http://${host}/calc"`), response?.body);
    }
  });

  test("the WSDL escapes the Host, whatever the quotes are", () => {
    const response = send({ ...get("wsdl"), host: "a&b'c" });
    assert.match(response?.body ?? "", /location="http:\/\/a&amp;b&apos;c\/calc"/);
  });

  test("the mock service responds with 400 to an invalid Host", () => {
    for (const host of ["", 'a"b', "a<b", "a/b", "u@h", "a b", "h:x", "h:99999"]) {
      const response = send({ ...get("wsdl"), host });
      assert.deepEqual([response?.status, response?.body, response?.closes], [400, "", true], host);
    }
  });

  test("the WSDL has the address of an endpoint reference, too", () => {
    const reference = (address: string) =>
      `<a:EndpointReference xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address>${address}</a:Address></a:EndpointReference>`;
    const text = (address: string) => wsdl.replace(/<soap11:address[^>]*>/, reference(address));
    const response = serve(text(" http://production.example/calc\n")).send(get("wsdl"));
    assert.equal(response?.body, text("http://localhost:8080/calc"));
  });

  test("the WSDL keeps each port's path, and its charset", () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><!-- Grüße -->${wsdl}`;
    const contract = contractOf({ "file:///w.wsdl": Buffer.from(text, "latin1") });
    const response = serve([contract]).send(get("wsdl"));
    const expected = text.replace("http://production.example/calc", "http://localhost:8080/calc");
    assert.equal(Buffer.from(response?.bytes ?? []).toString("latin1"), expected);
  });
});

suite("the documents that a WSDL imports", () => {
  const { send } = serve([contractOf(files)]);
  const body = (query: string) => send(get(query))?.body ?? "";

  test("imported documents are named after the path of the service, and all other text stays the same", () => {
    assert.equal(
      body("wsdl"),
      files["file:///a/b/main.wsdl"]
        .replace("'types.wsdl'", "'http://localhost:8080/calc?wsdl=2'")
        .replace("http://production.example/calc", "http://localhost:8080/calc"),
    );
  });

  test("imports may come after the addresses of the ports", () => {
    const main = files["file:///a/b/main.wsdl"];
    const [start = "", imports = "", rest = ""] = main.split(/(<import[\s\S]*?)(?=<service)/);
    const moved = start + rest.replace("</definitions>", `${imports}</definitions>`);
    const response = serve([contractOf({ ...files, "file:///a/b/main.wsdl": moved })]).send(get("wsdl"));
    assert.equal(
      response?.body,
      moved
        .replace("'types.wsdl'", "'http://localhost:8080/calc?wsdl=2'")
        .replace("http://production.example/calc", "http://localhost:8080/calc"),
    );
  });

  test("imported documents are served with their own imports", () => {
    assert.match(body("wsdl=2"), /schemaLocation="http:\/\/localhost:8080\/calc\?xsd=1"/);
    assert.match(body("XSD=1"), /<include schemaLocation="http:\/\/localhost:8080\/calc\?xsd=2"\/>/);
    assert.equal(body("xsd=2"), files["file:///a/common.xsd"]);
  });

  test("the mock service serves only the WSDL and its imports", () => {
    for (const query of ["xsd=3", "xsd=0", "wsdl=3", "wsdl=0", "xsd", "wsdl=01"]) {
      assert.equal(send(get(query))?.status, 404, query);
    }
    for (const query of ["wsdl=gone.wsdl", "xsd=secret.xsd", "wsdl=../a", "wsdl=file:///a/b/secret.xsd", "wsdl=1%20"]) {
      assert.equal(send(get(query))?.status, 405, query);
    }
  });

  test("imported documents have names that differ, if several WSDLs are at one path", () => {
    const other = contractOf({ "file:///other.wsdl": sampleWsdl({ namespace: "urn:other" }) });
    const both = serve([contractOf(files), other]).send;
    assert.match(both(get("wsdl=3"))?.body ?? "", /targetNamespace="urn:other"/);
  });
});
