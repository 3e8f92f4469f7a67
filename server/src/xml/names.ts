import { isName, isNameStart, isSurrogate } from "./characters.ts";
import * as char from "./codes.ts";
import type { ProblemRecord } from "./problems.ts";

/** A prefix of the document, with its namespace at the parser's position. */
export interface Prefix {
  readonly text: string;
  /** "" for no namespace (only for the empty prefix), `undefined` if the prefix isn't declared. */
  namespace: string | undefined;
  /** The problem `prefix-undeclared` of the prefix. Later uses of the prefix are added to it. */
  undeclared: ProblemRecord | undefined;
}

/** A name with its namespace. All elements and attributes with the same name and namespace share one object, to save memory. */
export interface ResolvedName {
  readonly name: Name;
  readonly namespace: string | undefined;
}

/** A name in the document. It is split into prefix and local name at its first use. */
export interface Name {
  readonly text: string;
  readonly prefix: Prefix;
  readonly local: string;
  readonly hash: number;
  /** The prefix that an attribute of this name declares ("" for `xmlns`); `undefined` if it declares none. */
  readonly declares: Prefix | undefined;
  /** Index of a colon, or of the character after it, which Namespaces in XML 1.0 forbids (production 7, `QName`); -1 for none. */
  readonly wrongColon: number;
  broken: boolean;
  open: number;
  /** Number of the last tag with an attribute of this name. */
  attributeOf: number;
  attributeIndex: number;
  /** The name that followed this one the last time, and probably follows again. */
  next: Name | undefined;
  /** The name with the namespace that it had the last time. */
  resolved: ResolvedName | undefined;
  unresolved: ResolvedName | undefined;
}

/** Returns a name with its namespace, which is `undefined` if the prefix isn't declared, or not resolved yet. */
export function resolveName(name: Name, namespace: string | undefined): ResolvedName {
  if (namespace === undefined) {
    name.unresolved ??= { name, namespace };
    return name.unresolved;
  }
  if (name.resolved?.namespace !== namespace) name.resolved = { name, namespace };
  return name.resolved;
}

/** The namespaces of the prefixes `xml` and `xmlns` (Namespaces in XML 1.0, section 3). */
export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
export const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

const RECENT = 256;

/** A name is found by its hash in a table with one name per slot, or else in a map, so that no names make it slow. */
export class Names {
  readonly xmlns: Prefix;
  readonly #namespaces: boolean;
  readonly #recent: (Name | undefined)[] = new Array(RECENT).fill(undefined);
  readonly #replaced = new Map<string, Name>();
  readonly #prefixes = new Map<string, Prefix>();
  readonly #namespaceNames = new Map<string, string>();
  #last: Name | undefined = undefined;
  readonly #none: Prefix = { text: "", namespace: "", undeclared: undefined };

  constructor(namespaces: boolean) {
    this.#namespaces = namespaces;
    this.#prefixes.set("", this.#none);
    this.prefix("xml").namespace = XML_NAMESPACE;
    this.xmlns = this.prefix("xmlns");
    this.xmlns.namespace = XMLNS_NAMESPACE;
  }

  /** The name that probably follows, if the text at `start` is this name. */
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

  /** Like `get`, for the next name in the text. */
  follow(text: string, start: number, end: number, hash: number): Name {
    const name = this.get(text, start, end, hash);
    if (this.#last !== undefined) this.#last.next = name;
    this.#last = name;
    return name;
  }

  /** Returns the name `text[start, end)`. `hash`: computed with `nextHash`. */
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
    const typed = copyOf(text.slice(start, end));
    let name: Name | undefined;
    if (recent !== undefined) {
      this.#replaced.set(recent.text, recent);
      name = this.#replaced.get(typed);
    }
    name ??= this.#split(typed, hash);
    this.#recent[slot] = name;
    return name;
  }

  prefix(text: string): Prefix {
    const prefix = this.#prefixes.get(text) ?? { text, namespace: undefined, undeclared: undefined };
    this.#prefixes.set(text, prefix);
    return prefix;
  }

  /** A namespace name as one string object, even if it is declared several times. */
  namespace(text: string): string {
    const name = this.#namespaceNames.get(text) ?? copyOf(text);
    this.#namespaceNames.set(name, name);
    return name;
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
      resolved: undefined,
      unresolved: undefined,
    };
  }

  #declaredBy(prefix: Prefix, local: string): Prefix | undefined {
    if (!this.#namespaces) return undefined;
    if (prefix === this.#none) return local === "xmlns" ? this.#none : undefined;
    return prefix === this.xmlns ? this.prefix(local) : undefined;
  }
}

/** Adds a code unit to the hash of a name. The hash of the empty name is 0. */
export function nextHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

export function isAt(name: string, text: string, start: number): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}

function wrongAfterSplit(text: string, colon: number): number {
  if (colon === 0 || colon === text.length - 1) return colon;
  const second = text.indexOf(":", colon + 1);
  if (second >= 0) return second;
  const first = text.codePointAt(colon + 1) ?? char.COLON;
  return isNameStart(first) ? -1 : colon + 1;
}

/**
 * A copy of a text. In JavaScript engines, a slice would keep the whole original text in memory; joining and slicing
 * don't copy until the result is used as one text.
 */
function copyOf(text: string): string {
  return ` ${text}`.slice(1);
}
