import { COLON, isName, isNameStart, isSurrogate } from "./characters.ts";
import type { ProblemRecord } from "./scanner.ts";

/** A prefix of the document, once, with what it is bound to at the place where the parser is. */
export interface Prefix {
  readonly text: string;
  /** "" for no namespace (only the empty prefix), `undefined` where it is not declared. */
  namespace: string | undefined;
  /** Its one `prefix-undeclared`, which the later uses are added to. */
  undeclared: ProblemRecord | undefined;
}

/** A name of the document, once: splitting it and looking up its prefix happens at its first use only. */
export interface Name {
  readonly text: string;
  readonly prefix: Prefix;
  readonly local: string;
  readonly hash: number;
  /** The prefix that an attribute of this name declares ("" for `xmlns`); `undefined` if it declares none. */
  readonly declares: Prefix | undefined;
  /** Where, in the name, Namespaces in XML 1.0 forbids a character (production 7, `QName`); -1 for nowhere. */
  readonly wrongColon: number;
  /** Holds a character that no name holds. */
  broken: boolean;
  /** How many open elements have it, so that an end tag that nothing opened costs no search. */
  open: number;
  /** The last tag that had it as an attribute's name, and which of its attributes that was. */
  attributeOf: number;
  attributeIndex: number;
  /** The name that came after it the last time: in most messages the same comes again. */
  next: Name | undefined;
}

/** What the prefixes `xml` and `xmlns` are bound to (Namespaces in XML 1.0, section 3). */
export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
export const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

const RECENT = 256;

/**
 * The names of one document, each once. A name is found by a hash that its scanner made on the way, in a table with
 * one name in each slot; only where another one has its slot it is looked up in a map, of those pushed out of theirs.
 * So the time for a name is bounded whatever names an author (or an attacker) chooses.
 */
export class Names {
  /** The prefix `xmlns`. */
  readonly xmlns: Prefix;
  readonly #namespaces: boolean;
  readonly #recent: (Name | undefined)[] = new Array(RECENT).fill(undefined);
  readonly #pushedOut = new Map<string, Name>();
  readonly #prefixes = new Map<string, Prefix>();
  #last: Name | undefined = undefined;
  readonly #none: Prefix = { text: "", namespace: "", undeclared: undefined };

  constructor(namespaces: boolean) {
    this.#namespaces = namespaces;
    this.#prefixes.set("", this.#none);
    this.prefix("xml").namespace = XML_NAMESPACE;
    this.xmlns = this.prefix("xmlns");
    this.xmlns.namespace = XMLNS_NAMESPACE;
  }

  /** The name that may be expected at `start`, if it stands there and may end there; spares looking for it. */
  expected(text: string, start: number, end: number): Name | undefined {
    const guess = this.#last?.next;
    if (guess === undefined || guess.broken) return undefined;
    const after = start + guess.text.length;
    if (after >= end || !isAt(guess.text, text, start)) return undefined;
    const next = text.charCodeAt(after);
    if (isName(next) || isSurrogate(next)) return undefined;
    this.#last = guess;
    return guess;
  }

  /** As `get`; remembers what followed what. */
  follow(text: string, start: number, end: number, hash: number): Name {
    const name = this.get(text, start, end, hash);
    if (this.#last !== undefined) this.#last.next = name;
    this.#last = name;
    return name;
  }

  /** The name at `start` to `end` in `text`, whose characters' `nextHash` is `hash`. */
  get(text: string, start: number, end: number, hash: number): Name {
    const slot = (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (RECENT - 1);
    const recent = this.#recent[slot];
    if (
      recent !== undefined &&
      recent.hash === hash &&
      recent.text.length === end - start &&
      isAt(recent.text, text, start)
    ) {
      return recent;
    }
    const typed = text.slice(start, end);
    let name: Name | undefined;
    if (recent !== undefined) {
      this.#pushedOut.set(recent.text, recent);
      name = this.#pushedOut.get(typed);
    }
    name ??= this.#split(typed, hash);
    this.#recent[slot] = name;
    return name;
  }

  prefix(text: string): Prefix {
    let prefix = this.#prefixes.get(text);
    if (prefix === undefined) {
      prefix = { text, namespace: undefined, undeclared: undefined };
      this.#prefixes.set(text, prefix);
    }
    return prefix;
  }

  #split(text: string, hash: number): Name {
    const colon = this.#namespaces ? text.indexOf(":") : -1;
    const wrongColon = colon < 0 ? -1 : wrongAfterSplit(text, colon);
    const split = colon >= 0 && wrongColon < 0;
    const prefix = split ? this.prefix(text.slice(0, colon)) : this.#none;
    const local = split ? text.slice(colon + 1) : text;
    return {
      text,
      prefix,
      local,
      hash,
      declares: this.#declaredBy(prefix, local),
      wrongColon,
      broken: false,
      open: 0,
      attributeOf: 0,
      attributeIndex: 0,
      next: undefined,
    };
  }

  #declaredBy(prefix: Prefix, local: string): Prefix | undefined {
    if (!this.#namespaces) return undefined;
    if (prefix === this.#none) return local === "xmlns" ? this.#none : undefined;
    return prefix === this.xmlns ? this.prefix(local) : undefined;
  }
}

/** The hash of a name with one more code unit; begin with 0. */
export function nextHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Whether a text holds a name at an offset, with as much text after it. */
export function isAt(name: string, text: string, start: number): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}

function wrongAfterSplit(text: string, colon: number): number {
  if (colon === 0 || colon === text.length - 1) return colon;
  const second = text.indexOf(":", colon + 1);
  if (second >= 0) return second;
  const first = text.codePointAt(colon + 1) ?? COLON;
  return isNameStart(first) ? -1 : colon + 1;
}
