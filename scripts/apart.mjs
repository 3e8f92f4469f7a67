/**
 * An esbuild plugin: what a process of `soaphttp` may not need is no part of its bundle, but a file beside it that is
 * loaded when it is wanted: the commands, and the tables of the charsets of one byte. (Those of more bytes are JSON, which
 * the loader `copy` leaves alone.)
 */
export const apart = {
  name: "apart",
  setup(build) {
    build.onResolve({ filter: /^\.\/(check|send)\/program\.ts$/ }, ({ path, kind }) => {
      return kind === "dynamic-import" ? { path: `./${path.split("/")[1]}.js`, external: true } : undefined;
    });
    build.onResolve({ filter: /sbcs-data-generated\.js$/ }, ({ kind }) => {
      return kind === "entry-point" ? undefined : { path: "single-byte", namespace: "apart" };
    });
    build.onResolve({ filter: /.*/, namespace: "apart" }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /^single-byte$/, namespace: "apart" }, () => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require("./charsets/singleByte.js")[name] });`,
    }));
  },
};
