import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const namespace = "without-copies";

/**
 * An esbuild plugin for CommonJS packages with many exports. Otherwise, each module that imports one gets a copy of all its
 * exports: over a hundred modules import the 400 of `vscode`. Here they import an object that inherits them, so that there is
 * nothing to copy.
 * @param {readonly string[]} packages
 */
export function withoutCopies(packages) {
  return {
    name: "without-copies",
    setup({ onResolve, onLoad }) {
      const filter = new RegExp(`^(?:${packages.join("|")})$`);
      onResolve({ filter }, ({ path, namespace: from }) => (from === namespace ? undefined : { path, namespace }));
      onLoad({ filter, namespace }, ({ path }) => ({
        contents: `module.exports = Object.create(require("${path}"), { __esModule: { value: true } });`,
        resolveDir: root,
      }));
    },
  };
}
