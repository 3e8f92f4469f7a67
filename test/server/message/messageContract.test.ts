import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Message } from "../../../server/src/message/message.ts";
import { analyze, messagesOf } from "../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request } from "../../support/findings.ts";
import { type Around, around } from "../../support/resolver.ts";

const calc = "/w/calc.wsdl";
const body = (payload: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>`;
const add = body('<Add xmlns="urn:calc"><a>1</a></Add>');

function messageOf(text: string, host: Around): Message {
  const requests = messagesOf(analyze(text, undefined, around(host)));
  const last = requests.at(-1);
  assert.ok(last, "there is no request");
  return last.message;
}

/** The contract of a request: its source, the operation with its port, and the reason; without a contract, the kind of the result. */
function contractIn(text: string, host: Around): readonly unknown[] {
  const { contract } = messageOf(text, host);
  if (contract.kind === "ambiguous") return [contract.kind, contract.source, contract.matches.length];
  if (contract.kind !== "found") return [contract.kind];
  const { operation, source, by } = contract;
  return [source, contract.contract.uri, operation && `${operation.port?.name}/${operation.operation.name}`, by];
}

const uri = (path: string) => `file://${path}`;
const post = (text: string, headers = {}) => `POST /calc HTTP/1.1\nHost: h\n${lines(headers)}\n${text}`;
const lines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");

suite("the contract of a request", () => {
  const files = {
    [calc]: sampleWsdl({ operations: ["Add", "Sub"] }),
    "/w/other.wsdl": sampleWsdl({ namespace: "urn:o" }),
  };

  test("the contract is the WSDL that # @wsdl names above it", () => {
    assert.deepEqual(contractIn(`# @wsdl ../../calc.wsdl\n${post(add)}`, { files }), [
      ...["request", uri(calc), "Calcsoap11/Add", "payload"],
    ]);
  });

  test("the contract is the WSDL that # @wsdl names at the top of the file, for all requests", () => {
    const text = `# @wsdl ../../calc.wsdl\n\n### one\n${post(add)}\n### two\n${post(add)}`;
    assert.deepEqual(contractIn(text, { files }), ["file", uri(calc), "Calcsoap11/Add", "payload"]);
  });

  test("the contract is the WSDL of the request rather than the WSDL of the file", () => {
    const text = `# @wsdl ../../other.wsdl\n### one\n# @wsdl ../../calc.wsdl\n${post(add)}`;
    assert.deepEqual(contractIn(text, { files })[0], "request");
  });

  test("the contract is one of several WSDLs at the top of the file", () => {
    const text = `# @wsdl ../../other.wsdl\n# @wsdl ../../calc.wsdl\n### one\n${post(add)}`;
    assert.deepEqual(contractIn(text, { files }), ["file", uri(calc), "Calcsoap11/Add", "payload"]);
  });

  for (const wsdl of [["calc.wsdl"], ["*.wsdl"], ["./**/c?lc.wsdl"], ["{other,calc}.wsdl"], [uri(calc)]]) {
    test(`the contract is found by the setting ${wsdl}`, () => {
      assert.deepEqual(contractIn(post(add), { files, wsdl }), ["setting", uri(calc), "Calcsoap11/Add", "payload"]);
    });
  }

  test("the contract is found in the workspace by the payload", () => {
    assert.deepEqual(contractIn(post(add), { files, wsdl: ["other.wsdl"] }), [
      ...["workspace", uri(calc), "Calcsoap11/Add", "payload"],
    ]);
  });

  test("the contract isn't searched for with # @no-wsdl, nor without a payload", () => {
    assert.deepEqual(contractIn(`# @no-wsdl\n${post(add)}`, { files }), ["none"]);
    const read: string[] = [];
    const contracts = {
      get: (one: string) => {
        read.push(one);
        throw new Error(one);
      },
      setting: [],
      workspace: [uri(calc)],
    };
    assert.deepEqual(contractIn(post(body("")), { contracts }), ["none"]);
    assert.deepEqual(contractIn("GET /calc?wsdl HTTP/1.1\nHost: h\n", { contracts }), ["none"]);
    assert.deepEqual(read, []);
  });

  test("the contract is the named WSDL even if no operation has the payload", () => {
    const text = `# @wsdl ../../calc.wsdl\n${post(body("<Mul/>"))}`;
    assert.deepEqual(contractIn(text, { files }), ["request", uri(calc), undefined, undefined]);
    assert.deepEqual(contractIn(post(body("<Mul/>")), { files }), ["none"]);
  });

  test("the contract is found by the name of a payload in a wrong namespace, or by the action, in a named WSDL", () => {
    const wrong = body("<Add><a>1</a></Add>");
    assert.deepEqual(contractIn(`# @wsdl ../../calc.wsdl\n${post(wrong)}`, { files }).slice(2), [
      "Calcsoap11/Add",
      "local",
    ]);
    const text = `# @wsdl ../../calc.wsdl\n${post(body("<x/>"), { SOAPAction: '"urn:Sub"' })}`;
    assert.deepEqual(contractIn(text, { files }).slice(2), ["Calcsoap11/Sub", "action"]);
  });

  test("the contract has the operation with the SOAP version of the request", () => {
    const both = { [calc]: sampleWsdl({ versions: ["1.2", "1.1"] }) };
    assert.deepEqual(contractIn(post(add), { files: both }).slice(2), ["Calcsoap11/Add", "payload"]);
  });

  test("the contract has the operation with the action of the request if several have its payload", () => {
    const files = { [calc]: sampleWsdl({ operations: ["Add", "Sub"], payload: "Add" }) };
    assert.deepEqual(contractIn(post(add, { SOAPAction: '"urn:Sub"' }), { files }).slice(2), [
      ...["Calcsoap11/Sub", "action"],
    ]);
    assert.deepEqual(contractIn(post(add), { files }), ["ambiguous", "workspace", 2]);
  });

  test("the contract has the overload with the parameters of the request", () => {
    const overloads = readFileSync("test/server/wsdl/stacks/axis1.wsdl", "utf8");
    const partsFor = (parameters: string) => {
      const text = post(body(`<n:add xmlns:n="http://DefaultNamespace">${parameters}</n:add>`));
      const { contract } = messageOf(text, { files: { "/w/axis1.wsdl": overloads } });
      const { by, operation } = contract.kind === "found" ? contract : {};
      return [by, operation?.operation.input?.parts.map(({ name }) => name)];
    };
    assert.deepEqual(partsFor("<a/><b/>"), ["parameters", ["a", "b"]]);
    assert.deepEqual(partsFor("<numbers/>"), ["parameters", ["numbers"]]);
    assert.deepEqual(partsFor("<c/>"), [undefined, undefined]);
  });

  test("the contract has the operation with the address of the request if several WSDLs have it", () => {
    const two = { [calc]: sampleWsdl(), "/w/b.wsdl": sampleWsdl({ address: "http://b/b", operations: ["Add", "x"] }) };
    assert.deepEqual(contractIn(post(add), { files: two }).slice(1), [uri(calc), "Calcsoap11/Add", "address"]);
    assert.deepEqual(contractIn(post(add).replace("/calc", "/z"), { files: two }), ["ambiguous", "workspace", 2]);
  });

  test("the contract is the first of several copies", () => {
    const copies = { [calc]: sampleWsdl(), "/w/dist/calc.wsdl": sampleWsdl() };
    assert.deepEqual(contractIn(post(add), { files: copies }).slice(0, 2), ["workspace", uri(calc)]);
  });

  test("the contract has the operation that # @operation names", () => {
    const files = { [calc]: sampleWsdl({ operations: ["Add", "Sub"], versions: ["1.1", "1.2"], payload: "Add" }) };
    for (const name of ["Sub", "Calcsoap12/Sub", "Calc/Calcsoap12/Sub"]) {
      const text = `# @operation ${name}\n${post(add)}`;
      assert.deepEqual(contractIn(text, { files }).slice(3), ["named"], name);
    }
    assert.deepEqual(contractIn(`# @operation Calcsoap12/Sub\n${post(body(""))}`, { files })[2], "Calcsoap12/Sub");
  });

  test("the contract is unknown in Restricted Mode", () => {
    assert.deepEqual(contractIn(`# @wsdl ../../calc.wsdl\n${post(add)}`, { files, contracts: undefined }), ["none"]);
  });

  test("the contract doesn't depend on the rest of the request", () => {
    assert.deepEqual(contractIn(request({}, add), { files })[0], "workspace");
  });
});
