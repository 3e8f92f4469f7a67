/*
 * The code that the language servers of both hosts share, in a separate bundle, so that the package contains it only once. The
 * bundles of the hosts and of the import load it from here.
 */

export { startServer } from "../lsp/server.ts";
