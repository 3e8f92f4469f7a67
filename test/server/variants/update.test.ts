import assert from "node:assert/strict";
import { Contract, ContractDocuments } from "../../../server/src/contract/contract.ts";
import { analyze, applyEdits, getNewTests } from "../../../server/src/service/languageService.ts";
import { variantUpdate } from "../../../server/src/variants/update.ts";
import { around } from "../../support/resolver.ts";
import { describe } from "../contract/descriptions.ts";

const schema = (most: number) => `<xs:element name="root"><xs:simpleType><xs:restriction base="xs:int">
  <xs:minInclusive value="1"/><xs:maxInclusive value="${most}"/></xs:restriction></xs:simpleType></xs:element>`;

function testsOf(wsdl: string) {
  const bytes = new TextEncoder().encode(wsdl);
  const contract = new Contract("file:///w/a/b/s.wsdl", () => ({ bytes }), new ContractDocuments());
  const { files, hosts } = getNewTests(contract, { wsdl: contract.uri, operations: [0], folder: "file:///w/a/b" });
  const [file, ...others] = files;
  assert.ok(file && others.length === 0);
  return { ...file, hosts };
}

/** The text after an update at the request with a name; undefined if it is none of the tests. */
function updated(text: string, name: string, wsdl: string): string | undefined {
  const analysis = analyze(text, undefined, undefined, around({ files: { "/w/a/b/s.wsdl": wsdl } }));
  const at = analysis.document.segments.find(({ segment }) => segment.text.includes(`# @name ${name}\n`));
  assert.ok(at, name);
  const edits = variantUpdate(analysis, at);
  return edits && applyEdits(text, edits);
}

suite("a file with the tests of an operation", () => {
  const before = describe({ schema: schema(100) });
  const after = describe({ schema: schema(50) });
  const file = testsOf(before);

  test("has the name of the operation, says where requests go, and names the WSDL", () => {
    assert.equal(file.name, "Do.tests.soaphttp");
    assert.deepEqual(file.hosts, ["h"]);
    assert.match(file.text, /^# These tests send requests to h, which may change data there\.\n\n### Do: /);
    assert.match(file.text, /^# @wsdl \.\/s\.wsdl$/m);
    assert.equal(file.tests, file.text.match(/^### /gm)?.length);
  });

  test("is the same after an update, if the WSDL is", () => {
    assert.equal(updated(file.text, "Do.valid.required.1", before), file.text);
  });

  test("gets the tests of the changed WSDL, at any of its tests", () => {
    const expected = testsOf(after).text;
    for (const name of ["Do.valid.required.1", "Do.invalid.maxInclusive.1"])
      assert.equal(updated(file.text, name, after), expected);
  });

  test("keeps the requests of its author", () => {
    const own = "### mine\n# @name mine\nGET /x HTTP/1.1\nHost: h\n\n";
    const middle = file.text.replace(/^### (?=.*\n# @name Do\.invalid\.maxInclusive)/m, `${own}### `);
    assert.ok(middle.includes(own));
    const text = updated(middle, "Do.valid.required.1", after);
    assert.equal(text?.split(own).length, 2);
    assert.equal(text?.replace(own, "").trimEnd(), testsOf(after).text.trimEnd());
    assert.equal(updated(middle, "mine", after), undefined);
  });

  test("keeps which kinds of tests it has", () => {
    const valid = file.text.slice(0, file.text.search(/^### .*\n# @name Do\.invalid/m));
    const text = updated(valid, "Do.valid.required.1", after) ?? "";
    assert.doesNotMatch(text, /Do\.invalid/);
    assert.match(text, /quantity|root "50"/);
  });
});
