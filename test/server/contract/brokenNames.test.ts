import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { contractOf } from "../../support/contracts.ts";
import { around } from "../../support/resolver.ts";
import { bodyOf, type Description, describe, findingsOf, requestOf } from "./descriptions.ts";
import { httpWsdl } from "./shapes.ts";

/** The problems of a WSDL after a request was written, each with what it is about. */
function problemsOf(wsdl: string): readonly string[] {
  const contract = contractOf(wsdl);
  contract.requests([0], { extent: "optional", wsdl: undefined, contentLength: "calculated" });
  return contract.problems().map(({ at, message }) => `«${wsdl.slice(at.start, at.end)}» ${message}`);
}

/** Severity, code and message of the findings in the request for a WSDL, and in one that ignores nothing. */
function findings(wsdl: string): readonly string[] {
  assert.deepEqual(findingsOf(requestOf(wsdl), wsdl), []);
  return unignored(wsdl);
}

function unignored(wsdl: string): readonly string[] {
  const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
  const text = `# @wsdl ./s.wsdl\n${requestOf(wsdl).replace(/^# @ignore .*\n/m, "")}`;
  const diagnostics = diagnose(analyze(text, undefined, resolver));
  return diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

const root = '<xs:element name="root" type="xs:int"/>';

suite("a name that the WSDL doesn't define", () => {
  test("an undeclared element of a part is a problem of the WSDL, and an error that its request ignores", () => {
    const wsdl = describe({ schema: root, parts: '<part name="body" element="t:none"/>' });
    assert.deepEqual(problemsOf(wsdl), ["«t:none» t:none is not defined. Any content is accepted for it."]);
    assert.match(
      requestOf(wsdl),
      /^# The schemas of the WSDL don't declare none, so its content is unknown\.\n# @name Do\n# @ignore schema-element-undeclared\n/m,
    );
    const error = `error schema-element-undeclared: The WSDL uses <t:none> as a part of this message, but its schemas don't declare it. Correct the WSDL.`;
    assert.deepEqual(findings(wsdl), [error]);
    const ofHttp = unignored(httpWsdl("POST", "t:none")).filter((one) => !/soap-envelope|content-type/.test(one));
    assert.deepEqual(ofHttp, [error]);
  });

  test("an undefined name as the type of a part is a problem of the WSDL alone", () => {
    for (const style of ["document", "rpc"] as const) {
      const wsdl = describe({ schema: root, parts: '<part name="p" type="xs:none"/>', style });
      assert.deepEqual(problemsOf(wsdl), ["«xs:none» xs:none is not defined. Any content is accepted for it."]);
      assert.deepEqual(findings(wsdl), []);
    }
  });

  test("an undefined name may be in a schema that can't be read, which is the only problem", () => {
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
    test(`the WSDL has a problem, and its request ignores the error: ${name}`, () => {
      const wsdl = describe({ schema });
      const local = name.replace(/<t:|>/g, "");
      const problem = `${local} is abstract, and nothing can replace it. No valid request can contain it.`;
      assert.deepEqual(problemsOf(wsdl), [`«${local}» ${problem}`]);
      assert.ok(requestOf(wsdl).includes(`\n# ${problem}\n# @name Do\n# @ignore schema-type\n`));
      const finding = `schema-type: ${name} is abstract, and nothing in the schemas of the WSDL can replace it.`;
      assert.deepEqual(findings(wsdl), [`error ${finding}`]);
    });

    test(`the request has a hint if a schema that may replace it can't be read: ${name}`, () => {
      const wsdl = describe({ schema: `<xs:import namespace="urn:o" schemaLocation="none.xsd"/>${schema}` });
      const finding = `schema-type: ${name} is abstract, and nothing in the schemas of the WSDL can replace it.`;
      assert.deepEqual(unignored(wsdl), [`hint ${finding}`]);
      assert.doesNotMatch(requestOf(wsdl), /@ignore/);
    });
  }
});

suite("a name that isn't an XML name", () => {
  const element = (name: string) =>
    `<xs:element name="root"><xs:complexType><xs:sequence><xs:element name="${name}" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`;
  const cases: readonly (readonly [name: string, description: Description])[] = [
    ["a:b", { schema: root, parts: '<part name="body" element="t:a:b"/>' }],
    ["<", { schema: element("&lt;") }],
    ["a:b", { schema: element("a:b").replace("<xs:complexType>", '<xs:complexType mixed="true">') }],
    ["1st", { schema: element("1st") }],
    ["the id", { schema: root, style: "rpc", parts: '<part name="the id" type="xs:int"/>' }],
    ["the id", { schema: root, style: "rpc", parts: '<part name="the id" type="xs:none"/>' }],
  ];
  for (const [name, description] of cases) {
    test(`a name that isn't an XML name isn't written: ${JSON.stringify(description)}`, () => {
      const wsdl = describe(description);
      assert.equal(
        requestOf(wsdl),
        `### Do\n# No request is written for this operation: in the WSDL, ${name} isn't an XML name.\n`,
      );
      assert.deepEqual(diagnose(analyze(requestOf(wsdl))), []);
      assert.notDeepEqual(problemsOf(wsdl), []);
    });
  }

  test("an invalid name costs only the optional element or attribute that has it", () => {
    const optional = element("1st").replace('type="xs:int"', 'type="xs:int" minOccurs="0"');
    const attribute = '</xs:sequence><xs:attribute name="2nd" type="xs:int"/>';
    const nested = `<xs:element name="a" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="3rd"/></xs:sequence></xs:complexType></xs:element>`;
    const wsdl = describe({ schema: optional.replace("</xs:sequence>", `${nested}${attribute}`) });
    for (const extent of ["parameters", "required", "optional"] as const)
      assert.equal(bodyOf(requestOf(wsdl, extent)), "<t:root/>");
  });

  test("an invalid name may be empty", () => {
    const wsdl = describe({ schema: root, style: "rpc", parts: '<part name="" type="xs:int"/>' });
    assert.equal(requestOf(wsdl), "### Do\n# No request is written for this operation: a name in the WSDL is empty.\n");
  });

  test("an invalid name is a problem of the WSDL", () => {
    assert.deepEqual(problemsOf(describe({ schema: element("1st") })), [
      "«1st» 1st isn't an XML name, so no request can contain it.",
    ]);
    const part = '<part name="the id" type="xs:int"/>';
    assert.deepEqual(problemsOf(describe({ schema: root, style: "rpc", parts: part })), [
      "«the id» the id isn't an XML name, so no request can contain it.",
    ]);
  });

  test("an invalid name may be the name of an operation in document style", () => {
    const wsdl = describe({ schema: root }).replaceAll('<operation name="Do"', '<operation name="Do it"');
    assert.match(requestOf(wsdl), /\nPOST \/s HTTP\/1\.1\n/);
    const rpc = describe({ schema: root, style: "rpc", parts: "" }).replaceAll(
      '<operation name="Do"',
      '<operation name="Do it"',
    );
    assert.match(requestOf(rpc), /^### Do_it\n# No request is written .* Do it isn't an XML name\.\n$/);
  });
});

suite("a name that the WSDL defines twice", () => {
  test("the first definition is used, and another one with other content is a problem", () => {
    const twice = (second: string) =>
      problemsOf(describe({ schema: root + second, parts: '<part name="b" element="t:root"/>' }));
    assert.deepEqual(twice(root.replace("int", "string")), [
      "«root» Duplicate definition of root. The first one is used.",
    ]);
    assert.deepEqual(twice(root.replace("int", "any")), [
      "«root» Duplicate definition of root. The first one is used.",
    ]);
    assert.deepEqual(twice(root), []);
  });
});
