import { parseXml } from "../xml/parser.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
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

/** A message as a signature in it sees it: what is decrypted after the signature is encrypted. */
export interface SignedForm {
  readonly document: XmlDocument;
  readonly signature: number;
  /** The offset in the decrypted message; `undefined` in what was encrypted. */
  readonly shown: (offset: number) => number | undefined;
}

/** A message whose encrypted parts are decrypted, as far as that is possible. */
export class Decryption {
  readonly parts: readonly EncryptedPart[];
  readonly #root: Layer;
  readonly #layers: readonly DecryptedLayer[];
  readonly #decrypted: LayeredText;

  constructor(root: Layer, layers: readonly DecryptedLayer[], parts: readonly EncryptedPart[]) {
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

  /** The offset in the received text of one in the decrypted text; in a decrypted part, where that begins. */
  received(offset: number): number {
    let { layer, at } = this.#decrypted.placeOf(offset);
    for (; layer.around; layer = layer.around) at = layer.start;
    return at;
  }

  /** `undefined` if a signature is below all that was decrypted, so that it sees the decrypted message. */
  formFor({ start, parent }: XmlElement): SignedForm | undefined {
    const place = this.#decrypted.placeOf(start);
    const around = new Set<Layer>();
    for (let layer: Layer | undefined = place.layer; layer; layer = layer.around) around.add(layer);
    const isInHeader = parent !== undefined && isSecurity(parent);
    const later = new Set<Layer>(
      this.#layers.filter((one) => {
        const turn = one.turn && this.#decrypted.offsetOf(one.turn);
        return isInHeader && !around.has(one) && (turn === undefined || turn > start);
      }),
    );
    if (later.size === 0) return undefined;
    const seen = new LayeredText(this.#root, (layer) => !later.has(layer));
    const signature = seen.offsetOf(place);
    if (signature === undefined) return undefined;
    const shown = (offset: number) => this.#decrypted.offsetOf(seen.placeOf(offset));
    return { document: parseXml(seen.text), signature, shown };
  }
}
