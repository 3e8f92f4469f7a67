import type { QName, SimpleType } from "../../xsd/components.ts";
import { referenceKind } from "../../xsd/derivation.ts";
import { type NamespaceScope, namespaceInScope, type SourceElement } from "../../xsd/document.ts";
import { sampleOf } from "../../xsd/sample/values.ts";
import { validateValue } from "../../xsd/values.ts";

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

/** A text, or a name that is written with its prefix, and the text after the name. */
export type SampleText = string | { readonly name: QName; readonly after: string };

/** The text where no prefix can be declared. */
export function withoutPrefix(text: SampleText): string {
  return typeof text === "string" ? text : text.name.local + text.after;
}

/** The values of one message. Its identifiers differ. */
export class SampleValues {
  readonly #identifiers = new Set<string>();

  /** The first ID, which references can have. */
  get firstIdentifier(): string | undefined {
    return [...this.#identifiers][0];
  }

  of(type: SimpleType, name: string): SampleText {
    const { value, scope } = sampleOf(type, name);
    if (scope) return qualified(value, scope);
    return referenceKind(type) === "ID" ? this.#unused(value, type) : value;
  }

  /** The value, numbered where it is taken and the type allows it. */
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

/** A value that a schema gives; the prefix of a qualified name is the schema's. */
export function givenText(value: string, { variety }: SimpleType, source: SourceElement | undefined): SampleText {
  const isName = variety.kind === "atomic" && (variety.primitive === "QName" || variety.primitive === "NOTATION");
  return isName && source && value.includes(":") ? qualified(value, source.scope) : value;
}

function qualified(value: string, scope: NamespaceScope): SampleText {
  const [prefix = "", local = ""] = value.trim().split(":");
  const namespace = namespaceInScope(scope, prefix);
  return namespace === undefined ? value : { name: { namespace, local }, after: "" };
}

/** Whether the values of a type refer to IDs. */
export function isReference(type: SimpleType): boolean {
  return referenceKind(type.variety.kind === "list" ? type.variety.item : type) === "IDREF";
}
