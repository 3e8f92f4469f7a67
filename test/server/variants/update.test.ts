import assert from "node:assert/strict";
import { analyze, applyEdits, getNewTests } from "../../../server/src/service/languageService.ts";
import { variantUpdate } from "../../../server/src/variants/update.ts";
import { VariantTexts } from "../../../server/src/variants/variantTexts.ts";
import { contractOf } from "../../support/contracts.ts";
import { around } from "../../support/resolver.ts";
import { describe } from "../contract/descriptions.ts";

const schema = (most: number) => `<xs:element name="root"><xs:simpleType><xs:restriction base="xs:int">
  <xs:minInclusive value="1"/><xs:maxInclusive value="${most}"/></xs:restriction></xs:simpleType></xs:element>`;

function testsOf(wsdl: string) {
  const contract = contractOf({ "file:///w/a/b/s.wsdl": wsdl });
  return getNewTests(contract, { wsdl: contract.uri, operation: 0, countOnly: false, folder: "file:///w/a/b" });
}

/** The text after an update at the request with a name; undefined if it isn't one of the tests. */
function updated(text: string, name: string, wsdl: string): string | undefined {
  const analysis = analyze(text, undefined, around({ files: { "/w/a/b/s.wsdl": wsdl } }));
  const at = analysis.document.segments.find(({ segment }) => segment.text.includes(`# @name ${name}\n`));
  assert.ok(at, name);
  const edits = variantUpdate(analysis, at);
  return edits && applyEdits(text, edits);
}

suite("a file with the tests of an operation", () => {
  const before = describe({ schema: schema(100) });
  const after = describe({ schema: schema(50) });
  const file = testsOf(before);

  test("the file has the name of the operation, says where requests go, and names the WSDL", () => {
    assert.equal(file.name, "Do.tests.soaphttp");
    assert.equal(file.host, "h");
    assert.match(file.text, /^# These tests send requests to h, which may change data there\.\n\n### Do: /);
    assert.match(file.text, /^# @wsdl \.\/s\.wsdl$/m);
    assert.equal(file.tests, file.text.match(/^### /gm)?.length);
  });

  test("the file is the same after an update, if the WSDL is", () => {
    assert.equal(updated(file.text, "Do.valid.required.1", before), file.text);
  });

  test("the file gets the tests of the changed WSDL, at any of its tests", () => {
    const expected = testsOf(after).text;
    for (const name of ["Do.valid.required.1", "Do.invalid.maxInclusive.1"])
      assert.equal(updated(file.text, name, after), expected);
  });

  test("the file keeps the requests of its author", () => {
    const own = "### mine\n# @name mine\nGET /x HTTP/1.1\nHost: h\n\n";
    const middle = file.text.replace(/^### (?=.*\n# @name Do\.invalid\.maxInclusive)/m, `${own}### `);
    assert.ok(middle.includes(own));
    const text = updated(middle, "Do.valid.required.1", after);
    assert.equal(text?.split(own).length, 2);
    assert.equal(text?.replace(own, "").trimEnd(), testsOf(after).text.trimEnd());
    assert.equal(updated(middle, "mine", after), undefined);
  });

  test("the file keeps the limit and the seed with which it was made, which its first lines say", () => {
    const made = (wsdl: string) => {
      const contract = contractOf(wsdl);
      const options = { which: "all", limit: 12, seed: 3, wsdl: "./s.wsdl" } as const;
      return [...new VariantTexts(contract, [0], options)].join("");
    };
    const text = made(before);
    assert.match(text, /^# These tests .*\n# Update from WSDL keeps these options: --limit 12 --seed 3\n\n### /);
    const [, name = ""] = /^# @name (.*)$/m.exec(text) ?? [];
    assert.equal(updated(text, name, before), text);
    assert.equal(updated(text, name, after), made(after));
    // The author may change the limit and the seed.
    const more = updated(text.replace("--limit 12 --seed 3", "--limit 200 --seed 0"), name, before) ?? "";
    assert.equal(more.slice(more.indexOf("### ")), file.text.slice(file.text.indexOf("### ")));
  });

  test("the file keeps which kinds of tests it has", () => {
    const valid = file.text.slice(0, file.text.search(/^### .*\n# @name Do\.invalid/m));
    const text = updated(valid, "Do.valid.required.1", after) ?? "";
    assert.doesNotMatch(text, /Do\.invalid/);
    assert.match(text, /root 50, its maximum/);
  });
});
