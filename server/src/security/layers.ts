/** A text that replaces a part of another text, such as decrypted markup. */
export interface Layer {
  /** Start of the replaced span, as an offset in the text of the layer around this one. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly around: Layer | undefined;
  /** The layers inside this one, in order, without overlaps. */
  readonly inner: Layer[];
}

export interface Place {
  readonly layer: Layer;
  readonly at: number;
}

/** A continuous piece of a layer's own text in the composed text. */
interface Piece extends Place {
  readonly start: number;
  readonly end: number;
}

/** The text of a layer in which inner layers have replaced their spans, with conversions of offsets. */
export class LayeredText {
  readonly text: string;
  readonly #pieces: readonly Piece[];

  constructor(root: Layer, isOpen: (layer: Layer) => boolean) {
    const pieces: Piece[] = [];
    const parts: string[] = [];
    let end = 0;
    const add = (layer: Layer, from: number, to: number) => {
      pieces.push({ layer, at: from, start: end, end: end + to - from });
      parts.push(layer.text.slice(from, to));
      end += to - from;
    };
    // The recursion is limited by the maximum nesting of encryption.
    const addAll = (layer: Layer) => {
      let from = 0;
      for (const inner of layer.inner.toSorted((a, b) => a.start - b.start)) {
        if (!isOpen(inner)) continue;
        add(layer, from, inner.start);
        addAll(inner);
        from = inner.end;
      }
      add(layer, from, layer.text.length);
    };
    addAll(root);
    this.text = parts.join("");
    this.#pieces = pieces;
  }

  placeOf(offset: number): Place {
    // An offset between two pieces belongs to the later one.
    const piece = this.#pieces.findLast((one) => one.start <= offset) ?? this.#pieces[0];
    if (!piece) throw new RangeError("A text has a piece.");
    return { layer: piece.layer, at: piece.at + offset - piece.start };
  }

  /** Offset in the composed text; `undefined` in a replaced part, but at its start, that of the replacing text. */
  offsetOf({ layer, at }: Place): number | undefined {
    const instead = layer.inner.find((one) => one.start === at && this.#pieces.some((piece) => piece.layer === one));
    if (instead) return this.offsetOf({ layer: instead, at: 0 });
    const piece = this.#pieces.find((one) => one.layer === layer && one.at <= at && at < one.at + one.end - one.start);
    return piece && piece.start + at - piece.at;
  }
}
