import * as l10n from "@vscode/l10n";
import { bodyKind } from "../http/bodyKind.ts";
import { type MediaType, parameter, parseMediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import { type Attachment, attachmentsOf } from "../security/attachments.ts";
import type { Decryption } from "../security/decryption.ts";
import { type Envelope, readEnvelope } from "../soap/envelope.ts";
import { decodeFault, type Fault } from "../soap/fault.ts";
import { toBinary } from "../text/base64.ts";
import { type DecodedText, decodeReceived } from "../text/decode.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { type DocumentNode, nodesOf } from "../xpath/domNodes.ts";

/** A sent or received message. The content coding of its body is decoded. */
export interface MessageBytes {
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly body: Uint8Array;
  /** The decrypted XML, which is read instead of the bytes. */
  readonly decryption?: Decryption;
}

/** The body of a message, or the root part of a multipart body; each form is read at first use. */
export class ReadContent {
  readonly #bytes: Uint8Array;
  /** The whole body and its media type. */
  readonly #message: { readonly body: Uint8Array; readonly type: MediaType | undefined };
  /** The media type of the body; for a multipart body, the media type of the root part. */
  readonly mediaType: MediaType | undefined;
  readonly isMultipart: boolean;
  readonly decryption: Decryption | undefined;
  #decoded: ReturnType<typeof decodeReceived> | undefined;
  #xml: XmlDocument | undefined;
  #nodes: DocumentNode | undefined;
  #isTooLarge: boolean | undefined;
  #json: { readonly value: unknown } | undefined;

  constructor(message: MessageBytes) {
    const type = fieldValues(message, "content-type")[0];
    const mediaType = type === undefined ? undefined : parseMediaType(type);
    const { body } = message;
    const root = mediaType?.essence.startsWith("multipart/") ? rootPart(body, mediaType) : undefined;
    this.#message = { body, type: mediaType };
    this.#bytes = root?.bytes ?? body;
    this.mediaType = root ? root.type : mediaType;
    this.isMultipart = root !== undefined;
    this.decryption = message.decryption;
  }

  /** Size of the whole body in bytes, including all parts. */
  get size(): number {
    return this.#message.body.length;
  }

  get decoded(): DecodedText & { readonly contradicted: boolean } {
    this.#decoded ??= decodeReceived(this.#bytes, parameter(this.mediaType, "charset")?.value);
    return this.#decoded;
  }

  get text(): string {
    return this.decryption?.text ?? this.decoded.text;
  }

  get kind(): ReturnType<typeof bodyKind> {
    return this.#bytes.length === 0 ? "text" : bodyKind(this.mediaType?.essence ?? "", this.text);
  }

  /** A sentence that explains why the body isn't read although it is XML; undefined for other bodies. */
  get tooLarge(): string | undefined {
    this.#isTooLarge ??= this.kind === "xml" && hasMoreThan(maxTags, this.text);
    return this.#isTooLarge ? l10n.t("The body has more than {0} tags.", maxTags) : undefined;
  }

  /** The XML of the body, which may be ill-formed; `undefined` if the body isn't XML, or is too large. */
  get xml(): XmlDocument | undefined {
    if (this.kind !== "xml" || this.tooLarge !== undefined) return undefined;
    this.#xml ??= parseXml(this.text, 0, this.text.length);
    return this.#xml;
  }

  get nodes(): DocumentNode | undefined {
    const { xml } = this;
    this.#nodes ??= xml && nodesOf(xml);
    return this.#nodes;
  }

  /** The envelope of the body. For a large body, contains only the beginning. */
  get envelope(): Envelope | undefined {
    const { text } = this;
    const xml = this.tooLarge === undefined ? this.xml : parseXml(text, 0, beginning);
    return xml && readEnvelope(xml);
  }

  get fault(): Fault | undefined {
    const { envelope } = this;
    // A Fault is at the beginning of a body, so the beginning of a large body is enough.
    return envelope && decodeFault(envelope);
  }

  /** The parts of a multipart body by their Content-ID, for signatures. */
  get attachments(): ReadonlyMap<string, Attachment> {
    const { body, type } = this.#message;
    if (!type?.essence.startsWith("multipart/")) return new Map();
    const text = toBinary(body);
    const { parts } = parseMultipart(text, { start: 0, end: text.length }, type);
    return attachmentsOf(text, parts, (part) => {
      const { start, end } = part.body ?? { start: part.end, end: part.end };
      return () => body.subarray(start, end);
    });
  }

  /** Releases what was read from the bytes, which takes many times as much memory. It is read again when needed. */
  forget(): void {
    this.#decoded = undefined;
    this.#xml = undefined;
    this.#nodes = undefined;
    this.#json = undefined;
  }

  /** The value of a JSON body; `undefined` if the body isn't JSON. */
  get json(): { readonly value: unknown } | undefined {
    try {
      this.#json ??= { value: JSON.parse(this.text) };
    } catch {
      return undefined;
    }
    return this.#json;
  }
}

/** Maximum number of tags in XML that is read. An element with an end tag has two. A node takes about 1 KB of memory. */
const maxTags = 1_000_000;
/** Length of the beginning that is read of a large body, in UTF-16 units. */
const beginning = 100_000;

function hasMoreThan(count: number, text: string): boolean {
  let left = count;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) if (left-- === 0) return true;
  return false;
}

/** The values of the fields with a name, which is in lower case. */
export function fieldValues({ fields }: Pick<MessageBytes, "fields">, name: string): readonly string[] {
  return fields
    .filter((one) => one.name.length === name.length && one.name.toLowerCase() === name)
    .map(({ value }) => value);
}

function rootPart(body: Uint8Array, mediaType: MediaType) {
  // The text has one character per byte, so its offsets are byte offsets.
  const text = toBinary(body);
  const { root } = parseMultipart(text, { start: 0, end: text.length }, mediaType);
  return root?.body && { bytes: body.subarray(root.body.start, root.body.end), type: root.contentType?.mediaType };
}
