import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { pathsWith } from "../support/modules.ts";

/** The only modules that write, create or delete files. They decide where that is allowed. */
const nodeWriter = "client/src/core/node/writeFile.ts";
const editorWriter = "client/src/extension/editor/writeFile.ts";

/** The module that opens files that a document or a workspace names. It decides which may be read. */
const nodeReader = "server/src/node/openFile.ts";
const editorReader = "client/src/extension/trust/readFiles.ts";

/** The other modules that read the content of files. None of these files is named by a document or a workspace. */
const otherReaders: Readonly<Record<string, string>> = {
  "client/src/cli/files.ts": "operands and options, which the user names: also pipes",
  "client/src/cli/codeCache.ts": "the program itself, and what it has cached",
  "client/src/cli/export/command.ts": "the hashes of files that are replaced, where writing is allowed",
  "client/src/extension/history/storage.ts": "the history, in the extension's own folder",
  "client/src/browser/main.ts": "a script of the extension itself",
};

/** What other modules may import from Node's `fs`. `writeSync` is for standard error. */
const harmless =
  /^(?:type \w+|constants|existsSync|fstatSync|lstat|lstatSync|readdir|readdirSync|realpath|realpathSync|stat|statSync|writeSync)$/;
const reading = /^(?:type \w+|closeSync|createReadStream|openSync|readFile|readFileSync|readSync)$/;

const openingElsewise = /\b(?:open|openSync)\((?!real, O_RDONLY \||place, flags, mode\)).*/g;

/** The problems of a module's text: names of functions that change files, or read files that they must not read. */
function wrongIn(path: string, text: string): readonly string[] {
  const code = text.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");
  const imports = [...code.matchAll(/\bfrom\s*["'](?:node:)?fs(?:\/promises)?["']/g)];
  const named = [...code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["'](?:node:)?fs(?:\/promises)?["']/g)];
  const names = named.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return [
    ...(imports.length > named.length ? ["import of all of fs"] : []),
    ...(code.match(/\b(?:require|import|getBuiltinModule)\(\s*["'](?:node:)?fs\b/g) ?? []),
    ...(path === nodeWriter
      ? []
      : names.filter((name) => name !== "" && !harmless.test(name) && !(mayRead(path) && reading.test(name)))),
    ...(path === nodeWriter ? [] : (code.match(/\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/g) ?? [])),
    ...(names.some((name) => /^open/.test(name)) ? (code.match(openingElsewise) ?? []) : []),
    ...(code.match(/\bwriteSync\((?!2, )/g) ?? []),
    ...(path === editorWriter
      ? []
      : (code.match(/\bfs\s*\.\s*(?:writeFile|createDirectory|delete|rename|copy)\b/g) ?? [])),
    ...(path === editorReader || mayRead(path) ? [] : (code.match(/\bfs\s*\.\s*readFile\b/g) ?? [])),
    ...(code.match(/\.\s*(?:createFile|deleteFile|renameFile)\(\s*(?:vscode\b|uri\b|new\b)/g) ?? []),
  ];
}

function mayRead(path: string): boolean {
  return path === nodeReader || Object.hasOwn(otherReaders, path);
}

suite("files", () => {
  const modules = ["client/src", "server/src"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((name) => /\.(?:ts|mjs)$/.test(name)),
  );

  test("one module on each side reads, writes, creates and deletes files, and decides where that is allowed", () => {
    assert.ok(modules.length > 500, `only ${modules.length} modules were found`);
    const wrong = modules.flatMap((path) => wrongIn(path, readFileSync(path, "utf8")).map((one) => `${path}: ${one}`));
    assert.deepEqual(wrong, []);
  });

  test("the modules that read files elsewhere exist and do so", () => {
    for (const path of Object.keys(otherReaders))
      assert.match(readFileSync(path, "utf8"), /\b(?:readFile|createReadStream)/);
  });

  test("each way to read or write files is recognized", () => {
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
      'import { readFileSync } from "node:fs";',
      'import { readFile } from "node:fs/promises";',
      'import { createReadStream } from "node:fs";',
      'import { open } from "node:fs/promises";',
      "const bytes = await vscode.workspace.fs.readFile(uri);",
      "await vscode.workspace.fs.writeFile(file, bytes);",
      "await workspace.fs.delete(file);",
      "edit.createFile(uri, {});",
    ]) {
      assert.notDeepEqual(wrongIn("client/src/cli/other.ts", text), [], text);
    }
  });
});

suite("the languages of files", () => {
  test("only the protocol contains the id of mock files: everything else asks a message for its kind", () => {
    const naming = ["server/src", "client/src"].flatMap((folder) => pathsWith(/"soapmock"/, folder));
    assert.deepEqual(naming, ["server/src/protocol/documentProtocol.ts"]);
  });
});
