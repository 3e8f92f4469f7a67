import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

/** The only modules that write, create or delete files. They decide where that is allowed. */
const nodeWriter = "client/src/core/node/writeFile.ts";
const editorWriter = "client/src/extension/editor/writeFile.ts";

/** What other modules may import from Node's `fs`. `open` must have flags for reading, `writeSync` is for standard error. */
const reading =
  /^(?:type \w+|constants|closeSync|createReadStream|existsSync|fstatSync|lstat|open|openSync|readFile|readFileSync|readdir|readdirSync|readSync|realpath|realpathSync|stat|statSync|writeSync)$/;

const openingElsewise = /\b(?:open|openSync)\((?!path, constants\.O_RDONLY \||place, flags, mode\)).*/g;

/** What is wrong in a module's text: names of functions that change files. */
function writesIn(path: string, text: string): readonly string[] {
  const code = text.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");
  const imports = [...code.matchAll(/\bfrom\s*["'](?:node:)?fs(?:\/promises)?["']/g)];
  const named = [...code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["'](?:node:)?fs(?:\/promises)?["']/g)];
  const names = named.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return [
    ...(imports.length > named.length ? ["import of all of fs"] : []),
    ...(code.match(/\b(?:require|import|getBuiltinModule)\(\s*["'](?:node:)?fs\b/g) ?? []),
    ...(path === nodeWriter ? [] : names.filter((name) => name !== "" && !reading.test(name))),
    ...(path === nodeWriter ? [] : (code.match(/\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/g) ?? [])),
    ...(names.some((name) => /^open/.test(name)) ? (code.match(openingElsewise) ?? []) : []),
    ...(code.match(/\bwriteSync\((?!2, )/g) ?? []),
    ...(path === editorWriter
      ? []
      : (code.match(/\bfs\s*\.\s*(?:writeFile|createDirectory|delete|rename|copy)\b/g) ?? [])),
    ...(code.match(/\.\s*(?:createFile|deleteFile|renameFile)\(\s*(?:vscode\b|uri\b|new\b)/g) ?? []),
  ];
}

suite("files", () => {
  const modules = ["client/src", "server/src"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((name) => /\.(?:ts|mjs)$/.test(name)),
  );

  test("are written, created and deleted by one module on each side, which decides where that is allowed", () => {
    assert.ok(modules.length > 500, `only ${modules.length} modules were found`);
    const wrong = modules.flatMap((path) => writesIn(path, readFileSync(path, "utf8")).map((one) => `${path}: ${one}`));
    assert.deepEqual(wrong, []);
  });

  test("are recognized in each way to write them", () => {
    for (const text of [
      'import { writeFileSync } from "node:fs";',
      'import { readFile, rm } from "node:fs/promises";',
      'import { createWriteStream as readFile } from "fs";',
      'import * as fs from "node:fs";',
      'import fs from "node:fs";',
      'const fs = await import("node:fs/promises");',
      'const { rmSync } = require("fs");',
      'import { openSync } from "node:fs";\nopenSync(path, "w");',
      'import { constants, openSync } from "node:fs";\nopenSync(path, constants.O_RDWR);',
      'import { writeSync } from "node:fs";\nwriteSync(file, text);',
      "await vscode.workspace.fs.writeFile(file, bytes);",
      "await workspace.fs.delete(file);",
      "edit.createFile(uri, {});",
    ]) {
      assert.notDeepEqual(writesIn("client/src/cli/other.ts", text), [], text);
    }
  });
});
