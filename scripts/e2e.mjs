// Packs the extension and tests it through its user interface: in VS Code server, and with `npm start`.
// usage: node scripts/e2e.mjs [--pictures] [--typing] [MOCHA OPTIONS] [FILES]
//   --pictures saves the pictures of the documentation; --typing runs only the typing tests, all texts at all speeds
//   FILES of tests run one after the other; without them all run, two at a time
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./package.mjs";
import { ensurePackages } from "./packages.mjs";
import { noteTaken, pictures } from "./pictures.mjs";

ensurePackages();
const root = fileURLToPath(new URL("..", import.meta.url));
const flags = ["--pictures", "--typing"];
const options = process.argv.slice(2).filter((option) => !flags.includes(option));
const [wantsPictures, wantsTyping] = flags.map((flag) => process.argv.includes(flag));
const folder = mkdtempSync(join(tmpdir(), "soaphttp-vsix-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
// A copy, because the tests of `npm start` pack the extension again.
const packed = join(folder, "soaphttp.vsix");
copyFileSync(await pack(), packed);
const env = { ...process.env, SOAPHTTP_VSIX: packed };
if (wantsTyping) env.SOAPHTTP_TYPING = "all";
if (wantsPictures) env.SOAPHTTP_PICTURES = join(root, "docs", "images");
// The longest files first. The windows mostly wait, so two at a time share the cores of a small machine, and eight with --typing.
const all = ["--parallel", "--jobs", "2", "--timeout", "180000", "test/e2e/typing/*.test.mjs", "test/e2e/*.test.mjs"];
const typing = ["--parallel", "--jobs", "8", "--timeout", "600000", "test/e2e/typing/*.test.mjs"];
const hasFiles = options.some((option) => option.endsWith(".test.mjs"));
const began = Date.now();
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "mocha", "bin", "mocha.js"),
    ...["--ui", "tdd", "--reporter", join(root, "test", "hosts", "reporter.mjs"), "--forbid-only", ...options],
    ...(hasFiles ? ["--timeout", "180000", "--exit"] : wantsTyping ? typing : all),
  ],
  { cwd: root, env, stdio: "inherit" },
);
if (wantsPictures) {
  const times = (name) =>
    statSync(join(root, "docs", "images", `${name}.png`), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  noteTaken(Object.keys(pictures()).filter((name) => times(name) > began));
}
process.exit(status ?? 1);
