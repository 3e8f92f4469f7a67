// Installs missing Debian packages, if this process may.
import { spawnSync } from "node:child_process";
import { skip } from "./skip.mjs";

/**
 * Installs Debian packages in a hook or test, which gets the time for it. Skips the tests if that isn't possible.
 * @param {import("mocha").Context} context
 * @param {string} name for the reason
 * @param {readonly string[]} packages
 */
export function requirePackages(context, name, packages) {
  context.timeout(300_000);
  const why = ensureDebianPackages(packages);
  if (why !== undefined) skip(context, `${name}: ${why}`);
}

/**
 * Installs Debian packages, if this is Debian and the user is root.
 * @param {readonly string[]} packages
 * @returns {string | undefined} why the packages can't be used, or undefined
 */
export function ensureDebianPackages(packages) {
  if (packages.length === 0) return undefined;
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

/**
 * Makes a program available from its Debian package, if it isn't installed.
 * @param {string} program
 * @param {string} debianPackage
 * @returns {string | undefined} why it can't be run, or undefined
 */
export function ensureProgram(program, debianPackage) {
  const runs = () => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
  if (runs()) return undefined;
  const why = ensureDebianPackages([debianPackage]);
  return why === undefined && runs() ? undefined : `there is no ${program}: ${why ?? "its package doesn't contain it"}`;
}

/** Returns the packages that aren't installed; undefined without dpkg. */
function missingOf(packages) {
  const { error, stdout } = spawnSync("dpkg-query", ["--status", ...packages], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (error?.code === "ENOENT") return undefined;
  if (error) throw error;
  const installed = new Set(
    [...stdout.matchAll(/^Package: (.*)\nStatus: install ok installed$/gm)].map(([, name]) => name),
  );
  return packages.filter((name) => !installed.has(name));
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=300", ...args], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return status;
}
