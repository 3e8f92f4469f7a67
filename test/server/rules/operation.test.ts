import assert from "node:assert/strict";
import { contractFindings } from "../../support/contractFindings.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";
import { around as contractHost } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

const body = (namespace = "http://schemas.xmlsoap.org/soap/envelope/", header = "") =>
  `<s:Envelope xmlns:s="${namespace}">${header}<s:Body><Add xmlns="urn:calc"><a>1</a></Add></s:Body></s:Envelope>`;
const soap12 = "http://www.w3.org/2003/05/soap-envelope";

const soapRequest = (headers: Readonly<Record<string, string | undefined>>, content: string) =>
  request11({ "Content-Length": "{{$contentLength}}", ...headers }, content);

const action = (value: string) => soapRequest({ SOAPAction: value }, body());
const addressing = (value: string) =>
  `<s:Header><Action xmlns="http://www.w3.org/2005/08/addressing">${value}</Action></s:Header>`;

/** Requests for a service with this description. */
const inService = (around: (content: string) => string, wsdl = sampleWsdl()) =>
  rulesIn((content) => `# @wsdl ./s.wsdl\n${around(content)}`, {
    resolver: contractHost({ files: { "/w/a/b/s.wsdl": wsdl } }),
  });

inService(action)`
  schema-action
    another SOAPAction | «"urn:Ad"»
      says SOAPAction is "urn:Ad", but the operation has "urn:Add".
      → Change to "urn:Add" | "urn:Add"
    an empty SOAPAction | «""»
      → Change to "urn:Add" | "urn:Add"
    a variable | "{{$processEnv A}}" | besides variable-undefined
`;

inService((value) => soapRequest({ SOAPAction: '"urn:Add"' }, body(undefined, addressing(value))))`
  schema-action
    another Action header of WS-Addressing | «urn:x»
      → Change to urn:Add | urn:Add
    an Action header with whitespace around the right action | ⏎  urn:Add⏎
`;

inService(action, sampleWsdl({ action: () => "" }))`
  schema-action
    any SOAPAction if the WSDL has no action | "urn:x"
`;

inService(
  (parameter) => {
    const type = `application/soap+xml; charset=utf-8${parameter}`;
    return soapRequest({ "Content-Type": type, SOAPAction: undefined }, body(soap12));
  },
  sampleWsdl({ versions: ["1.2"] }),
)`
  schema-action
    another action parameter of SOAP 1.2 | ; action=«"urn:x"»
      says The action is urn:x, but the operation has urn:Add.
      → Change to urn:Add | ; action="urn:Add"
    a request of SOAP 1.2 without an action |
`;

const version = (namespace: string) => soapRequest({ SOAPAction: '"urn:Add"' }, body(namespace));

inService(version, sampleWsdl({ versions: ["1.2"] }))`
  schema-version
    a SOAP version that no port of the operation has | «http://schemas.xmlsoap.org/soap/envelope/»
      says The request is SOAP 1.1, but the operation has only a binding for SOAP 1.2.
`;

inService(version, sampleWsdl({ versions: ["1.2", "1.1"] }))`
  schema-version
    a SOAP version that one port has | http://schemas.xmlsoap.org/soap/envelope/
`;

const calc = sampleWsdl({ address: "http://calc.example.org/calc" });
const at = (host: string, path = "/calc") =>
  soapRequest({ Host: host, SOAPAction: '"urn:Add"' }, body()).replace("/s HTTP", `${path} HTTP`);

inService((host) => at(host), calc)`
  schema-address
    a host that no port has | «calc.example.com»
      says No port of the operation has this address. The WSDL has http://calc.example.org/calc.
    the host of a port | calc.example.org
    localhost | localhost:8080
    an address of this machine | 127.0.0.1
    a host for tests | calc.test
`;

inService((path) => at("calc.example.org", path), calc)`
  schema-address
    a path that no port has | «/other»
`;

suite("schema-address", () => {
  test("the rule is a hint, and reports nothing for a variable", () => {
    assert.deepEqual(
      contractFindings(at("«calc.example.com»"), calc).map(({ severity }) => severity),
      ["hint"],
    );
    assert.deepEqual(contractFindings(`@h = other.example.com\n${at("{{h}}")}`, calc), []);
  });
});
