import * as l10n from "@vscode/l10n";
import type { Path } from "../expectations/path.ts";
import { withoutNamedSecrets } from "../text/redaction.ts";
import { trimTrailing } from "../text/trailing.ts";
import { CanonicalXml } from "./canonicalXml.ts";
import type { AnyNode } from "./domNodes.ts";
import { lineDiff } from "./lineDiff.ts";
import type { ReadContent } from "./readContent.ts";
import { type Evaluation, evaluateXPath } from "./xpath.ts";

/**
 * The lines that differ between two bodies, cut if they are long; undefined if there are none. Or a sentence about why they
 * can't be compared.
 */
export function bodyDiff(
  expected: ReadContent,
  actual: ReadContent,
  ignored: readonly Path[],
  evaluation: Evaluation,
  wildcards: boolean,
): readonly string[] | string | undefined {
  const equal = (one: string, other: string) => one === other || (wildcards && matchesWildcards(one, other));
  const tooLarge = expected.tooLarge ?? actual.tooLarge;
  if (tooLarge !== undefined) return tooLarge;
  const [one, other] = [expected.nodes, actual.nodes];
  if (!one || !other) {
    const texts = [expected, actual].map(textLines);
    return lineDiff(texts[0] ?? [], texts[1] ?? [], equal)?.map(shown);
  }
  if (expected.xml?.problems.length) return l10n.t("The expected file isn't well-formed XML.");
  const canonical = new CanonicalXml();
  const lines: (readonly string[])[] = [];
  for (const document of [one, other]) {
    const left = new Set<AnyNode>();
    for (const path of ignored) {
      const found = evaluateXPath(path.text, document, evaluation);
      if ("why" in found) return `${path.text}: ${found.why}`;
      for (const { node } of found.values) if (node) left.add(node);
    }
    lines.push(canonical.lines(document, left));
  }
  const diff = lineDiff(lines[0] ?? [], lines[1] ?? [], equal);
  return diff && [...canonical.namespaces.map((line) => `  ${line}`), ...diff.map(shown)];
}

/** In UTF-16 units. */
const longestLine = 2000;

/** A line without secrets, and not longer than a reader needs: reports contain it. */
function shown(line: string): string {
  return withoutNamedSecrets(line.length > longestLine ? `${line.slice(0, longestLine)}…` : line);
}

/** The lines of a text; of JSON those with each value on a line of its own, names in order. */
function textLines(content: ReadContent): readonly string[] {
  const { json } = content;
  const text = json && typeof json.value === "object" ? JSON.stringify(json.value, sortedKeys, 2) : content.text;
  return trimTrailing(text, "\r\n").split(/\r?\n/);
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const wildcard = "{{*}}";

/** Whether a line matches one with `{{*}}` for any text. */
function matchesWildcards(pattern: string, line: string): boolean {
  const [first = "", ...rest] = pattern.split(wildcard);
  const last = rest.pop();
  if (last === undefined || !line.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = line.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return line.length - last.length >= at && line.endsWith(last);
}
