import { importedItems } from "../text/limits.ts";

export type ItemKind =
  | "request"
  | "step"
  | "assertion"
  | "transfer"
  | "script"
  | "property"
  | "wsdl"
  | "mock"
  | "attachment"
  | "environment"
  | "load"
  | "security";

/** `kept`: as a comment. `dropped`: only the summary has it. */
export type Outcome = "translated" | "partly" | "kept" | "dropped";

/** Where an item is in the files that were written. */
export interface Place {
  /** Relative to the folder of the source, with `/`. */
  readonly file: string;
  /** One-based. */
  readonly line: number;
}

/**
 * Something of the source that the user would miss. An item is dropped until the writer writes it; so an item that a
 * reader has registered and then forgotten is in the summary, too.
 */
export class Item {
  readonly kind: ItemKind;
  #type: string;
  #path: readonly string[];
  /** The value of `# @name`, for requests. */
  name: string | undefined;
  /** Where a definition that the source has no copy of can be downloaded. */
  address: string | undefined;
  #note: string | undefined;
  #isPartial = false;
  #place: Place | undefined;
  #written: "translated" | "kept" | undefined;

  constructor(kind: ItemKind, type: string, path: readonly string[]) {
    this.kind = kind;
    this.#type = type;
    this.#path = path;
  }

  /** The source's own term, such as `XPath Match`. */
  get type(): string {
    return this.#type;
  }

  /** The names from the outside to the inside: suite, case, step. An assertion has the path of its step. */
  get path(): readonly string[] {
    return this.#path;
  }

  get outcome(): Outcome {
    if (this.#written === undefined) return "dropped";
    return this.#isPartial && this.#written === "translated" ? "partly" : this.#written;
  }

  /** What was not translated, or why, as sentences. */
  get note(): string | undefined {
    return this.#note;
  }

  /** Where it is, or, if it was dropped, where it is listed. */
  get place(): Place | undefined {
    return this.#place;
  }

  /** Says what is lost although the item is written. */
  partly(note: string): this {
    this.#isPartial = true;
    return this.explain(note);
  }

  /** Says why an item is kept as a comment, or is dropped. */
  explain(note: string): this {
    if (this.#note === undefined) this.#note = note;
    else if (!this.#note.includes(note)) this.#note += ` ${note}`;
    return this;
  }

  /** For the writer only: replaces parts of its texts. */
  rewrite(text: (text: string) => string): void {
    this.#type = text(this.#type);
    if (this.#path.some((name) => text(name) !== name)) this.#path = this.#path.map(text);
    this.#note = this.#note && text(this.#note);
  }

  /** For the writer only. The first place counts; what is translated at one place is translated. */
  written(how: "translated" | "kept", place: Place): void {
    this.#place ??= place;
    if (this.#written !== "translated") this.#written = how;
  }

  /** For the writer only: where an item is named that is in no other file. */
  listed(place: Place): void {
    this.#place ??= place;
  }
}

/** All items of a source, in its order. A reader gets items only from here. */
export class Ledger {
  readonly #items: Item[] = [];
  #isFull = false;

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Whether the source has more items than are imported; the source then has a problem. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(kind: ItemKind, type: string, path: readonly string[]): Item {
    const item = new Item(kind, type, path);
    if (this.#items.length < importedItems) this.#items.push(item);
    else this.#isFull = true;
    return item;
  }
}
