import * as l10n from "@vscode/l10n";
import type { Body, CollectionHeader, CollectionPart, ExtraFile, Text } from "../collection.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "../common/json.ts";
import type { InsomniaContext } from "./context.ts";
import { encodedText, insomniaText, type TextContext } from "./template.ts";

/** A body, and the media type that Insomnia sends with it. */
export interface InsomniaBody {
  readonly body: Body;
  readonly type: string | undefined;
}

/** Undefined if there is none. */
export function bodyOf(
  value: unknown,
  path: readonly string[],
  context: InsomniaContext,
  texts: TextContext,
): InsomniaBody | undefined {
  const body = objectOf(value) ?? {};
  const type = textOf(body["mimeType"]) || undefined;
  const rows = enabled(body["params"]);
  if (type === "application/x-www-form-urlencoded") {
    const text = pairsText(rows, texts);
    return text.length === 0 ? undefined : { body: { kind: "text", text }, type };
  }
  if (type === "multipart/form-data") {
    const parts = rows.map((row) => partOf(row, path, context, texts));
    return parts.length === 0 ? undefined : { body: { kind: "multipart", parts }, type };
  }
  const name = textOf(body["fileName"]);
  if (name) return { body: { kind: "file", file: fileOf(name, path, context) }, type };
  const text = textOf(body["text"]) ?? "";
  if (text === "") return undefined;
  const sent = type === "application/graphql" ? "application/json" : type;
  return { body: { kind: "text", text: insomniaText(text, texts) }, type: sent };
}

/** `name=value&…` */
export function pairsText(rows: readonly JsonObject[], texts: TextContext): Text {
  return rows.flatMap((row, at): Text => {
    const name = encodedText(textOf(row["name"]) ?? "", texts);
    return [...(at === 0 ? [] : ["&"]), ...name, "=", ...encodedText(textOf(row["value"]) ?? "", texts)];
  });
}

/** The rows that are sent. */
export function enabled(rows: unknown): readonly JsonObject[] {
  return objectsOf(rows).filter((row) => row["disabled"] !== true && textOf(row["name"]));
}

function partOf(
  row: JsonObject,
  path: readonly string[],
  context: InsomniaContext,
  texts: TextContext,
): CollectionPart {
  const name = (textOf(row["name"]) ?? "").replace(/["\r\n\\]/g, "-");
  const type = textOf(row["contentType"]);
  const typed: readonly CollectionHeader[] = type ? [{ name: "Content-Type", value: insomniaText(type, texts) }] : [];
  const disposition = (rest: string): CollectionHeader => {
    return { name: "Content-Disposition", value: insomniaText(`form-data; name="${name}"${rest}`, texts) };
  };
  if (row["type"] !== "file")
    return { headers: [disposition(""), ...typed], content: insomniaText(textOf(row["value"]) ?? "", texts) };
  const file = fileOf(textOf(row["fileName"]) ?? "", path, context);
  const shown = file.name.replace(/["\r\n\\{}]/g, "-");
  return { headers: [disposition(`; filename="${shown}"`), ...typed], content: file };
}

/** An export only names files. The user has to put them into the folder. */
function fileOf(full: string, path: readonly string[], { ledger, files }: InsomniaContext): ExtraFile {
  const item = ledger.add("attachment", full, path);
  item.explain(l10n.t("The collection doesn't contain the file. Copy it to the folder attachments."));
  const file: ExtraFile = {
    item,
    folder: "attachments",
    name: full.split(/[\\/]/).at(-1) || "file",
    content: undefined,
  };
  files.push(file);
  return file;
}
