import { predefinedEntities } from "../text/escapes.ts";
import type { Span } from "../text/span.ts";

// References with at most four digits, to characters that XML allows.
const decimal = "#(?:9|10|13|3[2-9]|[4-9]\\d|[1-9]\\d{2,3})";
const hexadecimal = "#x(?:[9aAdD]|[2-9a-fA-F][\\da-fA-F]|[1-9a-fA-F][\\da-fA-F]{2}|[1-9a-cA-C][\\da-fA-F]{3})";
const reference = `&(?:amp|lt|gt|quot|apos|${decimal}|${hexadecimal});`;
const name = "[A-Za-z_][\\w:.-]*";
const space = "[ \\t\\r\\n]";
const value = ['"', "'"].map((quote) => `${quote}[^${quote}<&]*(?:${reference}[^${quote}<&]*)*${quote}`).join("|");
const startTag = new RegExp(`<${name}(?:${space}+${name}${space}*=${space}*(?:${value}))*${space}*/?>`, "y");
const endOfEndTag = new RegExp(`${space}*>`, "y");
const textWithReferences = new RegExp(`[^<&]*(?:${reference}[^<&]*)*`, "y");
const nameAt = new RegExp(name, "y");
const spaceAt = new RegExp(`${space}*`, "y");
const referenceIn = new RegExp(reference, "g");
export interface WrittenAttribute {
  readonly name: string;
  /** Value with references resolved, and with a space for each tab and line break (XML 1.0 section 3.3.3). */
  readonly value: string;
  readonly span: Span;
}

interface Handler {
  /** Returns whether the content of the element is skipped. No other events follow before its end tag. */
  openTag(name: string, tag: Span): boolean;
  /** @param end offset after the end tag, or after an empty-element tag */
  closeTag(end: number): void;
  text(part: string): void;
}

/**
 * Reads an element and the markup around it in a span, several times faster than `sax`. Returns false if it isn't
 * certain that the span is well-formed; the events are then meaningless. It is certain only with ASCII names, without
 * a document type, and with no entities but those of XML.
 */
export function readWellFormed(source: string, { start, end }: Span, handler: Handler): boolean {
  return new Scanner(source, end, handler).read(start);
}

class Scanner {
  readonly #source: string;
  readonly #end: number;
  readonly #handler: Handler;
  readonly #open: string[] = [];
  /** Number of open elements around skipped content; Infinity if nothing is skipped. */
  #passed = Number.POSITIVE_INFINITY;
  #hasRoot = false;
  #ampersand = -1;

  constructor(source: string, end: number, handler: Handler) {
    this.#source = source;
    this.#end = end;
    this.#handler = handler;
  }

  read(start: number): boolean {
    let at = start;
    for (;;) {
      const start = this.#source.indexOf("<", at);
      const isEnd = start < 0 || start >= this.#end;
      const markup = isEnd ? this.#end : start;
      if (markup > at && !this.#text(at, markup)) return false;
      if (isEnd) return this.#hasRoot && this.#open.length === 0;
      const next = this.#markup(markup);
      if (next === undefined) return false;
      at = next;
    }
  }

  #text(start: number, end: number): boolean {
    const source = this.#source;
    if (this.#open.length === 0) return endOf(spaceAt, source, start) === end;
    if (this.#ampersand < start) {
      const ampersand = source.indexOf("&", start);
      this.#ampersand = ampersand < 0 ? source.length : ampersand;
    }
    if (this.#ampersand < end && endOf(textWithReferences, source, start) !== end) return false;
    if (this.#open.length < this.#passed) this.#handler.text(resolved(source.slice(start, end)));
    return true;
  }

  /** Reads markup. Returns the offset after it. */
  #markup(at: number): number | undefined {
    switch (this.#source.charAt(at + 1)) {
      case "/":
        return this.#endTag(at + 2);
      case "?":
        return afterInstruction(this.#source, at + 2);
      case "!":
        return this.#section(at);
      default:
        return this.#startTag(at);
    }
  }

  #startTag(start: number): number | undefined {
    const source = this.#source;
    const end = endOf(startTag, source, start);
    if (end === undefined || (this.#hasRoot && this.#open.length === 0)) return undefined;
    this.#hasRoot = true;
    const isEmpty = source.charAt(end - 2) === "/";
    const isPassed = this.#open.length >= this.#passed;
    if (isEmpty && isPassed) return end;
    const name = source.slice(start + 1, endOf(nameAt, source, start + 1));
    const passesContent = !isPassed && this.#handler.openTag(name, { start, end });
    if (isEmpty) {
      this.#handler.closeTag(end);
      return end;
    }
    this.#open.push(name);
    if (passesContent) this.#passed = this.#open.length;
    return end;
  }

  #endTag(at: number): number | undefined {
    const name = this.#open.pop();
    if (name === undefined || !this.#source.startsWith(name, at)) return undefined;
    const end = endOf(endOfEndTag, this.#source, at + name.length);
    if (end === undefined) return undefined;
    if (this.#open.length < this.#passed) {
      this.#passed = Number.POSITIVE_INFINITY;
      this.#handler.closeTag(end);
    }
    return end;
  }

  /** Reads a comment or a CDATA section. */
  #section(at: number): number | undefined {
    const source = this.#source;
    if (source.startsWith("<!--", at)) {
      const hyphens = source.indexOf("--", at + 4);
      // An empty comment isn't read here, because `sax` joins the texts around it.
      return hyphens > at + 4 && source.charAt(hyphens + 2) === ">" ? hyphens + 3 : undefined;
    }
    if (!source.startsWith("<![CDATA[", at) || this.#open.length === 0) return undefined;
    const end = source.indexOf("]]>", at + 9);
    if (end < 0) return undefined;
    if (this.#open.length < this.#passed) this.#handler.text(source.slice(at + 9, end));
    return end + 3;
  }
}

/** The attributes of a well-formed start tag, read from the end of its name. */
export function attributesIn(source: string, nameEnd: number): WrittenAttribute[] {
  const written: WrittenAttribute[] = [];
  for (let at = afterSpace(source, nameEnd); !"/>".includes(source.charAt(at)); ) {
    const equals = source.indexOf("=", at);
    const quote = afterSpace(source, equals + 1);
    const span = { start: quote + 1, end: source.indexOf(source.charAt(quote), quote + 1) };
    const value = resolved(withSpaces(source.slice(span.start, span.end)));
    written.push({ name: source.slice(at, equals).trimEnd(), value, span });
    at = afterSpace(source, span.end + 1);
  }
  return written;
}

/** The literal text of an attribute, with a space for each tab and line break. */
export function withSpaces(text: string): string {
  return text.replace(/\r\n|[\t\r\n]/g, " ");
}

function resolved(text: string): string {
  return text.includes("&") ? text.replace(referenceIn, character) : text;
}

function character(reference: string): string {
  const digits = reference.slice(2, -1);
  const code = digits.startsWith("x") ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return predefinedEntities[reference.slice(1, -1)] ?? String.fromCharCode(code);
}

function afterInstruction(source: string, at: number): number | undefined {
  const end = source.indexOf("?>", at);
  // `sax` doesn't end an instruction after two question marks, so it isn't read here.
  return end < 0 || (end > at && source.charAt(end - 1) === "?") ? undefined : end + 2;
}

function afterSpace(source: string, at: number): number {
  return endOf(spaceAt, source, at) ?? at;
}

function endOf(sticky: RegExp, source: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(source) ? sticky.lastIndex : undefined;
}
