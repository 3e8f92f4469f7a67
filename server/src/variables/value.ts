import type { SecretSource } from "../protocol/sendingProtocol.ts";
import type { Slot } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import type { XmlContent } from "./xmlContent.ts";

export type VariableValue =
  | {
      readonly kind: "text";
      readonly text: string;
      /** Where the value is from, as a phrase after "from". */
      readonly origin: string;
      /** Whether the value is secret, and so never shown or stored. */
      readonly secret: boolean;
      /** Placeholders in `text`, only for exports. */
      readonly slots?: readonly Slot[] | undefined;
      /** Other secrets that the value contains. */
      readonly secrets?: readonly string[] | undefined;
      /** Sources of the secrets in the value. A secret value has at least one. */
      readonly sources?: readonly SecretSource[] | undefined;
      /** The document or element whose text this is. */
      readonly xml?: XmlContent | undefined;
      readonly markup?: Markup | undefined;
      /** As in `BytesValue`. */
      readonly isReadable?: true | undefined;
      /** A sentence about why only a step can use the value: it is an element with child elements. */
      readonly notText?: string | undefined;
    }
  /**
   * The value is created when the request is sent. `sample`: a text with the length of all values, if they have one
   * length. `xml`: also a sample.
   */
  | {
      readonly kind: "atSending";
      readonly sample: string | undefined;
      readonly xml?: XmlContent | undefined;
      readonly markup?: Markup | undefined;
    }
  | { readonly kind: "cycle"; readonly names: ReadonlySet<string> }
  /** The definition of `name` uses the undefined name `missing`, or its value is too long. */
  | { readonly kind: "broken"; readonly name: string; readonly missing: string | undefined }
  /** `why`: a sentence about another reason. `code`: of the rule that reports it. `at`: span between the braces. */
  | { readonly kind: "undefined"; readonly why?: string; readonly code?: string; readonly at?: Span };

/** A value that is created when the request is sent, with any length. */
export const atSending: Extract<VariableValue, { kind: "atSending" }> = { kind: "atSending", sample: undefined };

/** How text is inserted without escaping. `typed`: as if typed. `own`: the place's default namespace doesn't apply. */
export type Markup = "typed" | "own";

/** A value that consists of bytes, which aren't allowed in text. */
export interface BytesValue {
  readonly kind: "bytes";
  /** `undefined` if the bytes are created when the request is sent. */
  readonly bytes: Uint8Array | undefined;
  /** Length in bytes; `undefined` if it isn't known. */
  readonly length: number | undefined;
  /** Name of the step that created the bytes, if they can't be text. */
  readonly opaque?: string | undefined;
  readonly origin: string;
  readonly secret: boolean;
  readonly secrets?: readonly string[] | undefined;
  readonly sources?: readonly SecretSource[] | undefined;
  /** Whether secrets are readable in the bytes: then the value isn't a secret, but the results of steps are. */
  readonly isReadable?: true;
}

export type ComputedValue = VariableValue | BytesValue;

/** Code of the rule that reports bytes in text. */
export const bytesCode = "value-bytes";

/** Code of the problem that an element with child elements is used without a step. */
export const notTextCode = "not-text";

/** Whether a problem with this code doesn't exist if a step uses the value. */
export function isOfSteps(code: string | undefined): boolean {
  return code === bytesCode || code === notTextCode;
}

/** Code of the rule that reports references with braces. */
export const bracesCode = "reference-braces";

/** The text of a built-in variable. The registry tells whether it is secret. */
export interface Found {
  readonly found: string;
  /** Name of the source, if it is secret. By default, the words of the reference. */
  readonly name?: string;
  /** Where the value is from, as a phrase after "from". */
  readonly origin: string;
}

/** The names of a cycle, in which the first name is repeated at the end. Of a long cycle, only the beginning. */
export function cycleText(names: ReadonlySet<string>): string {
  const shown: string[] = [];
  for (const name of names) if (shown.push(name) === namesShown) break;
  return [...shown, names.size > namesShown ? "…" : shown[0]].join(" → ");
}

const namesShown = 10;

/** A definition of a variable. Its text may use other variables, unless it is `literal`. */
export interface ValueDefinition {
  readonly literal?: true;
  readonly text: string;
  readonly origin: () => string;
  readonly secret: boolean;
  /** The place of the definition; `undefined` if it is in no file. */
  readonly place?: () => DefinitionPlace | undefined;
}

export interface DefinitionPlace {
  readonly uri: string;
  readonly text: string;
  readonly name: Span;
  /** Span of the whole definition; by default, the span of the name. */
  readonly whole?: Span;
}
