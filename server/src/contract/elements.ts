import { joined, type Snippet, type Stop, stop } from "../text/snippet.ts";
import type { QName } from "../xsd/components.ts";
import { attributeText, elementText } from "./namespaces.ts";
import type { SampleElement } from "./sample.ts";
import type { SampleText } from "./texts.ts";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";

/** Writes names with the prefixes of a message. */
export interface NameWriter {
  /** Of an element, or in a value. */
  name(name: QName): string;
  attributeName(name: QName): string;
}

/** Writes samples as XML. The values are the stops of the snippets, numbered in the order of the text. */
export class ElementWriter {
  readonly #prefixes: NameWriter;
  #stops = 0;

  constructor(prefixes: NameWriter) {
    this.#prefixes = prefixes;
  }

  /**
   * @param extra attributes, as they are written
   * @param encoded whether each element names its type, as SOAP encoding has it
   */
  element(sample: SampleElement, extra: readonly string[] = [], encoded = false): Snippet {
    const pieces: (string | Stop)[] = [];
    this.#write(sample, { extra, encoded, indentation: "" }, pieces);
    return joined(pieces);
  }

  /** In one list for all levels: text that is indented again at each level takes quadratic time. */
  #write(
    { content, ...sample }: SampleElement,
    { extra, encoded, indentation }: Form,
    pieces: (string | Stop)[],
  ): void {
    const name = this.#prefixes.name(sample.name);
    const start = `${indentation}<${[name, ...extra, ...this.#attributes(sample, encoded)].join(" ")}`;
    if ("value" in content) {
      const text = this.#text(content.value, elementText);
      pieces.push(`${start}>`, content.fixed ? text : stop(++this.#stops, text), `</${name}>`);
    } else if (content.length === 0) {
      pieces.push(`${start}/>`);
    } else if (content[0]?.inline) {
      pieces.push(`${start}>`);
      this.#write(content[0], { extra: [], encoded, indentation: "" }, pieces);
      pieces.push(`</${name}>`);
    } else {
      pieces.push(`${start}>\n`);
      for (const one of content) {
        this.#write(one, { extra: [], encoded, indentation: `${indentation}\t` }, pieces);
        pieces.push("\n");
      }
      pieces.push(`${indentation}</${name}>`);
    }
  }

  #attributes(sample: Omit<SampleElement, "content">, encoded: boolean): readonly string[] {
    const type = sample.type ?? (encoded ? sample.declaredType : undefined);
    return [
      ...(type
        ? [`${this.#prefixes.attributeName({ namespace: xsi, local: "type" })}="${this.#prefixes.name(type)}"`]
        : []),
      ...(sample.nil ? [`${this.#prefixes.attributeName({ namespace: xsi, local: "nil" })}="true"`] : []),
      ...sample.attributes.map(({ name, value }) => {
        const text = this.#text(value, attributeText);
        return `${this.#prefixes.attributeName(name)}="${text}"`;
      }),
    ];
  }

  #text(value: SampleText, escaped: (text: string) => string): string {
    return typeof value === "string" ? escaped(value) : this.#prefixes.name(value.name) + value.after;
  }
}

interface Form {
  readonly extra: readonly string[];
  readonly encoded: boolean;
  readonly indentation: string;
}
