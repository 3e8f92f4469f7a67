// Uses only Node's built-ins, because it installs the packages.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs `npm ci` if the project's packages are missing or older than its lock file. Ends the process if it fails. */
export function ensurePackages() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 11)) {
    console.error(`Node 20.11 or later is needed; this is ${process.version}.`);
    process.exit(1);
  }
  const installed = join(root, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs) return;
  console.log("Installing the project's packages with npm ci …");
  const { status, error } = spawnSync("npm", ["ci", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error(`npm ci failed${error ? `: ${error.message}` : ""}. Run it by itself to see why.`);
    process.exit(1);
  }
}
