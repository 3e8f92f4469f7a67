import assert from "node:assert/strict";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

interface Built {
  readonly file: string;
  readonly text: string;
}

// Loaded where they are, not bundled into this test: they find the project by their own place.
const load = (file: string) => import(pathToFileURL(join(process.cwd(), file)).href);
const { bundle } = (await load("esbuild.mjs")) as { bundle: (how: { write: boolean }) => Promise<readonly Built[]> };
const { noNodeBuiltins } = (await load("scripts/noNodeBuiltins.mjs")) as {
  noNodeBuiltins: (allowed?: string[]) => Plugin;
};

suite("the bundles for the browser", () => {
  test("ask for no built-in of Node", async () => {
    const built = (await bundle({ write: false })).filter(({ file }) => file.endsWith("browser.js"));
    assert.deepEqual(built.map(({ file }) => file).sort(), ["dist/client/browser.js", "dist/server/browser.js"]);
    for (const { file, text } of built) {
      const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1] ?? "");
      assert.deepEqual(
        required.filter((name) => name.startsWith("node:") || builtinModules.includes(name)),
        [],
        file,
      );
      assert.deepEqual(
        required.filter((name) => name !== "vscode"),
        [],
        file,
      );
    }
  });

  for (const source of [
    'import { readFileSync } from "node:fs"; console.log(readFileSync);',
    'import { join } from "path"; console.log(join);',
    'console.log(require("fs/promises"));',
    'console.log(await import("node:net"));',
  ]) {
    test(`can't be built from: ${source}`, async () => {
      await assert.rejects(bundled(source), /is a built-in of Node, which a browser doesn't have\. .* imports it/);
    });
  }

  test("can be built with an npm package that has the name of a built-in, if it is named", async () => {
    const source = 'import { Buffer } from "buffer"; console.log(Buffer.from("a"));';
    await assert.rejects(bundled(source), /'buffer' is a built-in/);
    assert.match(await bundled(source, ["buffer"]), /TypedArray|Uint8Array/);
  });
});

async function bundled(source: string, allowed: string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), sourcefile: "test.ts" },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
    plugins: [noNodeBuiltins(allowed)],
  });
  return outputFiles[0]?.text ?? "";
}
