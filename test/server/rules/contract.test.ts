import assert from "node:assert/strict";
import { analyze, applyEdits, diagnose, fixesOf } from "../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";
import { type Around, around } from "../../support/resolver.ts";

const envelope = (payload: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>`;
const add = request11({}, envelope('<Add xmlns="urn:calc"><a>1</a></Add>'));
const calc = "/w/a/b/calc.wsdl";

/** The findings of a rule: the text that each is at, its severity, its message and the texts after its fixes. */
function findingsOf(code: string, text: string, host: Around) {
  const analysis = analyze(text, undefined, around(host));
  return diagnose(analysis)
    .filter((one) => one.code === code)
    .map((finding) => ({
      at: text.slice(finding.at.start, finding.at.end),
      severity: finding.severity,
      message: finding.message,
      fixed: fixesOf(analysis, finding).map((fix) => fix.loadWsdl ?? applyEdits(text, fix.edits)),
    }));
}

suite("rules of contracts", () => {
  test("wsdl-not-loaded offers to load a WSDL that isn't allowed yet", () => {
    const files = { "/w/a/calc.wsdl": { refused: "Not allowed.", unallowed: true as const } };
    const [finding, ...others] = findingsOf("wsdl-not-loaded", `# @wsdl ../calc.wsdl\n${add}`, { files });
    assert.deepEqual(others, []);
    assert.deepEqual([finding?.at, finding?.severity], ["../calc.wsdl", "information"]);
    assert.deepEqual(finding?.fixed, ["file:///w/a/calc.wsdl"]);
  });

  test("wsdl-problem says why a file isn't a WSDL", () => {
    const files = { [calc]: "<html><body>Please log in.</body></html>" };
    const [finding] = findingsOf("wsdl-problem", `# @wsdl ./calc.wsdl\n${add}`, { files });
    assert.deepEqual([finding?.at, finding?.severity], ["./calc.wsdl", "warning"]);
    assert.match(finding?.message ?? "", /^calc\.wsdl, line 1: calc\.wsdl is an HTML page, not a WSDL\./);
  });

  test("wsdl-problem names the first problem of a WSDL without operations, and how many there are", () => {
    const start = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:x">';
    const broken = `${start}\n<import namespace="urn:x" location="x.wsdl"/>\n<import/></definitions>`;
    const [finding, ...others] = findingsOf("wsdl-problem", `# @wsdl ./calc.wsdl\n${add}`, {
      files: { [calc]: broken },
    });
    assert.equal(finding?.severity, "warning");
    assert.equal(
      finding?.message,
      "calc.wsdl, line 3: The import has no location. It is ignored. The WSDL has 2 problems.",
    );
    assert.deepEqual(others, []);
  });

  test("wsdl-problem reports nothing for a schema, by which the body is checked", () => {
    const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:calc"><xs:element name="Add" type="xs:int"/></xs:schema>`;
    const files = { [calc.replace(".wsdl", ".xsd")]: schema };
    assert.deepEqual(findingsOf("wsdl-problem", `# @wsdl ./calc.xsd\n${add}`, { files }), []);
    const wrong = add.replace("<a>1</a>", "one");
    assert.equal(findingsOf("schema-value", `# @wsdl ./calc.xsd\n${wrong}`, { files }).length, 1);
  });

  test("wsdl-problem reports nothing for a WSDL with operations", () => {
    const broken = sampleWsdl().replace("<types>", "<import/><types>");
    assert.deepEqual(findingsOf("wsdl-problem", `# @wsdl ./calc.wsdl\n${add}`, { files: { [calc]: broken } }), []);
  });

  test("wsdl-problem also checks # @wsdl at the top of the file", () => {
    const [finding] = findingsOf("wsdl-problem", `# a\n# @wsdl ./calc.wsdl\n###\n${add}`, { files: { [calc]: "" } });
    assert.deepEqual([finding?.at, finding?.message], ["./calc.wsdl", "calc.wsdl, line 1: calc.wsdl is empty."]);
  });

  test("wsdl-ambiguous names the WSDLs, and writes # @wsdl for one", () => {
    const files = { [calc]: sampleWsdl(), "/w/v2.wsdl": sampleWsdl({ operations: ["Add", "Sub"] }) };
    const [finding] = findingsOf("wsdl-ambiguous", add, { files });
    assert.deepEqual([finding?.at, finding?.severity], ["Add", "information"]);
    assert.match(finding?.message ?? "", /: \.\/calc\.wsdl, \.\.\/\.\.\/v2\.wsdl\./);
    const fixed = finding?.fixed ?? [];
    assert.deepEqual(fixed, [`# @wsdl ./calc.wsdl\n${add}`, `# @wsdl ../../v2.wsdl\n${add}`]);
    for (const text of fixed) assert.deepEqual(findingsOf("wsdl-ambiguous", text, { files }), []);
  });

  test("wsdl-ambiguous names the operations of one WSDL, and writes # @operation for one", () => {
    const files = { [calc]: sampleWsdl({ operations: ["One", "Two"], payload: "Add" }) };
    const [finding] = findingsOf("wsdl-ambiguous", add, { files });
    assert.match(finding?.message ?? "", /: Calc\/Calcsoap11\/One, Calc\/Calcsoap11\/Two\./);
    const [fixed = ""] = finding?.fixed ?? [];
    assert.ok(fixed.startsWith("# @operation Calc/Calcsoap11/One\nPOST"));
    assert.deepEqual(findingsOf("wsdl-ambiguous", fixed, { files }), []);
  });

  test("a request that is written for one of several operations with its payload names its operation", () => {
    const contract = around({
      files: { [calc]: sampleWsdl({ operations: ["One", "Two"], payload: "Add", action: () => "" }) },
    }).contracts.at("./calc.wsdl");
    const text = contract?.requests([0], { extent: "parameters", wsdl: "./calc.wsdl", contentLength: "calculated" });
    assert.match(text ?? "", /\n# @wsdl \.\/calc\.wsdl\n# @operation Calc\/Calcsoap11\/One\nPOST/);
  });

  test("operation-unknown suggests the nearest name", () => {
    const host = { files: { [calc]: sampleWsdl({ operations: ["Addition"] }) } };
    const [finding] = findingsOf("operation-unknown", `# @wsdl ./calc.wsdl\n# @operation Adition\n${add}`, host);
    assert.equal(finding?.message, "The operation Adition is unknown. Did you mean Addition?");
    assert.deepEqual(finding?.fixed, [`# @wsdl ./calc.wsdl\n# @operation Addition\n${add}`]);
    const [other] = findingsOf("operation-unknown", `# @operation Calcsoap12/Addition\n${add}`, host);
    assert.equal(other?.message, "The operation Calcsoap12/Addition is unknown. Did you mean Calcsoap11/Addition?");
    assert.deepEqual(findingsOf("operation-unknown", `# @operation Calcsoap11/Addition\n${add}`, host), []);
  });

  test("operation-unknown reports nothing without a WSDL", () => {
    assert.deepEqual(findingsOf("operation-unknown", `# @operation Ad\n${add}`, {}), []);
  });
});
