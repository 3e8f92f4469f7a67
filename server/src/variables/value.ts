import type { SecretSource } from "../protocol/sendingProtocol.ts";
import type { Slot } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import type { XmlContent } from "./xmlContent.ts";

export type VariableValue =
  | {
      readonly kind: "text";
      readonly text: string;
      /** A phrase after "from". */
      readonly origin: string;
      /** If true, the value is never shown or stored. */
      readonly secret: boolean;
      /** In `text`: only for exports. */
      readonly slots?: readonly Slot[] | undefined;
      /** Other secrets that the value is made of. */
      readonly secrets?: readonly string[] | undefined;
      /** Where its secrets come from; a secret value has at least one. */
      readonly sources?: readonly SecretSource[] | undefined;
      /** The document or the element that the text is of. */
      readonly xml?: XmlContent | undefined;
      readonly markup?: Markup | undefined;
      /** As of bytes. */
      readonly isReadable?: true | undefined;
      /** Why only a step can use it, as a sentence: an element that has others. */
      readonly notText?: string | undefined;
    }
  /** Created when sending. `sample`: a text of the same length, if all values have one length. `xml`: a sample, too. */
  | {
      readonly kind: "atSending";
      readonly sample: string | undefined;
      readonly xml?: XmlContent | undefined;
      readonly markup?: Markup | undefined;
    }
  | { readonly kind: "cycle"; readonly names: ReadonlySet<string> }
  /** The definition of `name` uses the undefined name `missing`, or the value is too long. */
  | { readonly kind: "broken"; readonly name: string; readonly missing: string | undefined }
  /**
   * `why`: a sentence about a reason other than a missing definition. `code`: of the rule that reports it. `at`: in the text
   * between the braces.
   */
  | { readonly kind: "undefined"; readonly why?: string; readonly code?: string; readonly at?: Span };

/** Created when sending, with any length. */
export const atSending: Extract<VariableValue, { kind: "atSending" }> = { kind: "atSending", sample: undefined };

/**
 * Of text that is inserted between tags without escaping: `typed` is read as if it were typed there, `own` is an element or
 * a document, whose names without a prefix aren't in the default namespace of the place.
 */
export type Markup = "typed" | "own";

/** A value that consists of bytes, which have no place in text. */
export interface BytesValue {
  readonly kind: "bytes";
  /** `undefined` if they are created when sending. */
  readonly bytes: Uint8Array | undefined;
  /** In bytes; `undefined` if it isn't known. */
  readonly length: number | undefined;
  /** The step that gave them, if they can't be text. */
  readonly opaque?: string | undefined;
  readonly origin: string;
  readonly secret: boolean;
  readonly secrets?: readonly string[] | undefined;
  readonly sources?: readonly SecretSource[] | undefined;
  /** Whether its secrets can be seen in it, as in a document: what steps make of it is a secret, but not the whole. */
  readonly isReadable?: true;
}

export type ComputedValue = VariableValue | BytesValue;

/** Of the rule that reports bytes in text. */
export const bytesCode = "value-bytes";

/** Of an element that has others, where no step uses it. */
export const notTextCode = "not-text";

/** Whether a value is only refused where no step uses it. */
export function isOfSteps(code: string | undefined): boolean {
  return code === bytesCode || code === notTextCode;
}

/** Of the rule that reports references with braces. */
export const bracesCode = "reference-braces";

/** The text of a built-in variable. Its secrets follow from the registry. */
export interface Found {
  readonly found: string;
  /** Of the source, if it is secret; the words of the reference by default. */
  readonly name?: string;
  /** A phrase after "from". */
  readonly origin: string;
}

/** The names of a cycle, which ends with the first one; only the beginning of a long cycle. */
export function cycleText(names: ReadonlySet<string>): string {
  const shown: string[] = [];
  for (const name of names) if (shown.push(name) === namesShown) break;
  return [...shown, names.size > namesShown ? "…" : shown[0]].join(" → ");
}

const namesShown = 10;

/** The text may use other variables, unless it is `literal`. */
export interface ValueDefinition {
  readonly literal?: true;
  readonly text: string;
  readonly origin: () => string;
  readonly secret: boolean;
  /** `undefined` if the definition is in no file. */
  readonly place?: () => DefinitionPlace | undefined;
}

export interface DefinitionPlace {
  readonly uri: string;
  readonly text: string;
  readonly name: Span;
  /** The whole definition; the name if `undefined`. */
  readonly whole?: Span;
}
