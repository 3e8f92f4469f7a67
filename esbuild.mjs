// Builds the extension, one bundle for each host, and with --tests the integration suite.
// usage: node esbuild.mjs [--production] [--watch] [--tests]
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, context } from "esbuild";
import { apart, coreFrom, importFrom, rarelyUsedFrom, scriptFor, xpathFrom } from "./scripts/bundle/apart.mjs";
import { noNodeBuiltins } from "./scripts/bundle/noNodeBuiltins.mjs";
import { noticesFile, noticesOf } from "./scripts/bundle/notices.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));

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
const forClient = (tests) => ({ ...withVscode, define: { SOAPHTTP_TESTS: String(tests) } });
const executable = { banner: { js: "#!/usr/bin/env node" } };
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// fdir, a dependency of tinyglobby, creates its own `require`.
const withVersion = {
  define: {
    SOAPHTTP_VERSION: JSON.stringify(version),
    XPATH_PROCESS: '"../server/xpathProcess.js"',
    "import.meta.url": "__filename",
  },
};
// Each command line is a process, so it loads only what it needs. Each command is a separate file, in ASCII, which V8
// reads fastest.
const inCli = {
  ...inNode,
  ...withVersion,
  charset: "ascii",
  supported: { "dynamic-import": false },
  // The one for Node reads files with messages, which the command line doesn't have.
  alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
  plugins: [apart, xpathFrom("../server/xpath.js")],
};

const withoutValidator = {
  charset: "ascii",
  define: { "import.meta.url": "__filename" },
  alias: { "@modelcontextprotocol/server/_shims": "./client/src/cli/mcp/withoutValidator.ts" },
};

/** The commands of `soaphttp`. */
export const commands = ["check", "send", "new", "test", "import", "export", "mock", "mcp"];

// In a browser, an extension is one file.
const rarelyUsed = {
  source: "client/src/node/rarelyUsed.ts",
  modules: /\/export\/(?:engines|plan|har\/har)\.ts$|^\.\/mock\.ts$|^csv-parse\//,
};

/** What the language servers of both hosts share. */
const core = "server/src/core/core.ts";
const coreVariable = "soaphttpCore";
/** In a worker, `loadScript` returns what is exported. */
const library = scriptFor("soaphttpLibrary");

const extension = (tests) => [
  {
    ...inNode,
    ...forClient(tests),
    plugins: [rarelyUsedFrom("./rarelyUsed.js", rarelyUsed)],
    from: "client/src/node/main.ts",
    to: "dist/client/node.js",
  },
  { ...inNode, ...withVscode, from: rarelyUsed.source, to: "dist/client/rarelyUsed.js" },
  { ...inBrowser, ...forClient(tests), from: "client/src/browser/main.ts", to: "dist/client/browser.js" },
  {
    ...inNode,
    ...executable,
    define: { XPATH_PROCESS: '"./xpathProcess.js"' },
    supported: { "dynamic-import": false },
    plugins: [xpathFrom("./xpath.js"), importFrom("./import.js"), coreFrom('require("./core.js")', core)],
    from: "server/src/node/main.ts",
    to: "dist/server/node.js",
  },
  {
    ...inNode,
    plugins: [xpathFrom("./xpath.js")],
    from: "server/src/node/xpathProcess.ts",
    to: "dist/server/xpathProcess.js",
  },
  { ...inNode, ...library, from: "node_modules/fontoxpath/dist/fontoxpath.esm.js", to: "dist/server/xpath.js" },
  { ...inBrowser, ...library, from: "server/src/import/library.ts", to: "dist/server/import.js" },
  { ...inBrowser, ...scriptFor(coreVariable), charset: "ascii", from: core, to: "dist/server/core.js" },
  {
    ...inBrowser,
    format: "iife",
    plugins: [...inBrowser.plugins, coreFrom(coreVariable, core)],
    from: "server/src/browser/main.ts",
    to: "dist/server/browser.js",
  },
  { ...inCli, ...executable, from: "client/src/cli/main.ts", to: "dist/cli/soaphttp.js" },
  ...commands.map((name) => ({ ...inCli, from: `client/src/cli/${name}/command.ts`, to: `dist/cli/${name}.js` })),
  { ...inNode, ...withoutValidator, from: "client/src/cli/mcp/library.ts", to: "dist/cli/mcpLibrary.js" },
  { ...inNode, ...executable, ...withVersion, from: "client/src/cli/languageServer.ts", to: "dist/cli/server.js" },
];

