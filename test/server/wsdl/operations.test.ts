import assert from "node:assert/strict";
import { endpoints, listOperations, payloadOf, policyAt } from "../../../server/src/wsdl/operations.ts";
import {
  binding,
  definitions,
  messages,
  onlyOperation,
  operationOf,
  portType,
  schema,
  service,
  whole,
  wsdlOf,
} from "./wsdls.ts";

/** A binding with content for its operation, and content for the input of the operation. */
function bindingWith(operation: string, input = '<soap:body use="literal"/>', bindingElement = "<soap:binding/>") {
  return `<binding name="B" type="t:P">${bindingElement}<operation name="Add">${operation}<input>${input}</input></operation></binding>`;
}

const names = (parts: readonly { readonly name: string }[] | undefined) => parts?.map(({ name }) => name);

suite("an operation", () => {
  test("an operation has its service, port, binding, version, style, action, address and payloads in a list", () => {
    assert.deepEqual(listOperations(wsdlOf({ "main.wsdl": whole() })), [
      {
        ...{ service: "S", port: "Port", binding: "B", version: "1.1", style: "document", operation: "Add" },
        ...{ action: "urn:a#Add", address: "http://h/a", input: "{urn:a}Add", output: "{urn:a}Sum" },
      },
    ]);
  });

  test("an operation has a SOAP action, an empty one or none", () => {
    const action = (operation: string) => {
      const { soapAction, soapActionRequired } = operationOf(whole({ binding: bindingWith(operation) }));
      return [soapAction, soapActionRequired];
    };
    assert.deepEqual(action('<soap:operation soapAction=" a "/>'), ["a", true]);
    assert.deepEqual(action('<soap:operation soapAction=""/>'), ["", true]);
    assert.deepEqual(action("<soap:operation/>"), [undefined, false]);
    assert.deepEqual(action(""), [undefined, false]);
    assert.deepEqual(action('<soap:operation soapAction="{{a}}" soapActionRequired="false"/>'), ["{{a}}", false]);
  });

  test("an operation has the style of its own, else of its binding, else document", () => {
    const style = (operation: string, general: string) =>
      operationOf(whole({ binding: bindingWith(operation, "<soap:body/>", `<soap:binding ${general}/>`) })).style;
    assert.equal(style('<soap:operation style="document"/>', 'style="rpc"'), "document");
    assert.equal(style("<soap:operation/>", 'style="rpc"'), "rpc");
    assert.equal(style("", 'style="RPC"'), "rpc");
    assert.equal(style("<soap:operation/>", ""), "document");
  });

  test("an operation has the SOAP version of its binding, even if the address element has another", () => {
    const wsdl = wsdlOf({
      "main.wsdl": whole({ binding: bindingWith("<soap12:operation/>", "<soap12:body/>", "<soap12:binding/>") }),
    });
    assert.deepEqual(wsdl.problems, []);
    assert.deepEqual(
      listOperations(wsdl).map(({ version, address }) => [version, address]),
      [["1.2", "http://h/a"]],
    );
  });

  test("an operation has the transport of its binding", () => {
    const { binding: its } = operationOf(
      whole({
        binding: bindingWith("", "<soap:body/>", '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>'),
      }),
    );
    assert.deepEqual(its?.protocol, {
      ...{ kind: "soap", version: "1.1", transport: "http://schemas.xmlsoap.org/soap/http" },
    });
  });

  test("an operation is one-way, or begins with its output", () => {
    const pattern = (inner: string) =>
      operationOf(whole({ portType: `<portType name="P"><operation name="Add">${inner}</operation></portType>` }))
        .pattern;
    const [input, output] = ['<input message="t:In"/>', '<output message="t:Out"/>'];
    assert.equal(pattern(input), "one-way");
    assert.equal(pattern(output), "notification");
    assert.equal(pattern(input + output), "request-response");
    assert.equal(pattern(output + input), "solicit-response");
  });

  test("an operation has documentation in the port type, else in the binding, without markup and indentation", () => {
    const documentation = "<documentation>\n   Adds <b>two</b> &lt;numbers>,\n\n\n   and\tmore.  \n</documentation>";
    const inPortType = portType.replace("<input", `${documentation}<input`);
    const text = "Adds two <numbers>,\n\nand\tmore.";
    assert.equal(operationOf(whole({ portType: inPortType })).documentation, text);
    const inBinding = binding.replace("<soap:operation", `<documentation>Bound.</documentation><soap:operation`);
    assert.equal(operationOf(whole({ binding: inBinding })).documentation, "Bound.");
    assert.equal(operationOf(whole({ portType: inPortType, binding: inBinding })).documentation, text);
  });
});

