// Measures a file of 5,000 named requests beside one of 5,000 without names: a keystroke, an edit that removes a name, and the
// memory of the analysis.
// usage: node --expose-gc test/bench/named.mjs [SECONDS]
import { importBundled } from "./bundled.mjs";
import { order, request } from "./orders.mjs";
import { checkTarget, heading, reportTargets, row, sideBySide } from "./sideBySide.mjs";

/** The maximum, as a multiple of the same without names. */
const limit = 1.5;
const seconds = Number(process.argv[2] ?? 2);
const count = 5_000;
const { analyze, analyzeAgain, diagnose } = await importBundled("./server/src/service/languageService.ts");
const one = request(order(200)).replace(/^#.*\n/gm, "");
const texts = Object.fromEntries(
  [true, false].map((isNamed) => [
    isNamed ? "named" : "without names",
    Array.from({ length: count }, (_, at) => `${isNamed ? `# @name r${at}\n` : ""}${one}`).join("\n### A title\n"),
  ]),
);
const [named, nameless] = Object.values(texts).map((text) => memoryOf(() => whole(text)));
console.log(`heap: ${named.megabytes} MB named, ${nameless.megabytes} MB without names`);
checkTarget(
  `heap: at most ${limit} times as much`,
  named.megabytes <= limit * nameless.megabytes,
  named.megabytes / nameless.megabytes,
);
for (const [title, edited] of [
  ["a keystroke in a body", (text) => text.replace(/(<\/[\w:]+>\s*)$/, " $1")],
  ["a ### line", (text) => replacedAt(text, text.indexOf("###", text.length / 2), "##")],
]) {
  heading(`${count} requests, ${title}`);
  const candidates = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, editing(text, edited(text))]),
  );
  const measured = await sideBySide(candidates, { before: 4, rounds: 10, limit: seconds });
  row("", measured, "named", "without names");
  const ratio = measured.named.cpu / measured["without names"].cpu;
  checkTarget(`${title}: at most ${limit} times as much`, ratio <= limit, ratio);
}
reportTargets();

function whole(text) {
  const analysis = analyze(text);
  diagnose(analysis);
  return analysis;
}

function replacedAt(text, at, replacement) {
  return text.slice(0, at) + replacement + text.slice(at + 3);
}

/** Returns a function that makes an edit, or takes it back. */
function editing(text, edited) {
  let analysis = whole(text);
  return () => {
    const next = analysis.document.text === text ? edited : text;
    analysis = analyzeAgain(analysis, next);
    diagnose(analysis);
  };
}

/** The heap that the result of `make` takes. */
function memoryOf(make) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const result = make();
  globalThis.gc();
  return { megabytes: Math.round((process.memoryUsage().heapUsed - before) / 1e6), result };
}
