/**
 * An esbuild plugin: what a process of `soaphttp` may not need is no part of its bundle, but is loaded when it is wanted.
 * - The commands are files beside the program.
 * - Those of Node's modules that take long to load, and that few requests need.
 */
export const apart = {
  name: "apart",
  setup(build) {
    build.onResolve({ filter: /^\.\/(check|send)\/command\.ts$/ }, ({ path, kind }) => {
      return kind === "dynamic-import" ? { path: `./${path.split("/")[1]}.js`, external: true } : undefined;
    });
    build.onResolve({ filter: /^node:(crypto|https|tls|zlib)$/ }, ({ path, importer }) => {
      return importer === path ? { path, external: true } : { path, namespace };
    });
    build.onLoad({ filter: /^node:/, namespace }, async ({ path }) => ({
      contents: whenWanted(path, await import(path)),
    }));
  },
};

const namespace = "apart";

/** A module that has all the names of another, and loads it when the first of them is read. */
function whenWanted(path, module) {
  const names = JSON.stringify(Object.keys(module).filter((name) => name !== "default"));
  return `const load = () => require(${JSON.stringify(path)});
    exports.__esModule = true;
    Object.defineProperty(exports, "default", { get: load });
    for (const name of ${names}) Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });`;
}
