/** The sources of modules that take the place of packages which only unused parts of vscode-languageclient need. */
const replacements = {
  // The filters of file operations, which our server doesn't register.
  minimatch: `exports.Minimatch = class { constructor() { throw new Error("no file operations"); } };`,
  // The test of VS Code's version. It repeats "engines" in our manifest, which VS Code tests before it installs an extension.
  "semver/functions/parse": "module.exports = () => ({});",
  "semver/functions/satisfies": "module.exports = () => true;",
};
const namespace = "unused";

/** An esbuild plugin that leaves out packages which vscode-languageclient imports, but doesn't use in this extension. */
export const withoutUnused = {
  name: "without-unused",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${Object.keys(replacements).join("|")})$`) }, ({ path, importer }) => {
      return /[\\/]vscode-languageclient[\\/]/.test(importer) ? { path, namespace } : undefined;
    });
    onLoad({ filter: /^/, namespace }, ({ path }) => ({ contents: replacements[path] }));
  },
};
