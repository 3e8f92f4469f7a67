import assert from "node:assert/strict";
import { schemaCodeOf, schemaProblems } from "../../../server/src/rules/schema.ts";
import { analyze, diagnose, messageOf, VariantTexts } from "../../../server/src/service/languageService.ts";
import { type VariantName, variantOf } from "../../../server/src/text/variantName.ts";
import { invalidKinds, messageKinds, type SchemaKind } from "../../../server/src/variants/variant.ts";
import { isViolation } from "../../../server/src/variants/variants.ts";
import type { XmlElement } from "../../../server/src/xml/tree.ts";
import { effort } from "../../fuzz/random.ts";
import { contractOf } from "../../support/contracts.ts";
import { around } from "../../support/resolver.ts";
import { randomSchema } from "../contract/randomSchemas.ts";
import { payloadJudge, payloadOf } from "../contract/validity.ts";

const description = (
  schema: string,
) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><types>${schema}</types>
  <message name="In"><part name="body" element="t:root"/></message>
  <portType name="P"><operation name="Do"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><soap:operation soapAction="urn:do"/><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

interface Generated {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

function testsOf(wsdl: string): readonly Generated[] {
  const contract = contractOf(wsdl);
  const options = { which: "all", limit: 300, seed: 0, wsdl: "./s.wsdl" } as const;
  const text = [...new VariantTexts(contract, [0], options)].join("");
  return text.split(/^(?=### )/m).flatMap((one) => {
    const [, title = "", name = ""] = /^### Do: (.*)\n(?:# [^@].*\n)*# @name (.*)$/m.exec(one) ?? [];
    return name === "" ? [] : [{ title, name, text: one }];
  });
}

/** What all checks find in a test, and without its `# @ignore`, what the schema reports. */
function checked(text: string, wsdl: string) {
  const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
  const findings = diagnose(analyze(text, undefined, resolver));
  const analysis = analyze(text.replace(/^# @ignore .*\n/m, ""), undefined, resolver);
  const [segment] = analysis.document.segments;
  const message = segment && messageOf(analysis, segment.segment);
  assert.ok(message);
  return { findings, unignored: diagnose(analysis), problems: schemaProblems(message) };
}

interface Verdict extends VariantName {
  readonly text: string;
  readonly title: string;
  readonly payload: string;
  readonly wsdl: string;
  /** The error of libxml2; undefined if it takes the payload for valid. */
  readonly why: string | undefined;
}

/** A judge for each WSDL, as its schemas take time. */
const judges = new Map<string, ReturnType<typeof payloadJudge>>();

function errorOf(wsdl: string, payload: string): string | undefined {
  const judge = judges.get(wsdl) ?? payloadJudge(wsdl);
  judges.set(wsdl, judge);
  assert.ok(judge, "libxml2 refuses the changed schema");
  return judge(payload);
}

const knownDifferences: readonly { readonly reason: string; readonly explains: (verdict: Verdict) => boolean }[] = [
  {
    // Part 2, section 4.3.6: whitespace is collapsed before the value is checked.
    reason: "libxml2 doesn't collapse whitespace in the simple content of complex types",
    explains: ({ valid, kind, why, wsdl, payload }) =>
      valid && kind === "whitespace" && why !== undefined && errorOf(wsdl, collapsed(payload)) === undefined,
  },
  {
    // Part 1, section 3.8.4, Element Sequence Valid: each particle of the group's sequence is there, in order.
    reason: "libxml2 takes an element that a later wildcard accepts for a required one of a repeated group",
    explains: ({ kind, why, wsdl, payload }) =>
      kind === "element-namespace" &&
      why === undefined &&
      errorOf(wsdl.replace(/<xs:any .*?\/>/g, ""), payload) !== undefined,
  },
  {
    // The same section: repeated particles are in their order, and as often, whatever they are substituted by.
    reason: "libxml2 checks neither the order nor the number of repeated members of a substitution group",
    explains: ({ kind, why, title }) =>
      why === undefined && (kind === "element-order" || kind === "element-missing") && /\bcircle\b/.test(title),
  },
  {
    // Part 2, section 3.2.16: only characters of base64, and nothing after the padding.
    reason: "libxml2 ignores what isn't base64",
    explains: ({ kind, why, title }) =>
      kind === "type" && why === undefined && /_", which isn't a valid xs:base64Binary$/.test(title),
  },
  {
    // Part 2, section 3.3.4: NMTOKENS has at least one item.
    reason: "libxml2 accepts an empty list of NMTOKENS",
    explains: ({ kind, why, title, wsdl }) =>
      kind === "minLength" && why === undefined && / "", shorter than 1$/.test(title) && wsdl.includes("xs:NMTOKENS"),
  },
  {
    // Part 1, section 3.15.4: the table of IDs has those of elements, too. In these schemas, no attribute is an ID.
    reason: "libxml2 doesn't compare the IDs in the content of elements",
    explains: ({ kind, why }) => kind === "id" && why === undefined,
  },
];

suite("the tests of random schemas", () => {
  for (let seed = 1; seed <= 12 * effort; seed++) {
    test(`tests are valid, or invalid in one way: seed ${seed}`, () => checkSeed(seed));
  }
  test("tests are valid, or invalid in one way where an element is in a group as often as its particle is not", () =>
    checkSeed(46));
  test("tests are wrong at an element that was moved, not at one that follows it: seed 290", () => checkSeed(290));
});

/** Returns the payload with collapsed whitespace in its texts. */
function collapsed(payload: string): string {
  return payload.replace(/>([^<]+)</g, (_, text: string) => `>${text.trim().replace(/\s+/g, " ")}<`);
}

/** The names of an element and of those around it. */
function ancestors({ local, parent }: XmlElement): readonly string[] {
  return [local, ...(parent ? ancestors(parent) : [])];
}

function checkSeed(seed: number): void {
  const wsdl = description(randomSchema(seed));
  const judge = payloadJudge(wsdl);
  const tests = testsOf(wsdl);
  assert.ok(tests.length > 10, `seed ${seed}: ${tests.length} tests`);
  for (const { name, title, text } of tests) {
    const variant = variantOf(name);
    assert.ok(variant);
    const { findings, unignored, problems } = checked(text, wsdl);
    const about = `seed ${seed}: ${text}`;
    assert.deepEqual(findings, [], about);
    if (messageKinds.some((kind) => kind === variant.kind)) continue;
    if (variant.valid) assert.deepEqual(unignored, [], about);
    else {
      const [problem, ...others] = problems;
      assert.ok(problem && others.length === 0, about);
      assert.deepEqual(
        unignored.map(({ code }) => code),
        [schemaCodeOf(problem.kind)],
        about,
      );
      const kind = invalidKinds.find((one) => one === variant.kind) as SchemaKind;
      assert.ok(isViolation(kind, problem), `${problem.kind}, ${about}`);
      // The element that was changed, or the one that it is missing or unexpected in. What is repeated contains its ID.
      const { element } = problem;
      const names = variant.kind === "id" ? ancestors(element) : [element.local, element.parent?.local ?? ""];
      assert.ok(names.some((one) => title.split(/[^\w.-]+/).includes(one)) || title.includes("nexpected"), about);
    }
    const payload = payloadOf(text.replaceAll("soap_:", "soap:")) ?? "";
    const why = judge?.(payload);
    if (!judge || (why === undefined) === variant.valid) continue;
    const verdict = { ...variant, text, title, payload, wsdl, why };
    const isKnown = knownDifferences.some(({ explains }) => explains(verdict));
    assert.ok(isKnown, `${about}\nlibxml2: ${why}`);
  }
}
