import assert from "node:assert/strict";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildFailure, type BuildOptions, build, type Plugin } from "esbuild";

interface Built {
  readonly file: string;
  readonly text: string;
}

// Loaded where they are, not bundled into this test: they find the project by their own place.
const load = (file: string) => import(pathToFileURL(join(process.cwd(), file)).href);
const { bundle } = (await load("esbuild.mjs")) as {
  bundle: (how: { write: boolean; production?: boolean }) => Promise<readonly Built[]>;
};
const { noNodeBuiltins } = (await load("scripts/noNodeBuiltins.mjs")) as { noNodeBuiltins: Plugin };

const inBrowser = {
  bundle: true,
  format: "esm",
  platform: "browser",
  write: false,
  logLevel: "silent",
  plugins: [noNodeBuiltins],
} as const satisfies BuildOptions;

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

  test("give other extensions nothing that only tests may do", async () => {
    const clients = (await bundle({ production: true, write: false })).filter(({ file }) =>
      file.startsWith("dist/client/"),
    );
    assert.deepEqual(
      clients.map(({ text }) => text.includes("forTests")),
      [false, false],
    );
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

  test("can be built where a package turns a built-in off for the browser", async () => {
    // iconv-lite asks for three; its field `browser` has { "stream": false }.
    const outcome = await build({ ...inBrowser, entryPoints: ["node_modules/iconv-lite/lib/index.js"] }).catch(
      (failure: BuildFailure) => failure,
    );
    const refused = outcome.errors.map(({ text }) => /^'([^']+)'/.exec(text)?.[1]);
    assert.deepEqual([...new Set(refused)].sort(), ["buffer", "string_decoder"]);
  });
});

async function bundled(source: string): Promise<void> {
  await build({ ...inBrowser, stdin: { contents: source, resolveDir: process.cwd(), sourcefile: "test.ts" } });
}
