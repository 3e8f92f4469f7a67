import * as vscode from "vscode";
import type { Exchange } from "./exchange.ts";
import { parseResponsePath, partPath, type ResponsePlace, responsePath, type View } from "./responsePath.ts";

/** The scheme of everything that was received. */
export const responseScheme = "soaphttp-response";

export function responseUri(exchange: Pick<Exchange, "id" | "label">, view: View, extension?: string): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, path: responsePath(exchange, view, extension) });
}

export function partUri(exchange: Exchange, index: number, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, path: partPath(exchange, index, name) });
}

/** Undefined for a URI of another kind. */
export function parseResponseUri({ scheme, path }: vscode.Uri): ResponsePlace | undefined {
  return scheme === responseScheme ? parseResponsePath(path) : undefined;
}
