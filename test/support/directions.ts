import { builtinModules } from "node:module";
import type { Module } from "./modules.ts";

/**
 * The server's layers, the lowest first. A module may import from its own part and from lower layers; parts of one
 * layer don't know each other.
 */
const layers: readonly (readonly string[])[] = [
  ["protocol"],
  ["text"],
  ["preamble"],
  ["http", "xml"],
  ["soap"],
  ["document"],
  ["variables"],
  ["message", "response"],
  ["rules"],
  ["features", "outgoing"],
  ["languageService"],
  ["lsp"],
  ["node", "browser"],
];

/** Files at the top of server/src that make up a part with a file of another name. */
const partOf = new Map([
  ["meantFields", "message"],
  ["messageBody", "message"],
  ["messageBodyFile", "message"],
]);

/** What every module of the client may import from the server; the command line may also import the façade. */
const sharedWithClient = [
  "server/src/protocol.ts",
  "server/src/text/span.ts",
  "server/src/text/explanationSign.ts",
  "server/src/text/trailing.ts",
  "server/src/http/fetch.ts",
  "server/src/variables/largestFile.ts",
];
const sharedWithCommandLine = ["server/src/languageService.ts", "server/src/node/readFile.ts"];

const builtins = new Set(builtinModules);

/** Each import that goes against the directions, as a sentence. */
export function wrongImports(modules: readonly Module[]): readonly string[] {
  return modules.flatMap(({ path, imports }) =>
    imports.flatMap((target) => {
      const reason = whyWrong(path, target);
      return reason === undefined ? [] : [`${path} imports ${target}: ${reason}`];
    }),
  );
}

function whyWrong(path: string, target: string): string | undefined {
  return (
    wrongHost(path, target) ?? (path.startsWith("server/") ? wrongInServer(path, target) : wrongInClient(path, target))
  );
}

/** What only one host has is kept in folders of that host's name. */
function wrongHost(path: string, target: string): string | undefined {
  const builtin = target.startsWith("node:") || builtins.has(target);
  if (builtin)
    return within(path, "node", "cli") ? undefined : "a built-in of Node outside of a folder 'node' or 'cli'";
  for (const host of ["node", "browser"]) {
    const other = host === "node" ? "browser" : "node";
    const ofHost = target.endsWith(`/${host}`) || within(target, host);
    if (!ofHost || (!isOurs(target) && !target.startsWith("vscode-"))) continue;
    if (within(path, other) && !within(path, host)) return `'${host}' from '${other}'`;
    if (!within(path, host, "cli")) return `'${host}' outside of a folder '${host}'`;
  }
  return undefined;
}

function wrongInServer(path: string, target: string): string | undefined {
  if (target === "vscode" || target.startsWith("vscode-languageclient")) return "VS Code's API in the server";
  if (target.startsWith("client/")) return "the client from the server";
  if (!target.startsWith("server/")) return undefined;
  const [from, to] = [part(path), part(target)];
  const [own, wanted] = [layer(from), layer(to)];
  if (own < 0 || wanted < 0) return `'${own < 0 ? from : to}' is in no layer: name it in test/support/directions.ts`;
  if (from !== to) return wanted < own ? undefined : `'${to}' is not below '${from}'`;
  return from === "features" ? wrongFeature(path, target) : undefined;
}

/** Features don't import features: each is a file or a folder; what they share is in features/support. */
function wrongFeature(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map((file) => (file.split("/")[3] ?? "").replace(/\.ts$/, ""));
  if (from === to || to === "support" || to === "feature") return undefined;
  return `the feature '${to}' from the feature '${from}'`;
}

function wrongInClient(path: string, target: string): string | undefined {
  const cli = within(path, "cli");
  if (target === "vscode" || target.startsWith("vscode-languageclient")) {
    return cli || within(path, "transport") ? "VS Code's API in the transport or the command line" : undefined;
  }
  if (target.startsWith("server/")) {
    return sharedWithClient.includes(target) || (cli && sharedWithCommandLine.includes(target))
      ? undefined
      : "the inside of the server";
  }
  if (!target.startsWith("client/")) return undefined;
  if (within(path, "transport")) return within(target, "transport") ? undefined : "the transport knows only itself";
  if (cli) return undefined;
  return within(target, "cli") ? "the command line from the extension" : undefined;
}

function part(path: string): string {
  const name = (path.split("/")[2] ?? "").replace(/\.ts$/, "");
  return partOf.get(name) ?? name;
}

function layer(part: string): number {
  return layers.findIndex((parts) => parts.includes(part));
}

function within(path: string, ...folders: readonly string[]): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((folder) => folders.includes(folder));
}

function isOurs(target: string): boolean {
  return target.startsWith("server/") || target.startsWith("client/");
}
