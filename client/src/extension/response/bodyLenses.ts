import * as vscode from "vscode";
import type { PartsResult, PresentedFault } from "../../../../server/src/protocol.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import { lineStart } from "../editor/positions.ts";
import { lens } from "../editor/ui.ts";
import type { Parts } from "./parts.ts";

/** The line after the first empty one. */
export function bodyLine(document: vscode.TextDocument): number {
  for (let line = 0; line < document.lineCount - 1; line++) {
    if (document.lineAt(line).text === "") return line + 1;
  }
  return 0;
}

/** Over the body of a response that is a Fault, and whose document does not decode it: what it says, in short. */
export function faultLens(document: vscode.TextDocument, { version, summary }: PresentedFault): vscode.CodeLens {
  const line = bodyLine(document);
  const text = vscode.l10n.t("SOAP {0} Fault: {1}", version, summary);
  const shown = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  return lens(lineStart(line), { icon: "error", title: shown, tooltip: text });
}

/** The line of each part's delimiter, in the order of the parts. */
export function partLines(document: vscode.TextDocument, { boundary, parts }: PartsResult): readonly number[] {
  const lines: number[] = [];
  for (let line = bodyLine(document); line < document.lineCount && lines.length < parts.length; line++) {
    if (document.lineAt(line).text.trimEnd() === `--${boundary}`) lines.push(line);
  }
  return lines;
}

/** Over each part of a multipart response: what it is, and what can be done with it. */
export async function partLenses(
  document: vscode.TextDocument,
  exchange: Exchange,
  parts: Parts,
): Promise<readonly vscode.CodeLens[]> {
  const found = await parts.of(exchange);
  const uri = document.uri.toString();
  return partLines(document, found).flatMap((line, index) => {
    const part = found.parts[index];
    if (part === undefined) return [];
    const at = lineStart(line);
    const facts = [
      part.isRoot ? vscode.l10n.t("Part {0}, the root", index + 1) : vscode.l10n.t("Part {0}", index + 1),
      part.mediaType,
      formatBytes(part.end - part.start),
    ];
    const link = (title: string, tooltip: string, command: string) =>
      lens(at, { title, tooltip, command, arguments: [uri, index] });
    return [
      lens(at, { title: facts.filter((one) => one !== "").join(" · ") }),
      link(vscode.l10n.t("Open"), vscode.l10n.t("Open {0}", part.name), "soaphttp.response.open"),
      link(vscode.l10n.t("Save…"), vscode.l10n.t("Save {0} as received", part.name), "soaphttp.response.save"),
    ];
  });
}
