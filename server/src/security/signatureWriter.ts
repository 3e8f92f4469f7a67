import { toBase64 } from "../text/base64.ts";
import { escapeXml } from "../text/escapes.ts";
import type { Span } from "../text/span.ts";

/** A place for Base64 that is known only after a computation. */
export interface Place extends Span {
  readonly kind: "digest" | "value";
}

/**
 * Writes the elements of a signature on one line. Empty elements have two tags and attributes are in order, so that the text is
 * nearly its own canonical form.
 */
export class SignatureWriter {
  text = "";
  readonly places: Place[] = [];
  readonly #prefix: string;

  /** @param prefix of the namespace of XML Signature; empty for none */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(text: string): this {
    this.text += text;
    return this;
  }

  /** A name with the prefix. */
  name(local: string): string {
    return this.#prefix === "" ? local : `${this.#prefix}:${local}`;
  }

  /** The declaration of the prefix. */
  get declaration(): string {
    return this.#prefix === "" ? "xmlns" : `xmlns:${this.#prefix}`;
  }

  /** An element of XML Signature. Attributes without a value are left out. */
  element(
    local: string,
    attributes: Readonly<Record<string, string | undefined>>,
    content: string | (() => void) = "",
  ): this {
    return this.other(this.name(local), attributes, content);
  }

  other(
    name: string,
    attributes: Readonly<Record<string, string | undefined>>,
    content: string | (() => void) = "",
  ): this {
    const written = Object.entries(attributes).flatMap(([attribute, value]) =>
      value === undefined ? [] : ` ${attribute}="${escapeXml(value, /[&<>"\t\n\r]/g)}"`,
    );
    this.add(`<${name}${written.join("")}>`);
    if (typeof content === "string") this.add(escapeXml(content, /[&<>\r]/g));
    else content();
    return this.add(`</${name}>`);
  }

  /** Adds as much Base64 as a number of bytes has. */
  place(kind: Place["kind"], bytes: number): this {
    const start = this.text.length;
    this.add(toBase64(new Uint8Array(bytes)));
    this.places.push({ kind, start, end: this.text.length });
    return this;
  }
}
