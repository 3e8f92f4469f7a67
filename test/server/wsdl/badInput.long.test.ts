import assert from "node:assert/strict";
import { endpoints, listOperations } from "../../../server/src/wsdl/operations.ts";
import { readWsdl } from "../../../server/src/wsdl/wsdl.ts";
import { readDocument, type SourceDocument, type SourceElement } from "../../../server/src/xsd/document.ts";
import { binding, definitions, messages, messagesOf, portType, schema, service, whole, wsdlOf } from "./wsdls.ts";

const times = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i)).join("");

/** WSDLs that grow by `n`, and are made to take as long as they can. */
const growing: Readonly<Record<string, (n: number) => string>> = {
  operations: (n) => {
    const its = (inner: string) => times(n, (i) => `<operation name="o${i}">${inner}</operation>`);
    return whole({
      portType: `<portType name="P">${its('<input message="t:In"/><output message="t:Out"/>')}</portType>`,
      binding: `<binding name="B" type="t:P">${its("<input><soap:body/></input>")}</binding>`,
    });
  },
  "operations of an HTTP binding": (n) =>
    whole({
      binding: `<binding name="B" type="t:P">${times(n, () => '<operation name="Add"/>')}<http:binding verb="GET"/></binding>`,
    }),
  "operations of one name": (n) =>
    whole({
      portType: `<portType name="P">${times(n, () => '<operation name="Add"><input message="t:In"/></operation>')}</portType>`,
      binding: `<binding name="B" type="t:P"><soap:binding/>${times(n, () => '<operation name="Add"/>')}</binding>`,
    }),
  "bindings of one port type with operations that aren't there": (n) =>
    whole({
      portType: `<portType name="P">${times(n, (i) => `<operation name="x${i}"/>`)}</portType>`,
      binding: times(n, (i) => `<binding name="B${i}" type="t:P"/>`),
    }),
  ports: (n) =>
    whole({ service: `<service name="S">${times(n, (i) => `<port name="p${i}" binding="t:B"/>`)}</service>` }),
  services: (n) => whole({ service: times(n, (i) => service.replace('"S"', `"S${i}"`)) }),
  "services of one name": (n) => whole({ service: service.repeat(n) }),
  "messages of one name": (n) => whole({ messages: messages.repeat(n) }),
  "messages that are missing": (n) =>
    whole({
      portType: `<portType name="P">${times(n, (i) => `<operation name="o${i}"><input message="x:m"/></operation>`)}</portType>`,
    }),
  parts: (n) =>
    whole({ messages: `<message name="In">${times(n, (i) => `<part name="p${i}" type="x:y"/>`)}</message>` }),
  "parts, each of them a header": (n) =>
    whole({
      messages: `<message name="In">${times(n, (i) => `<part name="p${i}" type="xs:int"/>`)}</message><message name="Out"/>`,
      binding: `<binding name="B" type="t:P"><soap:binding/><operation name="Add"><input>${times(n, (i) => `<soap:header message="t:In" part="p${i}"/>`)}<soap:body/></input></operation></binding>`,
    }),
  "parts that are listed": (n) =>
    whole({
      messages: `<message name="In">${times(n, (i) => `<part name="p${i}" type="xs:int"/>`)}</message><message name="Out"/>`,
      binding: `<binding name="B" type="t:P"><soap:binding/><operation name="Add"><input><soap:body parts="${times(n, (i) => `p${n - i} `)}"/></input></operation></binding>`,
    }),
  faults: (n) => {
    const its = (inner: string) => times(n, (i) => `<fault name="f${i}" ${inner}/>`);
    return whole({
      portType: portType.replace("</operation>", `${its('message="t:Out"')}</operation>`),
      binding: binding.replace("</operation>", `${its("")}</operation>`),
    });
  },
  "elements that nest": (n) => whole({ schema: `${"<x>".repeat(n)}${"</x>".repeat(n)}` }),
  "documentation that nests": (n) =>
    whole({
      portType: portType.replace(
        "<input",
        `<documentation>${"<b>".repeat(n)}x${"</b>".repeat(n)}</documentation><input`,
      ),
    }),
  "undeclared prefixes": (n) => definitions(times(n, (i) => `<p${i}:x/>`)),
  "policies that nest": (n) =>
    whole({ binding: binding.replace("<soap:binding/>", `${"<wsp:Policy>".repeat(n)}${"</wsp:Policy>".repeat(n)}`) }),
  "policies that refer to the next one twice": (n) => {
    const next = (i: number) => `<wsp:PolicyReference URI="#p${i + 1}"/>`.repeat(2);
    const all = times(n, (i) => `<wsp:Policy wsu:Id="p${i}">${next(i)}</wsp:Policy>`);
    return whole({ schema: all, binding: binding.replace("<soap:binding/>", '<wsp:PolicyReference URI="#p0"/>') });
  },
  "policies that refer to each other in circles": (n) => {
    const all = times(
      n,
      (i) => `<wsp:Policy wsu:Id="p${i}"><wsp:PolicyReference URI="#p${(i + 1) % n}"/></wsp:Policy>`,
    );
    const references = times(n, (i) => `<wsp:PolicyReference URI="#p${i}"/>`);
    return whole({ schema: all, binding: binding.replace("<soap:binding/>", references) });
  },
  "a port type with extensions that many bindings use": (n) =>
    whole({
      portType: portType.replace("<operation", `${"<wsp:Policy/>".repeat(n)}<operation`),
      binding: times(n, (i) => binding.replace('"B"', `"B${i}"`)),
    }),
  "namespace declarations": (n) => definitions(times(n, (i) => `<message xmlns:p${i}="urn:a" name="m${i}"/>`)),
  "schemas in types": (n) => whole({ schema: `<types>${"<xs:schema/>".repeat(n)}</types>` }),
};

