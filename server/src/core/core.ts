/*
 * What the language servers of both hosts share: a bundle of its own, so that the package contains it once. The servers'
 * bundles find here whatever they import from other folders.
 */

export * from "@vscode/l10n";
export * from "vscode-languageserver";
export { startServer } from "../lsp/server.ts";
export { xpathScript } from "../protocol/protocol.ts";
export { tooLarge } from "../resources/resolver.ts";
export { provideXPath } from "../service/languageService.ts";
export { largestFile } from "../text/limits.ts";
export { newNonce } from "../variables/nonce.ts";
