import * as l10n from "@vscode/l10n";
import type { FilePart } from "../../message/fileParts.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import type { Hover } from "./hoverAt.ts";

/** The path of a part whose content is a file. */
export function hoverFilePart({ start, end, path, file, part }: FilePart): Hover {
  const size =
    file.kind === "bytes"
      ? l10n.t("The content of this part is the file {0}: {1} bytes.", code(path), strong(String(file.bytes.length)))
      : l10n.t("The content of this part is the file {0}, byte for byte.", code(path));
  const type = part.contentType?.mediaType.essence;
  return { start, end, markdown: paragraphs(size, type && prose(l10n.t("Its media type is {0}.", type))) };
}
