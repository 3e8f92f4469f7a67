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
    build.onResolve(
      { filter: /^node:(crypto|fs\/promises|http|https|net|tls|v8|worker_threads|zlib)$/ },
      ({ path, importer }) => {
        return importer === path ? { path, external: true } : { path, namespace };
      },
    );
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

/** An esbuild plugin that evaluates a package in a bundle when one of its exports is first used. */
export function packageAtFirstUse(name, exported) {
  return {
    name: "package-at-first-use",
    setup({ onResolve, onLoad }) {
      const filter = new RegExp(`^${name}$`);
      onResolve({ filter }, ({ path, namespace: from }) => {
        return from === namespace ? undefined : { path, namespace, sideEffects: false };
      });
      onLoad({ filter, namespace }, ({ path }) => ({
        contents: whenWanted(path, Object.fromEntries(exported.map((one) => [one, undefined]))),
        resolveDir: root,
      }));
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
