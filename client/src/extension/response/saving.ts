import * as vscode from "vscode";
import { type BinaryValue, unknownKind } from "../../core/exchange/binaryValues.ts";
import { bodyEnding } from "../../core/exchange/bodyFile.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import { bodyAddress, type Piece, pieceAddress } from "../../core/exchange/responsePath.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import { fileNameOf } from "../editor/commands.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { Host } from "../editor/host.ts";
import { type ListItem, pick, showStatus } from "../editor/ui.ts";
import { untilSaved, writeEditorFile, writeInFolder } from "../editor/writeFile.ts";
import { partTitle } from "./bodyLenses.ts";
import type { ResponseContents } from "./contents.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { toUri } from "./responseUri.ts";

/** The whole body, all parts of a multipart body as separate files, one part, or one value of Base64 data. */
type SavedPart = "body" | "parts" | Piece;

/** The given piece, or one that the user selects if there are several; undefined if nothing is selected. */
export async function pickPiece(
  exchange: Exchange,
  given: SavedPart | undefined,
  contents: ResponseContents,
  offersAll: boolean,
): Promise<SavedPart | undefined> {
  if (given !== undefined) return given;
  const { parts } = await contents.partsOf(exchange);
  const values = (await contents.valuesOf(exchange)).map((value, index) => ({ ...value, index }));
  const recognized = values.filter(({ kind }) => kind !== undefined);
  if (parts.length === 0 && recognized.length === 0) return "body";
  const items: (ListItem & { readonly piece: SavedPart })[] = [
    ...parts.map(({ isRoot, mediaType, bytes }, index) => ({
      piece: { kind: "part" as const, index },
      label: partTitle(index, isRoot),
      description: `${mediaType} · ${formatBytes(bytes.length)}`,
    })),
    ...recognized.map(({ name, kind, size, index }) => ({
      piece: { kind: "value" as const, index },
      label: name,
      description: `${kind?.name} · ${formatBytes(size)}`,
    })),
    ...(offersAll && parts.length > 0
      ? [{ piece: "parts" as const, label: vscode.l10n.t("All parts, as separate files") }]
      : []),
    { piece: "body", label: vscode.l10n.t("The whole body, as one file") },
  ];
  return (await pick(items))?.piece;
}

/** The written files; undefined if there are none, and the user knows why. */
export type Saved = readonly vscode.Uri[] | undefined;

/** Asks for a location, and writes a body or parts of it there, byte for byte as received (without content coding). */
export async function save(
  exchange: Exchange,
  piece: SavedPart,
  documents: ResponseDocuments,
  questions: Questions,
  host: Host,
): Promise<Saved> {
  if (piece === "parts") return saveParts(exchange, documents.contents, questions, host);
  const uri = await pieceUri(exchange, piece, documents.contents);
  if (uri === undefined) return undefined;
  return saveAs(fileNameOf(uri), folderOf(exchange), await documents.readFile(uri), questions, host);
}

/** Asks where to write bytes to a file. `name`, `near`: the file and the folder that are proposed. */
export function saveAs(
  name: string,
  near: vscode.Uri | undefined,
  bytes: Uint8Array,
  questions: Questions,
  host: Host,
): Promise<Saved> {
  return untilSaved(questions, async () => {
    const file = await questions.file(name, near);
    if (file === undefined) return undefined;
    await writeEditorFile(host, file, bytes, { beside: near });
    showStatus(savedText([file]), 5000);
    return [file];
  });
}

/** The document of the body or of a part alone, with the file extension of its content. */
export async function pieceUri(
  exchange: Exchange,
  piece: "body" | Piece,
  contents: ResponseContents,
): Promise<vscode.Uri | undefined> {
  if (piece === "body") {
    const ending = bodyEnding(exchange, await contents.presented(exchange));
    return toUri(bodyAddress(exchange, "body", ending));
  }
  const { kind, index } = piece;
  const name =
    kind === "part"
      ? (await contents.partsOf(exchange)).parts[index]?.name
      : nameOf((await contents.valuesOf(exchange))[index]);
  return name === undefined ? undefined : toUri(pieceAddress(exchange, piece, name));
}

function nameOf(value: BinaryValue | undefined): string | undefined {
  return value && `${value.name}.${(value.kind ?? unknownKind()).extension}`;
}

async function saveParts(
  exchange: Exchange,
  contents: ResponseContents,
  questions: Questions,
  host: Host,
): Promise<Saved> {
  const { parts } = await contents.partsOf(exchange);
  const files = parts.map(({ name, bytes }) => ({ path: name, content: bytes }));
  const near = folderOf(exchange);
  return untilSaved(questions, async () => {
    const folder = await questions.folder(vscode.l10n.t("Save {0} parts", parts.length), near);
    const saved = folder && (await writeInFolder(host, questions, folder, files, near));
    if (saved) showStatus(savedText(saved), 5000);
    return saved;
  });
}

function savedText(saved: readonly vscode.Uri[]): string {
  const [first] = saved;
  return first !== undefined && saved.length === 1
    ? vscode.l10n.t("{0} saved.", fileNameOf(first))
    : vscode.l10n.t("{0} parts saved.", saved.length);
}

/** The folder of the document that contains the request, or else of the workspace. */
export function folderOf(exchange: Pick<Exchange, "from"> | undefined): vscode.Uri | undefined {
  const from = exchange && vscode.Uri.parse(exchange.from);
  const isFile = from !== undefined && from.scheme !== "untitled";
  return isFile ? vscode.Uri.joinPath(from, "..") : vscode.workspace.workspaceFolders?.[0]?.uri;
}
