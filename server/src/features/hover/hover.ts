import * as l10n from "@vscode/l10n";
import type { StatusLine } from "../../http/statusLine.ts";
import type { FilePart } from "../../message/fileParts.ts";
import { covers } from "../../text/span.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import type { MessageSection } from "../support/section.ts";
import { hoverCharacter } from "./character.ts";
import { hoverHeader, hoverPart, hoverRequestLine } from "./head.ts";
import { type Hover, withCharacter } from "./hoverAt.ts";
import { hoverMessage } from "./message.ts";
import { hoverOperation } from "./operation.ts";
import { hoverPreamble, hoverVariable, type ReceivedValues } from "./preamble.ts";
import { statusMarkdown } from "./response.ts";

/** The explanation of the character at an offset of the segment's text. Spans: UTF-16, in that text. */
export function hover(section: MessageSection, offset: number, received?: ReceivedValues): Hover | undefined {
  const variable = hoverVariable(section, offset, received);
  if (variable) return variable;
  const character = hoverCharacter(section.text, offset, charsetAt(section, offset));
  return withCharacter(character, hoverPlace(section, offset));
}

function hoverPlace(section: MessageSection, offset: number): Hover | undefined {
  const { message } = section;
  if (!message || offset < message.syntax.start) return hoverPreamble(section, offset);
  const { requestLine, statusLine, body } = message.syntax;
  if (requestLine && offset <= requestLine.end) return hoverRequestLine(message, offset);
  if (statusLine && offset <= statusLine.end) return hoverStatus(statusLine, offset);
  if (!body || offset < body.start) return hoverHeader(message, offset);
  const file = message.fileParts.find((one) => covers(one.content, offset));
  if (file) return hoverFilePart(file);
  const part = message.multipart && hoverPart(message.text, message.multipart, offset);
  if (part || !message.xml) return part;
  const xml = hoverMessage(section, message.xml, offset);
  const operation = hoverOperation(message, offset);
  return operation && xml ? { ...xml, markdown: paragraphs(operation.markdown, "---", xml.markdown) } : xml;
}

function hoverStatus({ status, end, code }: StatusLine, offset: number): Hover | undefined {
  if (!status || code === undefined || offset < status.start) return undefined;
  return { start: status.start, end, markdown: statusMarkdown(code) };
}

function charsetAt({ message }: MessageSection, offset: number): Parameters<typeof hoverCharacter>[2] {
  if (!message || offset < message.syntax.start) return "unsent";
  const { body } = message.syntax;
  return body && offset >= body.start ? (message.charset.charset ?? "unknown") : "head";
}

/** The path of a part whose content is a file. */
function hoverFilePart({ start, end, path, file, part }: FilePart): Hover {
  const size =
    file.kind === "bytes"
      ? l10n.t("The content of this part is the file {0}: {1} bytes.", code(path), strong(String(file.bytes.length)))
      : l10n.t("The content of this part is the file {0}, byte for byte.", code(path));
  const type = part.contentType?.mediaType.essence;
  return { start, end, markdown: paragraphs(size, type && prose(l10n.t("Its media type is {0}.", type))) };
}
