/** A text that took the place of a part of another one, such as what was encrypted there. */
export interface Layer {
  /** The replaced span in the text of `around`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly around: Layer | undefined;
  /** In order, without overlaps. */
  readonly inner: Layer[];
}

/** An offset in a layer's own text. */
export interface Place {
  readonly layer: Layer;
  readonly at: number;
}

/** A continuous piece of a layer in the text that is made of them. */
interface Piece extends Place {
  readonly start: number;
  readonly end: number;
}

/** The text of a layer with those in it that are opened, and where they are. */
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
    // At most as deep as encryption may be nested.
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
    // An offset at a border is in the later piece.
    const piece = this.#pieces.findLast((one) => one.start <= offset) ?? this.#pieces[0];
    if (!piece) throw new RangeError("A text has a piece.");
    return { layer: piece.layer, at: piece.at + offset - piece.start };
  }

  /** `undefined` in a part that was replaced. At its start, where the text begins that took its place. */
  offsetOf({ layer, at }: Place): number | undefined {
    const instead = layer.inner.find((one) => one.start === at && this.#pieces.some((piece) => piece.layer === one));
    if (instead) return this.offsetOf({ layer: instead, at: 0 });
    const piece = this.#pieces.find((one) => one.layer === layer && one.at <= at && at < one.at + one.end - one.start);
    return piece && piece.start + at - piece.at;
  }
}
