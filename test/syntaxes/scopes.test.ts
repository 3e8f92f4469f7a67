import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseGrammarTestCase, runGrammarTestCase } from "vscode-tmgrammar-test/dist/unit/index.js";
import { createGrammars, root } from "./grammars.ts";

const folder = join(root, "test/syntaxes");
const cases = readdirSync(folder).filter((name) => /\.test\.(?!ts$)[\w-]+$/.test(name));

suite("Scopes", () => {
  test("scopes have test cases", () => assert.notEqual(cases.length, 0));

  for (const name of cases) {
    const source = readFileSync(join(folder, name), "utf8");
    const testCase = parseGrammarTestCase(source);
    test(`${name}: ${testCase.metadata.description}`, async () => {
      const { registry } = await createGrammars();
      // The types of the library refer to an older engine than VS Code's, which runs here.
      const failures = await runGrammarTestCase(registry as unknown as OlderRegistry, testCase);
      const lines = source.split("\n");
      const messages = failures.map(
        ({ line, srcLine, start, end, missing, unexpected, actual }) =>
          `${name}:${line + 1}: ${lines[line]}\n  of: ${testCase.source[srcLine]}\n` +
          `  at columns ${start} to ${end} missing: ${missing.join(" ")}; unexpected: ${unexpected.join(" ")}\n` +
          `  there is: ${actual.join(" ")}`,
      );
      assert.equal(messages.length, 0, messages.join("\n"));
      assert.ok(testCase.assertions.length > 0, "it asserts nothing");
    });
  }
});

type OlderRegistry = Parameters<typeof runGrammarTestCase>[0];
