import type { QName, SimpleType } from "../../xsd/components.ts";
import { referenceKind } from "../../xsd/derivation.ts";
import { type NamespaceScope, namespaceInScope, type SourceElement } from "../../xsd/document.ts";
import { sampleOf } from "../../xsd/sample/values.ts";
import { validateValue } from "../../xsd/values.ts";

/** A sample value, which the author will replace unless it is fixed. */
export interface SampleValue {
  /** The text. It changes while the sample is created, if keys or references require it. */
  value: SampleText;
  readonly fixed: boolean;
  /** The type of the value; undefined for an attribute that the schema doesn't declare. */
  readonly of?: SimpleType | undefined;
  readonly choices?: readonly string[];
}

export interface SampleAttribute extends SampleValue {
  readonly name: QName;
}

export interface SampleElement {
  readonly name: QName;
  readonly attributes: readonly SampleAttribute[];
  readonly content: readonly SampleElement[] | SampleValue;
  readonly declaredType?: QName;
  /** The name of the type to write in `xsi:type`, if the declaration doesn't determine the type. */
  readonly type?: QName;
  readonly nil?: true;
  /** Whether whitespace around the element is not allowed. */
  readonly inline?: true;
}

/** A text, or a qualified name that needs a prefix, with the text after the name. */
export type SampleText = string | { readonly name: QName; readonly after: string };

/** The text of a value in a place where no prefix can be declared. */
export function withoutPrefix(text: SampleText): string {
  return typeof text === "string" ? text : text.name.local + text.after;
}

/** Creates the values of one message, with distinct identifiers. */
export class SampleValues {
  readonly #identifiers = new Set<string>();

  get firstIdentifier(): string | undefined {
    return [...this.#identifiers][0];
  }

  of(type: SimpleType, name: string): SampleText {
    const { value, scope } = sampleOf(type, name);
    if (scope) return qualified(value, scope);
    return referenceKind(type) === "ID" ? this.#unused(value, type) : value;
  }

  /** The value, with a number if it is already used and its type allows it. */
  #unused(value: string, type: SimpleType): string {
    let unused = value;
    const count = this.#identifiers.size + 1;
    if (this.#identifiers.has(value) && validateValue(`${value}${count}`, type, () => undefined) === undefined) {
      unused = `${value}${count}`;
    }
    this.#identifiers.add(unused);
    return unused;
  }
}

/** A default or fixed value of a schema. In a qualified name, the prefix is resolved in the schema. */
export function givenText(value: string, { variety }: SimpleType, source: SourceElement | undefined): SampleText {
  const isName = variety.kind === "atomic" && (variety.primitive === "QName" || variety.primitive === "NOTATION");
  return isName && source && value.includes(":") ? qualified(value, source.scope) : value;
}

function qualified(value: string, scope: NamespaceScope): SampleText {
  const [prefix = "", local = ""] = value.trim().split(":");
  const namespace = namespaceInScope(scope, prefix);
  return namespace === undefined ? value : { name: { namespace, local }, after: "" };
}

export function isReference(type: SimpleType): boolean {
  return referenceKind(type.variety.kind === "list" ? type.variety.item : type) === "IDREF";
}
