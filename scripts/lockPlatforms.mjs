// Adds the optional packages of other platforms to package-lock.json. npm leaves out those that its registry doesn't have
// at the moment, and `npm ci` then refuses the lock file everywhere.
// usage: node scripts/lockPlatforms.mjs [FOLDER …], after every `npm install` that changed a lock file
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

for (const folder of process.argv.length > 2 ? process.argv.slice(2) : ["."]) {
  const file = join(folder, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const added = missing(lock.packages);
  for (const [name, entry] of added) lock.packages[`node_modules/${name}`] = entry;
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  if (added.length > 0)
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
  console.log(`${file}: ${added.length} added`);
}

/** Returns the missing packages, each with the fields by which npm sees that it isn't for this machine. */
function missing(packages) {
  return Object.values(packages).flatMap((owner) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(([name]) => !Object.hasOwn(packages, `node_modules/${name}`))
      .map(([name, version]) => [
        name,
        { version: version.replace(/^[\^~]/, ""), ...platform(name), dev: true, optional: true },
      ]),
  );
}

/** Returns the platform in the name of a native package, such as `@x/cli-linux-x64-musl`. */
function platform(name) {
  const words = name.slice(name.indexOf("/") + 1).split("-");
  const os = words.find((word) => ["android", "darwin", "freebsd", "linux", "openharmony", "win32"].includes(word));
  const cpu = words.find((word) => ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "x64"].includes(word));
  const libc = os !== "linux" ? undefined : words.some((word) => word.startsWith("musl")) ? "musl" : "glibc";
  if (!os || !cpu) throw new Error(`${name} doesn't say what it is for`);
  return { cpu: [cpu], ...(libc === "musl" ? { libc: [libc] } : {}), os: [os] };
}
