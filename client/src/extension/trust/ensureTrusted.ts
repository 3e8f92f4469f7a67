import * as vscode from "vscode";
import type { Questions, Restricted } from "../editor/dialogs.ts";

/**
 * Whether requests may be sent or exported, or documents of WSDLs may be read. In Restricted Mode, they may not: then
 * it explains why, and offers to manage trust. All code that sends must call this first.
 */
export async function ensureTrusted({ restricted }: Questions, what: Restricted = "send"): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  if ((await restricted(what)) === "manage") await vscode.commands.executeCommand("workbench.trust.manage");
  return false;
}
