import type { Span } from "../text/span.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Attachment } from "./attachments.ts";
import { isSecurity } from "./header.ts";
import { type Layer, LayeredText, type Place } from "./layers.ts";

export interface EncryptedPart {
  /** Local name of the encrypted element, or of the element whose content is encrypted; `EncryptedData` if it isn't known. */
  readonly part: string;
  /** Fragments of the URIs of the algorithms that encrypted the part and its key; empty if they are missing. */
  readonly algorithm: string;
  readonly transport: string;
  /** Name of the key that decrypts the part; `undefined` if the part isn't decrypted. */
  readonly key: string | undefined;
  /** Why the part isn't decrypted. The same for a wrong key, bytes and padding, so that it reveals nothing. */
  readonly failure: EncryptionFailure | undefined;
}

export interface EncryptionFailure {
  readonly code: "encryption-failed" | "encryption-unsupported";
  readonly message: string;
  readonly at: Place;
}

/** Decrypted text in place of an encrypted part, with the position in the order of decryption. */
export interface DecryptedLayer extends Layer {
  /** Place of its reference list, or of its key in a header. Parts without either are decrypted last. */
  readonly turn: Place | undefined;
}

export interface DecryptedAttachment extends Pick<DecryptedLayer, "turn"> {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Media type before encryption; empty if it isn't known. */
  readonly type: string;
}

/** The message that a signature was computed from. Parts that were encrypted after signing are decrypted in it. */
export interface SignedForm {
  readonly document: XmlDocument;
  readonly signature: number;
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** Converts an offset in this message to an offset in the decrypted message; `undefined` inside an encrypted part. */
  readonly shown: (offset: number) => number | undefined;
}

/** A message with its encrypted parts, decrypted as far as possible. */
export class Decryption {
  readonly parts: readonly EncryptedPart[];
  readonly #root: Layer;
  readonly #layers: readonly DecryptedLayer[];
  readonly #attachments: readonly DecryptedAttachment[];
  readonly #decrypted: LayeredText;

  constructor(
    root: Layer,
    layers: readonly DecryptedLayer[],
    attachments: readonly DecryptedAttachment[],
    parts: readonly EncryptedPart[],
  ) {
    this.#attachments = attachments;
    this.#root = root;
    this.#layers = layers;
    this.parts = parts;
    this.#decrypted = new LayeredText(root, () => true);
  }

  get text(): string {
    return this.#decrypted.text;
  }

  /** The parts that aren't decrypted, with the offsets where they begin in the decrypted text. */
  get failures(): readonly (EncryptionFailure & { readonly start: number | undefined })[] {
    const failures = this.parts.flatMap(({ failure }) => failure ?? []);
    return failures.map((one) => ({ ...one, start: this.#decrypted.offsetOf(one.at) }));
  }

  /** The spans of decrypted parts in the decrypted text. */
  get spans(): readonly Span[] {
    return this.#layers.flatMap((layer) => {
      const start = this.#decrypted.offsetOf({ layer, at: 0 });
      const last = this.#decrypted.offsetOf({ layer, at: layer.text.length - 1 });
      return start === undefined || last === undefined ? [] : [{ start, end: last + 1 }];
    });
  }

  /** The offset in the received text. Inside a decrypted part, that is the start of the encrypted part. */
  received(offset: number): number {
    let { layer, at } = this.#decrypted.placeOf(offset);
    for (; layer.around; layer = layer.around) at = layer.start;
    return at;
  }

  attachment(contentId: string | undefined): DecryptedAttachment | undefined {
    return this.#attachments.findLast(({ id }) => id === contentId);
  }

  /** The attachments of the message that a signature was computed from. */
  attachments(
    received: ReadonlyMap<string, Attachment>,
    later: ReadonlySet<DecryptedAttachment> = new Set(),
  ): ReadonlyMap<string, Attachment> {
    const attachments = new Map(received);
    for (const decrypted of this.#attachments) {
      const { id, type, bytes } = decrypted;
      const attachment = later.has(decrypted) ? undefined : attachments.get(id);
      if (attachment) attachments.set(id, { ...attachment, type: type || attachment.type, bytes: () => bytes });
    }
    return attachments;
  }

  /** `undefined` if it is the decrypted message, because all parts were decrypted before the signature. */
  formFor({ start, parent }: XmlElement, received: ReadonlyMap<string, Attachment>): SignedForm | undefined {
    const place = this.#decrypted.placeOf(start);
    const around = new Set<Layer>();
    for (let layer: Layer | undefined = place.layer; layer; layer = layer.around) around.add(layer);
    const isInHeader = parent !== undefined && isSecurity(parent);
    const isLater = ({ turn: place }: Pick<DecryptedLayer, "turn">) => {
      const turn = place && this.#decrypted.offsetOf(place);
      return isInHeader && (turn === undefined || turn > start);
    };
    const later = new Set<Layer>(this.#layers.filter((one) => !around.has(one) && isLater(one)));
    const laterAttachments = new Set(this.#attachments.filter(isLater));
    if (later.size === 0 && laterAttachments.size === 0) return undefined;
    const seen = new LayeredText(this.#root, (layer) => !later.has(layer));
    const signature = seen.offsetOf(place);
    if (signature === undefined) return undefined;
    const shown = (offset: number) => this.#decrypted.offsetOf(seen.placeOf(offset));
    const attachments = this.attachments(received, laterAttachments);
    return { document: parseXml(seen.text), signature, shown, attachments };
  }
}
