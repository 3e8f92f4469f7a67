import assert from "node:assert/strict";
import { listOperations } from "../../../server/src/wsdl/operations.ts";
import {
  binding,
  definitions,
  expectProblems,
  messages,
  messagesOf,
  portType,
  schema,
  service,
  whole,
  wsdlOf,
} from "./wsdls.ts";

const operations = (wsdl: Parameters<typeof listOperations>[0]) =>
  listOperations(wsdl).map(({ service, port, operation, action, input }) => [service, port, operation, action, input]);
const complete = [["S", "Port", "Add", "urn:a#Add", "{urn:a}Add"]];

suite("a broken WSDL", () => {
  test("a WSDL without its port type has its operations without their messages, and one problem", () => {
    const wsdl = expectProblems(whole({ portType: "", binding: binding.replace('type="t:P"', 'type="«t:P»"') }), [
      "The port type t:P is not defined. The content of the messages is unknown.",
    ]);
    assert.deepEqual(operations(wsdl), [["S", "Port", "Add", "urn:a#Add", undefined]]);
    const input = wsdl.bindings[0]?.operations[0]?.input;
    assert.deepEqual([input?.message, input?.use, input?.action], [undefined, "literal", "urn:a#Add"]);
  });

  test("a WSDL in rpc style knows its wrapper without the port type", () => {
    const rpc = binding
      .replace("<soap:binding/>", '<soap:binding style="rpc"/>')
      .replaceAll("<soap:body ", '<soap:body namespace="urn:n" ');
    const wsdl = wsdlOf({ "main.wsdl": whole({ portType: "", binding: rpc }) });
    assert.deepEqual(operations(wsdl), [["S", "Port", "Add", "urn:a#Add", "{urn:n}Add"]]);
  });

  test("a WSDL that lacks one message has the others", () => {
    const wsdl = expectProblems(whole({ portType: portType.replace("t:In", "«t:Nothing»") }), [
      "The message t:Nothing is not defined. Any content is accepted for it.",
    ]);
    assert.deepEqual(
      listOperations(wsdl).map(({ input, output }) => [input, output]),
      [[undefined, "{urn:a}Sum"]],
    );
  });

  test("the problem says that an address isn't a URL", () => {
    const at = (address: string) => whole({ service: service.replace("http://h/a", `«${address}»`) });
    for (const address of ["&lt;%= host %&gt;/a", "\\\\host\\share", "REPLACE_ME", "http://&lt;host&gt;/"]) {
      const value = address.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
      expectProblems(at(address), [
        `${value} isn't a URL. The address of a port must be a URL such as http://localhost/service.`,
      ]);
    }
    expectProblems(at("file://host/share/a"), [
      "file://host/share/a is a file. The address of a port must be a URL such as http://localhost/service.",
    ]);
    for (const address of ["", "jms:queue:orders", "soap.udp://h:7000"]) {
      expectProblems(at(address).replace(/[«»]/g, ""), []);
    }
  });

  test("a WSDL that lacks one binding has the other ports", () => {
    const its = service.replace("<port", '<port name="Lost" binding="«t:Nothing»"/><port');
    const wsdl = expectProblems(whole({ service: its }), [
      "The binding t:Nothing is not defined. The operations of the port are unknown.",
    ]);
    assert.deepEqual(operations(wsdl), complete);
    assert.equal(wsdl.services[0]?.ports.length, 2);
  });

  test("a WSDL whose port type lacks an operation has it without messages", () => {
    const wsdl = expectProblems(
      whole({ portType: portType.replace('name="Add"', 'name="Other"'), binding: binding.replace('"Add"', '"«Add»"') }),
      ["The port type P has no operation Add. Its messages are unknown."],
    );
    assert.equal(operations(wsdl).length, 1);
  });

  test("a WSDL whose references lack attributes works", () => {
    const wsdl = expectProblems(
      whole({
        binding: binding.replace('<binding name="B" type="t:P"', '<«binding» name="B"'),
        service: service.replace('<port name="Port" binding="t:B"', '<«port» binding="t:B"'),
      }),
      ["The attribute type is missing.", "The attribute name is missing."],
    );
    assert.deepEqual(operations(wsdl), [["S", "", "Add", "urn:a#Add", undefined]]);
  });
});

