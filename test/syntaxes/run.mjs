// Bundles the grammar tests and runs them with mocha.
// usage: node test/syntaxes/run.mjs [MOCHA OPTIONS]        UPDATE_SNAPSHOTS=1 updates the snapshots of the samples
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const entryPoints = readdirSync(join(root, "test/syntaxes"))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/syntaxes/${name}`);
const outdir = join(root, "out", `grammar-${process.pid}`);
process.on("exit", () => rmSync(outdir, { recursive: true, force: true }));
await build({
  absWorkingDir: root,
  entryPoints,
  outdir,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
// The limit ends an endless test; no test asserts a time.
const options = ["--ui", "tdd", "--reporter", "dot", "--timeout", "300000", "--forbid-only", ...process.argv.slice(2)];
const { status } = spawnSync(
  process.execPath,
  ["--enable-source-maps", join(root, "node_modules/mocha/bin/mocha.js"), ...options, `${outdir}/*.test.mjs`],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);
