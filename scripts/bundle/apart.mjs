import { fileURLToPath } from "node:url";

/**
 * An esbuild plugin that keeps out of a bundle of `soaphttp` what few processes need, and loads it at first use:
 * - the program, whose compiled code can be kept, unlike the code of the file that loads it;
 * - the commands, which are files beside the program, the library of MCP, and what few imports need;
 * - modules of Node that load slowly and that few requests need;
 * - packages that few requests need, such as tinyglobby, which only patterns and folders need.
 */
export const apart = {
  name: "apart",
  setup(build) {
    build.onResolve({ filter: /^\.\/program\.ts$/ }, ({ kind }) => {
      return kind === "dynamic-import" ? { path: "./program.js", external: true } : undefined;
    });
    build.onResolve({ filter: /^\.\/\w+\/command\.ts$/ }, ({ path, kind }) => {
      return kind === "dynamic-import" ? { path: `./${path.split("/")[1]}.js`, external: true } : undefined;
    });
    // The library of MCP, which only its server needs.
    build.onResolve({ filter: /^\.\/library\.ts$/ }, ({ kind }) => {
      return kind === "entry-point" ? undefined : { path: "./mcpLibrary.js", external: true };
    });
    build.onResolve({ filter: /\/importTools\.ts$/ }, ({ kind }) => {
      return kind === "import-statement" ? { path: "./importTools.js", namespace, sideEffects: false } : undefined;
    });
    build.onResolve({ filter: /\/importTools\.js$/ }, ({ path }) => ({ path, external: true }));
    build.onResolve(
      { filter: /^node:(crypto|fs\/promises|http|https|net|tls|v8|worker_threads|zlib)$/ },
      ({ path, importer }) => {
        return importer === path ? { path, external: true } : { path, namespace };
      },
    );
    build.onLoad({ filter: /^node:|\/importTools\.js$/, namespace }, ({ path }) => ({ contents: whenWanted(path) }));
    // These packages stay in the bundle, as functions that are called at first use.
    const packages = /^(tinyglobby|sax|yaml|fflate|dayjs|dayjs\/plugin\/utc\.js|@noble\/(?:ciphers|hashes)\/\w+\.js)$/;
    build.onResolve({ filter: packages }, ({ path, namespace: from }) => {
      return from === namespace ? undefined : { path, namespace, sideEffects: false };
    });
    // Only constants of this package are used, so modules that don't use them needn't evaluate it.
    build.onResolve({ filter: /^vscode-languageserver-types$/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === namespace) return undefined;
      const resolved = await build.resolve(path, { ...from, pluginData: namespace });
      return { ...resolved, sideEffects: false };
    });
    build.onLoad({ filter: packages, namespace }, ({ path }) => ({
      contents: whenWanted(path),
      resolveDir: root,
    }));
  },
};

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An esbuild plugin that keeps fontoxpath, with what we add to it, out of a bundle, and loads it from another file at first use. */
export function xpathFrom(file) {
  return {
    name: "xpath-apart",
    setup(build) {
      build.onResolve({ filter: /\/fontoxpath\.mjs$/ }, () => ({ path: "fontoxpath", namespace }));
      build.onResolve({ filter: /\/xpath\.js$/ }, ({ path, importer }) => {
        return importer === "fontoxpath" ? { path, external: true } : undefined;
      });
      build.onLoad({ filter: /^fontoxpath$/, namespace }, () => ({ contents: whenWanted(file) }));
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

/**
 * Returns the source of a module with the exports of another, which it loads when the first of them is read. They are
 * inherited, because esbuild copies a module's own exports for each module that imports it.
 */
function whenWanted(path) {
  return `let loaded;
    const get = (_, name) => {
      loaded ??= require(${JSON.stringify(path)});
      return name === "default" ? loaded : loaded[name];
    };
    module.exports = Object.create(new Proxy({}, { get }), { __esModule: { value: true } });`;
}

/** An esbuild plugin that evaluates a package in a bundle when one of its exports is first used. */
export function packageAtFirstUse(name) {
  return {
    name: "package-at-first-use",
    setup({ onResolve, onLoad }) {
      const filter = new RegExp(`^${name}$`);
      onResolve({ filter }, ({ path, namespace: from }) => {
        return from === namespace ? undefined : { path, namespace, sideEffects: false };
      });
      onLoad({ filter, namespace }, ({ path }) => ({
        contents: whenWanted(path),
        resolveDir: root,
      }));
    },
  };
}

/**
 * Returns esbuild's options for a script that Node requires and that a worker loads, where its exports are a global variable.
 * It has no other global variables, because scripts of one worker would overwrite those of each other.
 * @param {string} globalName
 */
export function scriptFor(globalName) {
  return {
    format: "iife",
    globalName,
    footer: { js: `if (typeof module === "object") module.exports = ${globalName};` },
  };
}
