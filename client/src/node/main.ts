import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { type ExtensionContext, env, l10n, Uri, workspace } from "vscode";
import { LanguageClient, State, TransportKind } from "vscode-languageclient/node";
import { readFileAt } from "../../../server/src/node/openFile.ts";
import { oldCiphers } from "../core/keys/node/oldCiphers.ts";
import { runSecretCommand } from "../core/node/secretCommand.ts";
import { type WriteRefusal, writeFile, writeNewFolder } from "../core/node/writeFile.ts";
import type { MockStart } from "../extension/editor/host.ts";
import { type Api, activate as activateOn } from "../extension/extension.ts";
import { listenAt, startService } from "../mock/node/service.ts";
import { responsesOf } from "../mock/responses.ts";
import type { RunningService } from "../mock/service.ts";
import { kerberosModule } from "../transport/node/kerberosModule.ts";
import { nodeTransport } from "../transport/node/node.ts";

export { deactivate } from "../extension/extension.ts";

/**
 * The tree of a large message takes more than the 16 MB that V8 keeps for new objects, so that it would be copied
 * several times while it is made. V8 uses this memory only if it is needed.
 */
const memoryFlags: readonly string[] = ["--max-semi-space-size=64"];

/** Desktop and remote hosts: the server is a separate process, so that it can be ended if it hangs. */
export function activate(context: ExtensionContext): Api {
  return activateOn(context, {
    kind: "node",
    transport: nodeTransport(undefined, () => kerberosModule(kerberosFolders())),
    oldCiphers,
    runSecretCommand,
    realPath: async ({ fsPath }) => Uri.file(await realpath(fsPath)),
    readFile: async ({ fsPath }, limit, folders) => {
      const file = await readFileAt({
        path: fsPath,
        folders: folders.map((one) => one.fsPath),
        elsewhere: true,
        limit,
      });
      return file.kind === "outside" ? { kind: "notFile" } : file;
    },
    writeFile: async ({ fsPath }, bytes, { folders, isNew }) => {
      const destination = { path: fsPath, folders: folders.map((folder) => folder.fsPath), elsewhere: true };
      const refusal = await writeFile(destination, bytes, { isNew });
      if (refusal) throw new Error(refusalText(refusal));
    },
    writeNewFolder: async ({ fsPath }, files, folders, signal) => {
      const destination = { path: fsPath, folders: folders.map((folder) => folder.fsPath), elsewhere: true };
      const refusal = await writeNewFolder(destination, files, signal);
      if (refusal) throw new Error(refusalText(refusal));
    },
    startMock: (start) => startMock(start),
    listen: listenAt("127.0.0.1", 0),
    createServer: ({ extensionUri }, options) => {
      const module = `${extensionUri.fsPath}/dist/server/node.js`;
      const run = { module, transport: TransportKind.ipc, options: { execArgv: [...memoryFlags] } };
      const debug = { ...run, options: { execArgv: [...memoryFlags, "--nolazy", "--inspect=6009"] } };
      const client = new LanguageClient("soaphttp", "SOAP over HTTP", { run, debug }, options);
      // When the client stops, it forgets the process, and the bundle doesn't contain its script that ends the process.
      let running = client.serverProcess;
      client.onDidChangeState(({ newState }) => {
        if (newState === State.Running) running = client.serverProcess;
      });
      return { client, kill: () => void (client.serverProcess ?? running)?.kill("SIGKILL") };
    },
  });
}

/** Returns the folders with the package kerberos, from the setting of this machine. A workspace can't change it. */
function kerberosFolders(): readonly string[] {
  const folder: unknown = workspace.getConfiguration("soaphttp").get("kerberosModule");
  if (typeof folder === "string" && folder !== "") return [folder];
  return ["node_modules", "node_modules.asar", "node_modules.asar.unpacked"].map((name) =>
    join(env.appRoot, name, "kerberos"),
  );
}

function refusalText({ refused, path }: WriteRefusal): string {
  switch (refused) {
    case "link":
      return l10n.t("{0} is a symbolic link, which is not followed.", path);
    case "exists":
      return l10n.t("{0} already exists.", path);
    case "notFolder":
      return l10n.t("{0} is not a folder.", path);
    case "outside":
    case "notFile":
      return l10n.t("{0} is not a file.", path);
  }
}

/** Starts a mock service for programs on this machine, and for pages in its browsers. */
function startMock({ port, responder, onExchange }: MockStart): Promise<RunningService> {
  return startService({
    host: "127.0.0.1",
    port,
    secure: undefined,
    respond: responsesOf(responder, { upstream: undefined, cors: "*" }),
    onExchange,
    cors: "*",
    timeout: 30_000,
    maxBody: 10_485_760,
    maxConnections: 1000,
  });
}
