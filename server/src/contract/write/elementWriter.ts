import { escapeXml } from "../../text/escapes.ts";
import { joined, plainText, type Snippet, type Stop, stop } from "../../text/snippet.ts";
import type { ElementDeclaration, QName } from "../../xsd/components.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { attributeText, elementText } from "./namespaces.ts";
import { Samples } from "./sample.ts";
import type { SampleElement, SampleValue } from "./sampleElement.ts";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";

export interface NameWriter {
  /** Returns the prefixed name of an element, or of a QName in a value. */
  name(name: QName): string;
  attributeName(name: QName): string;
}

/** Writes samples as XML. The values are tab stops of the snippets, numbered in the order of the text. */
export class ElementWriter {
  readonly #prefixes: NameWriter;
  #stops = 0;

  constructor(prefixes: NameWriter) {
    this.#prefixes = prefixes;
  }

  /**
   * @param extra additional attributes in XML syntax
   * @param encoded whether each element names its type, as SOAP encoding requires
   */
  element(sample: SampleElement, extra: readonly string[] = [], encoded = false): Snippet {
    const pieces: (string | Stop)[] = [];
    this.#write(sample, { extra, encoded, indentation: "" }, pieces);
    return joined(pieces);
  }

  /** Adds the lines of all levels to one list: indenting the text again at each level would take quadratic time. */
  #write(
    { content, ...sample }: SampleElement,
    { extra, encoded, indentation }: Form,
    pieces: (string | Stop)[],
  ): void {
    const name = this.#prefixes.name(sample.name);
    pieces.push(`${indentation}<${[name, ...extra].join(" ")}`);
    for (const attribute of this.#attributes(sample, encoded)) pieces.push(attribute);
    if ("value" in content) {
      pieces.push(">", this.#value(content, sampleText), `</${name}>`);
    } else if (content.length === 0) {
      pieces.push("/>");
    } else if (content[0]?.inline) {
      pieces.push(">");
      this.#write(content[0], { extra: [], encoded, indentation: "" }, pieces);
      pieces.push(`</${name}>`);
    } else {
      pieces.push(">\n");
      for (const part of content) {
        this.#write(part, { extra: [], encoded, indentation: `${indentation}\t` }, pieces);
        pieces.push("\n");
      }
      pieces.push(`${indentation}</${name}>`);
    }
  }

  #attributes({ type, nil, ...sample }: Omit<SampleElement, "content">, encoded: boolean): readonly (string | Stop)[] {
    const ofInstance = (local: string, value: string) =>
      ` ${this.#prefixes.attributeName({ namespace: xsi, local })}="${value}"`;
    const written = type ?? (encoded ? sample.declaredType : undefined);
    return [
      ...(written ? [ofInstance("type", this.#prefixes.name(written))] : []),
      ...(nil ? [ofInstance("nil", "true")] : []),
      ...sample.attributes.flatMap((attribute) => [
        ` ${this.#prefixes.attributeName(attribute.name)}="`,
        this.#value(attribute, attributeText),
        '"',
      ]),
    ];
  }

  #value({ value, fixed, choices = [] }: SampleValue, escaped: (text: string) => string): string | Stop {
    const text = typeof value === "string" ? escaped(value) : this.#prefixes.name(value.name) + value.after;
    if (fixed) return text;
    const others = choices.map((one) => escaped(one)).filter((one) => one !== text);
    return stop(++this.#stops, text, ...others);
  }
}

/** A value as the text of an element. Line breaks in it aren't indented. */
function sampleText(value: string): string {
  return escapeXml(elementText(value), /[\t\n]/g);
}

interface Form {
  readonly extra: readonly string[];
  readonly encoded: boolean;
  readonly indentation: string;
}

/**
 * An element with its required content as lines that are indented with tabs; undefined if a name can't be written.
 * @param nameOf returns a name with its prefix in the message; undefined if its namespace has no prefix. The default namespace
 * doesn't apply to attributes
 */
export function elementSample(
  element: ElementDeclaration,
  schemas: Schemas,
  nameOf: (name: QName, isAttribute: boolean) => string | undefined,
): string | undefined {
  let isWritten = true;
  const write = (name: QName, isAttribute: boolean) => {
    const written = nameOf(name, isAttribute);
    isWritten &&= written !== undefined;
    return written ?? name.local;
  };
  const names = { name: (one: QName) => write(one, false), attributeName: (one: QName) => write(one, true) };
  const text = plainText(new ElementWriter(names).element(new Samples(schemas, "required").payload(element)));
  return isWritten ? text : undefined;
}
