import { builtinModules } from "node:module";
import { isAbsolute } from "node:path";

const builtins = new Set(builtinModules);
/** Built-in modules of Node that sax can do without. We don't use its class for streams. */
const optional = new Set(["stream", "string_decoder"]);
const empty = "empty";

/**
 * An esbuild plugin: a bundle for the browser fails if a module imports a built-in of Node, and the error names the module.
 * Imports that a package's `browser` field turns off are allowed, and the optional ones of sax, which become empty.
 */
export const noNodeBuiltins = {
  name: "no-node-builtins",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, importer, resolveDir, kind }) => {
      const named = path.startsWith("node:");
      if (optional.has(path) && /[\\/]node_modules[\\/]sax[\\/]/.test(importer)) return { path, namespace: empty };
      if (pluginData?.resolved || !(named || builtins.has(path.replace(/\/$/, "")))) return undefined;
      if (!named) {
        const target = await build.resolve(path, { importer, resolveDir, kind, pluginData: { resolved: true } });
        if (target.errors.length === 0 && !isAbsolute(target.path)) return undefined;
      }
      return {
        errors: [{ text: `'${path}' is a built-in of Node, which a browser doesn't have. ${importer} imports it.` }],
      };
    });
    build.onLoad({ filter: /^/, namespace: empty }, () => ({ contents: "" }));
  },
};
