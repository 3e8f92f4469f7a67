// Bundles the tests that need no VS Code (all but test/integration and test/e2e) for Node and runs them with mocha: with
// --processes those that start processes or open connections, with --long those with generated or large inputs
// (*.long.test.ts), else the others. A part of a path limits them. A part with a dot names files, such as
// rules/fixes.long: they are run whichever kind they are.
// usage: node scripts/unit.mjs [--processes | --long] [PART OF A PATH …] [-- MOCHA OPTIONS]
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [args, forMocha] = splitAt(process.argv.slice(2), "--");
const flags = ["--processes", "--long"];
const own = args.filter((arg) => !flags.includes(arg));
const flag = args.find((arg) => flags.includes(arg));
const elsewhere = ["hosts", "integration", "e2e", "syntaxes", "fixtures"];
const entryPoints = readdirSync(join(root, "test"))
  .filter((folder) => !elsewhere.includes(folder))
  .flatMap((folder) => filesBelow(`test/${folder}`))
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) => isNamed(file) || (isOfPart(file) && isLong(file) === (flag === "--long")));

const outdir = join(root, "out", `unit-${process.pid}`);
process.on("exit", () => rmSync(outdir, { recursive: true, force: true }));
const inNode = { absWorkingDir: root, bundle: true, platform: "node", target: "node20", packages: "external" };
const xpathProcess = join(outdir, "xpathProcess.cjs");
await build({ ...inNode, entryPoints: ["server/src/node/xpathProcess.ts"], format: "cjs", outfile: xpathProcess });
const { metafile } = await build({
  ...inNode,
  entryPoints,
  outdir,
  outbase: "test",
  format: "esm",
  define: { XPATH_PROCESS: JSON.stringify(xpathProcess) },
  // Shared code is loaded once. The tests that count steps need code of their own that has not run before.
  splitting: !entryPoints.some(isLong),
  sourcemap: "inline",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
  metafile: true,
});
const tests = Object.entries(metafile.outputs).filter(
  ([, { entryPoint: file }]) =>
    file && (isNamed(file) || flag === "--long" || needsProcesses(file) === (flag === "--processes")),
);
if (tests.length === 0) {
  console.error(`No test matches ${own.join(" ")}. Use --processes or --long for tests of these kinds.`);
  process.exit(2);
}
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
    ...(flag === "--processes" ? ["--parallel", "--jobs", "2"] : []),
    ...forMocha,
    ...tests.map(([file]) => file),
  ],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);

function isNamed(file) {
  return own.some((part) => part.includes(".") && file.includes(part));
}

function isOfPart(file) {
  return own.length === 0 || own.some((part) => file.includes(part));
}

function isLong(file) {
  return file.endsWith(".long.test.ts");
}

/** Whether a file of the tests, or one that it imports, starts processes or opens connections: not what they test. */
function needsProcesses(file) {
  if (!file.startsWith("test/")) return false;
  const paths = metafile.inputs[file].imports.map(({ path }) => path);
  return paths.some((path) => /^node:(?:child_process|https?|net|tls)$/.test(path) || needsProcesses(path));
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
