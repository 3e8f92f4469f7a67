import { indented, lines, type Snippet, snippet, stop } from "../text/snippet.ts";
import { attributeText, elementText, type Prefixes } from "./namespaces.ts";
import type { SampleElement } from "./sample.ts";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";

/** Writes samples as XML. The values are the stops of the snippets, numbered in the order of the text. */
export class ElementWriter {
  readonly #prefixes: Prefixes;
  #stops = 0;

  constructor(prefixes: Prefixes) {
    this.#prefixes = prefixes;
  }

  /**
   * @param extra attributes, as they are written
   * @param encoded whether each element names its type, as SOAP encoding has it
   */
  element(sample: SampleElement, extra: readonly string[] = [], encoded = false): Snippet {
    const name = this.#prefixes.name(sample.name);
    const type = sample.type ?? (encoded ? sample.declaredType : undefined);
    const attributes = [
      ...extra,
      ...(type ? [`${this.#prefixes.name({ namespace: xsi, local: "type" })}="${this.#prefixes.name(type)}"`] : []),
      ...(sample.nil ? [`${this.#prefixes.name({ namespace: xsi, local: "nil" })}="true"`] : []),
      ...sample.attributes.map(({ name: attribute, value }) => {
        const text = typeof value === "string" ? attributeText(value) : this.#prefixes.name(value.name) + value.after;
        return `${this.#prefixes.name(attribute)}="${text}"`;
      }),
    ];
    const start = [name, ...attributes].join(" ");
    const { content } = sample;
    if ("value" in content) {
      const text = elementText(content.value);
      return content.fixed
        ? [`<${start}>${text}</${name}>`]
        : snippet`<${start}>${stop(++this.#stops, text)}</${name}>`;
    }
    if (content.length === 0) return [`<${start}/>`];
    return lines([`<${start}>`, ...content.map((one) => indented(this.element(one, [], encoded), 1)), `</${name}>`]);
  }
}
