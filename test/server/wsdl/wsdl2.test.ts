import assert from "node:assert/strict";
import { endpoints, listOperations, policyAt } from "../../../server/src/wsdl/operations.ts";
import { expectProblems, messagesOf, wsdlOf } from "./wsdls.ts";

function description(components: string, attributes = 'targetNamespace="urn:a"'): string {
  return `<description ${attributes} xmlns="http://www.w3.org/ns/wsdl" xmlns:t="urn:a"
 xmlns:wsoap="http://www.w3.org/ns/wsdl/soap" xmlns:whttp="http://www.w3.org/ns/wsdl/http"
 xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:wsp="http://www.w3.org/ns/ws-policy">${components}</description>`;
}

const pattern = (name: string) => `pattern="http://www.w3.org/ns/wsdl/${name}"`;
const types = '<types><xs:schema targetNamespace="urn:a"><xs:element name="Add"/></xs:schema></types>';
const add = `<operation name="add" ${pattern("in-out")}><input messageLabel="In" element="t:Add"/><output element="t:Sum"/><outfault ref="t:Overflow"/></operation>`;
const own = (operations = add) =>
  `<interface name="I"><fault name="Overflow" element="t:Over"/>${operations}</interface>`;
const soap = (attributes = "", inner = "") =>
  `<binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/soap" ${attributes}>${inner}</binding>`;
const http = (attributes = "", inner = "") =>
  `<binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/http" ${attributes}>${inner}</binding>`;
const service = '<service name="S" interface="t:I"><endpoint name="E" binding="t:B" address=" http://h/a "/></service>';

function only(components: string) {
  const wsdl = wsdlOf({ "main.wsdl": description(components) });
  assert.deepEqual(wsdl.problems, []);
  const [first, second] = endpoints(wsdl);
  assert.ok(first);
  assert.equal(second, undefined);
  return first.operation;
}

