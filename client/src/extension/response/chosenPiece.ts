import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import { type Choice, pick } from "../editor/ui.ts";
import type { Parts } from "./parts.ts";

/** The whole body; of a multipart body all its parts, each for itself, or one of them by its index. */
export type Piece = "body" | "parts" | number;

/** The part that a lens gives. Of a multipart body it is asked for; undefined where nothing is chosen. */
export async function chosenPiece(
  exchange: Exchange,
  given: Piece | undefined,
  parts: Parts,
  offersAll: boolean,
): Promise<Piece | undefined> {
  const found = given === undefined ? (await parts.of(exchange)).parts : [];
  if (found.length === 0) return given ?? "body";
  const items: (Choice & { readonly piece: Piece })[] = [
    ...found.map(({ isRoot, mediaType, start, end }, index) => ({
      piece: index,
      label: isRoot ? vscode.l10n.t("Part {0}, the root", index + 1) : vscode.l10n.t("Part {0}", index + 1),
      description: `${mediaType} · ${formatBytes(end - start)}`,
    })),
    ...(offersAll ? [{ piece: "parts" as const, label: vscode.l10n.t("All parts, as separate files") }] : []),
    { piece: "body", label: vscode.l10n.t("The whole body, as one file") },
  ];
  return (await pick(items))?.piece;
}
