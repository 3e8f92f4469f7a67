import * as vscode from "vscode";
import type { PresentedFault } from "../../../../server/src/protocol/protocol.ts";
import { explanationSign } from "../../../../server/src/text/explanationSign.ts";
import { type BinaryValue, type ShownValue, shownValues, unknownKind } from "../../core/exchange/binaryValues.ts";
import { includedParts } from "../../core/exchange/includedParts.ts";
import type { Piece } from "../../core/exchange/responsePath.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import { startOfLine } from "../editor/positions.ts";
import { lens } from "../editor/ui.ts";
import type { ShownParts } from "./contents.ts";

export function bodyLine(document: vscode.TextDocument): number {
  for (let line = 0; line < document.lineCount - 1; line++) {
    if (document.lineAt(line).text === "") return line + 1;
  }
  return 0;
}

/** The lines above the body that explain it: a Fault, signatures. */
export function explanationLines(document: vscode.TextDocument): readonly number[] {
  const lines: number[] = [];
  for (let line = bodyLine(document); line < document.lineCount; line++) {
    if (!document.lineAt(line).text.startsWith(explanationSign)) break;
    lines.push(line);
  }
  return lines;
}

/** The lens above a Fault that the document doesn't explain: its summary. */
export function faultLens(document: vscode.TextDocument, { version, summary }: PresentedFault): vscode.CodeLens {
  const text = vscode.l10n.t("SOAP {0} Fault: {1}", version, summary);
  const title = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  return lens(startOfLine(bodyLine(document)), { icon: "error", title, tooltip: text });
}

/** Returns the line of each part's delimiter, in the order of the parts. */
export function partLines(document: vscode.TextDocument, { boundary, parts }: ShownParts): readonly number[] {
  const lines: number[] = [];
  for (let line = bodyLine(document); line < document.lineCount && lines.length < parts.length; line++) {
    if (document.lineAt(line).text.trimEnd() === `--${boundary}`) lines.push(line);
  }
  return lines;
}

export function partLenses(document: vscode.TextDocument, shown: ShownParts): readonly vscode.CodeLens[] {
  const uri = document.uri.toString();
  return partLines(document, shown).flatMap((line, index) => {
    const part = shown.parts[index];
    return part ? pieceLenses(startOfLine(line), uri, factsOf(part, index), part.name, { kind: "part", index }) : [];
  });
}

/** `isBinary`: whether a value of unknown kind is Base64 data by its schema type. */
export function valueLenses(
  document: vscode.TextDocument,
  shown: readonly ShownValue[],
  isBinary: (index: number) => boolean,
): readonly vscode.CodeLens[] {
  const uri = document.uri.toString();
  return shown.flatMap(({ start, index, value: { name, size, kind: typedKind } }) => {
    const kind = typedKind ?? (isBinary(index) ? unknownKind() : undefined);
    if (kind === undefined) return [];
    const facts = `${kind.name} · ${formatBytes(size)}`;
    return pieceLenses(startOfLine(document.positionAt(start).line), uri, facts, name, { kind: "value", index });
  });
}

function pieceLenses(
  at: vscode.Range,
  uri: string,
  facts: string,
  name: string,
  piece: Piece,
): readonly vscode.CodeLens[] {
  const link = (title: string, tooltip: string, command: string) =>
    lens(at, { title, tooltip, command, arguments: [uri, piece] });
  return [
    lens(at, { title: facts }),
    link(vscode.l10n.t("Open"), vscode.l10n.t("Open {0}", name), "soaphttp.response.open"),
    link(vscode.l10n.t("Save…"), vscode.l10n.t("Save {0} as received", name), "soaphttp.response.save"),
  ];
}

export function valuesIn(document: vscode.TextDocument, values: readonly BinaryValue[]): readonly ShownValue[] {
  if (values.length === 0) return [];
  const line = explanationLines(document).at(-1) ?? bodyLine(document) - 1;
  return shownValues(document.getText(), document.offsetAt(new vscode.Position(line + 1, 0)), values);
}

/** The lens above each `xop:Include`: the part that it includes, which a click opens. */
export function includeLenses(document: vscode.TextDocument, { parts }: ShownParts): readonly vscode.CodeLens[] {
  if (parts.length === 0) return [];
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  return includedParts(lines, parts).flatMap(({ line, part: index }) => {
    const part = parts[index];
    if (part === undefined) return [];
    return lens(startOfLine(line), {
      title: factsOf(part, index),
      tooltip: vscode.l10n.t("Open {0}", part.name),
      command: "soaphttp.response.open",
      arguments: [document.uri.toString(), { kind: "part", index } satisfies Piece],
    });
  });
}

function factsOf({ isRoot, mediaType, bytes }: ShownParts["parts"][number], index: number): string {
  const facts = [partTitle(index, isRoot), mediaType, formatBytes(bytes.length)];
  return facts.filter((fact) => fact !== "").join(" · ");
}

/** Returns the title of a part. `index`: the index of the part, from 0. */
export function partTitle(index: number, isRoot: boolean): string {
  return isRoot ? vscode.l10n.t("Part {0}, the root", index + 1) : vscode.l10n.t("Part {0}", index + 1);
}
