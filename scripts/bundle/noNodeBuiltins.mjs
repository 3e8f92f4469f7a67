import { builtinModules } from "node:module";
import { isAbsolute } from "node:path";

const builtins = new Set(builtinModules);

/**
 * An esbuild plugin: a bundle for the browser fails if a module imports a built-in of Node, and the error names the module.
 * Imports that a package's `browser` field turns off are allowed.
 */
export const noNodeBuiltins = {
  name: "no-node-builtins",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, importer, resolveDir, kind }) => {
      const named = path.startsWith("node:");
      if (pluginData?.resolved || !(named || builtins.has(path.replace(/\/$/, "")))) return undefined;
      if (!named) {
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: { resolved: true } });
        if (found.errors.length === 0 && !isAbsolute(found.path)) return undefined;
      }
      return {
        errors: [{ text: `'${path}' is a built-in of Node, which a browser doesn't have. ${importer} imports it.` }],
      };
    });
  },
};
