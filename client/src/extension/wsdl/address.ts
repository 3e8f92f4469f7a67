import * as vscode from "vscode";
import type { OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import { fetchableUrl } from "../../core/wsdl/fetchDocument.ts";
import { askText } from "../editor/ui.ts";
import { placeName } from "./consent.ts";

/** The address that the user enters; undefined if cancelled. Not a `vscode.Uri`, which changes `=` and `&` in a query. */
export async function askAddress(): Promise<string | undefined> {
  const error = (text: string) => {
    const url = fetchableUrl(text.trim());
    return typeof url === "string" ? url : undefined;
  };
  const typed = await askText(vscode.l10n.t("Address of the WSDL"), "https://example.com/service?wsdl", { error });
  return typed?.trim();
}

export function uriText(given: unknown): string | undefined {
  if (given instanceof vscode.Uri) return given.toString();
  return typeof given === "string" ? given : undefined;
}

/** The `.wsdl` or `.xsd` file in the active editor. */
export function activeContract(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && /\.(?:wsdl|xsd)$/i.test(uri.path) ? uri.toString() : undefined;
}

/** Why a WSDL has no operations. */
export function reasonOf({ problems }: OperationsResult): string {
  return problems[0]?.message ?? vscode.l10n.t("The WSDL has no operations.");
}

export function fileName(wsdl: string): string {
  return placeName(wsdl).split("/").at(-1) ?? "";
}
