import assert from "node:assert/strict";
import { Contract, ContractDocuments } from "../../../server/src/contract/contract.ts";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { around } from "../../support/resolver.ts";
import { type Description, describe, requestOf } from "./descriptions.ts";

/** The problems of a WSDL after a request was written, each with what it is about. */
function problemsOf(wsdl: string): readonly string[] {
  const main = { bytes: Buffer.from(wsdl) };
  const read = (uri: string) => (uri === "file:///w.wsdl" ? main : undefined);
  const contract = new Contract("file:///w.wsdl", read, new ContractDocuments());
  contract.requests([0], { extent: "optional", wsdl: undefined, contentLength: "calculated" });
  return contract.problems().map(({ at, message }) => `«${wsdl.slice(at.start, at.end)}» ${message}`);
}

/** Severity, code and message of the findings in the request for a WSDL. */
function findings(wsdl: string): readonly string[] {
  const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
  const found = diagnose(analyze(`# @wsdl ./s.wsdl\n${requestOf(wsdl)}`, undefined, resolver));
  return found.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

const root = '<xs:element name="root" type="xs:int"/>';

suite("a name that the WSDL doesn't define", () => {
  test("as the element of a part is a problem of the WSDL, and a hint at the request", () => {
    const wsdl = describe({ schema: root, parts: '<part name="body" element="t:none"/>' });
    assert.deepEqual(problemsOf(wsdl), ["«t:none» t:none is not defined. Any content is accepted for it."]);
    assert.deepEqual(findings(wsdl), [
      "hint schema-element-undeclared: The WSDL uses <t:none> as a part of this message, but doesn't declare it. Any content is accepted.",
    ]);
  });

  test("as the type of a part is a problem of the WSDL alone", () => {
    for (const style of ["document", "rpc"] as const) {
      const wsdl = describe({ schema: root, parts: '<part name="p" type="xs:none"/>', style });
      assert.deepEqual(problemsOf(wsdl), ["«xs:none» xs:none is not defined. Any content is accepted for it."]);
      assert.deepEqual(findings(wsdl), []);
    }
  });

  test("may be in a schema that can't be read, which is the only problem", () => {
    const missing = '<xs:import namespace="urn:o" schemaLocation="none.xsd"/>';
    const parts = '<part name="body" element="o:x" xmlns:o="urn:o"/>';
    assert.deepEqual(problemsOf(describe({ schema: missing, parts })), ["«none.xsd» Can't read none.xsd."]);
  });
});

suite("an abstract element or type that nothing replaces", () => {
  const cases: Readonly<Record<string, string>> = {
    "<t:root>": '<xs:element name="root" type="xs:int" abstract="true"/>',
    Base: '<xs:element name="root" type="t:Base"/><xs:complexType name="Base" abstract="true"/>',
  };
  for (const [name, schema] of Object.entries(cases)) {
    test(`is a problem of the WSDL, and a hint at the request: ${name}`, () => {
      const wsdl = describe({ schema });
      const local = name.replace(/<t:|>/g, "");
      assert.deepEqual(problemsOf(wsdl), [
        `«${local}» ${local} is abstract, and nothing can replace it. No valid request can contain it.`,
      ]);
      assert.deepEqual(findings(wsdl), [
        `hint schema-type: ${name} is abstract, and nothing in the schemas of the WSDL can replace it.`,
      ]);
    });
  }
});

suite("a name that isn't an XML name", () => {
  const element = (name: string) =>
    `<xs:element name="root"><xs:complexType><xs:sequence><xs:element name="${name}" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`;
  const cases: readonly (readonly [name: string, description: Description])[] = [
    ["a:b", { schema: root, parts: '<part name="body" element="t:a:b"/>' }],
    ["<", { schema: element("&lt;") }],
    ["1st", { schema: element("1st") }],
    ["the id", { schema: root, style: "rpc", parts: '<part name="the id" type="xs:int"/>' }],
    ["the id", { schema: root, style: "rpc", parts: '<part name="the id" type="xs:none"/>' }],
  ];
  for (const [name, description] of cases) {
    test(`isn't written: ${JSON.stringify(description)}`, () => {
      const wsdl = describe(description);
      assert.equal(
        requestOf(wsdl),
        `### Do\n# No request is written for this operation: in the WSDL, ${name} isn't an XML name.\n`,
      );
      assert.deepEqual(diagnose(analyze(requestOf(wsdl))), []);
      assert.notDeepEqual(problemsOf(wsdl), []);
    });
  }

  test("is a problem of the WSDL", () => {
    assert.deepEqual(problemsOf(describe({ schema: element("1st") })), [
      "«1st» 1st isn't an XML name, so no request can contain it.",
    ]);
    const part = '<part name="the id" type="xs:int"/>';
    assert.deepEqual(problemsOf(describe({ schema: root, style: "rpc", parts: part })), [
      "«the id» the id isn't an XML name, so no request can contain it.",
    ]);
  });

  test("may be the name of an operation in document style", () => {
    const wsdl = describe({ schema: root }).replaceAll('<operation name="Do"', '<operation name="Do it"');
    assert.match(requestOf(wsdl), /\nPOST \/s HTTP\/1\.1\n/);
    const rpc = describe({ schema: root, style: "rpc", parts: "" }).replaceAll(
      '<operation name="Do"',
      '<operation name="Do it"',
    );
    assert.match(requestOf(rpc), /^### Do_it\n# No request is written .* Do it isn't an XML name\.\n$/);
  });
});
