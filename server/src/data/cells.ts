import * as l10n from "@vscode/l10n";
import { mostCells } from "../text/limits.ts";

/** Throws a SyntaxError if a file has more cells than are allowed. */
export function checkCells(count: number): void {
  if (count <= mostCells) return;
  throw new SyntaxError(l10n.t("it has more than {0} cells. Split it into several files.", mostCells));
}
