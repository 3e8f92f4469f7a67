import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from "vscode-languageserver/browser";
import { provideXPath } from "../expectations/xpath.ts";
import type { XPathLibrary } from "../expectations/xpathLibrary.ts";
import { startServer } from "../lsp/server.ts";
import { xpathScript } from "../protocol/settingsProtocol.ts";
import type { ImportLibrary } from "../service/languageService.ts";
import { sendingNow } from "../variables/nonce.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope & ScriptScope;
provideXPathHere(scope);
startServer(createConnection(ProposedFeatures.all, new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), {
  later: (work) => void setTimeout(work, 0),
  sendingNow,
  loadImport: async (script) => loadScript<ImportLibrary>(scope, script ?? ""),
  readFile: undefined,
  findWsdls: undefined,
  processEnv: undefined,
});

/** Provides XPath from the script whose URL the client has set. It is loaded at first use. */
function provideXPathHere(scope: ScriptScope & { readonly [xpathScript]?: string }): void {
  let library: XPathLibrary | undefined;
  provideXPath(() => {
    library ??= loadScript<XPathLibrary>(scope, scope[xpathScript] ?? "");
    return library;
    // There is no evaluation with limits: a browser can't wait for another worker, and can't stop a script.
  }, undefined);
}

interface ScriptScope extends Pick<WorkerGlobalScope, "importScripts"> {
  /** The `module` object that a script for Node uses. */
  module?: { exports: unknown };
}

/** Loads a script written for Node, and returns its exports. */
function loadScript<T>(scope: ScriptScope, url: string): T {
  const module: { exports: unknown } = { exports: {} };
  scope.module = module;
  scope.importScripts(url);
  delete scope.module;
  return module.exports as T;
}
