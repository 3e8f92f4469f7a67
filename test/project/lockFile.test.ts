import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly link?: boolean;
}

const files = execFileSync("git", ["ls-files", "*package-lock.json"], { encoding: "utf8" }).trim().split("\n");

suite("lock files", () => {
  test("lock files exist", () => assert.ok(files.includes("package-lock.json")));
  for (const file of files) {
    const packages: Readonly<Record<string, Entry>> = JSON.parse(readFileSync(file, "utf8")).packages;

    test(`${file} contains the packages of every platform, as npm ci requires (see scripts/lockPlatforms.mjs)`, () => {
      const names = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
      const isLocked = (name: string) => Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
      assert.deepEqual(
        names.filter((name) => !isLocked(name)),
        [],
      );
    });

    test(`${file} contains the hash of every package`, () => {
      // A package inside of another package's archive (`inBundle`) is covered by that one's hash.
      const unproven = Object.entries(packages).filter(
        ([path, { integrity, inBundle, link }]) => path !== "" && !integrity && !inBundle && !link,
      );
      assert.deepEqual(
        unproven.map(([path]) => path),
        [],
      );
    });

    test(`${file} contains no download URLs`, () => {
      assert.deepEqual(
        Object.values(packages).filter(({ resolved }) => resolved?.startsWith("http")),
        [],
      );
    });
  }
});
