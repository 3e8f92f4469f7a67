import * as l10n from "@vscode/l10n";
import type { Body, CollectionHeader, CollectionPart, ExtraFile, Text } from "../collection.ts";
import type { Ledger } from "../ledger.ts";
import { formText } from "./bodyText.ts";

/** The ledger and the files to which all requests of a collection add. */
export interface ItemContext {
  readonly ledger: Ledger;
  readonly files: ExtraFile[];
  /** Returns the content of a file that a body names, if the source contains it. */
  readonly contentOf?: (path: string) => Uint8Array | undefined;
}

/** Converts a typed text of a source to a text with insertions. */
export type ReadText = (typed: string) => Text;

/** A body, and the media type that the tool sends for it. */
export interface ItemBody {
  readonly body: Body;
  readonly type: string | undefined;
}

/** A field of a form as typed. */
export interface FormField {
  readonly name: string;
  readonly value: string;
  readonly files?: readonly string[] | undefined;
  /** The media type of the field's part. */
  readonly type?: string | undefined;
}

export function textBody(text: Text, type: string | undefined): ItemBody | undefined {
  return text.every((part) => part === "") ? undefined : { body: { kind: "text", text }, type };
}

/** A form `name=value&…`. Insertions are not encoded. */
export function pairsText(fields: readonly FormField[], read: ReadText): Text {
  const encoded = (typed: string) => read(typed).map((part) => (typeof part === "string" ? formText(part) : part));
  return fields.flatMap(({ name, value }, at): Text => {
    return [...(at === 0 ? [] : ["&"]), ...encoded(name), "=", ...encoded(value)];
  });
}

export function multipartBody(
  fields: readonly FormField[],
  read: ReadText,
  path: readonly string[],
  context: ItemContext,
): ItemBody {
  const parts = fields.flatMap(({ name, value, files, type }): readonly CollectionPart[] => {
    const typed: readonly CollectionHeader[] = type ? [{ name: "Content-Type", value: read(type) }] : [];
    const headers = (more: string): readonly CollectionHeader[] => {
      const disposition = `form-data; name="${name.replace(/["\r\n\\]/g, "-")}"${more}`;
      return [{ name: "Content-Disposition", value: read(disposition) }, ...typed];
    };
    if (!files) return [{ headers: headers(""), content: read(value) }];
    return files.map((src) => {
      const file = attachment(src, path, context);
      return { headers: headers(`; filename="${file.name.replace(/["\r\n\\{}]/g, "-")}"`), content: file };
    });
  });
  return { body: { kind: "multipart", parts }, type: "multipart/form-data" };
}

/** A file that a body names. Most sources don't contain its content, so the user must add it to the folder. */
export function attachment(src: string, path: readonly string[], { ledger, files, contentOf }: ItemContext): ExtraFile {
  const item = ledger.add("attachment", src, path);
  const content = contentOf?.(src);
  if (!content) item.explain(l10n.t("The collection doesn't contain the file. Copy it to the folder attachments."));
  const file: ExtraFile = { item, folder: "attachments", name: src.split(/[\\/]/).at(-1) || "file", content };
  files.push(file);
  return file;
}
