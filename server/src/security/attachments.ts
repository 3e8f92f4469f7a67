import * as l10n from "@vscode/l10n";
import type { Part } from "../http/multipart.ts";
import { joinedBytes } from "../text/bytes.ts";
import { decodeText } from "../text/decode.ts";
import { percentDecoded } from "../text/escapes.ts";
import { slice } from "../text/span.ts";
import { parseXml } from "../xml/parser.ts";
import { type SignedBytes, type Transform, unsupported } from "./algorithms.ts";
import { canonicalBytes, exclusiveC14n } from "./c14n.ts";

/** A part of a multipart body, which a signature may refer to by `cid:`. */
export interface Attachment {
  /** Media type in lower case, without parameters; empty without the header. */
  readonly type: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The decoded bytes; `undefined` if they aren't known. */
  readonly bytes: () => Uint8Array | undefined;
}

/** The parts of a multipart body by their Content-ID, for signatures and encryption. */
export function attachmentsOf(
  text: string,
  parts: readonly Part[],
  bytesOf: (part: Part, index: number) => Attachment["bytes"],
): ReadonlyMap<string, Attachment> {
  return new Map(
    parts.flatMap((part, index) =>
      part.contentId ? [[part.contentId.id, { ...factsOf(text, part), bytes: bytesOf(part, index) }] as const] : [],
    ),
  );
}

/** The Content-ID in a `cid:` URI. It should be percent-encoded there (RFC 2392 section 2), but many clients don't encode it. */
export function attachmentId(attachments: ReadonlyMap<string, Attachment>, uri: string): string | undefined {
  if (!uri.startsWith("cid:")) return undefined;
  const id = uri.slice("cid:".length);
  return [id, percentDecoded(id)].find((one) => attachments.has(one));
}

function factsOf(text: string, { headerLines, contentType }: Part): Pick<Attachment, "type" | "headers"> {
  const headers: { name: string; value: string }[] = [];
  for (const line of headerLines) {
    if (line.kind === "field") headers.push({ name: slice(text, line.name), value: slice(text, line.value) });
    const last = headers.at(-1);
    if (line.kind === "continuation" && last) last.value += ` ${slice(text, line.value)}`;
  }
  return { type: contentType?.mediaType.essence.toLowerCase() ?? "", headers };
}

/** The signed bytes of an attachment after a transform (WS-Security SwA Profile 1.1 section 5.4). */
export function attachmentBytes(attachment: Attachment, transforms: readonly Transform[]): SignedBytes {
  const [transform, ...others] = transforms;
  const bytes = attachment.bytes();
  if (!bytes) return { why: l10n.t("the bytes of the part aren't known.") };
  if (!transform) return { bytes };
  if (transform.kind !== "content" && transform.kind !== "complete") return { why: unsupported(transform) };
  if (others[0]) return { why: unsupported(others[0]) };
  const content = canonicalContent(attachment.type, bytes);
  return { bytes: transform.kind === "content" ? content : joinedBytes([canonicalHeaders(attachment), content]) };
}

function canonicalContent(type: string, bytes: Uint8Array): Uint8Array {
  if (/^(?:text|application)\/xml$|\+xml$/.test(type)) {
    const { text } = decodeText(bytes);
    const document = parseXml(text);
    const form = document.root && document.problems.length === 0 && canonicalBytes(document, undefined, exclusiveC14n);
    return form || bytes;
  }
  if (!type.startsWith("text/")) return bytes;
  const parts: Uint8Array[] = [];
  const lineEnd = new Uint8Array([0x0d, 0x0a]);
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== 0x0a && byte !== 0x0d) continue;
    parts.push(bytes.subarray(from, at), lineEnd);
    if (byte === 0x0d && bytes[at + 1] === 0x0a) at++;
    from = at + 1;
  }
  return from === 0 ? bytes : joinedBytes([...parts, bytes.subarray(from)]);
}

/** The headers of a part that are signed, in this order. Content-Type has a default value. */
const signedHeaders = ["Content-Description", "Content-Disposition", "Content-ID", "Content-Location", "Content-Type"];
const structured = ["Content-Disposition", "Content-Type"];

/** The canonical form of a part's headers (WS-Security SwA Profile 1.1 section 5.4.1). */
function canonicalHeaders({ headers }: Attachment): Uint8Array {
  const lines = signedHeaders.flatMap((name) => {
    const typed = headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value;
    const value = typed ?? (name === "Content-Type" ? "text/plain; charset=us-ascii" : undefined);
    if (value === undefined) return [];
    const unfolded = value.replace(/[ \t]+/g, " ").trim();
    return `${name}:${structured.includes(name) ? canonicalParameters(unfolded) : unfolded}\r\n`;
  });
  return new TextEncoder().encode(`${lines.join("")}\r\n`);
}

/** A header value with parameter names in lower case, parameters sorted, and their values in quotes. */
function canonicalParameters(value: string): string {
  const [first = "", ...parameters] = value.split(";");
  const written = parameters.map((parameter) => {
    const equals = parameter.indexOf("=");
    const text = parameter.slice(equals + 1).trim();
    const quoted = text.startsWith('"') ? text : `"${text}"`;
    return `;${parameter.slice(0, equals).trim().toLowerCase()}=${quoted}`;
  });
  return [first.trim().toLowerCase(), ...written.sort()].join("");
}
