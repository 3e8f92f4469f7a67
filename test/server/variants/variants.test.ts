import assert from "node:assert/strict";
import type { Contract } from "../../../server/src/contract/contract.ts";
import { messageKinds } from "../../../server/src/variants/variant.ts";
import { type VariantOptions, VariantTexts } from "../../../server/src/variants/variantTexts.ts";
import { contractOf, sampleWsdl } from "../../support/contracts.ts";
import { describe, findingsOf } from "../contract/descriptions.ts";
import { httpWsdl, shapes } from "../contract/shapes.ts";
import { payloadJudge, payloadOf } from "../contract/validity.ts";

/** The texts of tests for operations of a contract, of all kinds by default. */
function textsOf(contract: Contract, given: Partial<VariantOptions> = {}, indexes = [0]): readonly string[] {
  return [...new VariantTexts(contract, indexes, { which: "all", limit: 200, seed: 0, wsdl: undefined, ...given })];
}

interface Tests {
  /** Returns the tests of a kind, with their titles. */
  readonly of: (validity: "valid" | "invalid", kind: string) => readonly string[];
  readonly requests: readonly { readonly name: string; readonly text: string }[];
}

/** The tests for a schema with the element `t:root`. libxml2 and our own checks decide what is valid. */
function testsFor(schema: string, more: { readonly limit?: number } = {}): Tests {
  const wsdl = describe({ schema });
  const text = textsOf(contractOf(wsdl), { limit: 1000, ...more }).join("");
  const requests = text.split(/^(?=### )/m).flatMap((one) => {
    const [, title = "", name = ""] = /^### Do: (.*)\n(?:# [^@].*\n)*# @name (.*)$/m.exec(one) ?? [];
    return name === "" ? [] : [{ title, name, text: one }];
  });
  const judge = payloadJudge(wsdl);
  assert.ok(judge, "libxml2 refuses the schema");
  for (const { name, text } of requests) {
    assert.deepEqual(findingsOf(text, wsdl), [], text);
    const payload = payloadOf(text);
    if (payload === undefined || messageKinds.some((kind) => name.startsWith(`Do.invalid.${kind}.`))) continue;
    const why = judge(payload);
    assert.equal(why === undefined, name.startsWith("Do.valid."), `${text}\n${why}`);
  }
  return {
    requests,
    of: (validity, kind) =>
      requests.flatMap(({ name, title }) => (name.startsWith(`Do.${validity}.${kind}.`) ? [title] : [])),
  };
}

const root = (content: string, more = "") =>
  `<xs:element name="root"><xs:complexType>${content}</xs:complexType>${more}</xs:element>`;
const quantity = `<xs:sequence><xs:element name="quantity"><xs:simpleType><xs:restriction base="xs:int">
  <xs:minInclusive value="1"/><xs:maxInclusive value="100"/></xs:restriction></xs:simpleType></xs:element></xs:sequence>`;

