import type { Span } from "../text/span.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Attachment } from "./attachments.ts";
import { isSecurity } from "./header.ts";
import { type Layer, LayeredText, type Place } from "./layers.ts";

/** An encrypted part of a message. */
export interface EncryptedPart {
  /** The local name of the element, or of the one with the content; `EncryptedData` if it isn't known. */
  readonly part: string;
  /** The fragments of the URIs of what encrypted it and its key; empty if they are missing. */
  readonly algorithm: string;
  readonly transport: string;
  /** The name of the key that decrypts it; `undefined` if it isn't decrypted. */
  readonly key: string | undefined;
  /** Why it isn't decrypted: a sentence that is the same whatever is wrong with the key, the bytes or their padding. */
  readonly failure: EncryptionFailure | undefined;
}

export interface EncryptionFailure {
  readonly code: "encryption-failed" | "encryption-unsupported";
  readonly message: string;
  readonly at: Place;
}

/** What was decrypted instead of a part, and where the order of the header says that it is decrypted. */
export interface DecryptedLayer extends Layer {
  /** The list of references that names it, or its key in a header; `undefined` if both are missing: after all in headers. */
  readonly turn: Place | undefined;
}

/** An attachment that was decrypted. */
export interface DecryptedAttachment extends Pick<DecryptedLayer, "turn"> {
  /** Its Content-ID. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Before it was encrypted; empty if that isn't known. */
  readonly type: string;
}

/** A message as a signature in it sees it: what is decrypted after the signature is encrypted. */
export interface SignedForm {
  readonly document: XmlDocument;
  readonly signature: number;
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** The offset in the decrypted message; `undefined` in what was encrypted. */
  readonly shown: (offset: number) => number | undefined;
}

/** A message whose encrypted parts are decrypted, as far as that is possible. */
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

  /** The parts that aren't decrypted, and where they begin in the decrypted text. */
  get failures(): readonly (EncryptionFailure & { readonly start: number | undefined })[] {
    const failures = this.parts.flatMap(({ failure }) => failure ?? []);
    return failures.map((one) => ({ ...one, start: this.#decrypted.offsetOf(one.at) }));
  }

  /** What was decrypted, in the decrypted text. */
  get spans(): readonly Span[] {
    return this.#layers.flatMap((layer) => {
      const start = this.#decrypted.offsetOf({ layer, at: 0 });
      const last = this.#decrypted.offsetOf({ layer, at: layer.text.length - 1 });
      return start === undefined || last === undefined ? [] : [{ start, end: last + 1 }];
    });
  }

  /** The offset in the received text of one in the decrypted text; in a decrypted part, where that begins. */
  received(offset: number): number {
    let { layer, at } = this.#decrypted.placeOf(offset);
    for (; layer.around; layer = layer.around) at = layer.start;
    return at;
  }

  /** The attachment with this Content-ID, if it was decrypted. */
  attachment(contentId: string | undefined): DecryptedAttachment | undefined {
    return this.#attachments.findLast(({ id }) => id === contentId);
  }

  /** The attachments of a message, decrypted unless that is done later. */
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

  /** `undefined` if a signature is below all that was decrypted, so that it sees the decrypted message. */
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
