import type { ResponseReference } from "../expectations/reference.ts";
import type { ExportedContent, ExportedStep, ExportedText, ExportedValue } from "../protocol/toolsProtocol.ts";
import type { Resolver } from "../resources/resolver.ts";
import { readQuestion, tokenName, tokenSecret } from "../text/asked.ts";
import { toBase64 } from "../text/base64.ts";
import type { SlottedText } from "../text/slots.ts";
import { argumentsIn, builtInOf, generatedBy } from "../variables/builtInReferences.ts";
import type { ExportedChain } from "../variables/computed/compute.ts";
import { computedReference } from "../variables/computed/reader.ts";
import { type ReadStep, readSteps } from "../variables/computed/readSteps.ts";
import type { Lookup, ReceivedValue, Sending } from "../variables/sending.ts";
import type { ComputedValue } from "../variables/value.ts";
import { argumentTexts } from "../variables/valueArguments.ts";

/** Prefix of references to variables of a private environment, whose values are never read. */
const privateReference = "$private ";

/** Collects the values of a message, and replaces each, or only the `secrets`, with a text that has a slot. */
export class StandIns {
  readonly values: ExportedValue[] = [];
  readonly #which: "all" | "secrets";

  constructor(which: "all" | "secrets" = "all") {
    this.#which = which;
  }

