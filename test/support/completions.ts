import assert from "node:assert/strict";
import { type Completion, complete } from "../../server/src/features/completion/completion.ts";
import { sectionAt, sectionsOfSegments } from "../../server/src/features/support/section.ts";
import { segmentAt } from "../../server/src/format/document.ts";
import { analyze, applyEdits, type LastExchanges, type Resolver } from "../../server/src/service/languageService.ts";
import { plainText } from "../../server/src/text/snippet.ts";
import { shift } from "../../server/src/text/span.ts";
import { ofMock } from "./findings.ts";
import { withCursor } from "./marked.ts";

export interface CompletionOptions {
  readonly trigger?: string;
  readonly resolver?: Resolver;
  readonly mock?: boolean;
  readonly last?: LastExchanges;
}

/** Returns the items at the `|`, best first, and asserts that each replaces text around it, on its line. */
export function completionsAt(source: string, { trigger, resolver, last, mock }: CompletionOptions = {}): Completion[] {
  const { text, offset } = withCursor(source);
  const section = sectionAt(sectionsOfSegments(analyze(text, mock ? ofMock : undefined, resolver)), offset);
  assert.ok(section);
  const at = offset - section.start;
  const items = complete({ section, trigger, pathsIn: last?.pathsIn }, at);
  for (const { label, replace } of items) {
    assert.ok(
      replace.start <= at && at <= replace.end,
      `${label} replaces ${JSON.stringify(replace)}, not around ${at}`,
    );
    assert.ok(!/[\r\n]/.test(section.text.slice(replace.start, replace.end)), `${label} replaces a line break`);
  }
  return items.toSorted((a, b) => a.order - b.order);
}

export function labelsAt(source: string, options?: CompletionOptions): readonly string[] {
  return completionsAt(source, options).map(({ label }) => label);
}

/** Returns the text after the item with this label was accepted, with its proposed placeholders. */
export function taken(source: string, label: string, options?: CompletionOptions): string {
  const { text, offset } = withCursor(source);
  const items = completionsAt(source, options);
  const item = items.find((one) => one.label === label);
  assert.ok(item, `${label} is not offered; there are: ${items.map((one) => one.label).join(", ")}`);
  const start = segmentAt(analyze(text).document, offset)?.start ?? 0;
  const insert = typeof item.insert === "string" ? item.insert : plainText(item.insert);
  const edits = [{ ...item.replace, newText: insert }, ...(item.besides ?? [])];
  return applyEdits(
    text,
    edits.map((edit) => shift(edit, start)),
  );
}

/** Asserts that accepting the item with this label changes `source` to `expected`. */
export function expectTaken(source: string, label: string, expected: string, options?: CompletionOptions): void {
  assert.equal(taken(source, label, options), expected);
}

/** Asserts that these items are offered in this order, possibly among others. */
export function expectOffered(source: string, ...labels: readonly string[]): void {
  const offered = labelsAt(source);
  const shown = offered.filter((label) => labels.includes(label));
  assert.deepEqual([...new Set(shown)], labels, `offered: ${offered.join(", ")}`);
}

export function expectNotOffered(source: string, ...labels: readonly string[]): void {
  const offered = labelsAt(source);
  assert.deepEqual(
    offered.filter((label) => labels.includes(label)),
    [],
  );
}

export function expectNothing(source: string, options?: CompletionOptions): void {
  assert.deepEqual(labelsAt(source, options), []);
}
