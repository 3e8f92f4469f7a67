import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import {
  bodyAddress,
  parseResponseQuery,
  partAddress,
  type ResponsePlace,
  tabAddress,
} from "../../core/exchange/responsePath.ts";

/** The scheme of everything that was received. */
export const responseScheme = "soaphttp-response";

/** Of the tab that shows an exchange. */
export function tabUri(exchange: Exchange): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, ...tabAddress(exchange) });
}

export function bodyUri(exchange: Exchange, kind: "tidy" | "body", extension: string): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, ...bodyAddress(exchange, kind, extension) });
}

export function partUri(exchange: Exchange, index: number, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, ...partAddress(exchange, index, name) });
}

/** Undefined for a URI of another kind. */
export function parseResponseUri({ scheme, query }: vscode.Uri): ResponsePlace | undefined {
  return scheme === responseScheme ? parseResponseQuery(query) : undefined;
}
