import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from "vscode-languageserver/browser";
import { startServer } from "../lsp/server.ts";
import type { ImportLibrary } from "../service/languageService.ts";
import { newNonce } from "../variables/nonce.ts";
import { loadScript, type ScriptScope } from "./script.ts";
import { provideXPathHere } from "./xpath.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope & ScriptScope;
provideXPathHere(scope);
startServer(createConnection(ProposedFeatures.all, new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), {
  later: (work) => void setTimeout(work, 0),
  sendingNow: () => ({ now: new Date(), guid: () => crypto.randomUUID(), random: Math.random, nonce: newNonce() }),
  loadImport: async (script) => loadScript<ImportLibrary>(scope, script ?? ""),
  readFile: undefined,
  findWsdls: undefined,
  processEnv: undefined,
});