  /** `text`: stand-in for the value, with the same length if that is known. */
  #add(value: ExportedValue, text = "v0"): SlottedText {
    const sharedIndex = isShared(value) ? this.values.findIndex((one) => isSameValue(one, value)) : -1;
    const index = sharedIndex < 0 ? this.values.push(value) - 1 : sharedIndex;
    return { text, slots: [{ start: 0, end: text.length, value: index, escape: "none" }] };
  }

  /** A resolver with slots instead of the values of built-in variables and private environments. */
  resolver(resolver: Resolver): Resolver {
    const definitions = [...resolver.definitions].map(([name, definition]) => {
      return [
        name,
        definition.secret ? { ...definition, text: `{{${privateReference}${name}}}` } : definition,
      ] as const;
    });
    return {
      ...resolver,
      definitions: new Map(definitions),
      builtIn: (reference, sending, lookup) => {
        const slotted = (text: SlottedText) => ({ kind: "text", ...text, origin: "", secret: false }) as const;
        const own = reference.startsWith(privateReference) ? reference.slice(privateReference.length) : "";
        if (resolver.definitions.get(own)?.secret) return slotted(this.#add(privateValue(own)));
        const [, name = ""] = /^\S+\s+(\S[\s\S]*)$/.exec(reference) ?? [];
        const from = builtInOf(reference)?.secret;
        const question = readQuestion(reference);
        const token = tokenName(reference);
        if (token !== undefined)
          return slotted(this.#add({ kind: "secret", reference, from: "secrets", name: tokenSecret(token) }));
        if (question) return slotted(this.#add({ kind: "secret", reference, from: "secrets", name: question.text }));
        if (from === "arguments") {
          const basic = this.#basic(reference, lookup);
          if (basic) return slotted(basic);
        } else if (from !== undefined && name !== "") {
          return slotted(this.#add({ kind: "secret", reference, from, name: name.split(/\s+/).join(" ") }));
        }
        const value = resolver.builtIn(reference, sending, lookup);
        if (this.#which === "secrets") return value;
        if (value.kind === "bytes" && builtInOf(reference)?.name === "$random" && value.length !== undefined)
          return slotted(this.#add({ kind: "random", bytes: value.length }));
        const generated = generatedBy(reference)?.exported;
        if (value.kind !== "text" || !generated) return value;
        return slotted(this.#add({ kind: "builtIn", reference, generated }, value.text));
      },
      // The check doesn't know the values of paths in responses; see `stepsBehind`.
      exported: (chain) => (chain.source.kind === "atSending" ? { text: "v0" } : this.#computed(chain)),
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

  #computed({ reference, source, steps, lookup }: ExportedChain): SlottedText {
    return this.#add({ kind: "computed", reference, source: contentOf(source), steps: this.#steps(steps, lookup) });
  }

  /** The steps behind a path, without invalid steps, which are reported as errors of the request. */
  stepsBehind(path: string, lookup: Lookup): readonly ExportedStep[] {
    const computed = computedReference(path, true);
    return computed
      ? this.#steps(
          readSteps(path, computed).flatMap((step) => step ?? []),
          lookup,
        )
      : [];
  }

  #steps(steps: readonly ReadStep[], lookup: Lookup): readonly ExportedStep[] {
    return steps.map(({ step, arguments: given }): ExportedStep => {
      const [first] = given;
      if (first?.argument.kind === "path" && first.typed.kind === "text") {
        const kind = step.takes === "xml" ? "xpath" : "json";
        return { name: step.name, arguments: [], path: { kind, text: first.typed.text } };
      }
      const values = given.map(({ argument, typed }): ExportedContent => {
        const value = typed.kind === "name" && argument.kind === "value" ? lookup(typed.name) : undefined;
        const name = typed.kind === "name" ? typed.name : "key";
        const text = value?.kind === "text" ? value : { text: typed.kind === "text" ? typed.text : name };
        if (value?.kind === "bytes") return contentOf(value);
        return argument.secret ? this.#password(text, name) : partsOfText(text);
      });
      return { name: step.name, arguments: values };
    });
  }

  /** The value of an Authorization header with Basic; `undefined` if it can't be computed. */
  #basic(reference: string, lookup: Lookup): SlottedText | undefined {
    const values = argumentsIn(reference);
    const given = values.length === 2 ? argumentTexts(values, reference, lookup) : undefined;
    if (given?.kind !== "texts") return undefined;
    const [user = { text: "" }, password = { text: "" }] = given.texts;
    // The user name can't be used if its known part contains a character that isn't allowed.
    if (/[:\u0000-\u001f\u007f-\u009f]/.test(user.text)) return undefined;
    const [, argument] = values;
    const name = argument?.kind === "name" ? argument.name : undefined;
    return this.#add({ kind: "basic", user: partsOfText(user), password: this.#password(password, name) });
  }

  /** The password as an exported text. A typed password is also treated as a secret: it is read from the environment. */
  #password(text: SlottedText, variable = "password"): ExportedText {
    const parts = partsOfText(text);
    if (parts.every((part) => typeof part === "number")) return parts;
    return [this.values.push(privateValue(variable)) - 1];
  }

  /** Slots for the values that come from responses and data. */
  received(columns: readonly string[], sets: readonly string[]): Required<Pick<Sending, "values" | "reference">> {
    const given = (value: ExportedValue) => ({ ...this.#add(value), secret: false });
    return {
      values: new Map([
        ...sets.map((name) => [name, given({ kind: "set", name })] as const),
        ...columns.map((name) => [name, given({ kind: "column", name })] as const),
      ]),
      reference: (reference) => given(exchangeValue(reference)),
    };
  }

  /** Values of responses, in which secrets are replaced with slots. */
  instead({ values = new Map(), reference }: Received): Received {
    const given = (received: ReceivedValue, value: ExportedValue): ReceivedValue =>
      received.secret || (received.sources ?? []).length > 0 ? { ...this.#add(value), secret: false } : received;
    return {
      values: new Map([...values].map(([name, value]) => [name, given(value, { kind: "set", name })])),
      reference: (one) => {
        const value = reference?.(one) ?? "";
        return typeof value === "string" ? value : given(value, exchangeValue(one));
      },
    };
  }
}

function contentOf(value: ComputedValue): ExportedContent {
  if (value.kind === "bytes") return { bytes: toBase64(value.bytes ?? new Uint8Array(0)) };
  return value.kind === "text" ? partsOfText(value) : [];
}

type Received = Pick<Sending, "values" | "reference">;

function exchangeValue({ request, message, part }: ResponseReference): ExportedValue {
  const own = part.kind === "body" ? { kind: part.kind, path: part.path && pathOnly(part.path) } : part;
  return { kind: "exchange", request, message, part: own };
}

const digestSample = "0".repeat(28);

function privateValue(name: string): ExportedValue {
  return { kind: "secret", reference: name, from: "private", name };
}

/** Whether a value is the same at all places in one sending. */
function isShared(value: ExportedValue): boolean {
  return value.kind === "builtIn" && (value.generated.kind === "nonce" || value.generated.kind === "tokenTime");
}

function isSameValue(value: ExportedValue, other: ExportedValue): boolean {
  return (
    value.kind === "builtIn" &&
    other.kind === "builtIn" &&
    JSON.stringify(value.generated) === JSON.stringify(other.generated)
  );
}

/** The text as a list of literal texts and the values of its slots. */
export function partsOfText({ text, slots = [] }: SlottedText): ExportedText {
  let at = 0;
  const pieces = slots.flatMap(({ start, end, value }) => {
    const before = text.slice(at, start);
    at = end;
    return [before, value];
  });
  return [...pieces, text.slice(at)].filter((part) => part !== "");
}

export function pathOnly<Kind>({ kind, text }: { readonly kind: Kind; readonly text: string }) {
  return { kind, text };
}

/** The text in the braces of a reference to a value, as shown to users. */
export function referenceText(value: ExportedValue): string {
  switch (value.kind) {
    case "contentLength":
      return "$contentLength";
    case "builtIn":
    case "computed":
    case "secret":
      return value.reference;
    case "random":
      return `$random ${value.bytes}`;
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
