import type { XPathLibrary } from "../expectations/xpathLibrary.ts";
import { xpathScript } from "../protocol/protocol.ts";
import { provideXPath } from "../service/languageService.ts";

export interface ScriptScope extends Pick<WorkerGlobalScope, "importScripts"> {
  /** What a script for Node sees as its module. */
  module?: { exports: unknown };
  readonly [xpathScript]?: string;
}

/** Provides XPath from the script whose URL the client has set. It is loaded at first use. */
export function provideXPathHere(scope: ScriptScope): void {
  let library: XPathLibrary | undefined;
  provideXPath(() => {
    library ??= load(scope);
    return library;
    // A browser can't wait for another worker, nor stop a script.
  }, undefined);
}

function load(scope: ScriptScope): XPathLibrary {
  const module: { exports: unknown } = { exports: {} };
  scope.module = module;
  scope.importScripts(scope[xpathScript] ?? "");
  delete scope.module;
  return module.exports as XPathLibrary;
}
