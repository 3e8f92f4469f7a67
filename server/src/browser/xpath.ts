import { provideXPath } from "../expectations/xpath.ts";
import type { XPathLibrary } from "../expectations/xpathLibrary.ts";
import { xpathScript } from "../protocol/settingsProtocol.ts";
import { loadScript, type ScriptScope } from "./script.ts";

/** Provides XPath from the script whose URL the client has set. It is loaded at first use. */
export function provideXPathHere(scope: ScriptScope & { readonly [xpathScript]?: string }): void {
  let library: XPathLibrary | undefined;
  provideXPath(() => {
    library ??= loadScript<XPathLibrary>(scope, scope[xpathScript] ?? "");
    return library;
    // A browser can't wait for another worker, nor stop a script.
  }, undefined);
}
