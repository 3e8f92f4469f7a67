import assert from "node:assert/strict";
import { wrongImports } from "../support/directions.ts";
import { importsOf, readModules } from "../support/modules.ts";

suite("who may import whom", () => {
  test("every import in the sources goes the right way", () => {
    const modules = readModules(process.cwd(), ["client/src", "server/src"]);
    assert.ok(modules.length > 100, `only ${modules.length} modules were found`);
    assert.ok(modules.flatMap(({ imports }) => imports).length > 300, "hardly an import was found");
    assert.deepEqual(wrongImports(modules), []);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ["server/src/text/span.ts", "server/src/xml/tree.ts"],
    ["server/src/xml/tree.ts", "server/src/http/head.ts"],
    ["server/src/rules/soap.ts", "server/src/features/hover.ts"],
    ["server/src/features/hover.ts", "server/src/features/completion.ts"],
    ["server/src/features/hover.ts", "server/src/outgoing.ts"],
    ["server/src/rules/soap.ts", "server/src/lsp/server.ts"],
    ["server/src/lsp/server.ts", "server/src/node/main.ts"],
    ["server/src/lsp/server.ts", "vscode-languageserver/node"],
    ["server/src/browser/main.ts", "vscode-languageserver/node"],
    ["server/src/lsp/server.ts", "vscode"],
    ["server/src/lsp/server.ts", "node:path"],
    ["server/src/lsp/server.ts", "path"],
    ["server/src/lsp/server.ts", "client/src/host.ts"],
    ["server/src/newcomer.ts", "server/src/text/span.ts"],
    ["client/src/send/sender.ts", "server/src/languageService.ts"],
    ["client/src/send/sender.ts", "client/src/transport/node/node.ts"],
    ["client/src/send/sender.ts", "client/src/cli/main.ts"],
    ["client/src/browser/main.ts", "client/src/transport/node/node.ts"],
    ["client/src/transport/head.ts", "vscode"],
    ["client/src/transport/head.ts", "client/src/host.ts"],
    ["client/src/transport/head.ts", "node:net"],
    ["client/src/cli/main.ts", "vscode"],
    ["client/src/cli/main.ts", "server/src/rules/rule.ts"],
  ];
  for (const [path, target] of wrong) {
    test(`${path} may not import ${target}`, () => {
      assert.equal(wrongImports([{ path, imports: [target] }]).length, 1);
    });
  }

  const right: readonly (readonly [string, string])[] = [
    ["server/src/soap/envelope.ts", "server/src/xml/tree.ts"],
    ["server/src/messageBody.ts", "server/src/message.ts"],
    ["server/src/features/hover.ts", "server/src/features/support/markdown.ts"],
    ["server/src/node/main.ts", "vscode-languageserver/node"],
    ["server/src/lsp/server.ts", "vscode-languageserver"],
    ["client/src/send/sender.ts", "server/src/protocol.ts"],
    ["client/src/cli/main.ts", "server/src/languageService.ts"],
    ["client/src/cli/main.ts", "client/src/transport/node/node.ts"],
    ["client/src/cli/main.ts", "node:fs"],
    ["client/src/transport/node/node.ts", "node:net"],
  ];
  for (const [path, target] of right) {
    test(`${path} may import ${target}`, () => {
      assert.deepEqual(wrongImports([{ path, imports: [target] }]), []);
    });
  }

  test("imports of every form are seen, and none in a comment", () => {
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
