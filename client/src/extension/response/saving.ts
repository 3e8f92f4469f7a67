import * as vscode from "vscode";
import { bodyEnding } from "../../core/exchange/bodyEnding.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import { messageOf } from "../editor/languageServer.ts";
import type { Questions } from "../editor/questions.ts";
import { type Choice, pick, showStatus } from "../editor/ui.ts";
import type { ResponseDocuments } from "./documents.ts";
import type { Parts } from "./parts.ts";
import { bodyUri, partUri } from "./responseUri.ts";

/** The whole body; of a multipart body all its parts, each for itself, or one of them by its index. */
export type Piece = "body" | "parts" | number;

/** The part that a lens gives. Of a multipart body it is asked for; undefined where nothing is chosen. */
export async function pickPiece(
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

/** The files that were written; undefined where none was, and the author knows why. */
export type Saved = readonly vscode.Uri[] | undefined;

/** Asks where, and writes a body or parts of it there, byte for byte as received (content coding undone). */
export async function save(
  exchange: Exchange,
  piece: Piece,
  documents: ResponseDocuments,
  questions: Questions,
): Promise<Saved> {
  if (piece === "parts") return saveParts(exchange, documents, questions);
  const uri = piece === "body" ? await bodyOf(exchange, documents) : await partOf(exchange, piece, documents);
  return uri && saveAs(exchange, nameIn(uri), await documents.bytes(uri), questions);
}

/** The document of the body alone, whose ending says what it is. */
export async function bodyOf(exchange: Exchange, documents: ResponseDocuments): Promise<vscode.Uri> {
  return bodyUri(exchange, "body", bodyEnding(exchange, await documents.presented(exchange)));
}

/** The document of a part of a multipart body. */
export async function partOf(
  exchange: Exchange,
  index: number,
  documents: ResponseDocuments,
): Promise<vscode.Uri | undefined> {
  const part = (await documents.parts.of(exchange)).parts[index];
  return part && partUri(exchange, index, part.name);
}

async function saveParts(exchange: Exchange, documents: ResponseDocuments, questions: Questions): Promise<Saved> {
  const { parts } = await documents.parts.of(exchange);
  const body = answerOf(exchange.result)?.body ?? new Uint8Array();
  return untilSaved(questions, async () => {
    const folder = await questions.folder(parts.length, folderOf(exchange));
    if (folder === undefined) return undefined;
    const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name));
    const there = parts.filter(({ name }) => taken.has(name)).map(({ name }) => name);
    if (there.length > 0 && !(await questions.replace(there))) return undefined;
    return Promise.all(
      parts.map(({ name, start, end }) => write(vscode.Uri.joinPath(folder, name), body.subarray(start, end))),
    );
  });
}

function saveAs(exchange: Exchange, name: string, bytes: Uint8Array, questions: Questions): Promise<Saved> {
  return untilSaved(questions, async () => {
    const file = await questions.file(name, folderOf(exchange));
    return file === undefined ? undefined : [await write(file, bytes)];
  });
}

/** Where it fails, the author is told why, and may choose another place. */
async function untilSaved(questions: Questions, save: () => Promise<Saved>): Promise<Saved> {
  for (;;) {
    try {
      const saved = await save();
      if (saved !== undefined) tell(saved);
      return saved;
    } catch (error) {
      if ((await questions.notSaved(messageOf(error))) === "cancel") return undefined;
    }
  }
}

async function write(file: vscode.Uri, bytes: Uint8Array): Promise<vscode.Uri> {
  await vscode.workspace.fs.writeFile(file, bytes);
  return file;
}

function tell(saved: readonly vscode.Uri[]): void {
  const [first] = saved;
  const text =
    saved.length === 1 && first !== undefined
      ? vscode.l10n.t("{0} saved.", nameIn(first))
      : vscode.l10n.t("{0} parts saved.", saved.length);
  showStatus(text, 5000);
}

function folderOf(exchange: Exchange): vscode.Uri | undefined {
  const from = vscode.Uri.parse(exchange.from);
  return from.scheme === "untitled" ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.joinPath(from, "..");
}

function nameIn({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
