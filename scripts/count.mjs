/**
 * Returns how many tests passed and failed, from the output of mocha (reporters spec and dot) or vscode-tmgrammar-test;
 * undefined if the output contains no result, because nothing ran or the run was aborted.
 * @param {string} output without colors
 * @returns {{ passed: number, failed: number } | undefined}
 */
export function countTests(output) {
  const mocha = sum(output, /^ *(\d+) passing\b/gm);
  if (mocha !== undefined) return { passed: mocha, failed: sum(output, /^ *(\d+) failing\b/gm) ?? 0 };
  const passed = count(output, /^✓ .* run successfull?y\.$/gm);
  const failed = count(output, /^✖ .* (?:failed|aborted due to an error)$/gm);
  return passed + failed > 0 ? { passed, failed } : undefined;
}

function sum(text, pattern) {
  const numbers = [...text.matchAll(pattern)].map(([, number]) => Number(number));
  return numbers.length > 0 ? numbers.reduce((a, b) => a + b) : undefined;
}

function count(text, pattern) {
  return [...text.matchAll(pattern)].length;
}
