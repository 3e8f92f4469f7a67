import type { Item } from "../ledger.ts";

type Written = "translated" | "kept";

/** Lines of a file, and the items that they contain. */
export class Lines {
  readonly #parts: string[] = [];
  readonly #marks: { readonly item: Item; readonly how: Written; readonly line: number }[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get text(): string {
    return this.#parts.join("");
  }

  /** Adds one or several lines, which are separated by LF. The first line contains the item. */
  add(text: string, item?: Item, how: Written = "translated"): void {
    if (item) this.mark(item, how);
    this.#parts.push(text, "\n");
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#count++;
    this.#count++;
  }

  /** Records that the next added line contains an item. */
  mark(item: Item, how: Written = "translated"): void {
    this.#marks.push({ item, how, line: this.#count + 1 });
  }

  append(other: Lines): void {
    for (const { item, how, line } of other.#marks) this.#marks.push({ item, how, line: this.#count + line });
    for (const part of other.#parts) this.#parts.push(part);
    this.#count += other.#count;
  }

  place(file: string): void {
    for (const { item, how, line } of this.#marks) item.written(how, { file, line });
  }
}
