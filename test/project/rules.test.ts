import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { checkResponse, responseRules } from "../../server/src/rules/response.ts";
import { wsiResponseRules } from "../../server/src/rules/wsi.ts";
import {
  allRules,
  analyze,
  applyEdits,
  diagnose,
  fixesOf,
  withProfile,
  withSettings,
} from "../../server/src/service/languageService.ts";
import { describe, expectFixHolds } from "../support/findings.ts";
import { diffOf, type RuleSection, readRuleSections, shownOnPage } from "../support/ruleSections.ts";

/*
 * The registry, docs/rules.md and the setting `soaphttp.rules` contain the same rules, and the examples of the docs
 * behave as documented.
 */
const kinds = { soaphttp: "request", soapmock: "response" } as const;
const page = readFileSync("docs/rules.md", "utf8");
const pageWithFixes = withFixes(page);
const isUpdate = process.env["UPDATE"] !== undefined;
if (isUpdate) writeFileSync("docs/rules.md", pageWithFixes);
const sections = readRuleSections(isUpdate ? pageWithFixes : page);
/** Rules that have quick fixes, but not for what their examples show, or only with a profile. */
const fixedElsewhere = new Set([
  ...["soap-child-unexpected", "soap-fault-malformed", "wsi-encoding-style", "wsi-array-type", "wsi-charset"],
  ...["chunks-malformed", "xml-name-invalid", "signature-key", "name-duplicate"],
]);
const codes = new Set([...allRules(), ...responseRules].map(({ code }) => code));

suite("the rules' documentation", () => {
  test("the documentation has exactly one section for each rule", () => {
    const documented = sections.map(({ code }) => code);
    assert.deepEqual(documented.toSorted(), [...codes].toSorted());
  });

  test("the setting soaphttp.rules lists each rule (UPDATE=1 npm run test:unit -- project/rules writes it)", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8"));
    const groups: readonly SettingGroup[] = manifest.contributes.configuration;
    const [names] = groups.flatMap(({ properties }) => properties["soaphttp.rules"]?.propertyNames ?? []);
    const documented = sections.map(({ code }) => code);
    if (isUpdate && names) {
      names.enum = documented;
      writeFileSync("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
    }
    assert.deepEqual(names?.enum, documented);
  });

  test("the diffs are what the preferred fixes make (UPDATE=1 npm run test:unit -- project/rules writes them)", () => {
    if (!isUpdate) assert.equal(page, pageWithFixes);
  });

  for (const section of sections) {
    test(section.code, () => check(section));
  }

  test("the preferred fix of each example removes the finding, and the rules that say so have one", () => {
    const fixed = new Set<string>();
    for (const { text, language, runnable } of sections.flatMap(({ examples }) => examples)) {
      if (language === "soaphttp-response" || !runnable) continue;
      const options = { rules: {}, kind: kinds[language] };
      for (const finding of diagnose(analyze(text, options)))
        if (expectFixHolds(text, finding, options)) fixed.add(finding.code);
    }
    for (const { code, hasFix, examples } of sections) {
      const [example] = examples;
      if (!example?.runnable || example.language === "soaphttp-response") continue;
      assert.equal(fixed.has(code), hasFix && !fixedElsewhere.has(code), code);
    }
  });
});

/** Returns the page with the diffs that the preferred fixes make: they are written by the product, not typed. */
function withFixes(page: string): string {
  return page
    .split(/^(?=### [a-z][a-z0-9-]*$)/m)
    .map((part) => {
      const [section] = readRuleSections(part);
      const fixed = section && fixedBy(section);
      if (fixed === undefined) return part;
      return part.replace(/^```diff\n[\s\S]*?^```$/m, () => `\`\`\`diff\n${fixed}\n\`\`\``);
    })
    .join("");
}

/** Returns what the preferred fix changes in the example, or undefined if it leaves something that the author has to do. */
function fixedBy({ code, examples: [broken, fixed] }: RuleSection): string | undefined {
  if (!broken?.runnable || !fixed?.isDiff || broken.language === "soaphttp-response") return undefined;
  const options = {
    rules: withProfile(code.startsWith("wsi-") ? "ws-i-bp-1.1" : undefined, {}),
    kind: kinds[broken.language],
  };
  let { text } = broken;
  for (let round = 0; round < 10; round++) {
    const analysis = analyze(text, options);
    const finding = diagnose(analysis).find((candidate) => candidate.code === code);
    const [fix] = finding ? fixesOf(analysis, finding) : [];
    if (!fix) break;
    const edited = applyEdits(text, fix.edits);
    text = fix.lineEnds ? edited.replace(/\r\n?|\n/g, fix.lineEnds) : edited;
  }
  const left = diagnose(analyze(text, options)).filter(
    (finding) => finding.code === code || finding.severity !== "hint",
  );
  const isWhole = text !== broken.text && left.length === 0 && !/\r(?!\n)|\0/.test(text);
  return isWhole ? diffOf(broken.typed, shownOnPage(text)) : undefined;
}

interface SettingGroup {
  readonly properties: Readonly<Record<string, { readonly propertyNames: { enum: readonly string[] } }>>;
}

function check({ code, examples }: RuleSection): void {
  assert.ok(examples.length >= 1, "no example");
  const [breaking, fixed] = examples;
  if (breaking?.runnable) {
    const findings = findingsOf(breaking, code);
    assert.ok(
      findings.some((finding) => finding.code === code),
      `the first example isn't told of it: ${describe(findings)}`,
    );
  }
  if (fixed?.runnable) {
    const findings = findingsOf(fixed, code);
    const others = findings.filter((finding) => finding.code === code || finding.severity !== "hint");
    assert.deepEqual(
      others.map((finding) => finding.code),
      [],
      `in the fixed example: ${describe(findings)}`,
    );
  }
}

/** The examples of a profile's rules are checked with the profile. */
function findingsOf({ language, text }: RuleSection["examples"][number], code: string) {
  const rules = withProfile(code.startsWith("wsi-") ? "ws-i-bp-1.1" : undefined, {});
  const findings =
    language === "soaphttp-response"
      ? withSettings(checkResponse(text, undefined, undefined, undefined, wsiResponseRules), { rules })
      : diagnose(analyze(text, { rules, kind: kinds[language] }));
  return findings.map((finding) => ({ ...finding, segment: undefined }));
}
