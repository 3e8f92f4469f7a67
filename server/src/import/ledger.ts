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

/** `translated`, `partly` translated, `kept` as a comment, or `dropped`: the item is only in the summary. */
export type Outcome = "translated" | "partly" | "kept" | "dropped";

export interface Place {
  /** The path relative to the folder of the source, with `/`. */
  readonly file: string;
  /** Line number, counted from 1. */
  readonly line: number;
}

/** A part of the source that the user would miss. It counts as dropped, and is in the summary, until it is written. */
export class Item {
  readonly kind: ItemKind;
  #type: string;
  #path: readonly string[];
  /** The value of `# @name`, for requests. */
  name: string | undefined;
  /** The address at which a definition without a copy in the source can be downloaded. */
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

  /** The name of its kind in the source, such as `XPath Match`. */
  get type(): string {
    return this.#type;
  }

  /** The names of the containers and the item: suite, case, step. An assertion has the path of its step. */
  get path(): readonly string[] {
    return this.#path;
  }

  get outcome(): Outcome {
    if (this.#written === undefined) return "dropped";
    return this.#isPartial && this.#written === "translated" ? "partly" : this.#written;
  }

  /** Sentences about what was not translated, and why. */
  get note(): string | undefined {
    return this.#note;
  }

  /** The place where the item is written, or for a dropped item, where it is listed. */
  get place(): Place | undefined {
    return this.#place;
  }

  /** Records what is lost although the item is written. */
  partly(note: string): this {
    this.#isPartial = true;
    return this.explain(note);
  }

  /** Records why an item is kept as a comment, or is dropped. */
  explain(note: string): this {
    if (this.#note === undefined) this.#note = note;
    else if (!this.#note.includes(note)) this.#note += ` ${note}`;
    return this;
  }

  /** Replaces parts of the texts of the item. Only for the writer. */
  rewrite(text: (text: string) => string): void {
    this.#type = text(this.#type);
    if (this.#path.some((name) => text(name) !== name)) this.#path = this.#path.map(text);
    this.#note = this.#note && text(this.#note);
  }

  /** The first place is kept. An item that is translated at one place counts as translated. Only for the writer. */
  written(how: "translated" | "kept", place: Place): void {
    this.#place ??= place;
    if (this.#written !== "translated") this.#written = how;
  }

  /** Records the place where an item that is in no other file is listed. Only for the writer. */
  listed(place: Place): void {
    this.#place ??= place;
  }
}

/** All items of a source, in the order of the source. Readers create items only here. */
export class Ledger {
  readonly #items: Item[] = [];
  #isFull = false;

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Whether the source has more items than can be imported, which is reported as a problem of the source. */
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
