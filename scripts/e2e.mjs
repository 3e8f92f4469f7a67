// Packs the extension and tests it as its user sees it: in VS Code server, and by `npm start`.
// A test that fails runs once more, which is told: VS Code on a busy machine takes its time. Not so with --typing.
// usage: node scripts/e2e.mjs [--pictures] [--typing] [MOCHA OPTIONS]
//   --pictures saves those of the documents anew; --typing runs the typing tests alone, with all texts at all speeds
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./package.mjs";
import { ensurePackages } from "./packages.mjs";

ensurePackages();
const root = fileURLToPath(new URL("..", import.meta.url));
const flags = ["--pictures", "--typing"];
const options = process.argv.slice(2).filter((option) => !flags.includes(option));
const [wantsPictures, wantsTyping] = flags.map((flag) => process.argv.includes(flag));
const env = { ...process.env, SOAPHTTP_VSIX: await pack() };
if (wantsTyping) env.SOAPHTTP_TYPING = "all";
if (wantsPictures) env.SOAPHTTP_PICTURES = join(root, "docs", "images");
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "mocha", "bin", "mocha.js"),
    ...["--ui", "tdd", "--reporter", join(root, "test", "hosts", "reporter.mjs"), "--forbid-only", ...options],
    ...(wantsTyping
      ? ["--parallel", "--jobs", "8", "--timeout", "600000", "test/e2e/typing/*.test.mjs"]
      : ["--timeout", "180000", "--retries", "1", "test/e2e/**/*.test.mjs"]),
  ],
  { cwd: root, env, stdio: "inherit" },
);
process.exit(status ?? 1);
