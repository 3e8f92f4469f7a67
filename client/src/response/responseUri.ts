import * as vscode from "vscode";
import type { Exchange } from "./exchange.ts";
import { parseResponsePath, responsePath, type View } from "./responsePath.ts";

/** The scheme of everything that was received. */
export const responseScheme = "soaphttp-response";

export function responseUri(exchange: Exchange, view: View, extension?: string): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, path: responsePath(exchange, view, extension) });
}

/** Undefined for a URI of another kind. */
export function parseResponseUri({
  scheme,
  path,
}: vscode.Uri): { readonly id: string; readonly view: View } | undefined {
  return scheme === responseScheme ? parseResponsePath(path) : undefined;
}
