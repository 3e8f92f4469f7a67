import type { ExportedText, ExportedValue } from "../protocol/exportProtocol.ts";
import type { Resolver } from "../resources/resolver.ts";
import type { SlottedText } from "../text/slots.ts";
import type { Sending } from "../variables/builtIns.ts";
import { credentialsIn } from "../variables/credentialArguments.ts";
import { credentialTexts, type Lookup } from "../variables/credentials.ts";

/** Begins a reference to a variable of a private environment. Its value is never read. */
const privateReference = "$private ";

/** Collects the values that a message uses, and gives each of them a text with a slot that stands in for it. */
export class StandIns {
  readonly values: ExportedValue[] = [];

  /** `text`: of the same length as the value, if that is known. */
  #add(value: ExportedValue, text = "v0"): SlottedText {
    const known = isShared(value) ? this.values.findIndex((one) => isSameValue(one, value)) : -1;
    const index = known < 0 ? this.values.push(value) - 1 : known;
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
        const basic = /^\$basic(?=\s)/.test(reference) ? this.#basic(reference, lookup) : undefined;
        if (basic) return { kind: "text", ...basic, origin: "", secret: false };
        const value = resolver.builtIn(reference, sending, lookup);
        // The only one that is the same each time.
        if (/^\$certificate\s/.test(reference)) return value;
        if (value.kind !== "text") return value;
        return slotted({ kind: "builtIn", reference: sharedName(reference) }, value.text);
      },
      digest: ({ nonce, created, password, variable }) => {
        const own = {
          nonce: nonce && partsOfText(nonce),
          created: created && partsOfText(created),
          password: this.#password(password, variable),
        };
        return this.#add({ kind: "digest", ...own }, digestSample);
      },
    };
  }

  /** `undefined` if it has no value. */
  #basic(reference: string, lookup: Lookup): SlottedText | undefined {
    const found = credentialsIn(reference) ?? [];
    const given = found.length === 2 ? credentialTexts(found, reference, lookup) : undefined;
    if (given?.kind !== "texts") return undefined;
    const [user = { text: "" }, password = { text: "" }] = given.texts;
    // The value is refused if what is known of the user isn't allowed.
    if (/[:\u0000-\u001f\u007f-\u009f]/.test(user.text)) return undefined;
    const [, argument] = found;
    const name = argument?.kind === "name" ? argument.name : undefined;
    return this.#add({ kind: "basic", user: partsOfText(user), password: this.#password(password, name) });
  }

  /** A typed password is a secret, too: it comes from the environment. */
  #password(text: SlottedText, variable = "password"): ExportedText {
    const parts = partsOfText(text);
    if (parts.every((part) => typeof part === "number")) return parts;
    return [this.values.push({ kind: "secret", reference: variable }) - 1];
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

const digestSample = "0".repeat(28);

/** Created has two names. */
function sharedName(reference: string): string {
  return reference === "$wsse.created" ? "$wsu.created" : reference;
}

/** Whether a value is the same wherever it stands in one sending. */
function isShared(value: ExportedValue): boolean {
  return value.kind === "builtIn" && /^\$ws(?:se|u)\./.test(value.reference);
}

function isSameValue(one: ExportedValue, other: ExportedValue): boolean {
  return one.kind === "builtIn" && other.kind === "builtIn" && one.reference === other.reference;
}

/** Texts, and the values of slots. */
export function partsOfText({ text, slots = [] }: SlottedText): ExportedText {
  let at = 0;
  const found = slots.flatMap(({ start, end, value }) => {
    const before = text.slice(at, start);
    at = end;
    return [before, value];
  });
  return [...found, text.slice(at)].filter((part) => part !== "");
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
    case "basic":
      return "$basic";
    case "digest":
      return "$wsse.digest";
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
