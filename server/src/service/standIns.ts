import type { ExportedValue } from "../protocol/exportProtocol.ts";
import type { Resolver } from "../resources/resolver.ts";
import type { SlottedText } from "../text/slots.ts";
import type { Sending } from "../variables/builtIns.ts";

/** Begins a reference to a variable of a private environment. Its value is never read. */
const privateReference = "$private ";

/** Collects the values that a message uses, and gives each of them a text with a slot that stands in for it. */
export class StandIns {
  readonly values: ExportedValue[] = [];

  /** `text`: of the same length as the value, if that is known. */
  #add(value: ExportedValue, text = "v0"): SlottedText {
    const index = this.values.push(value) - 1;
    return { text, slots: [{ start: 0, end: text.length, value: index, escape: "none" }] };
  }

  /** The resolver with slots for values of built-in variables and private environments. */
  resolver(resolver: Resolver): Resolver {
    const definitions = [...resolver.definitions].map(([name, one]) => {
      return [name, one.secret ? { ...one, text: `{{${privateReference}${name}}}` } : one] as const;
    });
    return {
      ...resolver,
      definitions: new Map(definitions),
      builtIn: (reference, sending, lookup) => {
        const slotted = (value: ExportedValue, text?: string) =>
          ({ kind: "text", ...this.#add(value, text), origin: "", secret: false }) as const;
        const name = reference.startsWith(privateReference) ? reference.slice(privateReference.length) : "";
        if (resolver.definitions.get(name)?.secret) return slotted({ kind: "secret", reference: name });
        if (/^\$(?:secret|processEnv|dotenv)\s+\S/.test(reference)) return slotted({ kind: "secret", reference });
        const value = resolver.builtIn(reference, sending, lookup);
        // The only one that is the same each time.
        if (/^\$certificate\s/.test(reference)) return value;
        return value.kind === "text" ? slotted({ kind: "builtIn", reference }, value.text) : value;
      },
    };
  }

  /** The values that come from responses and data. */
  received(columns: readonly string[], sets: readonly string[]): Required<Pick<Sending, "values" | "reference">> {
    const given = (value: ExportedValue) => ({ ...this.#add(value), secret: false });
    return {
      values: new Map([
        ...sets.map((name) => [name, given({ kind: "set", name })] as const),
        ...columns.map((name) => [name, given({ kind: "column", name })] as const),
      ]),
      reference: ({ request, message, part }) => {
        const own = part.kind === "body" ? { kind: part.kind, path: part.path && pathOnly(part.path) } : part;
        return given({ kind: "exchange", request, message, part: own });
      },
    };
  }
}

/** A path without its span. */
export function pathOnly<Kind>({ kind, text }: { readonly kind: Kind; readonly text: string }) {
  return { kind, text };
}

/** The text between the braces of a reference to a value, for people. */
export function referenceText(value: ExportedValue): string {
  switch (value.kind) {
    case "contentLength":
      return "$contentLength";
    case "builtIn":
    case "secret":
      return value.reference;
    case "column":
    case "set":
      return value.name;
    case "exchange": {
      const { request, message, part } = value;
      const detail =
        part.kind === "body" ? `.${part.path?.text ?? "*"}` : part.kind === "header" ? `.${part.name}` : "";
      return `${request}.${message}.${part.kind === "header" ? "headers" : part.kind}${detail}`;
    }
  }
}