suite("WSDL 2.0", () => {
  test("WSDL 2.0 has services, endpoints, bindings and operations", () => {
    const wsdl = wsdlOf({ "main.wsdl": description(types + own() + soap() + service) });
    assert.deepEqual(wsdl.problems, []);
    assert.deepEqual(listOperations(wsdl), [
      {
        ...{ service: "S", port: "E", binding: "B", version: "1.2", style: "document", operation: "add" },
        ...{ action: undefined, address: "http://h/a", input: "{urn:a}Add", output: "{urn:a}Sum" },
      },
    ]);
    assert.equal(wsdl.schemas.length, 1);
  });

  test("WSDL 2.0 of the candidate recommendation is read too", () => {
    const text = description(own() + soap('wsoap:version="1.1"') + service).replaceAll(
      "w3.org/ns/wsdl",
      "w3.org/2006/01/wsdl",
    );
    assert.equal(listOperations(wsdlOf({ "main.wsdl": text }))[0]?.version, "1.1");
  });

  test("WSDL 2.0 has the SOAP version and the action of the binding", () => {
    const operation = only(
      own() +
        soap('wsoap:version="1.1" wsoap:protocol="urn:p"', '<operation ref="t:add" wsoap:action="urn:x"/>') +
        service,
    );
    assert.deepEqual(operation.binding?.protocol, { kind: "soap", version: "1.1", transport: "urn:p" });
    assert.deepEqual([operation.soapAction, operation.soapActionRequired, operation.method], ["urn:x", true, "POST"]);
  });

  test("WSDL 2.0 has a SOAP request by GET where the message exchange pattern is soap-response", () => {
    const mep = "http://www.w3.org/2003/05/soap/mep/soap-response/";
    assert.equal(only(own() + soap(`wsoap:mepDefault="${mep}"`) + service).method, "GET");
    assert.equal(only(own() + soap("", `<operation ref="t:add" wsoap:mep="${mep}"/>`) + service).method, "GET");
  });

  test("WSDL 2.0 has faults, of extended interfaces too", () => {
    const [fault] = only(own() + soap() + service).faults;
    assert.deepEqual(
      [fault?.name, fault?.parts[0]?.element?.local, fault?.action],
      ["Overflow", "Over", "urn:a:I:Overflow"],
    );
    const base = '<interface name="Base"><fault name="Overflow" element="t:Base"/></interface>';
    const its = `${base}<interface name="I" extends="t:Base">${add}</interface>`;
    assert.equal(only(its + soap() + service).faults[0]?.parts[0]?.element?.local, "Base");
  });

  test("WSDL 2.0 has headers of a binding", () => {
    const header =
      '<operation ref="t:add"><input><wsoap:header element="t:Session" mustUnderstand="true" required="1"/></input></operation>';
    const [first] = only(own() + soap("", header) + service).input?.headers ?? [];
    assert.deepEqual(
      [first?.part?.element, first?.mustUnderstand, first?.required],
      [{ namespace: "urn:a", local: "Session" }, true, true],
    );
  });

  test("WSDL 2.0 has messages with no element, any element, and other content", () => {
    const parts = (element: string) =>
      only(
        own(`<operation name="add" ${pattern("in-only")}><input ${element}/></operation>`) + soap() + service,
      ).input?.parts.map((part) => part.element);
    assert.deepEqual(parts('element="#none"'), []);
    assert.deepEqual(parts('element="#any"'), [undefined]);
    assert.deepEqual(parts('element="#other"'), [undefined]);
    assert.deepEqual(parts(""), [undefined]);
    assert.deepEqual(parts('element="t:Add"'), [{ namespace: "urn:a", local: "Add" }]);
  });

  test("WSDL 2.0 has the patterns of messages", () => {
    const its = (name: string, inner: string) =>
      only(own(`<operation name="add" ${pattern(name)}>${inner}</operation>`) + soap() + service).pattern;
    assert.equal(its("in-only", "<input/>"), "one-way");
    assert.equal(its("robust-in-only", "<input/>"), "one-way");
    assert.equal(its("in-opt-out", "<input/><output/>"), "request-response");
    assert.equal(its("out-only", "<output/>"), "notification");
    assert.equal(its("out-in", "<output/><input/>"), "solicit-response");
  });

  test("WSDL 2.0 has the default actions of WS-Addressing Metadata section 4.4.2", () => {
    const actions = (operation: string, binding = soap()) => {
      const { input, output } = only(own(operation) + binding + service);
      return [input?.action, output?.action];
    };
    assert.deepEqual(actions(add), ["urn:a:I:addRequest", "urn:a:I:addResponse"]);
    assert.deepEqual(actions(`<operation name="add" ${pattern("in-only")}><input/></operation>`), [
      "urn:a:I:add",
      undefined,
    ]);
    assert.deepEqual(actions(`<operation name="add" ${pattern("out-in")}><output/><input/></operation>`), [
      "urn:a:I:addResponse",
      "urn:a:I:addSolicit",
    ]);
    assert.deepEqual(actions(add, soap("", '<operation ref="t:add" wsoap:action="urn:x"/>'))[0], "urn:x");
    assert.deepEqual(actions(add.replace("<input", '<input wsam:Action="urn:y"'))[0], "urn:y");
  });

  test("WSDL 2.0 has policies", () => {
    const policy = "<wsp:Policy><wsam:Addressing/></wsp:Policy>";
    const wsdl = wsdlOf({ "main.wsdl": description(own() + soap("", policy) + service) });
    const [endpoint] = endpoints(wsdl);
    assert.deepEqual(endpoint && policyAt(endpoint), { addressing: "required" });
  });

  test("WSDL 2.0 has documents of its own kinds of import", () => {
    const wsdl = wsdlOf({
      "main.wsdl": description(`<include location="b.wsdl"/><import namespace="urn:b"/>${soap()}${service}`),
      "b.wsdl": description(`<types><xs:import namespace="urn:x" schemaLocation="x.xsd"/></types>${own()}`),
      "x.xsd": '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x"/>',
    });
    assert.deepEqual([wsdl.problems, listOperations(wsdl).length, wsdl.schemas.length], [[], 1, 1]);
  });
});

