import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compileFunction, createContext, runInContext } from "node:vm";
import { type BuildFailure, type BuildOptions, build, type Plugin } from "esbuild";
import { pathsWith } from "../support/modules.ts";

interface Built {
  readonly file: string;
  readonly text: string;
  /** Bytes by source file. */
  readonly inputs: Readonly<Record<string, number>>;
}

// Imported at run time, not bundled into this test: they find the project by their own path.
const load = (file: string) => import(pathToFileURL(join(process.cwd(), file)).href);
const { bundle } = (await load("scripts/bundle.mjs")) as {
  bundle: (how: { write: boolean; production: boolean }) => Promise<readonly Built[]>;
};
const { noNodeBuiltins } = (await load("scripts/bundle/noNodeBuiltins.mjs")) as { noNodeBuiltins: Plugin };

const built = await bundle({ write: false, production: true });
const bundles = built.filter(({ file }) => /^dist\/(?:client|server)\//.test(file));

function bundleOf(file: string): Built {
  const output = built.find((one) => one.file === file);
  assert.ok(output, file);
  return output;
}

/** Returns the package of a source file in `node_modules`, undefined for the extension's own code. */
function packageOf(source: string): string | undefined {
  return /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
}

suite("the browser bundles", () => {
  for (const { file, text } of bundles.filter(({ file }) => /\/(?:extension|browser|core)\.js$/.test(file))) {
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
      // The import takes from the core what both need.
      if (name === "import") runInContext(bundleOf("dist/server/core.js").text, worker);
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
    test(`a browser bundle can't contain: ${source}`, async () => {
      const stdin = { contents: source, resolveDir: process.cwd(), sourcefile: "test.ts" };
      await assert.rejects(
        build({ ...inBrowser, stdin }),
        /is a built-in of Node, which a browser doesn't have\. .* imports it/,
      );
    });
  }

  test("a browser bundle can contain a package that disables a built-in for browsers", async () => {
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

suite("bundles that share modules", () => {
  for (const [file, base] of [
    ["dist/client/node.js", "dist/client/extension.js"],
    ["dist/server/node.js", "dist/server/core.js"],
    ["dist/server/browser.js", "dist/server/core.js"],
    ["dist/server/import.js", "dist/server/core.js"],
  ] as const) {
    test(`${file} takes from ${base} all modules that are in both`, () => {
      const { inputs } = bundleOf(file);
      const shared = Object.entries(bundleOf(base).inputs).filter(([, bytes]) => bytes > 0);
      assert.deepEqual(
        shared.filter(([source]) => (inputs[source] ?? 0) > 250),
        [],
      );
    });
  }
});

suite("the client's bundles", () => {
  for (const file of ["dist/client/extension.js", "dist/client/node.js"]) {
    // Each copy defines 400 properties when the extension is activated.
    test(`${file} imports the API of VS Code once, not for each module`, () => {
      assert.equal(bundleOf(file).text.split('require("vscode")').length - 1, 1);
    });
  }

  // The bundles have no minimatch and no semver (scripts/bundle/unused.mjs).
  test("the client's bundles need no filters of file operations, because the server registers none", () => {
    const operation = /fileOperations|(?:did|will)(?:Create|Rename|Delete)Files/i;
    assert.deepEqual(pathsWith(operation, "server/src"), []);
  });

  test("the client's bundles need no test of the version of VS Code, because the manifest allows the same versions as the library", () => {
    const engines = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as { engines: object }).engines;
    const library = engines("node_modules/vscode-languageclient/package.json");
    assert.deepEqual({ ...engines("package.json"), ...library }, engines("package.json"));
  });

  test("dist/client/node.js alone provides what the protocol's library needs of the host on Node", () => {
    const editor = new Proxy({}, { get: () => class {} });
    const extension = evaluate("dist/client/extension.js", () => editor) as { modules: Record<string, () => Protocol> };
    const protocol = () => extension.modules["node_modules/vscode-jsonrpc/lib/common/api.js"]?.().RAL();
    assert.throws(protocol, /No runtime abstraction layer installed/);
    const own = createRequire(join(process.cwd(), "package.json"));
    evaluate("dist/client/node.js", (name) => {
      return name === "vscode" ? editor : name === "./extension.js" ? extension : own(name);
    });
    assert.ok(protocol());
  });
});

interface Protocol {
  RAL(): object;
}

/** Returns what a bundle exports. */
function evaluate(file: string, required: (name: string) => unknown): unknown {
  const module = { exports: {} };
  compileFunction(bundleOf(file).text, ["module", "exports", "require"])(module, module.exports, required);
  return module.exports;
}

suite("the size of the bundles", () => {
  const protocol = [
    "@vscode/l10n",
    "vscode-jsonrpc",
    "vscode-languageserver-protocol",
    "vscode-languageserver-textdocument",
    "vscode-languageserver-types",
  ];
  const client = [...protocol, "vscode-languageclient"];
  const server = [...protocol, "@noble/ciphers", "@noble/hashes", "dayjs", "fflate", "sax", "vscode-languageserver"];
  const connection = ["vscode-jsonrpc", "vscode-languageserver", "vscode-languageserver-protocol"];
  const onNode = ["@noble/hashes", "vscode-jsonrpc", "vscode-languageclient", "vscode-languageserver-protocol"];
  const bounds: readonly (readonly [file: string, own: number, whole: number, packages: readonly string[]])[] = [
    // Exports are 103 KB of them, most of it the Python files that Locust runs; what begins with a WSDL is 29 KB,
    // reading key files and certificates 25 KB, Digest and NTLM 15 KB, tools of language models 21 KB, the views of the home 20 KB.
    ["dist/client/extension.js", 567_000, 963_000, client],
    // What only Node has: sockets, their authentication, mock services; the rest is in extension.js.
    ["dist/client/node.js", 76_000, 114_000, ["@vscode/l10n", ...onNode]],
    // WSDLs, descriptions of UPnP devices, schemas and contracts are 158 KB of them, the rules 76 KB, completion 43 KB,
    // certificates, canonicalization, signatures and encryption 99 KB, variables with the steps of computed values 47 KB, mock
    // services 62 KB, tests from a WSDL 31 KB, data files 17 KB.
    ["dist/server/core.js", 1_378_000, 1_656_000, server],
    // What only one host needs; the rest is in the core.
    ["dist/server/browser.js", 2_000, 10_000, connection],
    ["dist/server/node.js", 5_300, 25_000, ["@vscode/l10n", ...connection]],
    // The import of other tools' projects, pages of documentation and forms, loaded at first use. The reader of YAML, for Insomnia, is
    // 104 KB, the pages 19 KB, the forms 21 KB.
    ["dist/server/import.js", 222_000, 323_000, ["@vscode/l10n", "sax", "yaml"]],
    ["dist/server/xpathProcess.js", 44_000, 45_000, []],
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

suite("large packages of the command line", () => {
  for (const [name, bundle, most] of [
    ["@modelcontextprotocol/client", "mcpLibrary", 290_000],
    ["quickjs-wasi", "pac", 440_000],
  ] as const) {
    test(`${name} is in a bundle of its own, which has at most ${most / 1000} KB and isn't in the extension`, () => {
      const isPart = (source: string) => packageOf(source)?.split("/")[0] === name.split("/")[0];
      const file = `dist/cli/${bundle}.js`;
      const having = built.filter(({ inputs }) => Object.keys(inputs).some(isPart));
      assert.deepEqual(
        having.map((one) => one.file),
        [file],
      );
      assert.ok(Buffer.byteLength(bundleOf(file).text) < most);
      assert.doesNotMatch(readFileSync(".vscodeignore", "utf8"), /^!dist\/cli\//m);
    });
  }
});

suite("the packed extension", () => {
  test("the extension has no API for tests", () => {
    const clients = bundles.filter(({ file }) => file.startsWith("dist/client/"));
    assert.deepEqual(
      clients.filter(({ text }) => text.includes("forTests")).map(({ file }) => file),
      [],
    );
  });

  test("the extension contains a notice for each package with its license", () => {
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