suite("a name", () => {
  test("a name whose prefix isn't declared is the only one of its kind with this local name", () => {
    const wsdl = expectProblems(
      whole({
        messages: messages.replace("t:Add", "«x:Add»"),
        portType: portType.replace("t:Out", "«x:Out»"),
        binding: binding.replace("t:P", "«x:P»"),
        service: service.replace("t:B", "«x:B»"),
      }),
      [
        "The prefix of x:Add is not declared. The namespace urn:a was assumed.",
        "The prefix of x:Out is not declared. The only Out was assumed.",
        "The prefix of x:P is not declared. The only P was assumed.",
        "The prefix of x:B is not declared. The only B was assumed.",
      ],
    );
    assert.deepEqual(operations(wsdl), complete);
  });

  test("a name whose prefix isn't declared means the element in the only namespace that has it", () => {
    const only = '<xs:schema targetNamespace="urn:s"><xs:element name="Only"/></xs:schema>';
    const assumed = (schemas: string, element: string, namespace: string) =>
      expectProblems(
        whole({ schema: `<types>${schemas}</types>`, messages: messages.replace("t:Add", `«x:${element}»`) }),
        [`The prefix of x:${element} is not declared. The namespace ${namespace} was assumed.`],
      );
    const own = schema.replace(/<\/?types>/g, "");
    assumed(`${own}${only}`, "Only", "urn:s");
    assumed(`${own}${only}${only.replace('"Only"', '"Other"')}`, "Only", "urn:s");
    // Two namespaces have it, so the namespace of the WSDL is assumed.
    assumed(`${own}${only}${only.replace("urn:s", "urn:u")}`, "Only", "urn:a");
  });

  test("a name whose prefix isn't declared is missing where there are several", () => {
    const other = definitions(messages, 'targetNamespace="urn:b"');
    expectProblems(
      whole({ schema: `<import location="b.wsdl"/>${schema}`, portType: portType.replace("t:In", "«x:In»") }),
      ["The message x:In is not defined. Any content is accepted for it."],
      { "b.wsdl": other },
    );
  });

  test("a name in another namespace, or without a prefix, is the only one with this local name", () => {
    const wsdl = expectProblems(
      whole({
        messages: messages.replace("t:Add", "«Add»"),
        portType: portType.replace("t:Out", "«wsdl:Out»"),
        binding: binding.replace("t:P", "«P»"),
      }),
      [
        "Add is in the namespace of WSDL itself. The namespace urn:a was assumed.",
        "wsdl:Out is not defined. The only Out was assumed, of the namespace urn:a.",
        "P is not defined. The only P was assumed, of the namespace urn:a.",
      ],
    );
    assert.deepEqual(operations(wsdl), complete);
  });

  test("a name that differs only in case is assumed if there is no exact one", () => {
    const wsdl = expectProblems(whole({ service: service.replace("t:B", "«t:b»") }), [
      "t:b is not defined. B was assumed.",
    ]);
    assert.deepEqual(operations(wsdl), complete);
  });

  test("a name that differs only in case from another is a different one", () => {
    const two = `${binding}${binding.replace('name="B"', 'name="b"').replace("urn:a#Add", "urn:a#add")}`;
    const wsdl = expectProblems(whole({ binding: two, service: service.replace("t:B", "t:b") }), []);
    assert.deepEqual(operations(wsdl), [["S", "Port", "Add", "urn:a#add", "{urn:a}Add"]]);
  });

  test("a name may have whitespace around it", () => {
    const wsdl = expectProblems(
      whole({
        portType: portType.replace('"Add"', '"\n Add "').replace("t:In", " t:In\n"),
        binding: binding.replace('"B"', '" B"').replace('"t:P"', '" t:P "'),
        service: service.replace('"http://h/a"', '" http://h/a\n"'),
      }),
      [],
    );
    assert.deepEqual(operations(wsdl), complete);
    assert.equal(listOperations(wsdl)[0]?.address, "http://h/a");
  });

  test("a name with whitespace inside is found, although XML doesn't allow it", () => {
    const wsdl = wsdlOf({
      "main.wsdl": whole({
        binding: binding.replace('"B"', '"My binding"'),
        service: service.replace("t:B", "t:My binding"),
      }),
    });
    assert.deepEqual(operations(wsdl), complete);
  });

  test("a name may be in any script", () => {
    const its = (text: string) => text.replaceAll("Add", "Größe加");
    const wsdl = wsdlOf({ "main.wsdl": its(whole()) });
    assert.deepEqual(operations(wsdl), [["S", "Port", "Größe加", "urn:a#Größe加", "{urn:a}Größe加"]]);
  });

  test("a name that is defined twice is the first one", () => {
    const second = binding.replace('"B"', '"«B»"').replace("urn:a#Add", "urn:a#Other");
    const wsdl = expectProblems(
      whole({
        messages: `${messages}<message name="«In»"/>`,
        binding: binding + second,
        service: service.replace("</service>", '<port name="«Port»" binding="t:B"/></service>'),
      }),
      [
        "Duplicate definition of In. The first one is used.",
        "Duplicate definition of B. The first one is used.",
        "Duplicate definition of Port. The first one is used.",
      ],
    );
    assert.deepEqual(operations(wsdl), complete);
  });
});