const twoZero = (components: string) =>
  `<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:a" xmlns:t="urn:a">${components}</description>`;
const soap2 = 'type="http://www.w3.org/ns/wsdl/soap"';
const growing2: Readonly<Record<string, (n: number) => string>> = {
  "a chain of interfaces": (n) =>
    twoZero(
      `${times(n, (i) => `<interface name="I${i}" extends="t:I${i + 1}"><operation name="o${i}"/></interface>`)}
       <binding name="B" interface="t:I0" ${soap2}/>`,
    ),
  "an interface that extends many": (n) =>
    twoZero(
      `${times(n, (i) => `<interface name="I${i}"><operation name="o${i}"/></interface>`)}
       <interface name="I" extends="${times(n, (i) => `t:I${i} `)}"/><binding name="B" interface="t:I" ${soap2}/>`,
    ),
  "operations in a binding": (n) =>
    twoZero(
      `<interface name="I">${times(n, (i) => `<operation name="o${i}"><outfault ref="t:f"/></operation>`)}</interface>
       <binding name="B" interface="t:I" ${soap2}>${times(n, (i) => `<operation ref="t:o${i}"/>`)}</binding>`,
    ),
};

/** The number of elements and attributes that reading looks at: every look at a list counts as a look at each entry. */
function looks(text: string): number {
  let count = 0;
  const document = readDocument("file:///w/main.wsdl", text);
  countIn(document, (n) => {
    count += n;
  });
  count = 0;
  listOperations(readWsdl("file:///w/main.wsdl", () => document));
  return count;
}

function countIn({ root }: SourceDocument, look: (entries: number) => void): void {
  const counted = (value: unknown, entries: number) => () => {
    look(entries);
    return value;
  };
  const open: SourceElement[] = root === undefined ? [] : [root];
  for (let element = open.pop(); element; element = open.pop()) {
    const { children, attributes } = element;
    for (const child of children) open.push(child);
    Object.defineProperty(element, "children", { get: counted(children, children.length + 1) });
    Object.defineProperty(element, "attributes", { get: counted(attributes, 1) });
  }
}