suite("the parts of a body", () => {
  const three =
    '<message name="In"><part name="a" element="t:Add"/><part name="b" type="xs:int"/><part name="c" element="t:Sum"/></message><message name="Out"/>';
  const parts = (body: string) =>
    names(operationOf(whole({ messages: three, binding: bindingWith("", body) })).input?.parts);

  test("a body has the parts of the message", () => assert.deepEqual(parts("<soap:body/>"), ["a", "b", "c"]));
  test("a body has the parts that `parts` lists, in the order of the message", () => {
    assert.deepEqual(parts('<soap:body parts=" c a"/>'), ["a", "c"]);
    assert.deepEqual(parts('<soap:body parts=""/>'), []);
  });
  test("a body without `parts` has the parts that aren't headers or attachments", () => {
    assert.deepEqual(parts('<soap:body/><soap:header message="t:In" part="a" use="literal"/>'), ["b", "c"]);
    const mime =
      '<mime:multipartRelated><mime:part><soap:body/></mime:part><mime:part><mime:content part="c" type="image/png"/></mime:part></mime:multipartRelated>';
    assert.deepEqual(parts(mime), ["a", "b"]);
  });
  test("a body has all parts where the binding doesn't mention the input", () => {
    const bare = '<binding name="B" type="t:P"><soap:binding/><operation name="Add"/></binding>';
    assert.deepEqual(names(operationOf(whole({ binding: bare })).input?.parts), ["body"]);
  });
  test("parts have an element or a type", () => {
    const { input } = operationOf(whole({ messages: three }));
    assert.deepEqual(
      input?.parts.map(({ element, type }) => [element, type]),
      [
        [{ namespace: "urn:a", local: "Add" }, undefined],
        [undefined, { namespace: "http://www.w3.org/2001/XMLSchema", local: "int" }],
        [{ namespace: "urn:a", local: "Sum" }, undefined],
      ],
    );
  });

  suite("the parts of a body in rpc style", () => {
    const ordered = portType.replace('name="Add"', 'name="Add" parameterOrder="c a"');
    const rpc = (use: string, order = ordered) => {
      const body = `<soap:body use="${use}" namespace="urn:b"/>`;
      const its = bindingWith("", body, '<soap:binding style="rpc"/>').replace(
        "</input>",
        `</input><output>${body}</output>`,
      );
      const out = three.replace(
        '<message name="Out"/>',
        three.split("</message>")[0]?.replace("In", "Out").concat("</message>") ?? "",
      );
      return operationOf(whole({ messages: out, portType: order, binding: its }));
    };
    test("parts in rpc style have a wrapper in the namespace of soap:body", () => {
      assert.deepEqual(payloadOf(rpc("literal"), "input"), { namespace: "urn:b", local: "Add" });
      assert.deepEqual(payloadOf(rpc("literal"), "output"), { namespace: "urn:b", local: "AddResponse" });
      const without = operationOf(whole({ binding: bindingWith('<soap:operation style="rpc"/>') }));
      assert.deepEqual(payloadOf(without, "input"), { namespace: "", local: "Add" });
    });
    test("parts are in the order of the message where they are literal", () => {
      assert.deepEqual(names(rpc("literal").input?.parts), ["a", "b", "c"]);
    });
    test("parts are in the order of the parameters where they are encoded; the result comes first", () => {
      assert.deepEqual(names(rpc("encoded").input?.parts), ["c", "a", "b"]);
      assert.deepEqual(names(rpc("encoded").output?.parts), ["b", "c", "a"]);
      assert.deepEqual(names(rpc("encoded", portType).input?.parts), ["a", "b", "c"]);
    });
  });

  test("parts are encoded where an encoding style says so", () => {
    const use = (attributes: string) =>
      operationOf(whole({ binding: bindingWith("", `<soap:body ${attributes}/>`) })).input?.use;
    assert.deepEqual(
      ["", 'use="encoded"', 'use="Literal"', 'encodingStyle="urn:e"', 'use="literal" encodingStyle="urn:e"'].map(use),
      ["literal", "encoded", "literal", "encoded", "literal"],
    );
  });
});

