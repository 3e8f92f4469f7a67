import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import type { Contract } from "../../../server/src/contract/contract.ts";
import { insertElement } from "../../../server/src/features/transform/insertElement.ts";
import type { ContractTreeNode } from "../../../server/src/protocol/protocol.ts";
import {
  analyze,
  applyEdits,
  diagnose,
  getContractTooltip,
  getContractTree,
  messagesOf,
} from "../../../server/src/service/languageService.ts";
import { contractOf } from "../../support/contracts.ts";
import { withCursor } from "../../support/marked.ts";
import { around } from "../../support/resolver.ts";
import { shopWsdl } from "../../support/shopWsdl.ts";
import { describe, requestOf } from "../contract/descriptions.ts";

/** The lines of a tree, indented, down to a depth. */
function outline(contract: Contract, depth: number, path: readonly number[] = []): readonly string[] {
  return getContractTree(contract, path).flatMap(({ name, detail, hasChildren, path: own }) => [
    [name, detail].filter(Boolean).join(" – "),
    ...(hasChildren && depth > 1 ? outline(contract, depth - 1, own).map((line) => `  ${line}`) : []),
  ]);
}

/** The path to a node by the names of those around it. */
function pathTo(contract: Contract, ...names: readonly string[]): readonly number[] {
  return nodeAt(contract, ...names).path;
}

function nodeAt(contract: Contract, ...names: readonly string[]): ContractTreeNode {
  let node: ContractTreeNode | undefined;
  for (const name of names) {
    const all = getContractTree(contract, node?.path ?? []);
    node = all.find((one) => one.name === name);
    ok(node, `${name} isn't in ${all.map((one) => one.name).join(", ")}`);
  }
  ok(node);
  return node;
}

const order = describe({
  schema: `<xs:element name="root"><xs:complexType><xs:sequence>
    <xs:element name="customer" type="t:Customer"><xs:annotation><xs:documentation>Who pays.</xs:documentation></xs:annotation></xs:element>
    <xs:choice minOccurs="0"><xs:element name="card" type="t:Card"/><xs:element ref="t:pay"/></xs:choice>
    <xs:element name="line" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="count" type="xs:int"/><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence>
      <xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType></xs:element>
    <xs:element name="end" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="Customer"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="friend" type="t:Customer" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:simpleType name="Card"><xs:annotation><xs:documentation>Its number.</xs:documentation></xs:annotation><xs:restriction base="xs:string"><xs:maxLength value="16"/></xs:restriction></xs:simpleType>
    <xs:element name="pay" abstract="true"/><xs:element name="cash" type="xs:int" substitutionGroup="t:pay"/>
    <xs:element name="token" type="xs:string"/>`,
  parts: '<part name="body" element="t:root"/><part name="token" element="t:token"/>',
  input: '<soap:body use="literal" parts="body"/><soap:header message="t:In" part="token" use="literal"/>',
});

