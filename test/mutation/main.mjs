// Makes small mistakes in the sources, one at a time, and lists those that no unit test notices. All of them are in one bundle
// of the tests, and each is turned on in a process of its own, which runs the tests that reach it.
// usage: npm run mutate [-- --count 60] [--seed N] [PART OF A PATH …]
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { bundleTests, mochaCommand, root } from "../../scripts/bundleTests.mjs";
import { importBundled } from "../../scripts/importBundled.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  },
});
const folder = join(root, "out", `mutation-${process.pid}`);
mkdirSync(folder, { recursive: true });
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

const { mutationsOf, withMutants, Random } = await importBundled("test/mutation/mutations.ts", "test/fuzz/random.ts");
const sources = ["server/src", "client/src"].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true })
    .map((name) => join(top, name))
    // Unit tests don't run VS Code, and the entry points only connect parts.
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/^client\/src\/extension|\/src\/(?:node|browser)\//.test(path))
    .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part))),
);
const texts = new Map(sources.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const all = [...texts].flatMap(([path, text]) => mutationsOf(path, text).map((mutation) => ({ path, ...mutation })));
const mutants = pick(all, Number(values.count), new Random(Number(values.seed)));
console.log(`${mutants.length} of ${all.length} mutations of ${sources.length} files, seed ${values.seed}`);

const tests = await bundleTests(join(folder, "tests"), {
  plugins: [{ name: "mutants", setup: (setup) => setup.onLoad({ filter: /\.ts$/ }, withItsMutants) }],
  banner: "globalThis.mutant ??= () => false;",
});
let timeout;
const { reachedBy, failed } = recordTests();
const survivors = [];
for (const [number, mutant] of mutants.entries()) {
  const result = resultOf(number, mutant);
  console.log(`${String(number + 1).padStart(4)} ${result.padEnd(11)} ${shown(mutant)}`);
  if (result !== "killed") survivors.push(`${result}: ${shown(mutant)}`);
}
console.log(`\n${mutants.length - survivors.length} of ${mutants.length} mutations were noticed. Not noticed:`);
for (const survivor of survivors) console.log(`  ${survivor}`);

/** Picks mutations at random, so that no two overlap. */
function pick(from, count, random) {
  const picked = [];
  const rest = [...from];
  while (picked.length < count && rest.length > 0) {
    const [mutation] = rest.splice(random.below(rest.length), 1);
    const overlaps = ({ path, start, end }) => path === mutation.path && start < mutation.end && mutation.start < end;
    if (!picked.some(overlaps)) picked.push(mutation);
  }
  return picked;
}

function withItsMutants({ path: file }) {
  const path = file.slice(root.length);
  const own = new Map([...mutants.entries()].filter(([, mutant]) => mutant.path === path));
  if (own.size === 0) return undefined;
  return { contents: withMutants(texts.get(path), own), loader: "ts" };
}

/** Runs all tests without a mistake, and returns those that reach each mutant, and the titles of those that fail. */
function recordTests() {
  const file = join(folder, "reached.json");
  console.log("Running all tests without a mistake…");
  const started = Date.now();
  passes(tests, { MUTANTS_REACHED: file }, { options: [], stdio: "inherit" });
  timeout = 60_000 + 2 * (Date.now() - started);
  const { reached, failed } = JSON.parse(readFileSync(file, "utf8"));
  if (failed.length > 0) console.log(`Left out, because they fail without a mistake:\n  ${failed.join("\n  ")}`);
  return { reachedBy: new Map(reached), failed };
}

/**
 * Runs the tests that reach a mutant: first the tests of the mutated file, then those of its folder, then the others. A mutant
 * that is reached while the code loads may be noticed by all tests that import the mutated file.
 */
function resultOf(number, { path }) {
  const reached = reachedBy.get(number);
  if (reached === undefined) return "not reached";
  const isByTests = reached.every(({ title }) => title !== undefined);
  const only = isByTests ? reached.map(({ title }) => title) : undefined;
  const titles = join(folder, "titles.json");
  writeFileSync(titles, JSON.stringify({ only, without: failed }));
  const files = new Set(reached.map(({ file }) => file));
  const possible = tests.filter(({ bundle, sources }) =>
    isByTests ? files.has(join(root, bundle)) : sources().has(path),
  );
  const mirrored = `test/${path.replace("/src", "").replace(/\.ts$/, ".test.ts")}`;
  const distance = ({ file }) => (file === mirrored ? 0 : dirname(file) === dirname(mirrored) ? 1 : 2);
  const environment = { MUTANT: String(number), MUTANT_TESTS: titles };
  const groups = [0, 1, 2].map((far) => possible.filter((test) => distance(test) === far));
  return groups.every((group) => group.length === 0 || passes(group, environment)) ? "SURVIVED" : "killed";
}

/** Runs tests until one fails. A mutation that makes a test hang is noticed, too. */
function passes(these, environment, { options: more = ["--bail"], stdio = "ignore" } = {}) {
  const hooks = ["--require", join(root, "test/mutation/hooks.mjs"), ...more];
  const command = mochaCommand([...hooks, ...these.map(({ bundle }) => bundle)]);
  const options = { cwd: root, stdio, timeout, env: { ...process.env, ...environment } };
  return spawnSync(process.execPath, command, options).status === 0;
}

function shown({ path, start, end, after }) {
  const text = texts.get(path);
  const line = text.slice(0, start).split("\n").length;
  const brief = (code) => JSON.stringify(code.slice(0, 80));
  return `${path}:${line}: ${brief(text.slice(start, end))} → ${brief(after)}`;
}
