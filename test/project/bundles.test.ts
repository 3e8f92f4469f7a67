import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { type BuildFailure, type BuildOptions, build, type Plugin } from "esbuild";

interface Built {
  readonly file: string;
  readonly text: string;
  /** Bytes by source file. */
  readonly inputs: Readonly<Record<string, number>>;
}

// Imported at run time, not bundled into this test: they find the project by their own path.
const load = (file: string) => import(pathToFileURL(join(process.cwd(), file)).href);
const { bundle } = (await load("esbuild.mjs")) as {
  bundle: (how: { write: boolean; production: boolean }) => Promise<readonly Built[]>;
};
const { noNodeBuiltins } = (await load("scripts/bundle/noNodeBuiltins.mjs")) as { noNodeBuiltins: Plugin };

const built = await bundle({ write: false, production: true });
const bundles = built.filter(({ file }) => /^dist\/(?:client|server)\//.test(file));

function bundleOf(file: string): Built {
  const found = built.find((one) => one.file === file);
  assert.ok(found, file);
  return found;
}

/** Returns the package of a source file in `node_modules`, undefined for the extension's own code. */
function packageOf(source: string): string | undefined {
  return /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
}

suite("the browser bundles", () => {
  for (const { file, text } of bundles.filter(({ file }) => /\/(?:browser|core)\.js$/.test(file))) {
    test(`${file} requires only VS Code`, () => {
      const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1] ?? "");
      assert.deepEqual([...new Set(required)], file.includes("client") ? ["vscode"] : []);
      assert.deepEqual(
        builtinModules.filter((name) => text.includes(`import("${name}")`)),
        [],
      );
    });
  }

  for (const name of ["core", "import", "xpath"]) {
    test(`dist/server/${name}.js defines one global variable, so that no script overwrites another one's`, () => {
      const module: { exports: object } = { exports: {} };
      const worker = createContext({ module, performance, setTimeout, TextDecoder, TextEncoder, URL });
      const names = () => new Set<string>(runInContext("Object.getOwnPropertyNames(globalThis)", worker));
      const before = names();
      runInContext(bundleOf(`dist/server/${name}.js`).text, worker);
      assert.equal([...names()].filter((one) => !before.has(one)).length, 1);
      assert.notDeepEqual(Object.keys(module.exports), []);
    });
  }

  for (const source of [
    'import { readFileSync } from "node:fs"; console.log(readFileSync);',
    'import { join } from "path"; console.log(join);',
    'console.log(require("fs/promises"));',
    'console.log(await import("node:net"));',
  ]) {
    test(`can't contain: ${source}`, async () => {
      const stdin = { contents: source, resolveDir: process.cwd(), sourcefile: "test.ts" };
      await assert.rejects(
        build({ ...inBrowser, stdin }),
        /is a built-in of Node, which a browser doesn't have\. .* imports it/,
      );
    });
  }

  test("can contain a package that disables a built-in for browsers", async () => {
    // iconv-lite imports three built-ins, and disables one: "browser": { "stream": false }.
    const outcome = await build({ ...inBrowser, entryPoints: ["node_modules/iconv-lite/lib/index.js"] }).catch(
      (failure: BuildFailure) => failure,
    );
    const refused = outcome.errors.map(({ text }) => /^'([^']+)'/.exec(text)?.[1]);
    assert.deepEqual([...new Set(refused)].sort(), ["buffer", "string_decoder"]);
  });
});

const inBrowser = {
  bundle: true,
  format: "esm",
  platform: "browser",
  write: false,
  logLevel: "silent",
  plugins: [noNodeBuiltins],
} as const satisfies BuildOptions;

