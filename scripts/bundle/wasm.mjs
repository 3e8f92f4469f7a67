import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

/** An esbuild plugin that makes a WebAssembly file its bytes, compressed in the bundle, so that it is one file. */
export const packedWasm = {
  name: "packed-wasm",
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, ({ path }) => {
      const packed = deflateRawSync(readFileSync(path), { level: 9 }).toString("base64");
      // As an ES module: esbuild would copy each byte of an object that is exported by CommonJS.
      const unpack = `import { inflateRawSync } from "node:zlib";`;
      const contents = `${unpack} export default inflateRawSync(Buffer.from("${packed}", "base64"));`;
      return { contents, loader: "js" };
    });
  },
};
