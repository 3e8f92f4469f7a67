/** A section of docs/rules.md: a rule, an example that breaks it, and the corrected example, which is shown as a diff. */
export interface RuleSection {
  readonly code: string;
  readonly hasFix: boolean;
  readonly examples: readonly Example[];
}

export interface Example {
  readonly language: "soaphttp" | "soaphttp-response" | "soapmock";
  /** Whether it is the example above it with changes. */
  readonly isDiff: boolean;
  /** Text of the example as it is on the page. */
  readonly typed: string;
  /** Text of the example with the characters and line endings that the page can't show. */
  readonly text: string;
  readonly comment: string | undefined;
  /** False if a comment before the fence says why not. */
  readonly runnable: boolean;
}

export function readRuleSections(markdown: string): readonly RuleSection[] {
  const [, ...parts] = markdown.split(/^### (?=[a-z][a-z0-9-]*$)/m);
  return parts.map((part) => {
    const code = part.slice(0, part.indexOf("\n")).trim();
    const examples: Example[] = [];
    const fences = part.matchAll(
      /(?:<!-- ([^>]*) -->\s*)?^```(soaphttp|soaphttp-response|soapmock|diff)\n([\s\S]*?)^```$/gm,
    );
    for (const [, comment, fence, content = ""] of fences) {
      const [broken] = examples;
      const typed = content.replace(/\n$/, "");
      const isDiff = fence === "diff" && broken !== undefined;
      examples.push({
        language: isDiff ? broken.language : languageOf(fence),
        isDiff,
        typed: isDiff ? (patched(broken.typed, typed) ?? `${code}: the diff doesn't fit the example`) : typed,
        get text() {
          return unescaped(this.typed, comment ?? (isDiff ? broken.comment : undefined));
        },
        comment,
        runnable: !comment?.startsWith("not runnable:"),
      });
    }
    return { code, hasFix: /quick fix/i.test(part.slice(0, part.indexOf("```"))), examples };
  });
}

/**
 * Returns the changed lines as a diff, with the nearest line above an insertion. If such a diff is ambiguous, because lines are
 * repeated, it contains all lines.
 */
export function diffOf(before: string, after: string): string {
  const short = changedLines(before, after);
  if (patched(before, short) === after) return short;
  const [old, changed] = [before.split("\n"), after.split("\n")];
  const lines: string[] = [];
  let at = 0;
  for (const [from, to, newFrom, newTo] of hunksOf(old, changed)) {
    lines.push(...old.slice(at, from).map((line) => ` ${line}`));
    lines.push(...old.slice(from, to).map((line) => `-${line}`));
    lines.push(...changed.slice(newFrom, newTo).map((line) => `+${line}`));
    at = to;
  }
  return [...lines, ...old.slice(at).map((line) => ` ${line}`)].join("\n");
}

function changedLines(before: string, after: string): string {
  const [old, changed] = [before.split("\n"), after.split("\n")];
  const lines: string[] = [];
  let [at, shown] = [0, -1];
  for (const [from, to, newFrom, newTo] of hunksOf(old, changed)) {
    const above = old.slice(at, from).findLastIndex((line) => line !== "") + at;
    if (above >= at && from === to && above > shown) lines.push(` ${old[above]}`);
    for (const line of old.slice(from, to)) lines.push(`-${line}`);
    for (const line of changed.slice(newFrom, newTo)) lines.push(`+${line}`);
    [at, shown] = [to, to - 1];
  }
  return lines.join("\n");
}

/** Applies a diff of {@link diffOf}, or returns undefined if one of its lines isn't in the text. */
function patched(text: string, diff: string): string | undefined {
  const lines = text.split("\n");
  let at = 0;
  for (const line of diff.split("\n")) {
    if (line.startsWith("+")) {
      lines.splice(at++, 0, line.slice(1));
      continue;
    }
    const place = lines.indexOf(line.slice(1), at);
    if (place < 0) return undefined;
    if (line.startsWith("-")) lines.splice(place, 1);
    at = line.startsWith("-") ? place : place + 1;
  }
  return lines.join("\n");
}

type Hunk = readonly [from: number, to: number, newFrom: number, newTo: number];

/** Returns the changed lines, by the longest common subsequence of lines. */
function hunksOf(old: readonly string[], changed: readonly string[]): readonly Hunk[] {
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(changed.length + 1).fill(0));
  const commonAt = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = changed.length - 1; j >= 0; j--) {
      const row = common[i] ?? [];
      row[j] = old[i] === changed[j] ? commonAt(i + 1, j + 1) + 1 : Math.max(commonAt(i + 1, j), commonAt(i, j + 1));
    }
  }
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < changed.length) {
    const [from, newFrom] = [i, j];
    while ((i < old.length || j < changed.length) && old[i] !== changed[j]) {
      if (j >= changed.length || (i < old.length && commonAt(i + 1, j) >= commonAt(i, j + 1))) i++;
      else j++;
    }
    if (i > from || j > newFrom) hunks.push([from, i, newFrom, j]);
    i++;
    j++;
  }
  return hunks;
}

function languageOf(fence = ""): Example["language"] {
  return fence === "soaphttp" || fence === "soapmock" ? fence : "soaphttp-response";
}

/** Returns a text as the page shows it: with LF line endings and visible control characters. */
export function shownOnPage(text: string): string {
  const point = (character: string) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return text.replaceAll("\r\n", "\n").replace(/\uFEFF|[^\n\x20-\uFFFF]/g, (character) => `[U+${point(character)}]`);
}

function unescaped(typed: string, comment: string | undefined): string {
  return typed
    .replaceAll("\n", comment === "with CRLF line endings" ? "\r\n" : "\n")
    .replace(/\[U\+([0-9A-F]{4})\]/g, (_, point) => String.fromCharCode(Number.parseInt(point, 16)));
}
