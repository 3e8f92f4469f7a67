import { builtinModules } from "node:module";
import { isAbsolute } from "node:path";

const builtins = new Set(builtinModules);

/**
 * An esbuild plugin: a bundle for the browser fails where a module imports a built-in of Node, and says which module
 * does. What a package's `browser` field turns off passes, and so do the npm packages named in `standIns`, which have
 * the name of a built-in.
 * @param {readonly string[]} standIns names of npm packages
 */
export function noNodeBuiltins(standIns = []) {
  return {
    name: "no-node-builtins",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...importer }) => {
        const name = path.replace(/^node:/, "").replace(/\/$/, "");
        if (pluginData?.resolved || !(path.startsWith("node:") || builtins.has(name))) return undefined;
        if (!path.startsWith("node:")) {
          const found = await build.resolve(path, { ...without(importer), pluginData: { resolved: true } });
          const turnedOff = found.errors.length === 0 && !isAbsolute(found.path);
          if (turnedOff || (found.errors.length === 0 && standIns.includes(name))) return undefined;
        }
        return {
          errors: [
            { text: `'${path}' is a built-in of Node, which a browser doesn't have. ${importer.importer} imports it.` },
          ],
        };
      });
    },
  };
}

function without({ importer, resolveDir, kind, namespace }) {
  return { importer, resolveDir, kind, namespace };
}
