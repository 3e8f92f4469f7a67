import type { QName, SimpleType } from "../../xsd/components.ts";
import type { SampleText } from "./sampleValues.ts";

/** A value that the author will replace, unless it is fixed. */
export interface SampleValue {
  /** Changes while the sample is made, where keys and references require it. */
  value: SampleText;
  readonly fixed: boolean;
  /** Undefined for an attribute that the schema doesn't declare. */
  readonly of?: SimpleType | undefined;
  /** The values of an enumeration or a boolean, to choose from. */
  readonly choices?: readonly string[];
}

export interface SampleAttribute extends SampleValue {
  readonly name: QName;
}

/** An element of a sample message. */
export interface SampleElement {
  readonly name: QName;
  readonly attributes: readonly SampleAttribute[];
  readonly content: readonly SampleElement[] | SampleValue;
  /** What the element is declared as; undefined for an anonymous type. */
  readonly declaredType?: QName;
  /** The name of the type, for `xsi:type`, where the declaration leaves it open. */
  readonly type?: QName;
  readonly nil?: true;
  /** Whether no whitespace may be around it. */
  readonly inline?: true;
}

/** Maximum elements of a sample with optional content; above it, only required content is written. */
