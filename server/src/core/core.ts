/*
 * What the language servers of both hosts share: a bundle of its own, so that the package contains it once. The bundles of
 * the hosts and of the import find here all that this contains.
 */

export { startServer } from "../lsp/server.ts";
