import * as char from "../xml/codes.ts";

/** Builds a canonical form. Unchanged ranges, which are most of it, are kept as offsets and copied at once. */
export class CanonicalText {
  readonly #typed: string;
  #written = "";
  /** Start of the unchanged range that isn't copied yet. */
  #start = 0;
  #end = 0;

  constructor(typed: string) {
    this.#typed = typed;
  }

  take(start: number, end: number): void {
    if (start !== this.#end) {
      this.#flush();
      this.#start = start;
    }
    this.#end = end;
  }

  append(text: string): void {
    this.#flush();
    this.#written += text;
  }

  #flush(): void {
    if (this.#start < this.#end) this.#written += this.#typed.slice(this.#start, this.#end);
    this.#start = this.#end;
  }

  toString(): string {
    this.#flush();
    return this.#written;
  }
}

/** Whether character data is canonical as typed: characters that must be escaped are written as in the canonical form. */
export function isCanonicalText(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === char.GREATER || code === char.CR || (code === char.AMPERSAND && !isCanonicalReference(text, at + 1)))
      return false;
  }
  return true;
}

function isCanonicalReference(text: string, at: number): boolean {
  return text.startsWith("amp;", at) || text.startsWith("lt;", at) || text.startsWith("gt;", at);
}

/** Whether an attribute's value would be canonical in double quotes, as typed. */
export function isCanonicalValue(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === char.AMPERSAND || code < char.SPACE) return false;
  }
  return true;
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (one) => references[one] ?? one) : text;
}

export function escapeValue(value: string): string {
  return /[&<"\t\n\r]/.test(value) ? value.replace(/[&<"\t\n\r]/g, (one) => references[one] ?? one) : value;
}

export function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
