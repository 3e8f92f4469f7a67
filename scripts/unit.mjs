// Runs the tests that need no VS Code (all but test/integration and test/e2e) with mocha: with --processes the tests that start
// processes or open connections, with --long the tests with generated or large inputs (*.long.test.ts), with --grammar the tests
// of the grammars (UPDATE_SNAPSHOTS=1 updates their snapshots), else the others. A part of a path limits them. A part with a dot
// names files of any kind, such as rules/fixes.long.
// usage: node scripts/unit.mjs [--processes | --long | --grammar] [PART OF A PATH …] [-- MOCHA OPTIONS]
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundleTests, mochaCommand, root } from "./bundleTests.mjs";

const [args, forMocha] = splitAt(process.argv.slice(2), "--");
const flags = ["--processes", "--long", "--grammar"];
const parts = args.filter((arg) => !flags.includes(arg));
const flag = args.find((arg) => flags.includes(arg));

const outdir = join(root, "out", `unit-${process.pid}`);
process.on("exit", () => rmSync(outdir, { recursive: true, force: true }));
const tests = await bundleTests(outdir, { parts, flag });
if (tests.length === 0) {
  console.error(`No test matches ${parts.join(" ")}. Use --processes, --long or --grammar for tests of these kinds.`);
  process.exit(2);
}
const parallel = flag === "--processes" ? ["--parallel", "--jobs", "2"] : [];
const files = tests.map(({ bundle }) => bundle);
const command = mochaCommand(
  [...parallel, ...forMocha, ...files],
  flag === "--long" || flag === "--grammar" ? 300_000 : undefined,
);
const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);

function splitAt(list, mark) {
  const at = list.indexOf(mark);
  return at < 0 ? [list, []] : [list.slice(0, at), list.slice(at + 1)];
}
