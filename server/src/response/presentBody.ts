import * as l10n from "@vscode/l10n";
import { type MediaType, parameter } from "../http/mediaType.ts";
import { previewedBytes } from "../limits.ts";
import type { PresentResult } from "../protocol.ts";
import { decodeReceived } from "../text/decode.ts";
import { hexLines } from "../text/hex.ts";
import { editedXml, formatXml } from "../xml/format.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { bodyKind, declaredKind } from "./bodyKind.ts";
import { formatJson } from "./json.ts";
import { note } from "./notes.ts";

/** How a body is to be shown. */
export interface BodyOptions {
  readonly format: boolean;
  /** More of it was received, or was to come, than is there to be shown. */
  readonly cut: boolean;
  /** Bytes of the whole body. */
  readonly size: number;
}

export interface PresentedBody {
  readonly text: string;
  readonly charset: string;
  /** Content-Type names another charset, which the bytes can't be in. */
  readonly contradicted: boolean;
  readonly extension: PresentResult["extension"];
  /** Where the body is XML: as received, not as formatted. */
  readonly xml: XmlDocument | undefined;
}

const indent = "  ";

/** A body's bytes, content coding undone, as text to be read. Multipart bodies: `presentMultipart.ts`. */
export function presentBody(
  bytes: Uint8Array,
  mediaType: MediaType | undefined,
  { format, cut, size }: BodyOptions,
): PresentedBody {
  const essence = mediaType?.essence ?? "";
  const { text, charset, contradicted } = decodeReceived(bytes, parameter(mediaType, "charset")?.value);
  const kind = bytes.length === 0 ? "text" : bodyKind(essence, text);
  const shown = { charset: charset.name, contradicted, xml: undefined };
  switch (kind) {
    case "xml":
      return { ...shown, ...presentXml(text, format, cut), extension: "xml" };
    case "json":
      return { ...shown, text: format ? formatJson(text, indent) : text, extension: "json" };
    case "html":
      return { ...shown, text, extension: "html" };
    case "text":
      return { ...shown, text, extension: "txt" };
    case "binary": {
      const preview = `${binaryNote(essence, size)}\n\n${hexLines(bytes.subarray(0, previewedBytes)).join("\n")}\n`;
      return { charset: "binary", contradicted: false, xml: undefined, text: preview, extension: "bin" };
    }
  }
}

/** What stands in place of a body that can't be shown as text. */
export function binaryNote(essence: string, size: number): string {
  const declared = declaredKind(essence);
  if (essence === "") return note(l10n.t("{0} bytes that aren't text", size));
  return declared === undefined || declared === "binary"
    ? note(l10n.t("{0} bytes of {1}", size, essence))
    : note(l10n.t("{0} bytes that aren't text, although Content-Type is {1}", size, essence));
}

function presentXml(text: string, format: boolean, cut: boolean): { text: string; xml: XmlDocument } {
  // Behind the last tag that is whole, a cut leaves the beginning of a text or of a tag.
  const end = cut ? text.lastIndexOf(">") + 1 : text.length;
  const xml = parseXml(text, 0, end);
  if (!format) return { text, xml };
  const edits = formatXml(xml, { indent, lineBreak: "\n", cut });
  return { text: editedXml(xml, edits) + text.slice(end), xml };
}
