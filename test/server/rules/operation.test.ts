import assert from "node:assert/strict";
import { contractFindings } from "../../support/contractFindings.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";

const body = (namespace = "http://schemas.xmlsoap.org/soap/envelope/", header = "") =>
  `<s:Envelope xmlns:s="${namespace}">${header}<s:Body><Add xmlns="urn:calc"><a>1</a></Add></s:Body></s:Envelope>`;
const soap12 = "http://www.w3.org/2003/05/soap-envelope";

function only(source: string, wsdl = sampleWsdl()) {
  const [finding, ...others] = contractFindings(source, wsdl);
  assert.deepEqual(others, []);
  assert.ok(finding);
  return finding;
}

suite("schema-action", () => {
  test("the rule reports another SOAPAction, and its fix writes the right one", () => {
    const { code, message, fixed } = only(request11({ SOAPAction: '«"urn:Ad"»' }, body()));
    assert.deepEqual([code, message], ["schema-action", 'SOAPAction is "urn:Ad", but the operation has "urn:Add".']);
    assert.match(fixed[0]?.[1] ?? "", /^SOAPAction: "urn:Add"$/m);
    assert.deepEqual(contractFindings(request11({ SOAPAction: '"urn:Add"' }, body()), sampleWsdl()), []);
  });

  test("the rule reports an empty SOAPAction", () => {
    const { fixed } = only(request11({ SOAPAction: '«""»' }, body()));
    assert.match(fixed[0]?.[1] ?? "", /^SOAPAction: "urn:Add"$/m);
  });

  test("the rule reports another action parameter of SOAP 1.2, but not a missing one", () => {
    const wsdl = sampleWsdl({ versions: ["1.2"] });
    const type = (action: string) => ({
      "Content-Type": `application/soap+xml; charset=utf-8${action}`,
      SOAPAction: undefined,
    });
    const { message, fixed } = only(request11(type('; action=«"urn:x"»'), body(soap12)), wsdl);
    assert.equal(message, "The action is urn:x, but the operation has urn:Add.");
    assert.match(fixed[0]?.[1] ?? "", /; action="urn:Add"$/m);
    assert.deepEqual(contractFindings(request11(type(""), body(soap12)), wsdl), []);
  });

  test("the rule reports another Action header of WS-Addressing", () => {
    const header = '<s:Header><Action xmlns="http://www.w3.org/2005/08/addressing">«urn:x»</Action></s:Header>';
    const { code, fixed } = only(request11({ SOAPAction: '"urn:Add"' }, body(undefined, header)));
    assert.equal(code, "schema-action");
    assert.match(fixed[0]?.[1] ?? "", />urn:Add<\/Action>/);
  });

  test("the rule reports nothing if the Action header has whitespace around the right action", () => {
    const header = '<s:Header><Action xmlns="http://www.w3.org/2005/08/addressing">\n  urn:Add\n</Action></s:Header>';
    assert.deepEqual(
      contractFindings(request11({ SOAPAction: '"urn:Add"' }, body(undefined, header)), sampleWsdl()),
      [],
    );
  });

  test("the rule reports nothing if the WSDL has no action, or the value is a variable", () => {
    const wsdl = sampleWsdl({ action: () => "" });
    assert.deepEqual(contractFindings(request11({ SOAPAction: '"urn:x"' }, body()), wsdl), []);
    const unknown = contractFindings(request11({ SOAPAction: '"«{{$processEnv A}}»"' }, body()), sampleWsdl());
    assert.deepEqual(
      unknown.filter(({ code }) => code === "schema-action"),
      [],
    );
  });
});

suite("schema-version", () => {
  test("the rule reports a SOAP version that no port of the operation has", () => {
    const wsdl = sampleWsdl({ versions: ["1.2"] });
    const { code, message } = only(
      request11({}, body("«http://schemas.xmlsoap.org/soap/envelope/»")).replace(
        'SOAPAction: ""\n',
        'SOAPAction: "urn:Add"\n',
      ),
      wsdl,
    );
    assert.equal(code, "schema-version");
    assert.equal(message, "The request is SOAP 1.1, but the operation has only a binding for SOAP 1.2.");
    const both = sampleWsdl({ versions: ["1.2", "1.1"] });
    assert.deepEqual(contractFindings(request11({ SOAPAction: '"urn:Add"' }, body()), both), []);
  });
});

suite("schema-address", () => {
  const wsdl = sampleWsdl({ address: "http://calc.example.org/calc" });
  const at = (host: string, path = "/calc") =>
    request11({ Host: host, SOAPAction: '"urn:Add"' }, body()).replace("/s HTTP", `${path} HTTP`);

  test("the rule gives a hint at a host or a path that no port has", () => {
    const { code, severity, message } = only(at("«calc.example.com»"), wsdl);
    assert.deepEqual([code, severity], ["schema-address", "hint"]);
    assert.equal(message, "No port of the operation has this address. The WSDL has http://calc.example.org/calc.");
    only(at("calc.example.org", "«/other»"), wsdl);
  });

  test("the rule reports nothing for the right address, this machine, and variables", () => {
    for (const host of ["calc.example.org", "localhost:8080", "127.0.0.1", "calc.test"]) {
      assert.deepEqual(contractFindings(at(host), wsdl), []);
    }
    const variable = contractFindings(`@h = other.example.com\n${at("{{h}}")}`, wsdl);
    assert.deepEqual(variable, []);
  });
});
