// Bundles the tests that need no VS Code for Node.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packedWasm } from "./bundle/wasm.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const elsewhere = ["hosts", "integration", "e2e", "syntaxes", "fixtures"];
/** The kinds of tests that are run whatever they import. */
const whole = ["--long", "--grammar"];

/**
 * Bundles the tests of a kind whose paths contain one of the parts, or all, and returns each file with its bundle and a
 * function that returns the paths of the files in it.
 * @param flag `--processes`, `--long`, `--grammar`, or undefined for the others
 */
export async function bundleTests(outdir, { parts = [], flag, plugins = [], banner = "" } = {}) {
  const isNamed = (file) => parts.some((part) => part.includes(".") && file.includes(part));
  const isOfPart = (file) => parts.length === 0 || parts.some((part) => file.includes(part));
  const folders = readdirSync(join(root, "test")).filter((folder) => !elsewhere.includes(folder));
  const entryPoints = (flag === "--grammar" ? ["syntaxes"] : folders)
    .flatMap((folder) => filesBelow(`test/${folder}`))
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => isNamed(file) || (isOfPart(file) && isLong(file) === (flag === "--long")));
  const inNode = { absWorkingDir: root, bundle: true, platform: "node", target: "node20", packages: "external" };
  const xpathProcess = join(outdir, "xpathProcess.cjs");
  await build({ ...inNode, entryPoints: ["server/src/node/xpathProcess.ts"], format: "cjs", outfile: xpathProcess });
  const pacWorker = join(outdir, "pac.cjs");
  const pac = { entryPoints: ["client/src/cli/pac/worker.ts"], packages: "bundle", plugins: [packedWasm] };
  await build({ ...inNode, ...pac, format: "cjs", outfile: pacWorker });
  const { metafile } = await build({
    ...inNode,
    entryPoints,
    outdir,
    outbase: "test",
    format: "esm",
    define: {
      XPATH_PROCESS: JSON.stringify(xpathProcess),
      PAC_WORKER: JSON.stringify(pacWorker),
      SOAPHTTP_VERSION: JSON.stringify("of the tests"),
    },
    // Shared code is loaded once. The tests that count steps need code of their own that has not run before, and so a copy
    // of fontoxpath, in which functions can be registered only once.
    ...(entryPoints.some(isLong) ? { packages: "bundle", external: packagesBut("fontoxpath") } : { splitting: true }),
    sourcemap: "inline",
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
    metafile: true,
    plugins,
    banner: { js: banner },
  });
  /** Whether a test file, or a test file that it imports, starts processes or opens connections. The tested sources don't count. */
  const needsProcesses = (file) => {
    if (!file.startsWith("test/")) return false;
    const paths = metafile.inputs[file].imports.map(({ path }) => path);
    return paths.some((path) => /^node:(?:child_process|https?|net|tls)$/.test(path) || needsProcesses(path));
  };
  const sourcesOf = (file, all = new Set()) => {
    if (all.has(file) || !metafile.inputs[file]) return all;
    all.add(file);
    for (const { path } of metafile.inputs[file].imports) sourcesOf(path, all);
    return all;
  };
  return Object.entries(metafile.outputs)
    .map(([bundle, { entryPoint: file }]) => ({ bundle, file, sources: () => sourcesOf(file) }))
    .filter(({ file }) => file !== undefined)
    .filter(({ file }) => isNamed(file) || whole.includes(flag) || needsProcesses(file) === (flag === "--processes"));
}

/** Returns the arguments of Node that run mocha. @param timeout of each test, in milliseconds */
export function mochaCommand(options, timeout = 60_000) {
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  return ["--enable-source-maps", mocha, "--ui", "tdd", "--reporter", "dot", "--timeout", String(timeout), ...options];
}

function packagesBut(name) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies }).filter((other) => other !== name);
}

function isLong(file) {
  return file.endsWith(".long.test.ts");
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
