import assert from "node:assert/strict";
import { analyze, applyEdits, diagnose, fixesOf } from "../../server/src/service/languageService.ts";
import { describe, expectRule } from "./findings.ts";
import { marked } from "./marked.ts";

/** A text in which «…» marks what a rule reports; without marks, the rule accepts it. */
export interface Example {
  /** `two Headers` */
  readonly title: string;
  readonly source: string;
  /** The codes of other rules that report something in it, too. */
  readonly besides?: readonly string[];
  /** The text that a fix with this title makes. It has no other findings than those of `besides`. */
  readonly fixes?: readonly (readonly [title: string, result: string])[];
  readonly hasNoFix?: boolean;
}

/**
 * A tag for texts whose lines are examples, of which each can be followed by fixes or by `no fix`. `⏎` is a line break.
 *
 *     two Headers | <s:Header/><«s:Header»/>
 *     → Remove the second s:Header | <s:Header/>
 *     a Footer | <«Footer»/> | besides soap-body-missing
 *     → no fix
 *
 * @param around makes the text of an example from what its line contains
 */
export function examples(around: (content: string) => string) {
  return (strings: TemplateStringsArray, ...values: readonly string[]): readonly Example[] => {
    const all: Example[] = [];
    for (const line of String.raw({ raw: strings }, ...values).split("\n")) {
      const [, title = "", content = "", besides] =
        /^(.+?)(?: \| (.*?))?(?: \| besides (.*))?$/.exec(line.trimStart()) ?? [];
      const source = around(content.replaceAll("⏎", "\n"));
      const last = all.at(-1);
      if (title === "→ no fix" && last) all.splice(-1, 1, { ...last, hasNoFix: true });
      else if (title.startsWith("→ ") && last)
        all.splice(-1, 1, { ...last, fixes: [...(last.fixes ?? []), [title.slice(2), source]] });
      else if (title !== "") all.push({ title, source, besides: besides?.split(", ") ?? [] });
    }
    return all;
  };
}

/** A suite with a test for each example of a rule. */
export function ruleSuite(code: string, ...groups: readonly (readonly Example[])[]): void {
  suite(code, () => {
    for (const { title, source, besides = [], fixes = [], hasNoFix } of groups.flat()) {
      test(`the rule ${source.includes("«") ? "reports" : "accepts"} ${title}`, () => {
        const findings = expectRule(code, source, besides);
        if (hasNoFix)
          assert.deepEqual(
            findings.flatMap((finding) => finding.fixes?.() ?? []),
            [],
          );
        for (const [fix, result] of fixes) expectFixed(code, source, fix, result, besides);
      });
    }
  });
}

/** The fix changes `source` to `result`, with a correct Content-Length, and removes the finding. */
function expectFixed(code: string, source: string, title: string, result: string, besides: readonly string[]): void {
  const { text } = marked(source);
  const analysis = analyze(text);
  const finding = diagnose(analysis).find((other) => other.code === code);
  assert.ok(finding);
  const fixes = fixesOf(analysis, finding);
  const fix = fixes.find((other) => other.title === title);
  assert.ok(fix, `no fix "${title}"; there are: ${fixes.map((other) => other.title).join(", ") || "none"}`);
  const after = applyEdits(text, fix.edits);
  assert.equal(after, result);
  const left = diagnose(analyze(after)).filter((other) => !besides.includes(other.code));
  assert.equal(describe(left), "nothing");
}
