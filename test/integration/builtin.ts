/** Hides the import from the bundler: these tests are also bundled for a browser, which has no Node built-ins. */
const load = (name: string) => import(["node", name].join(":"));

/** Node's built-in modules, if the host has them. */
export const builtin = {
  childProcess: (): Promise<typeof import("node:child_process")> => load("child_process"),
  fs: (): Promise<typeof import("node:fs")> => load("fs"),
  https: (): Promise<typeof import("node:https")> => load("https"),
  net: (): Promise<typeof import("node:net")> => load("net"),
  os: (): Promise<typeof import("node:os")> => load("os"),
  path: (): Promise<typeof import("node:path")> => load("path"),
  tls: (): Promise<typeof import("node:tls")> => load("tls"),
  zlib: (): Promise<typeof import("node:zlib")> => load("zlib"),
};
