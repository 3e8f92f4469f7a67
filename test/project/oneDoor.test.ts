import assert from "node:assert/strict";
import { posix } from "node:path";
import { type Module, readModules } from "../support/modules.ts";

/** Maximum lines of a file that another one is merged into. */
const most = 250;

/** Why a file stays that has one importer, or why all such files of an importer stay. */
const staying: Readonly<Record<string, string>> = {
  "client/src/cli/main.ts": "its code isn't cached, so it is short",
  "client/src/cli/program.ts": "each command is built to a file of its own",
  "client/src/cli/mcp/library.ts": "it is built to a file of its own",
  "client/src/cli/pac/functions.ts": "it is what a script can call, apart from how scripts are run",
  "client/src/cli/export/program.ts": "a program is one text, the load of the importer a folder",
  "client/src/export/programs/programs.ts": "each language is a file of its own",
  "client/src/extension/extension.ts": "it activates the extension, whose features are a list",
  "client/src/extension/features.ts": "a list of features, each in a file of its own",
  "client/src/extension/parts.ts": "a list of parts, each in a file of its own",
  "client/src/extension/mock/mockCommands.ts": "a list of commands, whose dialogs and views are files of their own",
  "server/src/analysis/messages.ts": "the messages of a document, and who keeps them",
  "server/src/features/completion/completion.ts": "it chooses by the place; each place is a file of its own",
  "server/src/features/hover/hover.ts": "it chooses by the place; each place is a file of its own",
  "server/src/import/import.ts": "each reader of another tool's files is a file or a folder",
  "server/src/protocol/protocol.ts": "a list of protocols, each in a file of its own",
};

suite("files with one importer", () => {
  test("a small file that only one other file imports is merged into it, or has a reason to stay", () => {
    const modules = readModules(process.cwd(), ["client/src", "server/src", "test"]);
    const news = oneDoors(modules).filter(({ path, importer }) => !(path in staying) && !(importer in staying));
    assert.deepEqual(
      news.map(({ path, importer }) => `merge ${path} into ${importer}, or write into this test why it stays`),
      [],
    );
  });

  const parent = { path: "server/src/rules/soap.ts", imports: ["server/src/rules/soap/media.ts"], lines: 100 };
  const part = { path: "server/src/rules/soap/media.ts", imports: [], lines: 150 };

  test("a file that one file of its folder or of the parent folder imports could be merged", () => {
    assert.deepEqual(oneDoors([parent, part]), [{ path: part.path, importer: parent.path }]);
  });

  const kept: readonly (readonly [string, readonly Module[]])[] = [
    ["with a test", [parent, part, { path: "test/media.test.ts", imports: [part.path], lines: 9 }]],
    ["that two files import", [parent, part, { ...parent, path: "server/src/rules/xml.ts" }]],
    ["that would make its importer too long", [parent, { ...part, lines: 151 }]],
    ["of another part than its importer", [{ ...parent, path: "server/src/mock/soap.ts" }, part]],
  ];
  for (const [what, modules] of kept) {
    test(`a file ${what} stays`, () => {
      assert.deepEqual(oneDoors(modules), []);
    });
  }
});

/** The files that only one file next to them, or in the folder above, imports and that are short enough to be merged into it. */
function oneDoors(modules: readonly Module[]): readonly { readonly path: string; readonly importer: string }[] {
  const importers = new Map<string, Module[]>();
  for (const importer of modules) {
    for (const path of new Set(importer.imports)) importers.set(path, [...(importers.get(path) ?? []), importer]);
  }
  return modules.flatMap(({ path, lines }) => {
    const [only, other] = importers.get(path) ?? [];
    if (!only || other || path.startsWith("test/") || lines + only.lines > most) return [];
    const isNear = `${posix.dirname(path)}/`.startsWith(`${posix.dirname(only.path)}/`);
    return isNear ? [{ path, importer: only.path }] : [];
  });
}
