import assert from "node:assert/strict";
import { analyze, analyzeAgain, diagnose } from "../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";
import { around } from "../../support/resolver.ts";
import { stepCounter } from "../../support/steps.ts";

const requestOf = (name: string, value: string) => {
  const payload = `<${name} xmlns="urn:calc"><a>${value}</a></${name}>`;
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>`;
  return request11({ SOAPAction: `"urn:${name}"` }, envelope);
};
const textOf = (value: string) => `${requestOf("Add0", value)}\n###\n${requestOf("Add1", "1")}`;

suite("an edit of a request", () => {
  const steps = stepCounter();

  test("an edit takes no more steps with a WSDL of 1,000 operations than with one of 10", () => {
    // The first run also creates tables that stay.
    editSteps(10);
    const [few, many] = [editSteps(10), editSteps(1_000)];
    assert.ok(many <= few * 1.05, `${few} and ${many} steps`);
  });

  function editSteps(count: number): number {
    const operations = Array.from({ length: count }, (_, index) => `Add${index}`);
    const resolver = around({ files: { "/w/calc.wsdl": sampleWsdl({ operations }) } });
    const before = analyze(textOf("1"), undefined, resolver);
    diagnose(before);
    return steps(() => diagnose(analyzeAgain(before, textOf("2"), undefined, resolver)));
  }

  test("an edit keeps the findings of the other requests", () => {
    const resolver = around({ files: { "/w/calc.wsdl": sampleWsdl() } });
    const unknown = `# @operation Ad\n${requestOf("Add", "1")}`;
    const before = analyze(`${requestOf("Add", "1")}\n###\n${unknown}`, undefined, resolver);
    const after = analyzeAgain(before, `${requestOf("Add", "2")}\n###\n${unknown}`, undefined, resolver);
    const [one, other] = [before, after].map((analysis) =>
      diagnose(analysis).find(({ code }) => code === "operation-unknown"),
    );
    assert.ok(one);
    assert.equal(other?.fixes, one.fixes);
  });
});