suite("namespaces", () => {
  test("a missing namespace is taken from the prefix tns, or else there is none", () => {
    const without = `<«definitions» ${whole().slice("<definitions ".length)}`.replace(
      'targetNamespace="urn:a"',
      'xmlns:tns="urn:a"',
    );
    assert.deepEqual(
      operations(expectProblems(without, ["The target namespace is missing. urn:a was assumed."])),
      complete,
    );
    const none = wsdlOf({ "main.wsdl": definitions(schema + messages + portType + binding + service, "") });
    assert.deepEqual(operations(none), complete);
    assert.equal(none.problems[0]?.message, "The target namespace is missing. Names without a namespace were assumed.");
    assert.equal(none.problems.at(-1)?.message, "t:B is not defined. The only B was assumed, which has no namespace.");
  });

  test("a missing namespace in an imported WSDL is taken from the import", () => {
    const wsdl = wsdlOf({
      "main.wsdl": definitions(`<import namespace="urn:a" location="b.wsdl"/>${binding}${service}`),
      "b.wsdl": definitions(schema + messages + portType, ""),
    });
    assert.deepEqual(messagesOf(wsdl.problems), ["The target namespace is missing. urn:a was assumed."]);
    assert.deepEqual(operations(wsdl), complete);
  });

  test("namespaces of extensions may lack the slash at the end", () => {
    const text = whole()
      .replace("/wsdl/soap/", "/wsdl/soap")
      .replace('xmlns="http://schemas.xmlsoap.org/wsdl/"', 'xmlns="http://schemas.xmlsoap.org/wsdl"');
    assert.deepEqual(operations(wsdlOf({ "main.wsdl": text })), complete);
  });

  test("namespaces of WSDL may be unknown or absent", () => {
    for (const own of ['xmlns="urn:unknown"', ""]) {
      const text = whole().replace('xmlns="http://schemas.xmlsoap.org/wsdl/"', own);
      const wsdl = wsdlOf({ "main.wsdl": text });
      assert.deepEqual(messagesOf(wsdl.problems), ["The namespace of definitions is unknown. WSDL 1.1 was assumed."]);
      assert.deepEqual(operations(wsdl), complete);
    }
  });

  test("namespaces of WSDL may be absent, beside elements whose prefix isn't declared", () => {
    const text = whole()
      .replace('xmlns="http://schemas.xmlsoap.org/wsdl/"', "")
      .replace(/xmlns:soap="[^"]*"/, "");
    assert.deepEqual(operations(wsdlOf({ "main.wsdl": text })), complete);
  });

  test("elements whose prefix isn't declared have the namespace that the prefix usually means", () => {
    const text = whole({ binding: binding.replace("<soap:binding/>", "<«soap:binding»/><«x:y»/>") }).replace(
      /xmlns:soap="[^"]*"/,
      "",
    );
    const wsdl = expectProblems(text, [
      "The prefix soap is not declared. Its usual namespace was assumed.",
      "The prefix x is not declared. Elements with this prefix are ignored.",
    ]);
    assert.deepEqual(operations(wsdl), complete);
    assert.equal(listOperations(wsdl)[0]?.version, "1.1");
  });
});

