declare module "quickjs-wasi/quickjs.wasm" {
  const bytes: Uint8Array;
  export default bytes;
}