suite("the HTTP method of WSDL 2.0", () => {
  const method = (binding: string, operation = add) => only(own(operation) + binding + service).method;
  test("the operation says the HTTP method, or else the binding does", () => {
    const its = http('whttp:methodDefault="put"', '<operation ref="t:add" whttp:method="DELETE"/>');
    assert.equal(method(its), "DELETE");
    assert.equal(method(http('whttp:methodDefault="put"')), "PUT");
  });
  test("the HTTP method is GET for a safe operation, else POST", () => {
    assert.equal(method(http(), add.replace("<operation", '<operation wsdlx:safe="true"')), "GET");
    assert.equal(method(http()), "POST");
  });
  test("the HTTP method decides where the parts are", () => {
    const content = (attributes: string) => only(own() + http("", `<operation ref="t:add" ${attributes}/>`) + service);
    const get = content('whttp:method="GET" whttp:location="add/{a}"');
    assert.deepEqual([get.location, get.input?.http], ["add/{a}", { kind: "query" }]);
    const type = (attributes: string) => {
      const its = content(attributes).input?.http;
      return its?.kind === "body" && its.alternatives[0]?.type;
    };
    assert.equal(type('whttp:method="POST"'), "application/xml");
    assert.equal(type('whttp:inputSerialization="multipart/form-data"'), "multipart/form-data");
  });
  test("the list of operations shows the HTTP method", () => {
    const wsdl = wsdlOf({ "main.wsdl": description(own() + http() + service) });
    assert.deepEqual(
      listOperations(wsdl).map(({ version, input }) => [version, input]),
      [["HTTP POST", undefined]],
    );
  });
});

suite("interfaces of WSDL 2.0", () => {
  const operation = (name: string) =>
    `<operation name="${name}" ${pattern("in-only")}><input element="t:Add"/></operation>`;
  const names = (text: string) =>
    listOperations(wsdlOf({ "main.wsdl": description(text) })).map((row) => row.operation);
  test("interfaces have the operations of the interfaces that they extend, each once", () => {
    const all = `<interface name="A" extends="t:C">${operation("a")}${operation("same")}</interface>
      <interface name="C">${operation("c")}${operation("same")}</interface>
      <interface name="I" extends="t:A t:C">${operation("i")}</interface>`;
    assert.deepEqual(names(all + soap() + service), ["i", "a", "same", "c"]);
  });
  test("interfaces may extend each other in circles", () => {
    const all = `<interface name="A" extends="t:I">${operation("a")}</interface><interface name="I" extends="t:A t:I">${operation("i")}</interface>`;
    assert.deepEqual(names(all + soap() + service), ["i", "a"]);
  });
  test("interfaces are bound by a binding without an interface, for each service", () => {
    const generic = soap().replace('interface="t:I"', "");
    const all = `<interface name="I">${operation("i")}</interface><interface name="J">${operation("j")}</interface>`;
    const other = service.replace('"S"', '"T"').replace("t:I", "t:J");
    assert.deepEqual(names(all + generic + service + other), ["i", "j"]);
  });
  test("interfaces without any binding have operations too", () => {
    assert.deepEqual(names(`<interface name="I">${operation("i")}</interface>`), ["i"]);
    assert.deepEqual(names(`<interface name="I">${operation("i")}</interface>${soap()}`), ["i"]);
  });
  test("interfaces that are missing are problems at their places", () => {
    expectProblems(
      description(
        `<interface name="I" extends="«t:None»">${add.replace("t:Over", "«t:Over").replace('flow"', 'flow»"').replace("t:Sum", "«x:Sum»")}</interface>${soap("", '<operation ref="«t:sub»"/>')}<service name="S" interface="t:I"><endpoint name="E" binding="«t:C»"/></service>`,
      ),
      [
        "The interface t:None is not defined. Its operations are unknown.",
        "The prefix of x:Sum is not declared. Any content is accepted for it.",
        "The fault t:Overflow is not defined. Any content is accepted for it.",
        "The interface I has no operation t:sub. It is ignored.",
        "The binding t:C is not defined. The operations of the port are unknown.",
      ],
    );
    const wsdl = wsdlOf({ "main.wsdl": description(soap() + service) });
    assert.deepEqual(messagesOf(wsdl.problems), ["The interface t:I is not defined. The operations are unknown."]);
  });
});
