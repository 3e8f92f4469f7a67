// The bundles of the extension, one for each host, and of the command line.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { apart, importFrom, packageAtFirstUse, scriptFor, xpathFrom } from "./bundle/apart.mjs";
import { pastFacade } from "./bundle/facade.mjs";
import { noNodeBuiltins } from "./bundle/noNodeBuiltins.mjs";
import { noticesFile, noticesOf } from "./bundle/notices.mjs";
import { baseOf, giveTaken, takeFrom } from "./bundle/sharing.mjs";
import { withoutUnused } from "./bundle/unused.mjs";
import { packedWasm } from "./bundle/wasm.mjs";
import { withoutCopies } from "./bundle/withoutCopies.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

// VS Code 1.91, the oldest supported version, has Node 20 and Chromium 122.
const inNode = { platform: "node", format: "cjs", target: "node20", mainFields: ["module", "main"] };
const inBrowser = {
  platform: "browser",
  format: "cjs",
  target: "es2022",
  mainFields: ["browser", "module", "main"],
  plugins: [noNodeBuiltins],
};
const withVscode = { external: ["vscode"] };
const oneImport = withoutCopies([
  "vscode",
  "vscode-languageclient",
  "vscode-languageserver",
  "vscode-languageserver-protocol",
]);
// ASCII takes half of the memory of texts with other characters, and V8 reads it fastest.
const forClient = (tests) => ({ ...withVscode, charset: "ascii", define: { SOAPHTTP_TESTS: String(tests) } });
const executable = { banner: { js: "#!/usr/bin/env node" } };
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// fdir, a dependency of tinyglobby, creates its own `require`.
const withVersion = {
  define: {
    SOAPHTTP_VERSION: JSON.stringify(version),
    XPATH_PROCESS: '"../server/xpathProcess.js"',
    PAC_WORKER: '"./pac.js"',
    "import.meta.url": "__filename",
  },
};
/** The browser version of @vscode/l10n, which a base bundle contains. Node's version also reads files of messages; we have none. */
const sharedMessages = { alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" } };
// Each command line is a process, so it loads only what it needs. Each command is a separate file.
const inCli = {
  ...inNode,
  ...withVersion,
  charset: "ascii",
  supported: { "dynamic-import": false },
  // The version of fflate for Node loads Node's worker threads, which nothing here uses.
  alias: { ...sharedMessages.alias, fflate: "fflate/browser" },
  plugins: [apart, xpathFrom("../server/xpath.js")],
};

const withoutValidator = {
  charset: "ascii",
  define: { "import.meta.url": "__filename" },
  alias: { "@modelcontextprotocol/server/_shims": "./client/src/cli/mcp/withoutValidator.ts" },
};

const cli = join(root, "client/src/cli");
const commands = readdirSync(cli).filter((name) => existsSync(join(cli, name, "command.ts")));

/** The files beside the program of `soaphttp`: its commands, and modules that few imports need. Each is loaded when it is needed. */
export const parts = new Map([
  ...commands.map((name) => [name, `client/src/cli/${name}/command.ts`]),
  ["importTools", "server/src/import/importTools.ts"],
]);

/** In a browser, an extension is one file. The bundle for Node takes the modules that both hosts need from this file. */
const onExtension = {
  ...sharedMessages,
  base: { to: "dist/client/extension.js", exported: 'require("./extension.js")', file: "./extension.js" },
};
/** Loaded at first use: on Node, the client for browsers must not set up what it needs in a browser. */
const browserClient = packageAtFirstUse("vscode-languageclient/browser");

/** Loaded at first use, because the tables of this package take 40 ms. */
const ciphersAtFirstUse = packageAtFirstUse("@noble/ciphers/aes.js");

/** Name of the global variable that the core of the language server has in a worker, where scripts are loaded one after the other. */
const coreVariable = "soaphttpCore";
const onCore = (exported) => ({
  ...sharedMessages,
  base: { to: "dist/server/core.js", exported, file: "./core.js" },
});
/** In a worker, `loadScript` returns the exports of a script. */
const library = scriptFor("soaphttpLibrary");

const extension = (tests) => [
  {
    ...inNode,
    ...forClient(tests),
    ...onExtension,
    plugins: [oneImport, withoutUnused],
    from: "client/src/node/main.ts",
    to: "dist/client/node.js",
  },
  {
    ...inBrowser,
    ...forClient(tests),
    plugins: [...inBrowser.plugins, oneImport, withoutUnused, browserClient],
    from: "client/src/browser/main.ts",
    to: "dist/client/extension.js",
  },
  {
    ...inNode,
    ...executable,
    define: { XPATH_PROCESS: '"./xpathProcess.js"' },
    supported: { "dynamic-import": false },
    ...onCore('require("./core.js")'),
    plugins: [xpathFrom("./xpath.js"), importFrom("./import.js")],
    from: "server/src/node/main.ts",
    to: "dist/server/node.js",
  },
  {
    ...inNode,
    plugins: [xpathFrom("./xpath.js")],
    from: "server/src/node/xpathProcess.ts",
    to: "dist/server/xpathProcess.js",
  },
  { ...inNode, ...library, ...sharedMessages, from: "server/src/node/fontoxpath.mjs", to: "dist/server/xpath.js" },
  {
    ...inBrowser,
    ...library,
    ...onCore(`(typeof ${coreVariable} === "object" ? ${coreVariable} : require("./core.js"))`),
    from: "server/src/import/library.ts",
    to: "dist/server/import.js",
  },
  {
    ...inBrowser,
    ...scriptFor(coreVariable),
    plugins: [...inBrowser.plugins, oneImport, ciphersAtFirstUse],
    charset: "ascii",
    from: "server/src/core/core.ts",
    to: "dist/server/core.js",
  },
  {
    ...inBrowser,
    ...onCore(coreVariable),
    format: "iife",
    from: "server/src/browser/main.ts",
    to: "dist/server/browser.js",
  },
  { ...inCli, ...executable, from: "client/src/cli/main.ts", to: "dist/cli/soaphttp.js" },
  { ...inCli, from: "client/src/cli/program.ts", to: "dist/cli/program.js" },
  ...Array.from(parts, ([name, from]) => ({ ...inCli, from, to: `dist/cli/${name}.js` })),
  { ...inNode, plugins: [packedWasm], from: "client/src/cli/pac/worker.ts", to: "dist/cli/pac.js" },
  { ...inNode, ...withoutValidator, from: "client/src/cli/mcp/library.ts", to: "dist/cli/mcpLibrary.js" },
  { ...inNode, ...executable, ...withVersion, from: "client/src/cli/languageServer.ts", to: "dist/cli/server.js" },
];

// The suite isn't minified, because its stack traces aren't mapped back. In a worker, mocha's UMD wrapper must not mistake
// the module wrapper of the extension host for CommonJS.
const suite = "test/integration/index.ts";
const ofSuite = { exports: "undefined", testPattern: JSON.stringify(process.env.SOAPHTTP_GREP ?? "") };
const integration = [
  { ...inNode, ...withVscode, from: suite, to: "out/integration/suite.node.js", define: ofSuite },
  { ...inBrowser, ...withVscode, from: suite, to: "out/integration/suite.web.js", define: ofSuite },
];

/**
 * @param {{ production?: boolean, watch?: boolean, tests?: boolean, write?: boolean }} how
 * @returns {Promise<{ file: string, text: string, inputs: Record<string, number> }[]>} the built files, relative to the
 *   project, with their text if they were not written, and the bytes of each source in them. Rejects if a bundle has an
 *   error
 */
export async function bundle({ production = false, watch = false, tests = false, write = true } = {}) {
  const wanted = [...extension(tests), ...(tests ? integration : [])];
  const how = { production, watch, write };
  // A changed file builds only the bundles that contain it, so while watching, each bundle contains all that it needs.
  const bases = watch ? new Map() : await basesOf(wanted);
  const others = await Promise.all(wanted.filter(({ to }) => !bases.has(to)).map((one) => built(one, bases, how)));
  // The first builds have shown which modules the other bundles take from the base bundles.
  const last = await Promise.all(wanted.filter(({ to }) => bases.has(to)).map((one) => built(one, bases, how)));
  const files = [...last, ...others].flat();
  if (watch) return files;
  const shipped = files.filter(({ file }) => file.startsWith("dist/"));
  const inputs = new Set(shipped.flatMap((one) => Object.keys(one.inputs)));
  const notices = { file: `dist/${noticesFile}`, text: noticesOf(root, inputs), inputs: {} };
  if (write) {
    mkdirSync(join(root, "dist"), { recursive: true });
    writeFileSync(join(root, notices.file), notices.text);
  }
  return [...files, notices];
}

/** Returns the modules that other bundles can take, for each bundle that is the base of another one. */
async function basesOf(wanted) {
  const names = new Set(wanted.flatMap(({ base }) => base?.to ?? []));
  const bases = wanted.filter(({ to }) => names.has(to));
  return new Map(await Promise.all(bases.map(async (one) => [one.to, await baseOf(optionsOf(one, true, false))])));
}

async function built({ base, ...one }, bases, { production, watch, write }) {
  const plugins = [...(one.plugins ?? [])];
  if (bases.has(base?.to)) plugins.push(takeFrom(bases.get(base.to), base.exported, base.file));
  if (bases.has(one.to)) plugins.push(giveTaken(bases.get(one.to), one.from));
  const options = { ...optionsOf({ ...one, plugins }, production, watch), write };
  if (watch) await (await context(options)).watch();
  const { outputFiles, metafile } = watch ? {} : await build(options);
  const sources = Object.entries(metafile?.outputs[one.to]?.inputs ?? {});
  const inputs = Object.fromEntries(sources.map(([path, { bytesInOutput }]) => [path, bytesInOutput]));
  if (one.banner && write && !watch) chmodSync(join(root, one.to), 0o755);
  const files = outputFiles?.filter(({ path }) => !path.endsWith(".map")) ?? [{ path: one.to, text: "" }];
  return files.map(({ path, text }) => {
    return { file: relative(root, resolve(root, path)).split(sep).join("/"), text, inputs };
  });
}

/**
 * Builds all parts and the language server into one file, which loads what the one that runs needs: for a package, where each
 * would contain the code that they share.
 * @param {string} outfile
 */
export async function bundleCommands(outfile) {
  const contents = Array.from(
    [...parts, ["languageServer", "server/src/node/main.ts"]],
    ([name, from]) => `Object.defineProperty(exports, "${name}", { get: () => require("./${from}") });`,
  );
  const plugins = [...inCli.plugins, oneImport, pastFacade];
  const { entryPoints: _, ...options } = optionsOf({ ...inCli, plugins, from: "", to: outfile }, true, false);
  const stdin = { contents: contents.join("\n"), resolveDir: root, loader: "js" };
  await build({ ...options, stdin, minify: true, sourcemap: false });
}

function optionsOf({ from, to, plugins = [], ...host }, production, watch) {
  return {
    ...host,
    absWorkingDir: root,
    entryPoints: [from],
    outfile: to,
    bundle: true,
    metafile: true,
    minify: production && to.startsWith("dist/"),
    // The package contains no maps; a stack trace is decoded with the maps of the same build.
    sourcemap: production ? "external" : "linked",
    sourcesContent: false,
    legalComments: "none",
    charset: host.charset ?? "utf8",
    logLevel: watch ? "silent" : "warning",
    plugins: watch ? [...plugins, reportToEditor] : plugins,
  };
}

let building = 0;

/** Prints the lines for .vscode/tasks.json when the first bundle begins and when the last one is done. */
const reportToEditor = {
  name: "report-to-editor",
  setup(build) {
    build.onStart(() => {
      if (building++ === 0) console.log("[watch] build started");
    });
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        console.error(`[error] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      if (--building === 0) console.log("[watch] build finished");
    });
  },
};
