import assert from "node:assert/strict";
import type { defaultOptions, Finding, HostResolver } from "../../server/src/service/languageService.ts";
import { describe, expectCode, expectFix, expectRule, findingsIn } from "./findings.ts";

/** A text in which «…» marks what a rule reports; without marks, the rule accepts it. */
export interface Example {
  readonly title: string;
  readonly source: string;
  /** The codes of other rules that report something in it, too. */
  readonly besides?: readonly string[];
  /** The titles of the first fixes, in their order, and the text after each. It has no findings except `besides`. */
  readonly fixes?: readonly (readonly [title: string, result: string])[];
  readonly hasNoFix?: boolean;
  readonly message?: string;
}

interface Circumstances {
  /** The codes of other rules that report something in every example. */
  readonly besides?: readonly string[];
  /** The host, if the examples refer to files. */
  readonly resolver?: HostResolver;
  /** By default, the examples are in a `.soaphttp` file. */
  readonly options?: typeof defaultOptions;
  /** Returns the findings, if the examples are other texts than files; they have no fixes. */
  readonly check?: (text: string) => readonly Finding[];
}

/**
 * A tag for tables of rules with examples, of which each can be followed by its message, and by its first fixes in their
 * order, or `no fix`; each example is a test.
 * `⏎` is a line break, also in values.
 *
 *     soap-child-unexpected
 *       an empty Header | <s:Header/><s:Body/>
 *       two Headers | <s:Header/><«s:Header»/><s:Body/>
 *         says s:Header occurs twice.
 *         → Remove the second s:Header | <s:Header/><s:Body/>
 *       a Footer without a Body | <«Footer»/> | besides soap-body-missing
 *         → no fix
 *
 * @param around makes the text of an example from what its line contains
 */
export function rulesIn(around: (content: string) => string, circumstances: Circumstances = {}) {
  const { besides: always = [] } = circumstances;
  return (strings: TemplateStringsArray, ...values: readonly string[]): void => {
    const suites: { readonly code: string; readonly examples: Example[] }[] = [];
    const table = String.raw({ raw: strings }, ...values.map((value) => value.replaceAll("\n", "⏎")));
    for (const line of table.split("\n").map((text) => text.trimStart())) {
      const [, title = "", content, others] = /^(.+?)(?: \| ?(.*?))?(?: \| besides (.*))?$/s.exec(line) ?? [];
      const source = around((content ?? "").replaceAll("⏎", "\n"));
      const examples = suites.at(-1)?.examples ?? [];
      const last = examples.pop();
      if (last)
        examples.push(line.startsWith("says ") ? { ...last, message: line.slice(5) } : withFix(last, title, source));
      if (/^(?:$|→ |says )/.test(line)) continue;
      if (content === undefined) suites.push({ code: title, examples: [] });
      else {
        assert.ok(suites.length > 0, `the code of the rule is missing above: ${line}`);
        examples.push({ title, source, besides: [...always, ...(others?.split(", ") ?? [])] });
      }
    }
    for (const { code, examples } of suites) ruleSuite(code, examples, circumstances);
  };
}

/** The example with the fix of the next line, if that is one. */
function withFix(example: Example, title: string, result: string): Example {
  if (title === "→ no fix") return { ...example, hasNoFix: true };
  if (!title.startsWith("→ ")) return example;
  return { ...example, fixes: [...(example.fixes ?? []), [title.slice(2), result]] };
}

function ruleSuite(code: string, examples: readonly Example[], circumstances: Circumstances = {}): void {
  const { options, resolver, check } = circumstances;
  assert.match(code, /^[a-z\d-]+$/, "an example needs its content after |");
  suite(code, () => {
    for (const { title, source, besides = [], fixes = [], hasNoFix, message } of examples) {
      test(`the rule ${source.includes("«") ? "reports" : "accepts"} ${title}`, () => {
        const findings = check
          ? expectCode(code, source, besides, check)
          : expectRule(code, source, besides, options, resolver);
        if (message !== undefined) assert.equal(findings[0]?.message, message);
        const offered = findings.flatMap((finding) => finding.fixes?.() ?? []).map((fix) => fix.title);
        if (hasNoFix) assert.deepEqual(offered, []);
        const titles = fixes.map(([title]) => title);
        assert.deepEqual(offered.slice(0, fixes.length), titles);
        for (const [fix, result] of fixes) {
          expectFix(code, source, fix, result, options, resolver);
          const left = findingsIn(result, options, resolver).filter((other) => !besides.includes(other.code));
          assert.equal(describe(left), "nothing");
        }
      });
    }
  });
}
