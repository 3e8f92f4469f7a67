import { type CharacterSet, escapedSet, minus, not, propertySet, range, union } from "./characterSets.ts";

/** A regular expression of XML Schema (part 2, appendix F). */
export type Pattern =
  /** `written`: the text of the set. Sets with the same text are equal. */
  | { readonly kind: "set"; readonly set: CharacterSet; readonly written: string }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly branches: readonly Pattern[] }
  /** `max` is Infinity if there is no limit. */
  | { readonly kind: "repeat"; readonly part: Pattern; readonly min: number; readonly max: number };

const maxDepth = 100;

/**
 * Parses a regular expression; undefined if it is invalid, or nested too deeply. Accepts more than XML Schema if the
 * meaning is clear: hyphens between ranges (`[\w-.]`), unnecessary escapes (`\/`).
 */
export function parsePattern(text: string): Pattern | undefined {
  const reader = new Reader(text);
  const pattern = reader.choice();
  return reader.atEnd ? pattern : undefined;
}

/** Reads an expression. Each method reads what its name says, and returns undefined if there is none. */
class Reader {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  get atEnd(): boolean {
    return this.#at === this.#characters.length;
  }

  choice(): Pattern | undefined {
    const branches: Pattern[] = [];
    do {
      const branch = this.#sequence();
      if (branch === undefined) return undefined;
      branches.push(branch);
    } while (this.#eat("|"));
    const [only] = branches;
    return branches.length === 1 ? only : { kind: "choice", branches };
  }

  #sequence(): Pattern | undefined {
    const parts: Pattern[] = [];
    while (!this.atEnd && this.#next !== "|" && this.#next !== ")") {
      const atom = this.#atom();
      const part = atom && this.#quantified(atom);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    const [only] = parts;
    return parts.length === 1 ? only : { kind: "sequence", parts };
  }

  #atom(): Pattern | undefined {
    if (this.#eat("(")) return this.#nested(() => this.choice(), ")");
    const from = this.#at;
    const set = this.#eat("[") ? this.#nested(() => this.#class(), "]") : this.#single();
    return set && { kind: "set", set, written: this.#characters.slice(from, this.#at).join("") };
  }

  #single(): CharacterSet | undefined {
    const character = this.#take();
    if (character === "\\") return this.#escape();
    if (character === ".") return escapedSet(".");
    return character === "" || "?*+(){}[]|".includes(character) ? undefined : one(character);
  }

  #quantified(part: Pattern): Pattern | undefined {
    if (this.#eat("?")) return { kind: "repeat", part, min: 0, max: 1 };
    if (this.#eat("*")) return { kind: "repeat", part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#eat("+")) return { kind: "repeat", part, min: 1, max: Number.POSITIVE_INFINITY };
    if (!this.#eat("{")) return part;
    const min = this.#number();
    const max = this.#eat(",") ? (this.#number() ?? Number.POSITIVE_INFINITY) : min;
    if (min === undefined || max === undefined || max < min || !this.#eat("}")) return undefined;
    return { kind: "repeat", part, min, max };
  }

  #number(): number | undefined {
    let digits = "";
    while (/^[0-9]$/.test(this.#next)) digits += this.#take();
    return digits === "" ? undefined : Number(digits);
  }

  #class(): CharacterSet | undefined {
    const negative = this.#eat("^");
    const sets: CharacterSet[] = [];
    while (this.#next !== "]" && !(sets.length > 0 && this.#next === "-" && this.#after === "[")) {
      const set = this.#classPart();
      if (set === undefined) return undefined;
      sets.push(set);
    }
    if (sets.length === 0) return undefined;
    const all = negative ? not(union(sets)) : union(sets);
    if (!this.#eat("-")) return all;
    this.#eat("[");
    const without = this.#nested(() => this.#class(), "]");
    return without && minus(all, without);
  }

  #classPart(): CharacterSet | undefined {
    const first = this.#classCharacter();
    if (typeof first !== "string") return first;
    if (this.#next !== "-" || this.#after === "]" || this.#after === "[") return one(first);
    const hyphen = this.#at++;
    const last = this.#classCharacter();
    if (typeof last === "string") {
      const [from, to] = [pointOf(first), pointOf(last)];
      return from <= to ? range(from, to) : undefined;
    }
    this.#at = hyphen;
    return one(first);
  }

  #classCharacter(): string | CharacterSet | undefined {
    const character = this.#take();
    if (character !== "\\") return character === "" || character === "[" || character === "]" ? undefined : character;
    return this.#escapedCharacter() ?? this.#escape();
  }

  #escape(): CharacterSet | undefined {
    const character = this.#escapedCharacter();
    if (character !== undefined) return one(character);
    const letter = this.#take();
    if (letter !== "p" && letter !== "P") return letter === "." ? undefined : escapedSet(letter);
    if (!this.#eat("{")) return undefined;
    let name = "";
    while (/^[-A-Za-z0-9]$/.test(this.#next)) name += this.#take();
    const set = this.#eat("}") ? propertySet(name) : undefined;
    return set && letter === "P" ? not(set) : set;
  }

  #escapedCharacter(): string | undefined {
    const escaped =
      { n: "\n", r: "\r", t: "\t" }[this.#next] ?? (/^[!-/:-@[-`{-~]$/.test(this.#next) ? this.#next : undefined);
    if (escaped !== undefined) this.#at++;
    return escaped;
  }

  #nested<T>(read: () => T | undefined, end: string): T | undefined {
    if (++this.#depth > maxDepth) return undefined;
    const result = read();
    this.#depth--;
    return this.#eat(end) ? result : undefined;
  }

  /** The next character; "" at the end. */
  get #next(): string {
    return this.#characters[this.#at] ?? "";
  }

  get #after(): string {
    return this.#characters[this.#at + 1] ?? "";
  }

  #take(): string {
    const character = this.#next;
    if (character !== "") this.#at++;
    return character;
  }

  #eat(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
    return true;
  }
}

function one(character: string): CharacterSet {
  return range(pointOf(character), pointOf(character));
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
