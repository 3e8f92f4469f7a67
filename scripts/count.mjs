/**
 * Returns how many tests passed, failed and were skipped, from the output of mocha (reporters spec and dot) or
 * vscode-tmgrammar-test; undefined if the output contains no result, because nothing ran or the run was aborted.
 * @param {string} output without colors
 * @returns {{ passed: number, failed: number, skipped: Record<string, number> } | undefined} `skipped`: by reason
 */
export function countTests(output) {
  const mocha = sum(output, /^ *(\d+) passing\b/gm);
  if (mocha !== undefined) {
    const failed = sum(output, /^ *(\d+) failing\b/gm) ?? 0;
    return { passed: mocha, failed, skipped: skipsIn(output, sum(output, /^ *(\d+) pending\b/gm) ?? 0) };
  }
  const passed = count(output, /^✓ .* run successfull?y\.$/gm);
  const failed = count(output, /^✖ .* (?:failed|aborted due to an error)$/gm);
  return passed + failed > 0 ? { passed, failed, skipped: {} } : undefined;
}

/** The reason of tests that are skipped otherwise than by `test/support/skip.mjs`. */
export const withoutReason = "without a reason";

/** Counts skipped tests by reason, from the lines that `test/support/skip.mjs` prints. */
function skipsIn(output, pending) {
  const skips = {};
  let explained = 0;
  for (const [, number, reason] of output.matchAll(/^\W*skipped (\d+): (.*)$/gm)) {
    skips[reason] = (skips[reason] ?? 0) + Number(number);
    explained += Number(number);
  }
  if (pending > explained) skips[withoutReason] = pending - explained;
  return skips;
}

function sum(text, pattern) {
  const numbers = [...text.matchAll(pattern)].map(([, number]) => Number(number));
  return numbers.length > 0 ? numbers.reduce((a, b) => a + b) : undefined;
}

function count(text, pattern) {
  return [...text.matchAll(pattern)].length;
}
