// Sends requests to real SOAP stacks, and through a real proxy. Installs Debian packages if possible.
// Usage: node test/interop/main.mjs [--write] [MOCHA OPTIONS]          --write updates docs/interoperability.md
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const options = process.argv.slice(2).filter((option) => option !== "--write");
const { SOAPHTTP_WRITE: _, ...env } = process.env;
if (process.argv.includes("--write")) env.SOAPHTTP_WRITE = "1";
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "mocha", "bin", "mocha.js"),
    ...["--ui", "tdd", "--reporter", "spec", "--timeout", "120000", "--forbid-only", ...options],
    "test/interop/*.test.mjs",
  ],
  { cwd: root, env, stdio: "inherit" },
);
process.exit(status ?? 1);
