import { toBase64 } from "../text/base64.ts";
import { escapeXml } from "../text/escapes.ts";
import type { Span } from "../text/span.ts";

/** A place for Base64 text that is computed later. */
export interface Place extends Span {
  readonly kind: "digest" | "value";
}

/** Empty elements have two tags and attributes are in order, so that the text is nearly its own canonical form. */
export class SignatureWriter {
  text = "";
  readonly places: Place[] = [];
  readonly #prefix: string;

  /** @param prefix the prefix for the namespace of XML Signature; empty for the default namespace */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(text: string): this {
    this.text += text;
    return this;
  }

  name(local: string): string {
    return this.#prefix === "" ? local : `${this.#prefix}:${local}`;
  }

  get declaration(): string {
    return this.#prefix === "" ? "xmlns" : `xmlns:${this.#prefix}`;
  }

  /** Writes an element of XML Signature. Attributes without a value are omitted. */
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

  /** Writes Base64 of zeros, as long as the Base64 of this number of bytes. */
  place(kind: Place["kind"], bytes: number): this {
    const start = this.text.length;
    this.add(toBase64(new Uint8Array(bytes)));
    this.places.push({ kind, start, end: this.text.length });
    return this;
  }
}