suite("the tree of a contract", () => {
  test("an operation has its messages with header blocks, elements, choices, how often, types and attributes", () => {
    deepEqual(outline(contractOf(order), 5), [
      "Do – P",
      "  Request – In",
      "    token – xs:string, header block, optional, namespace urn:t",
      "    root – namespace urn:t",
      "      customer – Customer, required",
      "        name – xs:string, required",
      "        friend – Customer, optional",
      "      One of these: – optional",
      "        card – Card, required",
      "        pay – xs:anyType, required, abstract",
      "      line – any number of times",
      "        @id – xs:ID, required",
      "        count – xs:int, required",
      "        note – xs:string, optional",
      "      end – xs:string, optional",
    ]);
    deepEqual(outline(contractOf(shopWsdl()), 3), [
      ...["Add – P", "  Request – In"],
      ...["    Ticket – xs:int, header block, required, namespace urn:shop", "    Add – namespace urn:shop"],
      ...["  Response – Out", "    Ticket – xs:int, header block, required, namespace urn:shop"],
      ...["    AddResponse – namespace urn:shop", "  Faults", "    OutOfStock – namespace urn:shop"],
      ...["Count – P", "  Request – CountIn", "    Count – may be nil, namespace urn:shop"],
      ...["  Response – CountOut", "    CountResponse – may be nil, namespace urn:shop"],
    ]);
  });

  test("a schema has its elements and types, with what can replace them", () => {
    const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
      <xs:element name="shape" type="t:Shape" abstract="true"/><xs:element name="circle" type="t:Circle" substitutionGroup="t:shape"/>
      <xs:complexType name="Shape"/><xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:any namespace="##other"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:schema>`;
    deepEqual(outline(contractOf(schema), 3), [
      "shape – Shape, abstract, namespace urn:t",
      "  Derived types:",
      "    Circle – namespace urn:t",
      "  Can be replaced by:",
      "    circle – Circle, namespace urn:t",
      "circle – Circle, namespace urn:t",
      "  Any element except those of namespace urn:t, no namespace – required",
      "Shape – namespace urn:t",
      "  Derived types:",
      "    Circle – namespace urn:t",
      "Circle – namespace urn:t",
      "  Any element except those of namespace urn:t, no namespace – required",
    ]);
  });

  test("a type that contains itself can be expanded to any depth", () => {
    const contract = contractOf(order);
    const friends = Array.from({ length: 100 }, () => "friend");
    equal(nodeAt(contract, "Do", "Request", "root", "customer", ...friends, "name").detail, "xs:string, required");
  });

  test("a node has the place of its declaration", () => {
    const { place } = nodeAt(contractOf(order), "Do", "Request", "root", "customer", "friend");
    equal(place?.uri, "file:///w.wsdl");
    const { start, end } = place.range;
    ok(order.split("\n")[start.line]?.includes('<xs:element name="friend"'));
    equal(order.split("\n")[start.line]?.slice(start.character, end.character), "xs:element");
  });

  test("a tooltip has the documentation, the allowed values and a sample", () => {
    const contract = contractOf(order);
    const tooltip = (...names: readonly string[]) =>
      getContractTooltip(contract, pathTo(contract, "Do", "Request", "root", ...names));
    equal(
      tooltip("One of these:", "card"),
      'card: Card, required\n\nIts number.\n\nA kind of xs:string.\nAllowed: at most 16 characters\n\nSample:\n<t:card xmlns:t="urn:t">card</t:card>',
    );
    equal(tooltip("customer")?.split("\n\n")[1], "Who pays.");
    equal(tooltip("line", "@id"), "@id: xs:ID, required");
    equal(getContractTooltip(contract, [0, 0, 9]), null);
  });

  test("a level lists 1,000 nodes at most, and says so, whatever the contract contains", () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `<xs:element name="e${at}" type="xs:int"/>`).join("");
    const wide = contractOf(
      describe({
        schema: `<xs:element name="root"><xs:complexType><xs:sequence>${many}</xs:sequence></xs:complexType></xs:element>`,
      }),
    );
    const level = getContractTree(wide, pathTo(wide, "Do", "Request", "root"));
    deepEqual([level.length, level.at(-1)?.name], [1_001, "Only the first 1000 are listed."]);
    const schema = contractOf(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${many}</xs:schema>`);
    deepEqual(getContractTree(schema, []).at(-1)?.name, "Only the first 1000 are listed.");
    const named = contractOf(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="${"n".repeat(100_000)}"/></xs:schema>`,
    );
    ok((getContractTree(named, [])[0]?.name.length ?? 0) < 300);
  });

  test("a contract that has changed may not have the node of a path", () => {
    deepEqual(getContractTree(contractOf(order), [3, 1]), []);
    deepEqual(getContractTree(contractOf("<none/>"), []), []);
  });
});

/** The request after the insertion at the cursor, or why there is none. */
function inserted(source: string, wsdl: string, ...names: readonly string[]): string {
  const { text, offset } = withCursor(source);
  const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
  const [request] = messagesOf(analyze(text, undefined, resolver));
  ok(request);
  const { message, segment } = request;
  equal(message.contract.kind, "found");
  const contract = message.contract.kind === "found" ? message.contract.contract : undefined;
  ok(contract);
  const place = { wsdl: contract.uri, path: pathTo(contract, ...names), name: names.at(-1) ?? "" };
  const result = insertElement(message, offset - segment.start, place);
  if ("reason" in result) return result.reason;
  const after = text.slice(0, segment.start) + applyEdits(message.text, result.edits);
  const problems = diagnose(analyze(after, undefined, resolver)).map(({ code, message: why }) => `${code}: ${why}`);
  deepEqual(problems, []);
  return after;
}

/** The payload of the request for `order`, with this content in its root. */
function withContent(content: string): string {
  const request = requestOf(order, "required").replace(
    /(<t:root[^>]*>)[\s\S]*<\/t:root>/,
    (_, start) => `${start}${content}</t:root>`,
  );
  const body = request.slice(request.indexOf("<soap:Envelope")).replace("|", "").trimEnd();
  return `# @wsdl ./s.wsdl\n${request}`.trimEnd().replace(/Content-Length: \d+/, `Content-Length: ${body.length}`);
}

function rootOf(text: string): string {
  return /<t:root[^>]*>([\s\S]*)<\/t:root>/.exec(text)?.[1]?.replace(/\s*\n\s*/g, "") ?? text;
}

suite("inserting an element of the tree", () => {
  const root = ["Do", "Request", "root"];
  const customer = "<t:customer><t:name>a</t:name></t:customer>";
  const line = (id: string) => `<t:line id="${id}"><t:count>1</t:count></t:line>`;

  for (const [name, content, path, expected] of [
    [
      "at the only place where the schema allows it",
      `${customer}${line("a")}|`,
      ["end"],
      `${customer}${line("a")}<t:end>end</t:end>`,
    ],
    [
      "before what follows it",
      `${customer}|<t:end>e</t:end>`,
      ["line"],
      /^.*<\/t:customer><t:line id="[^"]+"><t:count>\d+<\/t:count><\/t:line><t:end>e<\/t:end>$/,
    ],
    [
      "after the others of its name",
      `${customer}|${line("a")}${line("b")}<t:end>e</t:end>`,
      ["line"],
      /<t:line id="b">.*<t:line id="[^ab"]+">.*<t:end>/,
    ],
    [
      "of a choice",
      `|${customer}${line("a")}`,
      ["One of these:", "card"],
      `${customer}<t:card>card</t:card>${line("a")}`,
    ],
    [
      "in place of an abstract element",
      `|${customer}`,
      ["One of these:", "pay", "Can be replaced by:", "cash"],
      `${customer}<t:cash>1</t:cash>`,
    ],
    [
      "in the element at the cursor",
      `${customer}${line("a").replace("1", "1|")}${line("b")}`,
      ["line", "note"],
      `${customer}${line("a").replace("</t:line>", "<t:note>note</t:note></t:line>")}${line("b")}`,
    ],
    [
      "in the last element, if the cursor is in none",
      `|${customer}${line("a")}${line("b")}`,
      ["line", "note"],
      `${customer}${line("a")}${line("b").replace("</t:line>", "<t:note>note</t:note></t:line>")}`,
    ],
    [
      "as deep as the request is",
      `|<t:customer><t:name>a</t:name><t:friend><t:name>b</t:name></t:friend></t:customer>`,
      ["customer", "friend", "friend"],
      "<t:customer><t:name>a</t:name><t:friend><t:name>b</t:name><t:friend><t:name>name</t:name></t:friend></t:friend></t:customer>",
    ],
    [
      "not where the schema allows no more of them",
      `|${customer}<t:end>e</t:end>`,
      ["end"],
      "The schema allows no more end here.",
    ],
    [
      "not without the element around it",
      `|${customer}`,
      ["line", "note"],
      "The request has no line yet. Insert it first.",
    ],
  ] as const)
    test(`an element is inserted ${name}`, () => {
      const after = rootOf(inserted(withContent(content), order, ...root, ...path));
      if (typeof expected === "string") equal(after, expected);
      else ok(expected.test(after), after);
    });

  test("a header block is inserted with the Header, once, and the payload into an empty Body", () => {
    const plain = withContent(`|${customer}`);
    const request = plain.replace(/ *<soap:Header>[\s\S]*<\/soap:Header>\n/, "");
    const count = request.slice(request.indexOf("<soap:Envelope")).replace("|", "").length;
    const after = inserted(
      request.replace(/Content-Length: \d+/, `Content-Length: ${count}`),
      order,
      "Do",
      "Request",
      "token",
    );
    ok(/<soap:Header>\s*<t:token>token<\/t:token>\s*<\/soap:Header>/.test(after), after);
    equal(inserted(`|${after}`, order, "Do", "Request", "token"), "The schema allows no more token here.");
    equal(inserted(`|${after}`, order, "Do", "Request", "root"), "The schema allows no more root here.");
    const empty = after.replace(/(<soap:Body>)[\s\S]*(<\/soap:Body>)/, "$1$2");
    const length = empty.slice(empty.indexOf("<soap:Envelope")).length;
    const filled = inserted(
      `|${empty.replace(/Content-Length: \d+/, `Content-Length: ${length}`)}`,
      order,
      "Do",
      "Request",
      "root",
    );
    ok(filled.includes("<t:customer>"), filled);
  });

  test("an element of a response, and of another contract, isn't inserted", () => {
    const why = "The request at the cursor doesn't contain this message.";
    const request = `# @wsdl ./s.wsdl\n${requestOf(shopWsdl())}`;
    equal(inserted(`|${request}`, shopWsdl(), "Add", "Response", "AddResponse", "id"), why);
    equal(
      inserted(`|${request}`, shopWsdl(), "Count", "Request", "Count", "word"),
      "The request has no Count yet. Insert it first.",
    );
    const contract = contractOf(shopWsdl());
    deepEqual(
      [
        nodeAt(contract, "Add", "Request", "Add").isInsertable,
        nodeAt(contract, "Add", "Response", "AddResponse").isInsertable,
      ],
      [true, false],
    );
    doesNotMatch(inserted(`|${request}`, shopWsdl(), "Add", "Request", "Add", "item"), /<t?:?item>.*<t?:?item>/s);
  });

  test("an element isn't inserted if the WSDL has another one at its place now", () => {
    const source = withContent(customer);
    const [request] = messagesOf(analyze(source, undefined, around({ files: { "/w/a/b/s.wsdl": order } })));
    ok(request?.message.contract.kind === "found");
    const { contract } = request.message.contract;
    const node = { wsdl: contract.uri, path: pathTo(contract, ...root, "end"), name: "line" };
    const at = source.indexOf("<t:customer") - request.segment.start;
    deepEqual(insertElement(request.message, at, node), {
      reason: "The WSDL has changed. Choose the element again.",
    });
    ok("edits" in insertElement(request.message, at, { ...node, name: "end" }));
  });

  for (const [count, most] of [
    [60, 60],
    [59, 60],
    [2_000, 2_000],
    [1_999, 2_000],
  ] as const)
    test(`${count} of the ${most} elements that the schema allows are followed by ${most - count} more`, () => {
      const schema = `<xs:element name="root"><xs:complexType><xs:sequence><xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="${most}"/></xs:sequence></xs:complexType></xs:element>`;
      const wsdl = describe({ schema });
      const request = requestOf(wsdl, "required").replace(
        /<t:root([^>]*?)(?:\/>|>[\s\S]*<\/t:root>)/,
        (_, attributes) => `<t:root${attributes}>${"<t:item>1</t:item>".repeat(count)}</t:root>`,
      );
      const source = `|# @wsdl ./s.wsdl\n${request.trimEnd().replace(/Content-Length: \d+/, "Content-Length: {{$contentLength}}")}`;
      const after = inserted(source, wsdl, ...root, "item");
      if (count === most) equal(after, "The schema allows no more item here.");
      else equal(after.match(/<t:item>/g)?.length, most);
    });

  test("an insertion tries few places in an element of 100,000 children", () => {
    const schema = `<xs:element name="root"><xs:complexType><xs:sequence><xs:choice maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice><xs:element name="end" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`;
    const wsdl = describe({ schema });
    const content = "<t:a>1</t:a><t:b>1</t:b>".repeat(50_000);
    const request = requestOf(wsdl, "required").replace(
      /(<t:root[^>]*>)[\s\S]*<\/t:root>/,
      (_, start) => `${start}${content}<t:end>1</t:end></t:root>`,
    );
    const source = `|# @wsdl ./s.wsdl\n${request.trimEnd().replace(/Content-Length: \d+/, `Content-Length: {{$contentLength}}`)}`;
    equal(inserted(source, wsdl, ...root, "end"), "The schema allows no more end here.");
  });
});
