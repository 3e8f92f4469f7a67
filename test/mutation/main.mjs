// Makes one small mistake after another in a copy of the sources, and lists those that no unit test notices.
// usage: npm run mutate [-- --count 60] [--seed N] [PART OF A PATH …]
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  },
});
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "out", `mutation-${process.pid}`);
mkdirSync(folder, { recursive: true });
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

const { mutationsOf, Random } = await load(["test/mutation/mutations.ts", "test/fuzz/random.ts"]);
copySources();

const sources = ["server/src", "client/src"].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true })
    .map((name) => join(top, name))
    // Unit tests don't run VS Code, and the entry points only connect parts.
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/^client\/src\/extension|\/src\/(?:node|browser)\//.test(path))
    .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part))),
);
const all = sources.flatMap((path) => {
  const text = readFileSync(join(root, path), "utf8");
  return mutationsOf(path, text).map((mutation) => ({ path, text, ...mutation }));
});
const random = new Random(Number(values.seed));
const count = Math.min(Number(values.count), all.length);
console.log(`${count} of ${all.length} mutations of ${sources.length} files, seed ${values.seed}`);

if (!passes([], "inherit")) throw new Error("the unit tests fail without a mutation");
const survivors = [];
for (let made = 1; made <= count; made++) {
  const [{ path, text, start, end, after }] = all.splice(random.below(all.length), 1);
  writeFileSync(join(folder, path), text.slice(0, start) + after + text.slice(end));
  // The tests of the same folder notice most mutations, in a fraction of the time of all tests.
  const nearest = nearestTests(path);
  const survived = (nearest === undefined || passes([nearest])) && passes();
  writeFileSync(join(folder, path), text);
  const line = text.slice(0, start).split("\n").length;
  const shown = `${path}:${line}: ${JSON.stringify(text.slice(start, end).slice(0, 60))} → ${JSON.stringify(after)}`;
  console.log(`${String(made).padStart(4)} ${survived ? "SURVIVED" : "killed  "} ${shown}`);
  if (survived) survivors.push(shown);
}
console.log(`\n${count - survivors.length} of ${count} mutations were noticed. Not noticed:`);
for (const shown of survivors) console.log(`  ${shown}`);

/** Returns the folder with the tests of a source file, `test/server/xml` for `server/src/xml/names.ts`. */
function nearestTests(path) {
  const [top, , ...parts] = dirname(path).split("/");
  while (parts.length > 0) {
    const tests = ["test", top, ...parts].join("/");
    if (existsSync(join(root, tests)) && readdirSync(join(root, tests)).some(isUnitTest)) return `${tests}/`;
    parts.pop();
  }
  return undefined;
}

function isUnitTest(name) {
  return /(?<!\.long)\.test\.ts$/.test(name);
}

/** Runs the unit tests whose paths contain one of the parts, or all. A mutation that makes a test hang is noticed, too. */
function passes(parts = [], stdio = "ignore") {
  const { status } = spawnSync(process.execPath, ["scripts/unit.mjs", ...parts, "--", "--bail"], {
    cwd: folder,
    stdio,
    timeout: 300_000,
  });
  return status === 0;
}

function copySources() {
  const packages = join(root, "node_modules");
  for (const name of readdirSync(root)) {
    if ([".git", "out", "dist"].includes(name)) continue;
    // The packages are copied, too: a link to them would have other paths in the bundles that tests examine.
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path.startsWith(packages) || !path.includes("node_modules"),
    });
  }
}

async function load(entryPoints) {
  const outdir = join(folder, "out", "mutation");
  const [outExtension, packages] = [{ ".js": ".mjs" }, "external"];
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outbase: "test",
    bundle: true,
    platform: "node",
    format: "esm",
    packages,
    outExtension,
  });
  const loaded = await Promise.all(
    entryPoints.map(
      (path) => import(pathToFileURL(join(outdir, path.replace(/^test\//, "").replace(/ts$/, "mjs"))).href),
    ),
  );
  return Object.assign({}, ...loaded);
}
