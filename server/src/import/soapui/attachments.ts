import * as l10n from "@vscode/l10n";
import type { CollectionHeader, CollectionPart, ExtraFile, Text } from "../collection.ts";
import type { ProjectContext } from "./context.ts";
import { childrenNamed, childText, type ProjectElement } from "./projectXml.ts";

export interface Attachment {
  readonly file: ExtraFile;
  readonly contentType: string;
  readonly contentId: string;
}

/** Their data is a zip archive in the project (FileAttachment). Others become empty files, for the user to replace. */
export function attachmentsOf(
  request: ProjectElement,
  path: readonly string[],
  { ledger, unpacker, files }: ProjectContext,
): readonly Attachment[] {
  return childrenNamed(request, "attachment").map((attachment) => {
    const name = childText(attachment, "name") || "attachment";
    const item = ledger.add("attachment", "attachment", [...path, name]);
    const data = childText(attachment, "data")?.trim() ?? "";
    const bytes = data === "" ? undefined : unpacker.unzip(data);
    const url = childText(attachment, "url") ?? "";
    if (!bytes) {
      item.partly(
        data === ""
          ? l10n.t("Its file is not in the project. Copy {0} to it.", url || name)
          : l10n.t("Its data can't be decompressed."),
      );
    }
    const file: ExtraFile = { item, folder: "attachments", name: baseName(name), content: bytes ?? "" };
    files.push(file);
    return {
      file,
      contentType: oneLine(childText(attachment, "contentType")) || "application/octet-stream",
      contentId: oneLine(childText(attachment, "contentId")) || name,
    };
  });
}

/** The parts after the root part, each with its file as content. */
export function attachmentParts(attachments: readonly Attachment[]): readonly CollectionPart[] {
  return attachments.map(({ file, contentType, contentId }) => ({
    headers: fieldsOf([
      ["Content-Type", contentType],
      ["Content-Transfer-Encoding", "binary"],
      ["Content-ID", `<${contentId}>`],
      ["Content-Disposition", `attachment; name="${quotable(file.name)}"`],
    ]),
    content: file,
  }));
}

/** The attachments as parts of a form (RFC 7578). */
export function formParts(attachments: readonly Attachment[]): readonly CollectionPart[] {
  return attachments.map(({ file, contentType, contentId }) => ({
    headers: fieldsOf([
      ["Content-Disposition", `form-data; name="${quotable(contentId)}"; filename="${quotable(file.name)}"`],
      ["Content-Type", contentType],
    ]),
    content: file,
  }));
}

export function fieldsOf(fields: readonly (readonly [string, string])[]): readonly CollectionHeader[] {
  return fields.map(([name, value]): CollectionHeader => ({ name, value: [value] satisfies Text }));
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1) || "attachment";
}

function oneLine(text: string | undefined): string {
  return (text ?? "").replace(/[\r\n]+/g, " ").trim();
}

function quotable(text: string): string {
  return text.replace(/["\\\r\n]/g, "_");
}
