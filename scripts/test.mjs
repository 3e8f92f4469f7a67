// Runs the tests, and installs what they need. At the end it lists the steps, with the tests that they skipped by their
// reasons. Its last line is `N passed, N failed`, and how many were skipped, if any.
// usage: node scripts/test.mjs [STEP …]       without a step: all steps of `npm test`
// Exits with 0 if everything passed, 1 if something failed, 77 if a step can't run on this machine.
// Uses only Node's built-ins until it has run npm ci.
import { withoutReason } from "./count.mjs";
import { ensurePackages } from "./packages.mjs";

ensurePackages();
const { steps, usual } = await import("./steps.mjs");
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(" ")}; the steps are ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
let notRun = 0;
let skipped = 0;
const lines = [];
for (const name of wanted.length > 0 ? wanted : usual) {
  console.log(`\n── ${name}: ${steps[name].title}`);
  const began = Date.now();
  const result = await outcome(steps[name]);
  if (result.notRun) notRun++;
  passed += result.passed ?? 0;
  failed += result.failed ?? 0;
  const seconds = Math.round((Date.now() - began) / 1000);
  const skips = Object.entries(result.skipped ?? {});
  skipped += skips.reduce((sum, [, number]) => sum + number, 0);
  const report = [
    `${mark(result)} ${name.padEnd(8)} ${describe(result)} (${seconds} s)`,
    ...skips.map(([reason, number]) => `    ${number} skipped: ${reason}`),
  ];
  console.log(report.join("\n"));
  lines.push(...report);
}
if (wanted.length !== 1) console.log(`\n${lines.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : notRun > 0 ? 77 : 0);

/** A step that throws, or that runs no test although it should, counts as one failure. */
async function outcome({ run, tests }) {
  try {
    const result = await run();
    if (result.notRun) return result;
    if (!tests) return { failed: result.code === 0 ? 0 : 1 };
    if (!result.count) return { failed: 1, why: `no result of its tests, exit code ${result.code}` };
    const { passed, failed, skipped } = result.count;
    if (withoutReason in skipped)
      return { passed, failed: failed + 1, skipped, why: "tests are skipped without a reason" };
    if (passed + failed === 0) return { failed: 1, why: "it ran no test" };
    if (failed === 0 && result.code !== 0) return { passed, failed: 1, skipped, why: `exit code ${result.code}` };
    return { passed, failed, skipped };
  } catch (error) {
    console.error(error);
    return { failed: 1, why: String(error.message ?? error) };
  }
}

function mark({ notRun, failed }) {
  return notRun ? "–" : failed > 0 ? "✘" : "✔";
}

function describe({ notRun, passed, failed, why }) {
  if (notRun) return `not run: ${notRun}`;
  const numbers = passed === undefined ? (failed > 0 ? "failed" : "passed") : `${passed} passed, ${failed} failed`;
  return why ? `${numbers}: ${why}` : numbers;
}
