import * as vscode from "vscode";
import { formatBytes } from "../quantities.ts";
import { pick } from "../ui.ts";
import type { Exchange } from "./exchange.ts";
import type { Parts } from "./parts.ts";

/** The part that a lens gives; asked for where the command came from the palette. -1: none was chosen, or there is none. */
export async function chosenPart(exchange: Exchange, given: number | undefined, parts: Parts): Promise<number> {
  if (given !== undefined) return given;
  const items = (await parts.of(exchange)).parts.map(({ isRoot, mediaType, start, end }, index) => ({
    index,
    label: isRoot ? vscode.l10n.t("Part {0}, the root", index + 1) : vscode.l10n.t("Part {0}", index + 1),
    description: `${mediaType} · ${formatBytes(end - start)}`,
  }));
  return (await pick(items))?.index ?? -1;
}
