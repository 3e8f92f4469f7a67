import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

/** Text that belongs to one machine: home folders, working folders, registries, keys. */
const local = [
  new RegExp(["(?<![\\w.~-])", "(work/(main|shared)/|root/[.]|home/\\w+/|Users/\\w+/)"].join("/")),
  /[A-Za-z]:\\Users\\/,
  new RegExp(["registry[.]npmjs", "arti" + "factory", "verdac" + "cio"].join("|"), "i"),
  new RegExp(["_auth", "Token|npm_[A-Za-z0-9]{36}"].join("")),
];

suite("the files in git", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
    .split("\0")
    .filter((file) => file !== "" && existsSync(file));

  test("git lists the files of the project", () => {
    assert.ok(files.includes("package.json") && files.length > 100, `${files.length} files`);
  });

  test("the files have the layout of the project at the top", () => {
    const top = new Set(files.map((file) => file.split("/")[0]));
    // Build servers look for their files only there: GitHub the action and its workflows, Docker its file, GitLab templates.
    const forBuildServers = [".github", "action.yml", "Dockerfile", ".dockerignore", "templates"];
    const ours = ["client", "server", "syntaxes", "test", "package.json", "esbuild.mjs", ".vscodeignore"];
    const fixed = [...ours, ...forBuildServers];
    assert.deepEqual(
      fixed.filter((name) => !top.has(name)),
      [],
    );
  });

  test(".vscodeignore names only folders that exist", () => {
    const folders = [...readFileSync(".vscodeignore", "utf8").matchAll(/^!(\w+)\//gm)].map(
      ([, folder]) => folder ?? "",
    );
    assert.ok(folders.length > 3, `${folders}`);
    assert.deepEqual(
      folders.filter((folder) => folder !== "dist" && !files.some((file) => file.startsWith(`${folder}/`))),
      [],
    );
  });

  test("files with local text are detected", () => {
    const named = [
      ["", "work", "main", "a.ts"],
      ["", "home", "me", "a.ts"],
      ["", "root", ".npmrc"],
      ["C:", "Users", "me"],
    ];
    const texts = [...named.slice(0, 3).map((words) => words.join("/")), named[3]?.join("\\") ?? ""];
    texts.push(["https://registry", "npmjs.org/x"].join("."), ["_auth", "Token=x"].join(""));
    for (const text of texts)
      assert.ok(
        local.some((pattern) => pattern.test(`see ${text}`)),
        text,
      );
    for (const text of ["POST /work/soap HTTP/1.1", "GET /root/x", "http://h/home/a/b"]) {
      assert.ok(!local.some((pattern) => pattern.test(text)), text);
    }
  });

  test("files contain no local paths and no registries", () => {
    const mentions = files.flatMap((file) => {
      const text = readFileSync(file, "latin1");
      return local.flatMap((pattern) => {
        const match = pattern.exec(text);
        return match ? [`${file}: ${match[0]}`] : [];
      });
    });
    assert.deepEqual(mentions, []);
  });

  test("files contain no unresolved conflict of a merge", () => {
    assert.deepEqual(
      files.filter((file) => /^(?:<{7}|>{7}) /m.test(readFileSync(file, "latin1"))),
      [],
    );
  });

  test("files mention only existing npm scripts", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
    const documents = files.filter((file) => file.endsWith(".md") && !file.includes("/fixtures/"));
    const named = documents.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bnpm (?:run ([\w:.-]*\w)|(start|test)\b)/g)].map((match) => ({
        file,
        script: match[1] ?? match[2] ?? "",
      })),
    );
    assert.ok(named.length > 0, "no document names a script");
    assert.deepEqual(
      named.filter(({ script }) => !(script in scripts)),
      [],
    );
  });
});
