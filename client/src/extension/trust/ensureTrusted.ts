import * as vscode from "vscode";
import type { Questions, Restricted } from "../editor/dialogs.ts";

/**
 * Whether sending, exporting, or reading documents of WSDLs is allowed: not in Restricted Mode. Then explains why, and offers
 * to manage trust. All code that sends must call this first.
 */
export async function ensureTrusted({ restricted }: Questions, what: Restricted = "send"): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  if ((await restricted(what)) === "manage") await vscode.commands.executeCommand("workbench.trust.manage");
  return false;
}