suite("the binding of an operation", () => {
  const within = (operation: string) => whole({ binding: binding.replace(/<operation.*<\/operation>/s, operation) });
  test("the binding takes the SOAP version of its operations where soap:binding is missing", () => {
    const text = whole({
      binding: binding.replace("<soap:binding/>", "").replace("<binding", "<«binding»").replaceAll("soap:", "soap12:"),
    });
    const wsdl = expectProblems(text, [
      "The element soap:binding is missing. SOAP 1.2 was assumed from the operations.",
    ]);
    assert.equal(listOperations(wsdl)[0]?.version, "1.2");
  });
  test("a binding of an unknown kind lists its operations", () => {
    const java =
      '<binding name="B" type="t:P"><j:binding xmlns:j="http://schemas.xmlsoap.org/wsdl/java/"/><operation name="Add"/></binding>';
    const wsdl = expectProblems(whole({ binding: java }), []);
    assert.deepEqual(
      listOperations(wsdl).map(({ version, operation }) => [version, operation]),
      [[undefined, "Add"]],
    );
  });
  test("the problems say which parts, headers and contents are unknown", () => {
    const wsdl = expectProblems(
      within(
        '<operation name="Add"><input><soap:body parts="«body x»"/><soap:header message="«t:None»" part="a"/><soap:header message="t:Out" part="«b»"/><soap:header message="t:Out"/></input><output><mime:content part="«y»" type="a/b"/></output></operation>',
      ).replace('<soap:header message="t:Out"/>', '<«soap:header» message="t:Out"/>'),
      [
        "The message has no part x. It is ignored.",
        "The message t:None is not defined. The header is not checked.",
        "The message Out has no part b. body was assumed.",
        "The attribute part is missing. body was assumed.",
        "The message has no part y. It is ignored.",
      ],
    );
    assert.deepEqual(
      wsdl.bindings[0]?.operations[0]?.input?.headers.map(({ part }) => part?.name),
      [undefined, "body", "body"],
    );
  });
  test("a binding has parts of any content where they have neither element nor type", () => {
    const wsdl = expectProblems(
      whole({ messages: messages.replace('<part name="body" element="t:Add"/>', '<«part» name="body"/>') }),
      ["The part has neither an element nor a type. Any content is accepted for it."],
    );
    assert.deepEqual(operations(wsdl), [["S", "Port", "Add", "urn:a#Add", undefined]]);
  });
});

suite("XML that is not well-formed", () => {
  test("XML that isn't well-formed is read as far as possible, with the first problem", () => {
    const wsdl = wsdlOf({ "main.wsdl": whole().replace("<service", "<service&") });
    assert.equal(wsdl.problems.length > 0, true);
    assert.match(
      wsdl.problems[0]?.message ?? "",
      /^The XML is not well-formed\. The content after this point may be missing\. /,
    );
    assert.equal(listOperations(wsdl).length, 1);
  });
});
