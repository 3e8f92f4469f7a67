import { bodyKind } from "../http/bodyKind.ts";
import { parseMediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import type { PartsParams, PartsResult, ReceivedPart } from "../protocol/protocol.ts";
import type { Decryption } from "../security/decryption.ts";
import { fromBase64, toBase64, toBinary } from "../text/base64.ts";
import { decodeText } from "../text/decode.ts";

/** The parts of a multipart body (RFC 2046 section 5.1), each with a file name. All offsets count bytes. */
export function receivedParts(
  { contentType, body: base64 }: Pick<PartsParams, "contentType" | "body">,
  decryption?: Decryption,
): PartsResult {
  const bytes = fromBase64(base64);
  const text = toBinary(bytes);
  const body = { start: 0, end: text.length };
  const { boundary = "", parts, root } = parseMultipart(text, body, parseMediaType(contentType));
  const taken = new Set<string>();
  return {
    boundary,
    parts: parts.map((part, index): ReceivedPart => {
      const { start, end } = part.body ?? { start: part.end, end: part.end };
      const attachment = decryption?.attachment(part.contentId?.id);
      const mediaType = attachment?.type || (part.contentType?.mediaType.essence ?? "");
      const isRoot = part === root;
      const decrypted = isRoot && decryption ? new TextEncoder().encode(decryption.text) : attachment?.bytes;
      const head = text.slice(part.delimiter.end, start);
      const extension = extensionOf(mediaType, (decrypted ?? bytes.subarray(start, end)).subarray(0, sample));
      const named = fileNameOf(head) ?? part.contentId?.id;
      const name = unused(fileName(named, index, extension), taken);
      const facts = { start, end, name, mediaType, contentId: part.contentId?.id, isRoot };
      return decrypted ? { ...facts, decrypted: toBase64(decrypted) } : facts;
    }),
  };
}

/** Number of bytes at the start of a part that are read to guess its type. */
const sample = 8192;

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/bmp": "bmp",
  "image/svg+xml": "svg",
  "image/tiff": "tiff",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "text/csv": "csv",
};

function extensionOf(essence: string, bytes: Uint8Array): string {
  const extension = Object.hasOwn(extensions, essence) ? extensions[essence] : undefined;
  if (extension !== undefined) return extension;
  const kind = bodyKind(essence, decodeText(bytes, undefined).text);
  return kind === "text" ? "txt" : kind === "binary" ? "bin" : kind;
}

/** `filename` in Content-Disposition (RFC 6266), or the parameter `name` of the media type (RFC 2045). */
function fileNameOf(head: string): string | undefined {
  return /;\s*(?:file)?name\s*=\s*(?:"([^"\r\n]+)"|([^\s;"]+))/i
    .exec(head)
    ?.slice(1)
    .find((one) => one !== undefined);
}

/**
 * A safe file name: without path (RFC 6266 section 4.3), without characters that file systems don't allow, and
 * without direction marks, which could show `gpj.exe` as `exe.jpg`.
 */
function fileName(named: string | undefined, index: number, extension: string): string {
  const last = named?.split(/[\\/]/).at(-1) ?? "";
  const name = last
    .replace(/[:*?"<>|\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim()
    .replace(/^\.+/, "")
    .slice(0, 80);
  if (name === "") return `part-${index + 1}.${extension}`;
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

function unused(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
  taken.add(free.toLowerCase());
  return free;
}
