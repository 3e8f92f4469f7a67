import * as l10n from "@vscode/l10n";
import { bodyKind, type MediaType, parameter, parseMediaType } from "../http/mediaType.ts";
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

/** A message as it was sent or received, with the content coding of its body decoded. */
export interface MessageBytes {
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly body: Uint8Array;
  /** What is decrypted in its XML, which is read instead of the bytes. */
  readonly decryption?: Decryption;
}

/** The body of a message, or the root part of a multipart body; each form is read at first use. */
export class ReadContent {
  readonly #bytes: Uint8Array;
  /** As a whole. */
  readonly #message: { readonly body: Uint8Array; readonly type: MediaType | undefined };
  /** Its own media type; for a multipart body, the root part's. */
  readonly mediaType: MediaType | undefined;
  /** Whether it is the root part of a multipart body. */
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

  /** Bytes, of all parts. */
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

  /** Why the body isn't read as XML, although it is XML. */
  get tooLarge(): string | undefined {
    this.#isTooLarge ??= this.kind === "xml" && hasMoreThan(maxTags, this.text);
    return this.#isTooLarge ? l10n.t("The body has more than {0} tags.", maxTags) : undefined;
  }

  /** `undefined` if the body isn't XML, or is too large. It may be ill-formed. */
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

  /** Of a large body, with what is in its beginning. */
  get envelope(): Envelope | undefined {
    const { text } = this;
    const xml = this.tooLarge === undefined ? this.xml : parseXml(text, 0, beginning);
    return xml && readEnvelope(xml);
  }

  get fault(): Fault | undefined {
    const { envelope } = this;
    // A Fault is at the beginning of a body.
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

  /** Forgets what was read of the bytes, which is many times as large. It is read again when it is needed. */
  forget(): void {
    this.#decoded = undefined;
    this.#xml = undefined;
    this.#nodes = undefined;
    this.#json = undefined;
  }

  /** `undefined` if the body isn't JSON. */
  get json(): { readonly value: unknown } | undefined {
    try {
      this.#json ??= { value: JSON.parse(this.text) };
    } catch {
      return undefined;
    }
    return this.#json;
  }
}

/** Elements with an end tag have two. Their nodes take about 1 KB each. */
const maxTags = 1_000_000;
/** UTF-16 units. */
const beginning = 100_000;

function hasMoreThan(count: number, text: string): boolean {
  let left = count;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) if (left-- === 0) return true;
  return false;
}

/** The values of the fields with a name in lower case. */
export function fieldValues({ fields }: Pick<MessageBytes, "fields">, name: string): readonly string[] {
  return fields
    .filter((one) => one.name.length === name.length && one.name.toLowerCase() === name)
    .map(({ value }) => value);
}

function rootPart(body: Uint8Array, mediaType: MediaType) {
  // Offsets in this text are offsets of bytes.
  const text = toBinary(body);
  const { root } = parseMultipart(text, { start: 0, end: text.length }, mediaType);
  return root?.body && { bytes: body.subarray(root.body.start, root.body.end), type: root.contentType?.mediaType };
}