// The suite isn't minified, because its stack traces aren't mapped back. In a worker, mocha's UMD wrapper must not mistake
// the module wrapper of the extension host for CommonJS.
const suite = "test/integration/index.ts";
const integration = [
  { ...inNode, ...withVscode, from: suite, to: "out/integration/suite.node.js", define: { exports: "undefined" } },
  { ...inBrowser, ...withVscode, from: suite, to: "out/integration/suite.web.js", define: { exports: "undefined" } },
];

/**
 * @param {{ production?: boolean, watch?: boolean, tests?: boolean, write?: boolean }} how
 * @returns {Promise<{ file: string, text: string, inputs: Record<string, number> }[]>} the built files, relative to the
 *   project, with their text if they were not written, and the bytes of each source in them. Rejects if a bundle has an
 *   error
 */
export async function bundle({ production = false, watch = false, tests = false, write = true } = {}) {
  const wanted = [...extension(tests), ...(tests ? integration : [])];
  const built = await Promise.all(
    wanted.map(async (one) => {
      const options = { ...optionsOf(one, production, watch), write };
      if (watch) await (await context(options)).watch();
      const { outputFiles, metafile } = watch ? {} : await build(options);
      const sources = Object.entries(metafile?.outputs[one.to]?.inputs ?? {});
      const inputs = Object.fromEntries(sources.map(([path, { bytesInOutput }]) => [path, bytesInOutput]));
      if (one.banner && write && !watch) chmodSync(join(root, one.to), 0o755);
      const files = outputFiles?.filter(({ path }) => !path.endsWith(".map")) ?? [{ path: one.to, text: "" }];
      return files.map(({ path, text }) => {
        return { file: relative(root, resolve(root, path)).split(sep).join("/"), text, inputs };
      });
    }),
  );
  if (watch) return built.flat();
  const shipped = built.flat().filter(({ file }) => file.startsWith("dist/"));
  const inputs = new Set(shipped.flatMap((one) => Object.keys(one.inputs)));
  const notices = { file: `dist/${noticesFile}`, text: noticesOf(root, inputs), inputs: {} };
  if (write) {
    mkdirSync(join(root, "dist"), { recursive: true });
    writeFileSync(join(root, notices.file), notices.text);
  }
  return [...built.flat(), notices];
}

/**
 * Builds all commands into one file, which loads what the one that runs needs: for a package, where each would contain the
 * code that they share.
 * @param {string} outfile
 */
export async function bundleCommands(outfile) {
  const contents = commands.map(
    (name) =>
      `Object.defineProperty(exports, "${name}", { get: () => require("./client/src/cli/${name}/command.ts") });`,
  );
  const { entryPoints: _, ...options } = optionsOf({ ...inCli, from: "", to: outfile }, true, false);
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
    // The package contains no maps; a stack trace is decoded with those of the same build.
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const flags = new Set(process.argv.slice(2));
  try {
    const has = (flag) => flags.delete(`--${flag}`);
    const how = { production: has("production"), watch: has("watch"), tests: has("tests") };
    if (flags.size > 0) throw new Error(`Unknown: ${[...flags].join(" ")}. Use --production, --watch or --tests.`);
    for (const { file } of await bundle(how)) console.log(`${how.watch ? "watching" : "built"} ${file}`);
  } catch (error) {
    if (!error.errors) console.error(error.message); // esbuild has printed its own errors
    process.exitCode = 1;
  }
}
