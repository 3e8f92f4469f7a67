// Packs the extension and tests it as its user sees it: in VS Code server, and by `npm start`.
// usage: node scripts/e2e.mjs [--pictures] [MOCHA OPTIONS]        --pictures saves those of the documents anew
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./package.mjs";
import { ensurePackages } from "./packages.mjs";

ensurePackages();
const root = fileURLToPath(new URL("..", import.meta.url));
const options = process.argv.slice(2).filter((option) => option !== "--pictures");
const wantsPictures = process.argv.includes("--pictures");
const env = { ...process.env, SOAPHTTP_VSIX: await pack() };
if (wantsPictures) env.SOAPHTTP_PICTURES = join(root, "docs", "images");
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "mocha", "bin", "mocha.js"),
    ...["--ui", "tdd", "--reporter", "spec", "--timeout", "180000", "--forbid-only", ...options],
    "test/e2e/*.test.mjs",
  ],
  { cwd: root, env, stdio: "inherit" },
);
process.exit(status ?? 1);
