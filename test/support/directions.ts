import { builtinModules } from "node:module";
import type { Module as ModuleWithLines } from "./modules.ts";

type Module = Pick<ModuleWithLines, "path" | "imports">;

/**
 * The server's layers, lowest first. A module may import from its own part and from lower layers. Parts of one layer
 * must not import each other.
 */
const serverLayers: readonly (readonly string[])[] = [
  ["protocol"],
  ["text"],
  ["crypto", "http", "xml"],
  ["soap"],
  ["security"],
  ["xsd"],
  ["wsdl", "validation"],
  ["contract"],
  ["format"],
  ["expectations"],
  ["xpath"],
  ["data"],
  ["variables"],
  ["resources"],
  ["message", "response"],
  ["evaluation"],
  ["mock"],
  ["rules"],
  ["analysis"],
  ["features", "testing", "mockService"],
  ["documentation"],
  ["variants", "import", "export"],
  ["service"],
  ["lsp"],
  ["core"],
  ["node", "browser"],
];

/** The client's layers, lowest first. The extension and the command line must not import each other. */
const clientLayers: readonly (readonly string[])[] = [
  ["transport"],
  ["core"],
  ["export", "mock"],
  ["agents"],
  ["extension", "cli"],
  ["node", "browser"],
];

/** The server modules that every module of the client may import. The command line may also import the façade. */
const sharedWithClient = [
  "server/src/protocol/protocol.ts",
  "server/src/protocol/agentProtocol.ts",
  "server/src/protocol/mockProtocol.ts",
  "server/src/expectations/jsonPath.ts",
  "server/src/text/span.ts",
  "server/src/format/connectionDirectives.ts",
  "server/src/text/explanationSign.ts",
  "server/src/text/trailing.ts",
  "server/src/text/needsValues.ts",
  "server/src/protocol/served.ts",
  "server/src/http/fetch.ts",
  "server/src/crypto/certificate.ts",
  "server/src/crypto/der.ts",
  "server/src/crypto/hashes.ts",
  "server/src/crypto/rsa.ts",
  "server/src/crypto/verify.ts",
  "server/src/text/limits.ts",
  "server/src/text/markdownBlocks.ts",
  "server/src/text/base64.ts",
  "server/src/text/bytes.ts",
  "server/src/text/memoized.ts",
  "server/src/text/escapes.ts",
  "server/src/text/htmlPage.ts",
  "server/src/text/markup.ts",
  "server/src/text/paths.ts",
  "server/src/node/openFile.ts",
  "server/src/text/redaction.ts",
  "server/src/text/redactor.ts",
  "server/src/text/secretNames.ts",
  "server/src/text/variantName.ts",
  "server/src/text/similar.ts",
  "server/src/text/asked.ts",
  "server/src/resources/environmentFiles.ts",
];
const sharedWithCommandLine = [
  "server/src/service/languageService.ts",
  "server/src/node/readFile.ts",
  "server/src/text/lines.ts",
  "server/src/text/memoized.ts",
  "server/src/node/xpath.ts",
  "server/src/contract/contract.ts",
  "server/src/contract/contracts.ts",
];

const builtins = new Set(builtinModules);

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
  if (target === "vscode-languageserver-textdocument" && !within(path, "service", "lsp"))
    return "lines of an editor below the façade";
  if (!target.startsWith("server/")) return undefined;
  const [from, to] = [part(path), part(target)];
  const [own, wanted] = [layer(from, serverLayers), layer(to, serverLayers)];
  if (own < 0 || wanted < 0) return `'${own < 0 ? from : to}' is in no layer: name it in test/support/directions.ts`;
  if (from === "lsp" && !["lsp", "service", "protocol"].includes(to)) {
    return "the connection knows only the language service and the protocol";
  }
  if (from !== to) return wanted < own ? undefined : `'${to}' is not below '${from}'`;
  if (from === "features") return wrongFeature(path, target);
  return from === "import" ? wrongReader(path, target) : undefined;
}

/** The reader of a tool is a folder. It knows the model and what all readers share, but no other reader and no writer. */
function wrongReader(path: string, target: string): string | undefined {
  const folder = (file: string) => file.split("/")[3] ?? "";
  const [from, to] = [folder(path), folder(target)];
  if (from.endsWith(".ts") || from === "write") return undefined;
  return to === from || to === "common" || ["collection.ts", "ledger.ts", "source.ts"].includes(to)
    ? undefined
    : `'${to}' from the importer's '${from}'`;
}

/** A feature is a file or a folder, and must not import other features. Shared code is in features/support. */
function wrongFeature(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map((file) => (file.split("/")[3] ?? "").replace(/\.ts$/, ""));
  if (from === to || to === "support" || to === "feature") return undefined;
  return `the feature '${to}' from the feature '${from}'`;
}

function wrongInClient(path: string, target: string): string | undefined {
  const from = part(path);
  if (target === "vscode" || target.startsWith("vscode-languageclient")) {
    return from === "extension" || from === "node" || from === "browser" ? undefined : `VS Code's API in '${from}'`;
  }
  if (target.startsWith("server/")) {
    return sharedWithClient.includes(target) || (from === "cli" && sharedWithCommandLine.includes(target))
      ? undefined
      : "the inside of the server";
  }
  if (!target.startsWith("client/")) return undefined;
  const to = part(target);
  if (from === to) return undefined;
  const [own, wanted] = [layer(from, clientLayers), layer(to, clientLayers)];
  if (own < 0 || wanted < 0) return `'${own < 0 ? from : to}' is in no layer: name it in test/support/directions.ts`;
  return wanted < own ? undefined : `'${to}' is not below '${from}'`;
}

function part(path: string): string {
  return path.split("/")[2] ?? "";
}

function layer(part: string, layers: readonly (readonly string[])[]): number {
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

/**
 * Returns each import that is part of a cycle. In every folder, the nodes are its files and its subfolders (each with its
 * content). So a file may import from a subfolder next to it that imports another file of the parent, but two files, two
 * subfolders, or a file and a subfolder, must not import each other, directly or indirectly.
 */
export function circles(modules: readonly Module[]): readonly string[] {
  const folders = new Set(modules.flatMap(({ path }) => parents(path)));
  const imports = modules.flatMap(({ path, imports }) => imports.map((target) => ({ path, target })));
  return [...folders].sort().flatMap((folder) => {
    const between = imports.flatMap(({ path, target }) => {
      const [from, to] = [childOf(folder, path), childOf(folder, target)];
      return from === undefined || to === undefined || from === to ? [] : [{ from, to, path, target }];
    });
    const reached = new Map(between.map(({ from }) => [from, reachedFrom(from, between)]));
    return between
      .filter(({ from, to }) => reached.get(to)?.has(from))
      .map(({ path, target }) => `${path} imports ${target}`);
  });
}

function reachedFrom(start: string, between: readonly { readonly from: string; readonly to: string }[]) {
  const seen = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const { from, to } of between) {
      if (from !== node || seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return seen;
}

function parents(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Returns the direct child of a folder that is or contains a file. */
function childOf(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : undefined;
}
