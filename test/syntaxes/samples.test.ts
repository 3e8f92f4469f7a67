import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGrammars, root, tokenize } from "./grammars.ts";

// The colors of the samples in a form that a reviewer can read. UPDATE_SNAPSHOTS=1 updates them.
const folder = join(root, "test/syntaxes/snapshots");
const samples = readdirSync(join(root, "samples")).filter((name) => name.endsWith(".soaphttp"));

suite("Colors of the samples", () => {
  test("the samples include at least one sample", () => assert.notEqual(samples.length, 0));

  for (const name of samples) {
    test(name, async () => {
      const { load } = await createGrammars();
      const lines = readFileSync(join(root, "samples", name), "utf8").split("\n");
      const now = render(lines, tokenize(await load("source.soaphttp"), lines));
      const path = join(folder, `${name}.txt`);
      if (process.env["UPDATE_SNAPSHOTS"]) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(path, now);
      }
      assert.ok(existsSync(path), `${path} is missing: run with UPDATE_SNAPSHOTS=1 and read it`);
      assert.equal(now, readFileSync(path, "utf8"));
    });
  }
});

function render(lines: readonly string[], tokens: ReturnType<typeof tokenize>): string {
  const rendered = lines.flatMap((line, index) => [
    `| ${line}`,
    ...(tokens[index] ?? [])
      .filter(({ text }) => text.trim() !== "")
      .map(({ text, scopes }) => `    ${text.trim()}  ←  ${scopes.slice(1).join(" ")}`),
  ]);
  return `${rendered.join("\n")}\n`;
}
