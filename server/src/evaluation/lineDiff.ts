/** A line of a comparison, which is in both texts (` `), only in the expected text (`-`), or only in the actual text (`+`). */
interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** The lines that differ, with up to two equal lines of context; undefined if all lines are equal. */
export function lineDiff(
  expected: readonly string[],
  actual: readonly string[],
  equal: (expected: string, actual: string) => boolean,
): readonly string[] | undefined {
  const same = (a: number, b: number) => {
    const [line, other] = [expected[a], actual[b]];
    return line !== undefined && other !== undefined && equal(line, other);
  };
  let start = 0;
  while (same(start, start)) start++;
  if (start === expected.length && start === actual.length) return undefined;
  let end = 0;
  const shorter = Math.min(expected.length, actual.length) - start;
  while (end < shorter && same(expected.length - 1 - end, actual.length - 1 - end)) end++;
  const middle = longestCommon(
    expected.slice(start, expected.length - end),
    actual.slice(start, actual.length - end),
    equal,
  );
  const around = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: " ", text }));
  const before = actual.slice(Math.max(0, start - context), start);
  const after = actual.slice(actual.length - end, actual.length - end + context);
  const all = [...around(before), ...middle, ...around(after)];
  return shortened(all).map(({ sign, text }) => `${sign} ${text}`);
}

const context = 2;
/** Maximum product of the numbers of lines. Above it, the whole differing part is shown as replaced. */
const maxCells = 1_000_000;
const maxShown = 200;

function longestCommon(
  a: readonly string[],
  b: readonly string[],
  equal: (a: string, b: string) => boolean,
): readonly DiffLine[] {
  const removed = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: "-", text }));
  const added = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: "+", text }));
  if (a.length * b.length > maxCells) return [...removed(a), ...added(b)];
  // For each pair of lines, the length of the longest common subsequence of the rest of both texts.
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const both = equal(a[i] ?? "", b[j] ?? "");
      lengths[i * width + j] = both ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [line = "", other = ""] = [a[i], b[j]];
    if (equal(line, other)) {
      lines.push({ sign: " ", text: other });
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ sign: "-", text: line });
      i++;
    } else {
      lines.push({ sign: "+", text: other });
      j++;
    }
  }
  return [...lines, ...removed(a.slice(i)), ...added(b.slice(j))];
}

/** Omits equal lines far from differences, and limits the number of lines. */
function shortened(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Set<number>();
  for (const [index, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    for (let by = -context; by <= context; by++) near.add(index + by);
  }
  const kept = lines.filter((_, index) => near.has(index));
  return kept.length > maxShown ? [...kept.slice(0, maxShown), { sign: " ", text: "…" }] : kept;
}