suite("headers", () => {
  const withSession = `${messages}<message name="Session"><part name="id" element="t:Session"/><part name="user" type="xs:string"/></message>`;
  test("headers have a message, a part, a use and header faults", () => {
    const header =
      '<soap:body/><soap:header message="t:Session" part="user" use="encoded" namespace="urn:n" encodingStyle="urn:e" wsdl:required="true"><soap:headerfault message="t:Session" part="id" use="literal"/></soap:header>';
    const { input } = operationOf(whole({ messages: withSession, binding: bindingWith("", header) }));
    const [first] = input?.headers ?? [];
    assert.deepEqual(
      [first?.part?.name, first?.use, first?.namespace, first?.encodingStyle, first?.required, first?.mustUnderstand],
      ["user", "encoded", "urn:n", "urn:e", true, false],
    );
    assert.deepEqual(
      first?.faults.map(({ part }) => part?.element?.local),
      ["Session"],
    );
  });
  test("headers may be beside the body in a MIME part", () => {
    const mime =
      '<mime:multipartRelated><mime:part><soap:body/><soap:header message="t:Session" part="id"/></mime:part></mime:multipartRelated>';
    const { input } = operationOf(whole({ messages: withSession, binding: bindingWith("", mime) }));
    assert.deepEqual([names(input?.parts), input?.headers.length, input?.attachments.length], [["body"], 1, 0]);
  });
});

suite("a multipart message", () => {
  test("a multipart message has attachments in several forms", () => {
    const its = `<message name="In"><part name="body" element="t:Add"/><part name="photo" type="xs:base64Binary"/></message><message name="Out"/>`;
    const mime =
      '<mime:multipartRelated><mime:part><soap:body parts="body"/></mime:part><mime:part name="p"><mime:content part="photo" type="image/png"/><mime:content part="photo" type="image/jpeg"/></mime:part></mime:multipartRelated>';
    const { input } = operationOf(whole({ messages: its, binding: bindingWith("", mime) }));
    assert.deepEqual(
      input?.attachments.map(({ name, alternatives }) => [
        name,
        ...alternatives.map(({ part, type }) => [part?.name, type]),
      ]),
      [["p", ["photo", "image/png"], ["photo", "image/jpeg"]]],
    );
  });
});

suite("an HTTP binding", () => {
  const http = (verb: string, location: string, input: string) => {
    const its = bindingWith(`<http:operation location="${location}"/>`, input, `<http:binding verb="${verb}"/>`);
    return operationOf(whole({ binding: its }));
  };
  test("an HTTP binding has a method, a location, and the place of the parts", () => {
    const get = http("get", "/Add/(body)", "<http:urlReplacement/>");
    assert.deepEqual([get.method, get.location, get.input?.http], ["GET", "/Add/(body)", { kind: "path" }]);
    assert.deepEqual(http("GET", "/Add", "<http:urlEncoded/>").input?.http, { kind: "query" });
    const post = http(
      "POST",
      "/Add",
      '<mime:content type="application/x-www-form-urlencoded"/><mime:mimeXml part="body"/>',
    );
    assert.ok(post.input?.http?.kind === "body");
    assert.deepEqual(
      post.input.http.alternatives.map(({ part, type }) => [part?.name, type]),
      [
        ["body", "application/x-www-form-urlencoded"],
        ["body", "text/xml"],
      ],
    );
  });
});

