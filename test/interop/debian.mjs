// Installs missing Debian packages, if this process may.
import { spawnSync } from "node:child_process";

/**
 * Installs Debian packages, if this is Debian and the user is root.
 * @param {readonly string[]} packages
 * @returns {string | undefined} why the packages can't be used, or undefined
 */
export function ensureDebianPackages(packages) {
  const missing = missingOf(packages);
  if (missing === undefined) return "there is no dpkg on this machine";
  if (missing.length === 0) return undefined;
  if (process.getuid?.() !== 0) return `not installed, and only root can: ${missing.join(" ")}`;
  console.log(`Installing ${missing.join(" ")} …`);
  const install = () => apt("install", "-y", "--no-install-recommends", ...missing);
  // The package list may be missing or outdated.
  if (install() !== 0 && apt("update") === 0) install();
  const still = missingOf(packages) ?? packages;
  return still.length === 0 ? undefined : `apt-get could not install ${still.join(" ")}`;
}

function missingOf(packages) {
  const { error, stdout } = spawnSync("dpkg-query", ["--status", ...packages], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (error) return undefined;
  const installed = new Set(
    [...stdout.matchAll(/^Package: (.*)\nStatus: install ok installed$/gm)].map(([, name]) => name),
  );
  return packages.filter((name) => !installed.has(name));
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  return status;
}
