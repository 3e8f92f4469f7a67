import assert from "node:assert/strict";
import { circles, wrongImports } from "../support/directions.ts";
import { importsOf, readModules } from "../support/modules.ts";

suite("the directions of imports", () => {
  test("every import in the sources is allowed", () => {
    const modules = readModules(process.cwd(), ["client/src", "server/src"]);
    assert.ok(modules.length > 100, `only ${modules.length} modules were found`);
    assert.ok(modules.flatMap(({ imports }) => imports).length > 300, "hardly an import was found");
    assert.deepEqual(wrongImports(modules), []);
  });

  test("no file and no folder of the sources is part of a cycle", () => {
    assert.deepEqual(circles(readModules(process.cwd(), ["client/src", "server/src"])), []);
  });

  test("two folders that import each other are a cycle, also through a third folder or a file of their parent", () => {
    const [there, back, through] = ["src/a/one.ts", "src/b/two.ts", "src/file.ts"];
    const circle = [
      { path: there, imports: [back] },
      { path: back, imports: [through] },
      { path: through, imports: ["src/a/other.ts"] },
    ];
    assert.equal(circles(circle).length, 3);
    assert.deepEqual(circles(circle.slice(0, 2)), []);
  });

  test("files of one folder that import each other are a cycle, also through a third one", () => {
    const [one, two, three] = ["src/a/one.ts", "src/a/two.ts", "src/a/three.ts"];
    const chain = [
      { path: one, imports: [two] },
      { path: two, imports: [three] },
    ];
    assert.deepEqual(circles(chain), []);
    assert.equal(circles([...chain, { path: three, imports: [one] }]).length, 3);
  });

  test("a file may import from a folder next to it that imports another file next to it", () => {
    const modules = [
      { path: "src/rules.ts", imports: ["src/rules/xml.ts"] },
      { path: "src/rules/xml.ts", imports: ["src/rule.ts"] },
      { path: "src/rule.ts", imports: [] },
    ];
    assert.deepEqual(circles(modules), []);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ["server/src/text/span.ts", "server/src/xml/tree.ts"],
    ["server/src/xml/tree.ts", "server/src/http/head.ts"],
    ["server/src/rules/soap.ts", "server/src/features/hover.ts"],
    ["server/src/features/hover.ts", "server/src/features/completion.ts"],
    ["server/src/analysis/outgoing.ts", "server/src/features/hover.ts"],
    ["server/src/import/bruno/bruno.ts", "server/src/import/postman/postman.ts"],
    ["server/src/import/common/auth.ts", "server/src/import/postman/postman.ts"],
    ["server/src/import/har/har.ts", "server/src/import/write/names.ts"],
    ["server/src/rules/soap.ts", "server/src/lsp/server.ts"],
    ["server/src/lsp/server.ts", "server/src/node/main.ts"],
    ["server/src/lsp/server.ts", "server/src/format/document.ts"],
    ["server/src/analysis/analysis.ts", "server/src/features/hover.ts"],
    ["server/src/lsp/server.ts", "vscode-languageserver/node"],
    ["server/src/browser/main.ts", "vscode-languageserver/node"],
    ["server/src/lsp/server.ts", "vscode"],
    ["server/src/features/folding.ts", "vscode-languageserver-textdocument"],
    ["server/src/lsp/server.ts", "node:path"],
    ["server/src/lsp/server.ts", "path"],
    ["server/src/lsp/server.ts", "client/src/core/exchange/exchange.ts"],
    ["server/src/newcomer.ts", "server/src/text/span.ts"],
    ["client/src/extension/send/sender.ts", "server/src/service/languageService.ts"],
    ["client/src/extension/send/sender.ts", "client/src/transport/node/node.ts"],
    ["client/src/extension/send/sender.ts", "client/src/cli/main.ts"],
    ["client/src/browser/main.ts", "client/src/transport/node/node.ts"],
    ["client/src/transport/responseHead.ts", "vscode"],
    ["client/src/transport/responseHead.ts", "client/src/core/exchange/exchange.ts"],
    ["client/src/transport/responseHead.ts", "node:net"],
    ["client/src/core/exchange/exchange.ts", "vscode"],
    ["client/src/core/exchange/exchange.ts", "client/src/extension/editor/ui.ts"],
    ["client/src/core/exchange/exchange.ts", "client/src/cli/console.ts"],
    ["client/src/cli/main.ts", "vscode"],
    ["client/src/cli/main.ts", "client/src/extension/editor/ui.ts"],
    ["client/src/cli/main.ts", "client/src/node/main.ts"],
    ["client/src/newcomer/one.ts", "client/src/core/exchange/exchange.ts"],
    ["client/src/cli/main.ts", "server/src/rules/rule.ts"],
  ];
  for (const [path, target] of wrong) {
    test(`${path} may not import ${target}`, () => {
      assert.equal(wrongImports([{ path, imports: [target] }]).length, 1);
    });
  }

  test("imports of every form are found, but not in comments", () => {
    const text = [
      'import { a } from "./a.ts";',
      "import type {",
      "  B,",
      '} from "../b.ts";',
      'export * from "pkg";',
      'import "./effect.ts";',
      'const late = await import("node:fs");',
      '// import "./not.ts";',
      '/* from "./nor.ts" */',
    ].join("\n");
    assert.deepEqual(importsOf("server/src/x/y.ts", text), [
      "server/src/x/a.ts",
      "server/src/b.ts",
      "pkg",
      "server/src/x/effect.ts",
      "node:fs",
    ]);
  });
});
