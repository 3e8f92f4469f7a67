import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import {
  parseResponseQuery,
  type ResponseAddress,
  type ResponsePlace,
  tabAddress,
} from "../../core/exchange/responsePath.ts";

export const responseScheme = "soaphttp-response";

export function toUri(address: ResponseAddress): vscode.Uri {
  return vscode.Uri.from({ scheme: responseScheme, ...address });
}

export function tabUri(exchange: Exchange): vscode.Uri {
  return toUri(tabAddress(exchange));
}

export function parseResponseUri({ scheme, query }: vscode.Uri): ResponsePlace | undefined {
  return scheme === responseScheme ? parseResponseQuery(query) : undefined;
}
