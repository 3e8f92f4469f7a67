import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { XmlDocument } from "libxml2-wasm";
import { documentationPage } from "../../../server/src/documentation/page.ts";
import type { DocumentationPart } from "../../../server/src/protocol/protocol.ts";
import { style, styleHash } from "../../../server/src/text/htmlPage.ts";
import { contractOf } from "../../support/contracts.ts";
import { describe } from "../contract/descriptions.ts";

/** The page for the text of a WSDL or a schema. */
function pageOf(text: string, operations?: readonly number[]): string {
  const contract = contractOf(text);
  return documentationPage(contract, { title: "w", operations });
}

function schema(content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${content}</xs:schema>`;
}

/** The page as readers see it: it is well-formed, so an XML parser reads what a browser does. */
function texts(html: string, path: string): readonly string[] {
  const document = XmlDocument.fromString(html);
  const contents = document.find(path).map(({ content }) => content.trim().replace(/\s+/g, " "));
  document.dispose();
  return contents;
}

const order = describe({
  schema: `<xs:element name="root"><xs:complexType><xs:sequence>
    <xs:element name="customer" type="t:Customer"><xs:annotation><xs:documentation>Who pays.</xs:documentation></xs:annotation></xs:element>
    <xs:choice maxOccurs="3"><xs:element name="card" type="xs:string"/><xs:element name="other" type="t:Customer" nillable="true"/></xs:choice>
    <xs:element name="line" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence><xs:element name="count" type="t:Count"/></xs:sequence>
      <xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType></xs:element>
    <xs:any minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="Customer"><xs:annotation><xs:documentation>A person.</xs:documentation></xs:annotation>
      <xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="friend" type="t:Customer" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:simpleType name="Count"><xs:restriction base="xs:int"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>
    <xs:element name="token" type="xs:string"/>`,
  parts: '<part name="body" element="t:root"/><part name="token" element="t:token"/>',
  input:
    '<soap:body use="literal" parts="body"/><soap:header message="t:In" part="token" use="literal" wsdl:required="true"/>',
});

suite("the documentation of a service as a page", () => {
  test("the page has the services with their ports, and the operations of all ports once", () => {
    const html = pageOf(readFileSync("samples/calculator.wsdl", "utf8"));
    deepEqual(texts(html, "//h3"), ["Calculator", "Add", "Fail", "Slow", "Large", "Login"]);
    deepEqual(texts(html, "//tbody/tr").slice(0, 2), [
      "CalculatorPort11SOAP 1.1http://localhost:8000/calc",
      "CalculatorPort12SOAP 1.2http://localhost:8000/calc12",
    ]);
    deepEqual(texts(html, "//section[h3='Add']/p"), ["Adds two numbers."]);
    deepEqual(texts(html, "//nav//a"), ["Add", "Fail", "Slow", "Large", "Login"]);
  });

  test("the page has only the chosen operations", () => {
    const html = pageOf(readFileSync("samples/calculator.wsdl", "utf8"), [6]);
    deepEqual(texts(html, "//h3"), ["Calculator", "Fail"]);
    deepEqual(texts(html, "//tbody/tr"), ["CalculatorPort12SOAP 1.2http://localhost:8000/calc12"]);
  });

  test("the page shows a message as a tree, with choices, how often, types and documentation", () => {
    const html = pageOf(order);
    const tree = "//h4[.='Request']/following-sibling::ul[1]/li/details";
    deepEqual(texts(html, `${tree}/summary`), ["root namespace urn:t"]);
    deepEqual(texts(html, `${tree}/ul/li`), [
      "customer Customer, requiredWho pays.",
      "One of these: 1 to 3 timescard xs:string, required other Customer, required, may be nil",
      "line any number of times@id xs:ID, required count Count, required",
      "Any element, optional",
    ]);
  });

  test("the page describes a type with several uses once, and links it, so that recursion ends", () => {
    const html = pageOf(order);
    deepEqual(texts(html, "//h2[.='Types']/following-sibling::section"), [
      "Customer Namespace urn:tA person. name xs:string, required friend Customer, optional",
      "Count Namespace urn:tA kind of xs:int.Allowed: at least 1",
    ]);
    for (const link of texts(html, "//a/@href")) equal(texts(html, `//*[@id='${link.slice(1)}']`).length, 1, link);
    equal(texts(html, "//a[.='Customer']").length, 3);
  });

  test("the page has the header blocks, and a sample request that is the product's", () => {
    const html = pageOf(order);
    deepEqual(texts(html, "//h5[.='Header blocks']/following-sibling::ul[1]/li"), [
      "token xs:string, required, namespace urn:t",
    ]);
    ok(
      texts(html, "//details[summary='Sample request for P']/pre")[0]?.startsWith("### Do # @name Do POST /s HTTP/1.1"),
    );
  });

  test("the page of a schema has its elements, all its types, and what can replace them", () => {
    const html = pageOf(
      schema(`<xs:element name="shape" type="t:Shape" abstract="true"/><xs:element name="circle" type="t:Circle" substitutionGroup="t:shape"/>
      <xs:complexType name="Shape" abstract="true"/><xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:attribute name="r" type="xs:int" default="1"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:simpleType name="Unused"><xs:restriction base="xs:string"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType>`),
    );
    deepEqual(texts(html, "//h2"), ["Elements", "Types"]);
    deepEqual(
      texts(html, "//ul[@class='tree'][1]/li")[0],
      "shape Shape, abstract, namespace urn:tCan be replaced by: circle Circle",
    );
    deepEqual(texts(html, "//h3"), ["Shape", "Circle", "Unused"]);
    deepEqual(texts(html, "//section[h3='Unused']/p[starts-with(., 'One of')]"), ["One of: a, b"]);
    deepEqual(texts(html, "//section[h3='Circle']//li"), ["@r xs:int, optionalDefault: 1."]);
  });

  test("the page allows nothing but its own style", () => {
    const html = pageOf(order);
    const [policy] = texts(html, "//meta[@http-equiv]/@content");
    equal(policy, `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`);
    ok(html.includes(`<style>${style}</style>`));
    deepEqual(texts(html, "//script | //*/@style | //@src | //@*[starts-with(name(), 'on')]"), []);
    const external = texts(html, "//@href").filter((one) => !one.startsWith("#"));
    deepEqual(external, []);
  });

  suite("the documentation page in parts", () => {
    const link = (part: object) => `command:show?${encodeURIComponent(JSON.stringify([part]))}`;
    const partOf = (href: string) =>
      JSON.parse(decodeURIComponent(href.replace(/^command:show\?/, "")))[0] as DocumentationPart;
    const many = describe({ schema: '<xs:element name="root" type="t:T"/><xs:complexType name="T"/>' }).replace(
      /<operation[\s\S]*?<\/operation>/g,
      (one) => Array.from({ length: 30 }, (_, at) => one.replace('"Do"', `"Do${at}"`)).join(""),
    );

    test("a service with few operations is one page, and with more a list of links to a page for each", () => {
      const few = contractOf(readFileSync("samples/calculator.wsdl", "utf8"));
      equal(documentationPage(few, { title: "w", link }), documentationPage(few, { title: "w" }));
      const contract = contractOf(many);
      const list = documentationPage(contract, { title: "w", link });
      deepEqual(texts(list, "//h2"), ["Services", "Operations"]);
      deepEqual(texts(list, "//main/ul/li/a").slice(28), ["Do28", "Do29"]);
      const part = partOf(texts(list, "//main/ul/li/a/@href")[28] ?? "");
      const page = documentationPage(contract, { title: "w", link, part });
      deepEqual(texts(page, "//h3"), ["S", "Do28"]);
      deepEqual(texts(page, "//header/p/a"), ["All operations and types"]);
      deepEqual(partOf(texts(page, "//header/p/a/@href")[0] ?? ""), {});
    });

    test("a large schema is a list of links to a page for each element and type", () => {
      const types = Array.from({ length: 30 }, (_, at) => `<xs:complexType name="T${at}"/>`).join("");
      const contract = contractOf(schema(`<xs:element name="e" type="t:T3"/>${types}`));
      const list = documentationPage(contract, { title: "w", link });
      deepEqual(texts(list, "//h2"), ["Elements", "Types"]);
      for (const [index, headings] of [
        ["0", ["Elements"]],
        ["1", ["Types", "T0"]],
      ] as const) {
        const part = partOf(texts(list, "//main/ul/li/a/@href")[Number(index)] ?? "");
        deepEqual(texts(documentationPage(contract, { title: "w", link, part }), "//h2 | //h3"), headings);
      }
    });

    test("a type that doesn't fit in a page has a link to its own page", () => {
      const text = "x".repeat(200_000);
      const types = ["A", "B", "C"].map(
        (name) =>
          `<xs:complexType name="${name}"><xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation></xs:complexType>`,
      );
      const root = `<xs:element name="root"><xs:complexType><xs:sequence>${["A", "B", "C"].map((name) => `<xs:element name="${name}" type="t:${name}"/><xs:element name="${name}2" type="t:${name}"/>`).join("")}</xs:sequence></xs:complexType></xs:element>`;
      const contract = contractOf(describe({ schema: `${root}${types.join("")}` }));
      const page = documentationPage(contract, { title: "w", link });
      deepEqual(texts(page, "//h3[a]"), ["C"]);
      deepEqual(partOf(texts(page, "//h3/a/@href")[0] ?? ""), { type: { namespace: "urn:t", local: "C" } });
      ok(page.length < 500_000);
    });

    test("only the types of a part are read, however large the schema is", () => {
      const types = (count: number) =>
        Array.from(
          { length: count },
          (_, at) =>
            `<xs:complexType name="T${at}"><xs:sequence><xs:element name="e" type="t:T${(at + 1) % count}"/></xs:sequence></xs:complexType>`,
        ).join("");
      const read = (count: number) => {
        const contract = contractOf(schema(types(count)));
        const { declarations } = contract.schemas;
        const find = declarations.find.bind(declarations);
        let finds = 0;
        declarations.find = (kind, name) => {
          finds++;
          return find(kind, name);
        };
        documentationPage(contract, { title: "w", link });
        return finds;
      };
      deepEqual([read(100), read(4_000)], [0, 0]);
    });

    test("names in links are data, whatever they contain", () => {
      const names = ["a&b", "a b", "x')//"].map((name) => name.replace(/&/g, "&amp;"));
      const types = Array.from({ length: 10 }, (_, at) => names.map((name) => `<xs:complexType name="${name}${at}"/>`));
      const list = documentationPage(contractOf(schema(types.flat().join(""))), { title: "w", link });
      for (const href of texts(list, "//main//a/@href")) {
        ok(/^command:show\?[\w%.!~*'()-]+$/.test(href), href);
        equal(partOf(href).type?.namespace, "urn:t");
      }
    });
  });

  for (const hostile of [
    "<script>alert(1)</script>",
    '"><img src="x" onerror="alert(1)"/>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "&lt;svg onload=alert(1)&gt;",
    "</pre></title></style><iframe src='//evil'/>",
    "]]><!-- --><?php ?><!DOCTYPE a>",
    "\u202egnp\u2028::error::##[x]",
  ])
    test(`the page has the same elements and links whatever its texts are: ${JSON.stringify(hostile)}`, () => {
      const made = (text: string) => {
        const escaped = text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
        const documented = `<xs:annotation><xs:documentation>${escaped}</xs:documentation></xs:annotation>`;
        return pageOf(
          describe({
            schema: `<xs:element name="root" type="t:${escaped}" default="${escaped}">${documented}</xs:element><xs:simpleType name="${escaped}">${documented}
            <xs:restriction base="xs:string"><xs:enumeration value="${escaped}"/><xs:pattern value="${text.replace(/[?*+(){}[\]\\.|^-]/g, "\\$&").replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)}"/></xs:restriction></xs:simpleType>
            <xs:complexType name="Any${escaped}"><xs:sequence><xs:any namespace="${escaped}"/></xs:sequence></xs:complexType>`,
            address: escaped,
          })
            .replaceAll('"Do"', `"${escaped}"`)
            .replaceAll('name="P"', `name="${escaped}"`)
            .replaceAll("t:P", `t:${escaped}`)
            .replace('<service name="S">', `<service name="S${escaped}"><documentation>${escaped}</documentation>`),
        );
      };
      const structure = (html: string) => {
        const document = XmlDocument.fromString(html);
        const all = document.find("//* | //@*").map((node) => ("name" in node ? String(node.name) : ""));
        document.dispose();
        return [...all, ...texts(html, "//@href | //@id | //@class | //meta/@*")];
      };
      const html = made(hostile);
      deepEqual(structure(html), structure(made("a b")));
      doesNotMatch(html, /[\u202e\u2028]|::|##\[/);
    });

  test("the page of a schema that contains itself in each way ends", () => {
    const html = pageOf(
      schema(`<xs:element name="a"><xs:complexType><xs:sequence><xs:element ref="t:b"/><xs:element ref="t:a"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="b" substitutionGroup="t:a"><xs:complexType><xs:choice><xs:element ref="t:a"/><xs:group ref="t:g"/></xs:choice></xs:complexType></xs:element>
      <xs:group name="g"><xs:sequence><xs:element name="inner"><xs:complexType><xs:group ref="t:g"/></xs:complexType></xs:element></xs:sequence></xs:group>
      <xs:complexType name="T"><xs:complexContent><xs:extension base="t:T"/></xs:complexContent></xs:complexType>`),
    );
    ok(html.length < 40_000, String(html.length));
  });

  const long = "n".repeat(40_000);
  const times = (count: number, made: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => made(at)).join("");
  const inTypes = (use: string) =>
    times(1_000, (at) => `<xs:complexType name="T${at}"><xs:sequence>${use}</xs:sequence></xs:complexType>`);
  for (const [name, content] of Object.entries({
    "a long name of a type": `<xs:complexType name="${long}"/><xs:element name="e" type="t:${long}"/>${inTypes('<xs:element ref="t:e"/>')}`,
    "a long name of an element": `<xs:element name="${long}"/><xs:group name="g"><xs:sequence><xs:element ref="t:${long}"/></xs:sequence></xs:group>${inTypes('<xs:group ref="t:g"/>')}`,
    "a long wildcard": `<xs:group name="g"><xs:sequence><xs:any namespace="${long}"/></xs:sequence></xs:group>${inTypes('<xs:group ref="t:g"/>')}`,
    "a long name of an attribute": `<xs:attributeGroup name="g"><xs:attribute name="${long}"/></xs:attributeGroup>${times(1_000, (at) => `<xs:complexType name="T${at}"><xs:attributeGroup ref="t:g"/></xs:complexType>`)}`,
    "nested choices": `<xs:element name="r"><xs:complexType>${"<xs:choice><xs:element name='q'/>".repeat(1_000)}${"</xs:choice>".repeat(1_000)}</xs:complexType></xs:element>`,
    "nested types": `${'<xs:element name="r"><xs:complexType><xs:sequence>'.repeat(300)}${"</xs:sequence></xs:complexType></xs:element>".repeat(300)}`,
    "a group in 400 types": `<xs:group name="g"><xs:sequence>${'<xs:element name="e" type="xs:int"/>'.repeat(400)}</xs:sequence></xs:group>${Array.from({ length: 400 }, (_, at) => `<xs:complexType name="T${at}"><xs:choice><xs:group ref="t:g"/><xs:element name="z"/></xs:choice></xs:complexType>`).join("")}`,
    "a chain of extensions": `<xs:complexType name="T0"><xs:sequence/></xs:complexType>${Array.from({ length: 600 }, (_, at) => `<xs:complexType name="T${at + 1}"><xs:complexContent><xs:extension base="t:T${at}"><xs:sequence><xs:element name="e" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`).join("")}`,
    "long documentation": `<xs:element name="r"><xs:annotation><xs:documentation>${"x".repeat(11_000_000)}</xs:documentation></xs:annotation></xs:element><xs:element name="s"/>`,
  }))
    test(`the page is bounded: ${name}`, () => {
      const html = pageOf(schema(content));
      ok(html.length < 12_000_000, String(html.length));
      for (const link of new Set(texts(html, "//a/@href"))) ok(html.includes(`id="${link.slice(1)}"`), link);
      if (html.length > 5_000_000 || name === "long documentation") {
        deepEqual(texts(html, "//main/p[last()]"), ["The rest is left out, because the page would be too large."]);
      }
    });

  for (const [name, wsdl] of Object.entries({
    "a long name of a port": describe({ schema: '<xs:element name="root"/>' })
      .replace(/<operation[\s\S]*?<\/operation>/g, (one) => times(400, (at) => one.replace('"Do"', `"Do${at}"`)))
      .replace(/<port .*?<\/port>/, (one) => one.replace('"P"', `"${long}"`)),
    "many operations at many ports": describe({ schema: '<xs:element name="root"/>' })
      .replace(/<operation[\s\S]*?<\/operation>/g, (one) => times(200, (at) => one.replace('"Do"', `"Do${at}"`)))
      .replace(/<port .*?<\/port>/, (one) => times(200, (at) => one.replace('"P"', `"P${at}"`))),
    "the long namespace of services": describe({ schema: '<xs:element name="root"/>' })
      .replaceAll("urn:t", `urn:${long}`)
      .replace(/<service[\s\S]*<\/service>/, (one) => times(400, (at) => one.replace('"S"', `"S${at}"`))),
  }))
    test(`the page of a WSDL is bounded: ${name}`, () => {
      const html = pageOf(wsdl);
      ok(html.length < 12_000_000, String(html.length));
      for (const link of new Set(texts(html, "//a/@href"))) ok(html.includes(`id="${link.slice(1)}"`), link);
    });
});
