import * as vscode from "vscode";
import type { Questions } from "../editor/questions.ts";

/**
 * Whether anything may be sent: in Restricted Mode nothing is. Then the author is told why and can manage trust.
 * Everything that sends asks here, however it was asked for.
 */
export async function ensureTrusted({ restricted }: Questions): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  if ((await restricted()) === "manage") await vscode.commands.executeCommand("workbench.trust.manage");
  return false;
}
