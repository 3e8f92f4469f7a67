/** Each level of the tree has 32 branches. */
const bits = 5;
const branches = 1 << bits;

/** A level of the tree. At the lowest level, a number with a bit for each index; above it, an array of parts. */
type Part = number | readonly (Part | undefined)[];

let lastKey = 0;

/** An immutable set of indexes. Adding an index takes the same small number of steps for all sizes. */
export class IndexSet {
  static below(limit: number): IndexSet {
    let shift = 0;
    while (limit > branches * 2 ** shift) shift += bits;
    return new IndexSet(shift, undefined);
  }

  readonly #shift: number;
  readonly #root: Part | undefined;
  #key: string | undefined;

  private constructor(shift: number, root: Part | undefined) {
    this.#shift = shift;
    this.#root = root;
  }

  has(index: number): boolean {
    let part = this.#root;
    for (let shift = this.#shift; typeof part === "object"; shift -= bits) part = part[branchOf(index, shift)];
    return part !== undefined && (part & (1 << branchOf(index, 0))) !== 0;
  }

  with(index: number): IndexSet {
    return this.has(index) ? this : new IndexSet(this.#shift, added(this.#root, this.#shift, index));
  }

  /** Different sets with one limit have different keys. Equal sets have equal keys, unless that would take long. */
  get key(): string {
    this.#key ??= this.#shift <= bits ? (JSON.stringify(this.#root) ?? "") : `#${++lastKey}`;
    return this.#key;
  }
}

function added(part: Part | undefined, shift: number, index: number): Part {
  const branch = branchOf(index, shift);
  if (shift === 0) return (typeof part === "number" ? part : 0) | (1 << branch);
  const parts = typeof part === "object" ? [...part] : [];
  parts[branch] = added(parts[branch], shift - bits, index);
  return parts;
}

function branchOf(index: number, shift: number): number {
  return (index >>> shift) & (branches - 1);
}