suite("a WSDL as bad input", () => {
  for (const [title, make] of Object.entries({ ...growing, ...growing2 })) {
    test(`${title}: takes twice as long for twice as many`, () => {
      const ratio = looks(make(200)) / looks(make(100));
      assert.ok(ratio < 2.2, `${ratio.toFixed(2)} times as many looks at elements`);
    });
  }

  for (const title of ["elements that nest", "documentation that nests", "policies that nest"]) {
    test(`a WSDL with ${title} is read 20,000 levels deep`, () => {
      assert.equal(listOperations(wsdlOf({ "main.wsdl": growing[title]?.(20_000) ?? "" })).length, 1);
    });
  }

  test("2,000 documents that import each other are read", () => {
    const files = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [
        `f${i}.wsdl`,
        definitions(times(10, (j) => `<import location="f${(i * 7 + j) % 2000}.wsdl"/>`)),
      ]),
    );
    const wsdl = wsdlOf({
      "main.wsdl": whole({ schema: `${schema}${times(2000, (i) => `<import location="f${i}.wsdl"/>`)}` }),
      ...files,
    });
    assert.deepEqual([wsdl.problems, wsdl.documents.length, listOperations(wsdl).length], [[], 2001, 1]);
  });

  test("a chain of imports that never ends is read up to a limit", () => {
    let read = 0;
    const wsdl = readWsdl("file:///w/0.wsdl", (uri) => {
      read++;
      return readDocument(uri, definitions(`<import location="${read}.wsdl"/>`));
    });
    assert.deepEqual([read, wsdl.documents.length], [5000, 5000]);
    assert.deepEqual(messagesOf(wsdl.problems), ["More than 5000 documents. This one is not read."]);
  });

  test("many ports of a binding of many operations are read in part", () => {
    const its = (inner: string) => times(1000, (i) => `<operation name="o${i}">${inner}</operation>`);
    const wsdl = wsdlOf({
      "main.wsdl": whole({
        portType: `<portType name="P">${its("")}</portType>`,
        binding: `<binding name="B" type="t:P"><soap:binding/>${its("")}</binding>`,
        service: `<service name="S">${times(1000, (i) => `<port name="p${i}" binding="t:B"/>`)}</service>`,
      }),
    });
    assert.equal(endpoints(wsdl).length, 100_000);
  });

  test("many operations that share a message of many parts, one of which is a header, don't copy it too often", () => {
    const its = (inner: string) => times(1100, (i) => `<operation name="o${i}">${inner}</operation>`);
    const wsdl = wsdlOf({
      "main.wsdl": whole({
        messages: `<message name="In">${times(1100, (i) => `<part name="p${i}" type="xs:int"/>`)}</message>`,
        portType: `<portType name="P">${its('<input message="t:In"/>')}</portType>`,
        binding: `<binding name="B" type="t:P">${its('<input><soap:header message="t:In" part="p0"/></input>')}</binding>`,
      }),
    });
    const [first, ...others] = wsdl.bindings[0]?.operations.map(({ input }) => input?.parts) ?? [];
    assert.deepEqual([first?.length, others.at(-1)?.length], [1099, 1100]);
    assert.equal(others.at(-1), others.at(-2));
  });

  test("many bindings of an interface of many operations are read in part, with a problem", () => {
    const text = twoZero(
      `<interface name="I">${times(300, (i) => `<operation name="o${i}"/>`)}</interface>${times(300, (i) => `<binding name="B${i}" interface="t:I" ${soap2}/>`)}`,
    );
    const wsdl = wsdlOf({ "main.wsdl": text });
    assert.equal(wsdl.bindings.flatMap(({ operations }) => operations).length, 49_800);
    assert.equal(wsdl.problems[0]?.message, "The bindings have more than 50000 operations. The rest is left out.");
  });

  test("a document type has no effect but its entities: no file is read for it", () => {
    const asked: string[] = [];
    const text = `<!DOCTYPE definitions SYSTEM "http://h/evil.dtd" [<!ENTITY ns "urn:a"><!ENTITY x SYSTEM "file:///etc/passwd">]>${whole()
      .replace('targetNamespace="urn:a"', 'targetNamespace="&ns;"')
      .replace("<service", "<documentation>&x;</documentation><service")}`;
    const wsdl = readWsdl("file:///w/main.wsdl", (uri) => {
      asked.push(uri);
      return readDocument(uri, text);
    });
    assert.deepEqual(asked, ["file:///w/main.wsdl"]);
    assert.equal(listOperations(wsdl)[0]?.input, "{urn:a}Add");
  });

  const entity = (name: string, value: string) => `<!ENTITY ${name} "${value}">`;
  const grown: Readonly<Record<string, readonly [subset: string, content: string]>> = {
    "refer to each other, ten times each": [
      times(10, (i) => entity(`e${i}`, i === 0 ? "x".repeat(1_000) : `&e${i - 1};`.repeat(10))),
      "&e9;",
    ],
    "are many, each of them long": [
      entity("e", "x".repeat(900_000)) + times(20_000, (i) => entity(`e${i}`, "&e;")),
      "&e0;",
    ],
    "are long and referred to often": [entity("e", "x".repeat(900_000)), "&e;".repeat(20_000)],
  };
  for (const [title, [subset, content]] of Object.entries(grown)) {
    test(`operations are still read in a document with entities that ${title}`, () => {
      for (const [from, to] of [
        ["<service", `<documentation>${content}</documentation><service`],
        ["<service", `<service x="${content}"`],
      ] as const) {
        const text = `<!DOCTYPE definitions [${subset}]>${whole().replace(from, to)}`;
        assert.equal(listOperations(wsdlOf({ "main.wsdl": text })).length, 1);
      }
    });
  }

  test("a WSDL that is cut anywhere, or lacks any character, never makes the reader fail", () => {
    const text = whole();
    for (let i = 0; i < text.length; i += 23) {
      for (const broken of [text.slice(0, i), text.slice(0, i) + text.slice(i + 1)]) {
        const wsdl = wsdlOf({ "main.wsdl": broken || " " });
        listOperations(wsdl);
        for (const { span } of wsdl.problems) assert.ok(span.start <= span.end && span.end <= text.length);
      }
    }
  });
});