suite("operations of one name", () => {
  const two =
    '<message name="In"><part name="one" type="xs:int"/></message><message name="Out"><part name="two" type="xs:int"/></message>';
  const its = (names1: readonly string[]) =>
    `<portType name="P">${names1.map((name, i) => `<operation name="Add"><input name="${name}" message="t:${i ? "Out" : "In"}"/></operation>`).join("")}</portType>`;
  const bound = (...inputs: readonly string[]) =>
    `<binding name="B" type="t:P"><soap:binding/>${inputs.map((input) => `<operation name="Add">${input}</operation>`).join("")}</binding>`;
  const parts = (...inputs: readonly string[]) => {
    const wsdl = wsdlOf({
      "main.wsdl": whole({ messages: two, portType: its(["x", "y"]), binding: bound(...inputs) }),
    });
    assert.deepEqual(wsdl.problems, []);
    return endpoints(wsdl).map(({ operation }) => operation.input?.parts[0]?.name);
  };
  test("operations of one name are distinguished by the names of their inputs", () => {
    assert.deepEqual(parts('<input name="y"/>', '<input name="x"/>'), ["two", "one"]);
  });
  test("operations of one name are in the order of the port type where they have no names", () => {
    assert.deepEqual(parts("<input/>", "<input/>"), ["one", "two"]);
  });
  test("operations that differ only in case are different", () => {
    const cases =
      '<operation name="Add"><input message="t:In"/></operation><operation name="add"><input message="t:Out"/></operation>';
    const wsdl = wsdlOf({
      "main.wsdl": whole({
        portType: `<portType name="P">${cases}</portType>`,
        binding: '<binding name="B" type="t:P"><soap:binding/><operation name="add"/><operation name="Add"/></binding>',
      }),
    });
    assert.deepEqual(wsdl.problems, []);
    assert.deepEqual(
      endpoints(wsdl).map(({ operation }) => [operation.name, operation.abstract?.input?.message?.name.local]),
      [
        ["add", "Out"],
        ["Add", "In"],
      ],
    );
  });
});

suite("the action of WS-Addressing", () => {
  const actions = (target: string, type: string, soap = "") => {
    const text = definitions(
      `${messages}${type}<binding name="B" type="t:P"><soap:binding/><operation name="Add"><soap:operation ${soap}/></operation></binding>${service}`,
      `targetNamespace="${target}" xmlns:u="urn:b"`,
    ).replaceAll("urn:a", target);
    const { input, output, faults } = onlyOperation(wsdlOf({ "main.wsdl": text }));
    return [input?.action, output?.action, ...faults.map(({ action }) => action)];
  };
  const withFault = portType.replace("</operation>", '<fault name="F" message="t:Out"/></operation>');
  test("the action is the default of Metadata section 4.4.4", () => {
    assert.deepEqual(actions("http://a/b", withFault), [
      "http://a/b/P/AddRequest",
      "http://a/b/P/AddResponse",
      "http://a/b/P/Add/Fault/F",
    ]);
    assert.deepEqual(actions("http://a/", portType), ["http://a/P/AddRequest", "http://a/P/AddResponse"]);
    assert.deepEqual(actions("urn:x", withFault), ["urn:x:P:AddRequest", "urn:x:P:AddResponse", "urn:x:P:Add:Fault:F"]);
    const named = portType.replace("<input", '<input name="in"').replace("<output", '<output name="out"');
    assert.deepEqual(actions("urn:x", named), ["urn:x:P:in", "urn:x:P:out"]);
    const oneWay = '<portType name="P"><operation name="Add"><input message="t:In"/></operation></portType>';
    assert.deepEqual(actions("urn:x", oneWay), ["urn:x:P:Add", undefined]);
  });
  test("the action is the SOAP action of an input", () => {
    assert.deepEqual(actions("urn:x", portType, 'soapAction="urn:y"'), ["urn:y", "urn:x:P:AddResponse"]);
    assert.deepEqual(actions("urn:x", portType, 'soapAction=""'), ["urn:x:P:AddRequest", "urn:x:P:AddResponse"]);
  });
  test("the action is what the port type says, also in the words of drafts", () => {
    for (const prefix of ["wsam", "wsaw"]) {
      const explicit = portType.replace("<input", `<input ${prefix}:Action="urn:z"`);
      assert.deepEqual(actions("urn:x", explicit, 'soapAction="urn:y"')[0], "urn:z");
    }
  });
});

