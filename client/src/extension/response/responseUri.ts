import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import {
  parseResponseQuery,
  type ResponseAddress,
  type ResponsePlace,
  tabAddress,
} from "../../core/exchange/responsePath.ts";

/** The scheme of all received documents. */
export const responseScheme = "soaphttp-response";

export function toUri(address: ResponseAddress): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, ...address });
}

/** The URI of the tab that shows an exchange. */
export function tabUri(exchange: Exchange): vscode.Uri {
  return toUri(tabAddress(exchange));
}

/** Returns the place that a URI identifies; undefined for any other URI. */
export function parseResponseUri({ scheme, query }: vscode.Uri): ResponsePlace | undefined {
  return scheme === responseScheme ? parseResponseQuery(query) : undefined;
}
