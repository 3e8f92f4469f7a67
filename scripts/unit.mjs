// Bundles the tests without VS Code (all but test/integration and test/e2e) for Node and runs them with mocha: with
// --processes those that start processes or open connections, without it the others, with parts all whose path has one.
// usage: node scripts/unit.mjs [--processes] [PART OF A PATH …] [-- MOCHA OPTIONS]
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [args, forMocha] = splitAt(process.argv.slice(2), "--");
const own = args.filter((arg) => arg !== "--processes");
const elsewhere = ["hosts", "integration", "e2e", "syntaxes", "fixtures"];
const entryPoints = readdirSync(join(root, "test"))
  .filter((folder) => !elsewhere.includes(folder))
  .flatMap((folder) => filesBelow(`test/${folder}`))
  .filter((file) => file.endsWith(".test.ts") && (own.length === 0 || own.some((part) => file.includes(part))));
if (entryPoints.length === 0) {
  console.error(`no test file matches ${own.join(" ")}`);
  process.exit(2);
}

const outdir = join(root, "out", `unit-${process.pid}`);
process.on("exit", () => rmSync(outdir, { recursive: true, force: true }));
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints,
  outdir,
  outbase: "test",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
  metafile: true,
});
const tests = Object.entries(metafile.outputs).filter(
  ([, { inputs }]) => own.length > 0 || args.includes("--processes") === Object.keys(inputs).some(needsProcesses),
);
const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
const { status } = spawnSync(
  process.execPath,
  [
    "--enable-source-maps",
    mocha,
    "--ui",
    "tdd",
    "--reporter",
    "dot",
    "--timeout",
    "60000",
    ...forMocha,
    ...tests.map(([file]) => file),
  ],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);

/** Whether a file of the tests themselves starts processes or opens connections. */
function needsProcesses(file) {
  const { imports } = metafile.inputs[file];
  return file.startsWith("test/") && imports.some(({ path }) => /^node:(?:child_process|https?|net|tls)$/.test(path));
}

function filesBelow(folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length));
}

function splitAt(list, mark) {
  const at = list.indexOf(mark);
  return at < 0 ? [list, []] : [list.slice(0, at), list.slice(at + 1)];
}
