/** Not an import that a bundler sees: the same suite is bundled for a browser, which has no built-ins of Node. */
const load = (name: string) => import(["node", name].join(":"));

/** Node's built-in modules, where the host has them. */
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
