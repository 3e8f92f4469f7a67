import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { allRules, analyze, applyEdits, diagnose, fixesOf } from "../../server/src/languageService.ts";
import { checkResponse, responseRules } from "../../server/src/rules/response.ts";
import { describe } from "../support/findings.ts";
import { type RuleSection, readRuleSections } from "../support/ruleSections.ts";

/*
 * The registry, docs/rules.md and the setting `soaphttp.rules` name the same rules, and the examples of the docs do what
 * the docs say.
 */
const sections = readRuleSections(readFileSync("docs/rules.md", "utf8"));
const codes = new Set([...allRules(), ...responseRules].map(({ code }) => code));

suite("the rules' documentation", () => {
  test("has a section for each rule, and for nothing else", () => {
    const documented = sections.map(({ code }) => code);
    assert.deepEqual(documented.toSorted(), [...codes].toSorted());
  });

  test("the setting soaphttp.rules names each rule", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8"));
    const groups: readonly SettingGroup[] = manifest.contributes.configuration;
    const [setting] = groups.flatMap(({ properties }) => properties["soaphttp.rules"] ?? []);
    const names = setting?.propertyNames.enum;
    assert.deepEqual(
      names,
      sections.map(({ code }) => code),
    );
  });

  for (const section of sections) {
    test(section.code, () => check(section));
  }
});

interface SettingGroup {
  readonly properties: Readonly<Record<string, { readonly propertyNames: { readonly enum: readonly string[] } }>>;
}

function check({ code, examples }: RuleSection): void {
  assert.ok(examples.length >= 1, "no example");
  const [breaking, mended] = examples;
  if (breaking?.runnable) {
    const findings = findingsOf(breaking);
    assert.ok(
      findings.some((finding) => finding.code === code),
      `the first example isn't told of it: ${describe(findings)}`,
    );
    if (breaking.language === "soaphttp") checkFix(code, breaking.text);
  }
  if (mended?.runnable) {
    const findings = findingsOf(mended);
    const others = findings.filter((finding) => finding.code === code || finding.severity !== "hint");
    assert.deepEqual(
      others.map((finding) => finding.code),
      [],
      `in the mended example: ${describe(findings)}`,
    );
  }
}

/** The first fix of the example's finding takes that finding away. */
function checkFix(code: string, text: string): void {
  const analysis = analyze(text);
  const count = (one: typeof analysis) => diagnose(one).filter((finding) => finding.code === code).length;
  const finding = diagnose(analysis).find((one) => one.code === code);
  const fix = finding && fixesOf(analysis, finding)[0];
  if (!fix) return;
  const edited = applyEdits(text, fix.edits);
  const after = fix.lineEnds ? edited.replace(/\r\n?|\n/g, fix.lineEnds) : edited;
  assert.ok(count(analyze(after)) < count(analysis), `"${fix.title}" leaves it as it was: ${after}`);
}

function findingsOf({ language, text }: RuleSection["examples"][number]) {
  const found = language === "soaphttp" ? diagnose(analyze(text)) : checkResponse(text, undefined);
  return found.map((finding) => ({ ...finding, segment: undefined }));
}