suite("the tests of an operation", () => {
  test("tests try both sides of a bound", () => {
    const { of } = testsFor(root(quantity));
    // The sample is the smallest value.
    assert.deepEqual(of("valid", "minInclusive"), []);
    assert.deepEqual(of("valid", "maxInclusive"), ["quantity 100, its maximum"]);
    assert.deepEqual(of("invalid", "minInclusive"), ["quantity 0, below its minimum of 1"]);
    assert.deepEqual(of("invalid", "maxInclusive"), ["quantity 101, above its maximum of 100"]);
    assert.equal(of("invalid", "type").length, 1);
  });

  test("tests break one bound where a type has several on a side", () => {
    const { of } = testsFor(
      root(
        `<xs:sequence><xs:element name="percent"><xs:simpleType><xs:restriction base="xs:int">
          <xs:minExclusive value="0"/><xs:maxExclusive value="100"/></xs:restriction></xs:simpleType></xs:element></xs:sequence>`,
      ),
    );
    assert.deepEqual(of("invalid", "minExclusive"), ["percent 0, which must be more than 0"]);
    assert.deepEqual(of("invalid", "maxExclusive"), ["percent 100, which must be less than 100"]);
    for (const kind of ["minInclusive", "maxInclusive"]) {
      assert.deepEqual(of("invalid", kind), []);
      assert.deepEqual(of("valid", kind), []);
    }
  });

  test("tests vary each of the elements that have one name, and name their parents", () => {
    const { of } = testsFor(
      `${root('<xs:sequence><xs:element name="from" type="t:Place"/><xs:element name="to" type="t:Place"/></xs:sequence>')}
      <xs:complexType name="Place"><xs:sequence><xs:element name="zip" type="xs:unsignedByte"/></xs:sequence></xs:complexType>`,
    );
    assert.deepEqual(of("valid", "maxInclusive"), ["from/zip 255, its maximum", "to/zip 255, its maximum"]);
    assert.equal(of("invalid", "maxInclusive").length, 2);
    assert.deepEqual(of("invalid", "element-missing").slice(-2), ["to missing in root", "zip missing in to"]);
  });

  test("tests try an element without the xsi:type that its abstract type needs", () => {
    const { of } = testsFor(
      `${root('<xs:sequence><xs:element name="party" type="t:Party"/></xs:sequence>')}
      <xs:complexType name="Party" abstract="true"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="Person"><xs:complexContent><xs:extension base="t:Party"/></xs:complexContent></xs:complexType>`,
    );
    assert.deepEqual(of("invalid", "abstract"), ["party without xsi:type, though its type is abstract"]);
  });

  test("tests are requests with a name, what is ignored, and what is expected", () => {
    const { requests } = testsFor(root(quantity));
    const invalid = requests.find(({ name }) => name === "Do.invalid.maxInclusive.1");
    assert.ok(invalid);
    assert.match(invalid.text, /^# @ignore schema-value\n# @expect fault Client\nPOST \/s HTTP\/1\.1$/m);
    const valid = requests.find(({ name }) => name === "Do.valid.required.1");
    assert.match(valid?.text ?? "", /^# @name Do\.valid\.required\.1\n# @expect no fault\nPOST /m);
  });

  test("tests leave out, move, repeat and rename elements", () => {
    const { of } = testsFor(
      root(
        '<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:string" minOccurs="0" maxOccurs="3"/></xs:sequence>',
      ),
    );
    assert.deepEqual(of("invalid", "element-missing"), ["a missing in root"]);
    assert.deepEqual(of("invalid", "element-order"), ["a after b"]);
    assert.deepEqual(of("invalid", "element-too-many").length, 2);
    assert.deepEqual(of("invalid", "element-namespace"), ["a in another namespace", "b in another namespace"]);
    assert.deepEqual(of("invalid", "element-unexpected"), ["an unexpected element in root"]);
    assert.deepEqual(of("invalid", "text"), ["text between the elements of root"]);
    // What only requires `a` has no `b`.
    assert.deepEqual(of("valid", "occurs"), ["b 3 times"]);
    assert.equal(of("valid", "prefixes").length, 1);
    assert.equal(of("valid", "unicode").length, 1);
  });

  test("tests try each branch of a choice, none and two", () => {
    const { of } = testsFor(
      root(
        '<xs:choice><xs:element name="card" type="xs:int"/><xs:element name="bank" type="xs:int"/><xs:element name="cash" type="xs:int"/></xs:choice>',
      ),
    );
    assert.equal(of("valid", "choice").length, 2);
    assert.equal(of("invalid", "choice-empty").length, 1);
    assert.equal(of("invalid", "choice-both").length, 1);
  });

  test("tests try values, attributes, nil, derived types and substitutes", () => {
    const { of } = testsFor(
      `${root(
        `<xs:sequence><xs:element name="color" type="t:Color"/><xs:element name="code"><xs:simpleType><xs:restriction base="xs:string">
          <xs:minLength value="2"/><xs:maxLength value="4"/><xs:pattern value="[A-Z]*"/></xs:restriction></xs:simpleType></xs:element>
          <xs:element name="note" type="xs:string" nillable="true"/><xs:element name="base" type="t:Base"/><xs:element ref="t:head"/></xs:sequence>
          <xs:attribute name="id" type="xs:int" use="required"/>`,
      )}
      <xs:simpleType name="Color"><xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="green"/></xs:restriction></xs:simpleType>
      <xs:complexType name="Base"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>
      <xs:complexType name="More"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="y" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:element name="head" type="xs:int"/><xs:element name="member" type="xs:int" substitutionGroup="t:head"/>`,
    );
    assert.deepEqual(of("valid", "enumeration"), ['color "green"']);
    assert.deepEqual(of("valid", "length"), ['code "AAAA", with the length 4']);
    assert.deepEqual(of("valid", "nil"), ["note nil"]);
    assert.deepEqual(of("valid", "xsi-type"), ["base with the type More"]);
    assert.deepEqual(of("valid", "substitution"), ["member in place of head"]);
    for (const kind of [
      "enumeration",
      "pattern",
      "minLength",
      "maxLength",
      "attribute-missing",
      "attribute-unexpected",
      "nil",
      "xsi-type",
    ]) {
      assert.ok(of("invalid", kind).length > 0, kind);
    }
  });

  test("tests repeat the values of keys and IDs, and refer to keys that aren't there", () => {
    const line = `<xs:element name="line" maxOccurs="9"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence>
      <xs:attribute name="anchor" type="xs:ID" use="required"/></xs:complexType></xs:element><xs:element name="main" type="xs:int"/>`;
    const constraints = `<xs:key name="k"><xs:selector xpath="t:line"/><xs:field xpath="t:id"/></xs:key>
      <xs:keyref name="r" refer="t:k"><xs:selector xpath="t:main"/><xs:field xpath="."/></xs:keyref>`;
    const { of } = testsFor(root(`<xs:sequence>${line}</xs:sequence>`, constraints));
    assert.ok(of("invalid", "keyref").length > 0);
    const withoutId = line.replace(/<xs:attribute[^>]*>/, "");
    assert.equal(testsFor(root(`<xs:sequence>${withoutId}</xs:sequence>`, constraints)).of("invalid", "key").length, 1);
    const withoutKey = testsFor(root(`<xs:sequence>${line}</xs:sequence>`));
    assert.equal(withoutKey.of("invalid", "id").length, 1);
  });

  test("tests repeat elements with IDs of their own, to which their references refer", () => {
    const line = `<xs:element name="line" maxOccurs="3"><xs:complexType>
      <xs:attribute name="id" type="xs:ID" use="required"/><xs:attribute name="of" type="xs:IDREF" use="required"/></xs:complexType></xs:element>`;
    const { requests } = testsFor(root(`<xs:sequence>${line}</xs:sequence>`));
    const occurs = requests.find(({ name }) => name === "Do.valid.occurs.1");
    assert.deepEqual(occurs?.text.match(/<t:line.*>/g), [
      ...['<t:line id="id" of="id"/>', '<t:line id="id_2" of="id_2"/>', '<t:line id="id_3" of="id_3"/>'],
    ]);
    // Elements after the first 300 aren't varied themselves.
    const many = Array.from({ length: 310 }, (_, at) => `<xs:element name="e${at}" type="xs:int"/>`).join("");
    const group = `<xs:element name="group" maxOccurs="2"><xs:complexType><xs:sequence>${many}${line}</xs:sequence></xs:complexType></xs:element>`;
    const { requests: ofGroup } = testsFor(root(`<xs:sequence>${group}</xs:sequence>`), { limit: 40 });
    const twice = ofGroup.find(({ name }) => name.startsWith("Do.valid.occurs."));
    assert.deepEqual(twice?.text.match(/<t:line.*>/g), ['<t:line id="id" of="id"/>', '<t:line id="id_2" of="id_2"/>']);
  });

  test("the removal of the only branch of a choice is one test", () => {
    const { of } = testsFor(
      root('<xs:choice><xs:element name="card" type="xs:int"/><xs:element name="cash" type="xs:int"/></xs:choice>'),
    );
    assert.equal(of("invalid", "choice-empty").length + of("invalid", "element-missing").length, 1);
  });

  test("an operation without a valid request has no tests, and a comment after a separator", () => {
    const of = (wsdl: string) => {
      return textsOf(contractOf(wsdl)).slice(1).join("");
    };
    assert.equal(
      of(shapes["an undeclared part"] ?? ""),
      "### Do\n# The schemas of the WSDL don't declare none, so its content is unknown.\n",
    );
    assert.match(
      of(shapes["a binding that is neither SOAP nor HTTP"] ?? ""),
      /^### Do\n# No request .* SOAP nor HTTP, .*\n$/,
    );
    const get = httpWsdl("GET", "t:root");
    assert.equal(of(get), "### Do\n# No tests for Do: no schema describes its requests.\n");
  });

  test("a comment that there are no tests is no part of the body above it, nor of the request below it", () => {
    const undeclared = (wsdl: string) => wsdl.replace('element="tns:Sub"', 'element="tns:none"');
    const wsdl = undeclared(sampleWsdl({ operations: ["Add", "Sub", "Div"] }));
    const segments = textsOf(contractOf(wsdl), { which: "valid", limit: 1 }, [0, 1, 2])
      .join("")
      .split(/^(?=### )/m)
      .slice(1);
    assert.deepEqual(
      segments.map((one) => /^### (\w+)/.exec(one)?.[1]),
      ["Add", "Sub", "Div"],
    );
    const [add = "", sub = "", div = ""] = segments;
    assert.match(add, /<\/soap:Envelope>\n+$/);
    assert.match(sub, /^### Sub\n# .*\n+$/);
    assert.doesNotMatch(div, /Sub|none/);
  });

  test("a message that can't be signed has no signature, and its title says so", () => {
    const wsdl = shapes["a policy that requires a signature"] ?? "";
    const texts = textsOf(contractOf(wsdl))
      .join("")
      .split(/^(?=### )/m)
      .slice(1);
    const unsigned = texts.filter((one) => !one.includes("{{$signature me}}"));
    assert.deepEqual(
      unsigned.map((one) => /^### Do: (.*)/.exec(one)?.[1]),
      ["no Body", "a document type declaration", "the end tag of Body missing"].map(
        (one) => `${one}, without a signature`,
      ),
    );
    assert.ok(texts.every((one) => !/^# @ignore .*signature-/m.test(one)));
  });

  test("tests try what is wrong with a message whatever its schema is, once for a port", () => {
    const { requests, of } = testsFor(root(quantity));
    const kinds = [
      "version",
      "must-understand",
      "body-missing",
      "dtd",
      "not-well-formed",
      "header-unqualified",
      "content-type",
      "action",
    ];
    for (const kind of kinds) assert.equal(of("invalid", kind).length, 1, kind);
    const textOf = (kind: string) => requests.find(({ name }) => name === `Do.invalid.${kind}.1`)?.text ?? "";
    assert.match(textOf("version"), /# @expect fault VersionMismatch\n/);
    assert.match(textOf("must-understand"), /# @expect fault MustUnderstand\n/);
    assert.match(textOf("dtd"), /# @expect status >= 400\n/);
  });

  test("tests are the same when the contract is read again in between", () => {
    const contract = contractOf(describe({ schema: root(quantity) }));
    const before = textsOf(contract, { limit: 1000 });
    contract.forget();
    assert.deepEqual(textsOf(contract, { limit: 1000 }), before);
  });

  test("tests take the kinds in turn where there are too many, others for another seed", () => {
    const { requests } = testsFor(root(quantity), { limit: 5 });
    assert.equal(requests.length, 5);
    assert.equal(new Set(requests.map(({ name }) => name.split(".").slice(1, 3).join("."))).size, 5);
  });
});

suite("the tests of an operation are bounded", () => {
  const textOf = (schema: string, given?: Partial<VariantOptions>) =>
    textsOf(contractOf(describe({ schema })), given).join("");
  const namesOf = (text: string, kind: string) =>
    [...text.matchAll(/^# @name Do\.(.*)\.\d+$/gm)].filter(([, one]) => one === kind);

  test("tests are bounded where a type contains itself", () => {
    const text = textOf(
      `<xs:element name="root" type="t:Node"/><xs:complexType name="Node"><xs:sequence>
        <xs:element name="name" type="xs:string"/><xs:element name="child" type="t:Node" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType>`,
    );
    assert.ok(namesOf(text, "invalid.element-missing").length > 0);
    assert.ok(text.length < 200_000, `${text.length}`);
  });

  test("tests are bounded where an element has to be repeated: it is varied once", () => {
    const text = textOf(
      root(
        '<xs:sequence><xs:element name="a" type="xs:int" minOccurs="3" maxOccurs="4"/><xs:element name="b" type="xs:int"/></xs:sequence>',
      ),
    );
    assert.deepEqual(
      text.match(/^### Do: a .*/gm)?.filter((one) => /missing|times|after/.test(one)),
      ["### Do: a missing in root", "### Do: a after b", "### Do: a 5 times in root, allowed 4 times"],
    );
    assert.equal(namesOf(text, "valid.maxInclusive").length, 2);
  });

  test("tests are bounded where a choice is repeated without an end", () => {
    const text = textOf(
      root(
        '<xs:choice maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>',
      ),
    );
    assert.equal(namesOf(text, "valid.choice").length, 1);
    assert.equal(namesOf(text, "invalid.choice-both").length, 0);
    assert.equal(namesOf(text, "invalid.choice-empty").length, 1);
  });

  test("tests are bounded where an enumeration has 10,000 values, and the text says so", () => {
    const values = Array.from({ length: 10_000 }, (_, at) => `<xs:enumeration value="v${at}"/>`).join("");
    const text = textOf(
      root(
        `<xs:sequence><xs:element name="color"><xs:simpleType><xs:restriction base="xs:string">${values}</xs:restriction></xs:simpleType></xs:element></xs:sequence>`,
      ),
    );
    // The first one is that of the sample.
    assert.equal(namesOf(text, "valid.enumeration").length, 19);
    assert.match(text, /^# Only 20 of 10000 values of color are tried\.$/m);
  });

  test("tests are bounded where a pattern has no short counterexample, and the text says so", () => {
    for (const pattern of ["[\\s\\S]*", "[\\s\\S]{0,5000}"]) {
      const restriction = `<xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction>`;
      const text = textOf(
        root(
          `<xs:sequence><xs:element name="any"><xs:simpleType>${restriction}</xs:simpleType></xs:element></xs:sequence>`,
        ),
      );
      assert.equal(namesOf(text, "invalid.pattern").length, 0);
      assert.match(text, /^# No value was found that doesn't match the pattern of any\.$/m);
      assert.ok(text.length < 200_000, `${text.length}`);
    }
  });

  test("tests are bounded where the schema has gaps: what it can't judge isn't called invalid, and the text says so", () => {
    const text = textOf(
      root(
        '<xs:sequence><xs:element name="hole" type="t:Missing"/><xs:element ref="t:gone"/><xs:element name="a" type="xs:int"/></xs:sequence>',
      ),
    );
    for (const hole of ["hole", "gone"]) {
      const inside = `(?:text between the elements of|an unexpected (?:element|attribute) in) ${hole}`;
      assert.doesNotMatch(text, new RegExp(`^### Do: (?:${hole} [\\d"]|${hole} with a type|${inside})`, "m"));
      assert.match(text, new RegExp(`^# ${hole} may contain anything, so nothing in it is tested\\.$`, "m"));
    }
    assert.match(text, /^### Do: a missing in root$/m);
    // Whether this element may be nil says its declaration, which isn't there.
    assert.doesNotMatch(text, /^### Do: gone nil/m);
  });

  test("tests are bounded where an attribute has more values than are tried, and the text says so", () => {
    const values = Array.from({ length: 30 }, (_, at) => `<xs:enumeration value="v${at}"/>`).join("");
    const text = textOf(
      root(
        `<xs:attribute name="color" use="required"><xs:simpleType><xs:restriction base="xs:string">${values}</xs:restriction></xs:simpleType></xs:attribute>`,
      ),
    );
    assert.match(text, /^# Only 20 of 30 values of root @color are tried\.$/m);
  });

  test("tests are bounded where the limit leaves some out, and the text says how many", () => {
    const text = textOf(root(quantity), { limit: 3 });
    assert.match(text, /^# \d+ more requests for Do are left out \(--limit 3\)\.$/m);
    assert.equal(text.match(/^### /gm)?.length, 3);
  });

  test("tests are bounded to what RPC allows: its parts are never nil", () => {
    const contract = contractOf(
      describe({
        schema: "",
        style: "rpc",
        parts: '<part name="a" type="xs:int"/>',
        input: '<soap:body use="literal" namespace="urn:t"/>',
      }),
    );
    const text = textsOf(contract, { which: "valid" }).join("");
    assert.ok(namesOf(text, "valid.maxInclusive").length > 0);
    assert.equal(namesOf(text, "valid.nil").length, 0);
  });
});