suite("a WSDL without a service", () => {
  test("a WSDL without a service has the operations of its bindings", () => {
    const wsdl = wsdlOf({ "main.wsdl": whole({ service: "" }) });
    assert.deepEqual(
      listOperations(wsdl).map((row) => [row.service, row.port, row.binding, row.version, row.operation, row.address]),
      [[undefined, undefined, "B", "1.1", "Add", undefined]],
    );
    const [endpoint] = endpoints(wsdl);
    assert.ok(endpoint);
    assert.deepEqual(policyAt(endpoint), {});
  });
  test("a WSDL without a service or binding has the operations of its port types", () => {
    const wsdl = wsdlOf({ "main.wsdl": whole({ service: "", binding: "" }) });
    assert.deepEqual(
      listOperations(wsdl).map((row) => [row.binding, row.version, row.style, row.operation, row.input, row.output]),
      [[undefined, undefined, "document", "Add", "{urn:a}Add", "{urn:a}Sum"]],
    );
    const types = messages.replaceAll(/element="t:\w+"/g, 'type="xs:int"');
    const rpc = wsdlOf({ "main.wsdl": whole({ service: "", binding: "", messages: types }) });
    assert.deepEqual(
      listOperations(rpc).map((row) => [row.style, row.input]),
      [["rpc", "{}Add"]],
    );
  });
});

suite("services", () => {
  test("services may be several, with several ports of one binding, in the order of the document", () => {
    const ports = (name: string) =>
      `<service name="${name}"><port name="b" binding="t:B"><soap:address location="http://h/${name}"/></port><port name="a" binding="t:B"/></service>`;
    const wsdl = wsdlOf({ "main.wsdl": whole({ service: ports("Z") + ports("A") }) });
    assert.deepEqual(
      listOperations(wsdl).map((row) => [row.service, row.port, row.address]),
      [
        ["Z", "b", "http://h/Z"],
        ["Z", "a", undefined],
        ["A", "b", "http://h/A"],
        ["A", "a", undefined],
      ],
    );
  });
  test("services have addresses as they are written", () => {
    for (const address of ["", "REPLACE_WITH_ACTUAL_URL", "http://h/a b", "{{host}}/x"]) {
      const its = service.replace("http://h/a", address);
      assert.equal(listOperations(wsdlOf({ "main.wsdl": whole({ service: its }) }))[0]?.address, address);
    }
  });
  test("services have the address of an endpoint reference if there is no other", () => {
    const its = service.replace(
      /<soap:address[^>]*>/,
      '<a:EndpointReference xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address> http://h/e </a:Address></a:EndpointReference>',
    );
    assert.equal(listOperations(wsdlOf({ "main.wsdl": whole({ service: its }) }))[0]?.address, "http://h/e");
  });
  test("services, operations, parts and schemas have their spans", () => {
    const text = whole();
    const wsdl = wsdlOf({ "main.wsdl": text });
    const span = wsdl.services[0]?.ports[0]?.address?.span;
    assert.equal(span && text.slice(span.start, span.end), "http://h/a");
    const { source, abstract, input } = onlyOperation(wsdl);
    assert.ok(text.slice(source.span.start).startsWith('<operation name="Add"><soap:operation'));
    assert.ok(abstract && text.slice(abstract.source.span.start).startsWith('<operation name="Add"><input message'));
    assert.ok(text.slice(input?.parts[0]?.source.span.start).startsWith('<part name="body"'));
    assert.equal(wsdl.schemas[0]?.document.uri, "file:///w/main.wsdl");
    const { start, end } = wsdl.schemas[0]?.span ?? { start: 0, end: 0 };
    assert.equal(text.slice(start, end), /<xs:schema.*<\/xs:schema>/s.exec(schema)?.[0]);
  });
});
