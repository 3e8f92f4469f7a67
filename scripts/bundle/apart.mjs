import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * An esbuild plugin that keeps out of a bundle of `soaphttp` what few processes need, and loads it at first use:
 * - the commands, which are files beside the program, and the library of MCP;
 * - modules of Node that load slowly and that few requests need;
 * - tinyglobby, which only patterns and folders need.
 */
export const apart = {
  name: "apart",
  setup(build) {
    build.onResolve({ filter: /^\.\/(check|send|new|test|import|export|mock|mcp)\/command\.ts$/ }, ({ path, kind }) => {
      return kind === "dynamic-import" ? { path: `./${path.split("/")[1]}.js`, external: true } : undefined;
    });
    // The library of MCP, which only its server needs.
    build.onResolve({ filter: /^\.\/library\.ts$/ }, ({ kind }) => {
      return kind === "entry-point" ? undefined : { path: "./mcpLibrary.js", external: true };
    });
    build.onResolve({ filter: /^node:(crypto|http|https|net|tls|worker_threads|zlib)$/ }, ({ path, importer }) => {
      return importer === path ? { path, external: true } : { path, namespace };
    });
    build.onLoad({ filter: /^node:/, namespace }, async ({ path }) => ({
      contents: whenWanted(path, await import(path)),
    }));
    // It stays in the bundle, as a function that is called at first use.
    build.onResolve({ filter: /^tinyglobby$/ }, ({ path, namespace: from }) => {
      return from === namespace ? undefined : { path, namespace, sideEffects: false };
    });
    build.onLoad({ filter: /^tinyglobby$/, namespace }, async ({ path }) => ({
      contents: whenWanted(path, await import(path)),
      resolveDir: root,
    }));
  },
};

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An esbuild plugin that keeps fontoxpath out of a bundle, and loads it from another file when it is first used. */
export function xpathFrom(file) {
  return {
    name: "xpath-apart",
    setup(build) {
      build.onResolve({ filter: /^fontoxpath$/ }, ({ path }) => ({ path, namespace }));
      build.onResolve({ filter: /\/xpath\.js$/ }, ({ path, importer }) => {
        return importer === "fontoxpath" ? { path, external: true } : undefined;
      });
      build.onLoad({ filter: /^fontoxpath$/, namespace }, async ({ path }) => ({
        contents: whenWanted(file, (await import(path)).default),
      }));
    },
  };
}

/** An esbuild plugin that keeps the import out of a bundle, and loads it from another file when it is first used. */
export function importFrom(file) {
  return {
    name: "import-apart",
    setup(build) {
      build.onResolve({ filter: /\/import\/library\.ts$/ }, ({ kind }) => {
        return kind === "dynamic-import" ? { path: file, external: true } : undefined;
      });
    },
  };
}

const namespace = "apart";

/** Returns the source of a module with the exports of another, which it loads when the first of them is read. */
function whenWanted(path, module) {
  const names = JSON.stringify(Object.keys(module).filter((name) => name !== "default"));
  return `const load = () => require(${JSON.stringify(path)});
    exports.__esModule = true;
    Object.defineProperty(exports, "default", { get: load });
    for (const name of ${names}) Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });`;
}

/**
 * An esbuild plugin that keeps modules out of a bundle that another one has, and loads that one when the first of their
 * exports is read.
 * @param {string} file of the other bundle, relative to this one
 * @param {{ source: string, modules: RegExp }} from its source, and the paths of the modules as they are imported
 */
export function rarelyUsedFrom(file, { source, modules }) {
  return {
    name: "rarely-used",
    async setup({ esbuild, onResolve, onLoad }) {
      const { metafile } = await esbuild.build({
        absWorkingDir: root,
        entryPoints: [source],
        bundle: true,
        write: false,
        metafile: true,
        format: "esm",
        packages: "external",
        loader: { ".py": "text" },
        outdir: "out",
      });
      const names = Object.values(metafile.outputs).flatMap((output) => output.exports ?? []);
      const exported = Object.fromEntries(names.map((name) => [name, undefined]));
      onResolve({ filter: modules }, ({ path }) => ({ path, namespace, sideEffects: false }));
      onResolve({ filter: /^\.\// }, ({ path, namespace: from }) => {
        return from === namespace && path === file ? { path, external: true } : undefined;
      });
      onLoad({ filter: modules, namespace }, () => ({ contents: whenWanted(file, exported) }));
    },
  };
}

/**
 * Returns esbuild's options for a script that Node requires and that a worker loads, where its exports are a global variable.
 * It has no others, because the scripts of a worker would overwrite each other's.
 * @param {string} globalName
 */
export function scriptFor(globalName) {
  return {
    format: "iife",
    globalName,
    footer: { js: `if (typeof module === "object") module.exports = ${globalName};` },
  };
}

/**
 * An esbuild plugin that keeps out of a language server's bundle what the core contains. A build fails if a host imports a
 * name that the core doesn't export.
 * @param {string} core the expression that returns it
 * @param {string} source of the core
 */
export function coreFrom(core, source) {
  return {
    name: "core-apart",
    setup({ onResolve, onLoad }) {
      const exported = readFileSync(join(root, source), "utf8").matchAll(/^export \{ (.+) \} from/gm);
      const names = [...exported].flatMap(([, list]) => list.split(", "));
      const own = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => core.${name})();`);
      onResolve({ filter: /^@vscode\/l10n$|^\.\.\/common\/(?:api|server)$/ }, () => ({
        path: "packages",
        namespace: "core",
      }));
      onResolve({ filter: /^\.\.\/.+\.ts$/ }, ({ kind }) => {
        return kind === "import-statement" ? { path: "own", namespace: "core" } : undefined;
      });
      onResolve({ filter: /^\.\/core\.js$/ }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /^packages$/, namespace: "core" }, () => ({ contents: `module.exports = ${core};` }));
      onLoad({ filter: /^own$/, namespace: "core" }, () => ({
        contents: [`const core = ${core};`, ...own].join("\n"),
      }));
    },
  };
}