suite("the size of the bundles", () => {
  const protocol = [
    "@vscode/l10n",
    "vscode-jsonrpc",
    "vscode-languageserver-protocol",
    "vscode-languageserver-textdocument",
    "vscode-languageserver-types",
  ];
  const withoutCsv = [...protocol, "balanced-match", "brace-expansion", "minimatch", "vscode-languageclient"];
  const client = [...withoutCsv, "csv-parse"];
  const server = [...protocol, "dayjs", "sax", "vscode-languageserver"];
  const connection = ["vscode-jsonrpc", "vscode-languageserver", "vscode-languageserver-protocol"];
  const bounds: readonly (readonly [file: string, own: number, whole: number, packages: readonly string[]])[] = [
    // Exports are 70 KB of them, most of it the Python files that Locust runs; what begins with a WSDL is 29 KB,
    // reading key files and certificates 20 KB, Digest and NTLM 15 KB, tools of language models 21 KB.
    ["dist/client/browser.js", 396_000, 880_000, client],
    ["dist/client/node.js", 372_000, 827_000, [...withoutCsv, "semver", "@noble/hashes"]],
    // Exports and mock services, loaded at first use. In a browser, an extension is one file.
    ["dist/client/rarelyUsed.js", 140_000, 205_000, ["@vscode/l10n", "csv-parse"]],
    // WSDLs, descriptions of UPnP devices, schemas and contracts are 158 KB of them, the rules 76 KB, completion 43 KB,
    // credentials with certificates, canonicalization and signatures up to 80 KB, mock services 62 KB.
    ["dist/server/core.js", 1_000_000, 1_220_000, server],
    // What only one host needs; the rest is in the core.
    ["dist/server/browser.js", 2_000, 10_000, connection],
    ["dist/server/node.js", 5_000, 25_000, connection],
    // The import of other tools' projects, loaded at first use. The reader of YAML, for Insomnia, is 104 KB.
    ["dist/server/import.js", 210_000, 345_000, ["@vscode/l10n", "fflate", "sax", "yaml"]],
    ["dist/server/xpathProcess.js", 60_000, 60_000, []],
  ];
  for (const [file, own, whole, packages] of bounds) {
    const { text, inputs } = bundleOf(file);
    const sources = Object.entries(inputs).filter(([, bytes]) => bytes > 0);

    test(`${file} is smaller than ${whole / 1000} KB, and the extension's own code than ${own / 1000} KB`, () => {
      const ownBytes = sources.filter(([source]) => !packageOf(source)).reduce((sum, [, bytes]) => sum + bytes, 0);
      assert.ok(ownBytes < own, `${ownBytes} bytes`);
      assert.ok(Buffer.byteLength(text) < whole, `${Buffer.byteLength(text)} bytes`);
    });

    test(`${file} contains only these packages, each once: ${packages.join(", ")}`, () => {
      const folders = new Set(
        sources.flatMap(([source]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? []),
      );
      assert.deepEqual([...folders].map(packageOf).sort(), packages.toSorted());
    });
  }
});

suite("the library of MCP", () => {
  test("is in a bundle of its own, which has at most 290 KB", () => {
    const withLibrary = built.filter(({ inputs }) =>
      Object.keys(inputs).some((source) => packageOf(source)?.startsWith("@modelcontextprotocol/")),
    );
    assert.deepEqual(
      withLibrary.map(({ file }) => file),
      ["dist/cli/mcpLibrary.js"],
    );
    assert.ok(Buffer.byteLength(bundleOf("dist/cli/mcpLibrary.js").text) < 290_000);
  });
});

suite("the packed extension", () => {
  test("has no API for tests", () => {
    const clients = bundles.filter(({ file }) => file.startsWith("dist/client/"));
    assert.deepEqual(
      clients.filter(({ text }) => text.includes("forTests")).map(({ file }) => file),
      [],
    );
  });

  test("contains a notice for each package with its license", () => {
    const notices = bundleOf("dist/ThirdPartyNotices.txt").text;
    const sections = notices.split(/^-{80}\n/m).slice(1);
    for (const name of ["@vscode/l10n", "dayjs", "vscode-languageclient", "vscode-languageserver", "tinyglobby"]) {
      const section = sections.find((one) => one.startsWith(`${name} `)) ?? "";
      assert.match(section, /Permission is hereby granted/, name);
      assert.match(section, /Copyright/, name);
    }
    const listed = notices.slice(0, notices.indexOf("----")).trim().split("\n").slice(2);
    assert.deepEqual(
      sections.map((section) => section.split("\n", 1)[0]),
      listed,
    );
    assert.ok(!notices.includes(process.cwd()), "no path of this machine");
    assert.match(readFileSync(".vscodeignore", "utf8"), /^!dist\/ThirdPartyNotices\.txt$/m);
  });
});
