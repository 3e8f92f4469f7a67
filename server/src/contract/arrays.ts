import { anyType, group } from "../xsd/anyType.ts";
import {
  type ComplexType,
  type ElementDeclaration,
  keyOf,
  type ModelGroup,
  type QName,
  type Type,
} from "../xsd/components.ts";
import { qname, xsdNamespace } from "../xsd/declarations.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { accessor } from "./rpcWrapper.ts";

const encodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/";
const array: QName = { namespace: encodingNamespace, local: "Array" };

/** The attribute that names the items of an encoded array (SOAP 1.1 section 5.4.2). */
export const arrayType: QName = { namespace: encodingNamespace, local: "arrayType" };

export interface EncodedArray {
  readonly item: QName;
  /** The brackets behind the item type: one pair for an array, several for an array of arrays; commas separate dimensions. */
  readonly ranks: readonly string[];
  /** The element that the schema declares for an item. */
  readonly element: ElementDeclaration | undefined;
  /** The attribute in the schema that makes the type an array. */
  readonly source: ElementDeclaration["source"];
}

/** SOAP 1.1's Array type, or a restriction of it with the names of items in `wsdl:arrayType` (WSDL 1.1 section 2.2). */
export function arrayOf(type: ComplexType): EncodedArray | undefined {
  const source = type.attributes.get(keyOf(arrayType))?.source;
  if (source === undefined) return undefined;
  const element = type.content.kind === "elements" ? elementIn(type.content.particle.term) : undefined;
  const written = source.attributes.get("{http://schemas.xmlsoap.org/wsdl/}arrayType")?.value ?? "";
  const [, name = "", ranks = ""] = /^\s*([^[\]\s]+)((?:\[[,\d]*\])+)\s*$/.exec(written) ?? [];
  const item = name === "" ? undefined : qname(source, name);
  if (item !== undefined) return { item, ranks: bracketsIn(ranks), element, source };
  if (!isArray(type)) return undefined;
  return { item: element?.type.name ?? { namespace: xsdNamespace, local: "anyType" }, ranks: ["[]"], element, source };
}

/** The value of `arrayType` for an array with `size` items in each dimension. */
export function arrayTypeValue({ item, ranks }: EncodedArray, size: 0 | 1) {
  const outermost = (ranks.at(-1) ?? "").replace(/[^,]/g, "").replaceAll(",", `,${size}`);
  return { name: item, after: `${ranks.slice(0, -1).join("")}[${size}${outermost}]` };
}

/** The pairs of brackets in a text: `[][,]` has the pairs `[]` and `[,]`. */
function bracketsIn(ranks: string): readonly string[] {
  return ranks
    .split("]")
    .slice(0, -1)
    .map((rank) => `${rank}]`);
}

const withItems = new WeakMap<ComplexType, ComplexType>();

/** The type that a message is written with: an array whose schema declares no content gets any number of `item` elements. */
export function writtenType(type: Type, schemas: Schemas): Type {
  if (type.kind === "simple" || type.content.kind !== "empty") return type;
  const array = arrayOf(type);
  if (array?.ranks.length !== 1) return type;
  const cached = withItems.get(type);
  if (cached) return cached;
  const term = accessor({ namespace: "", local: "item" }, schemas.type(array.item) ?? anyType, array.source);
  const particle = group("sequence", [{ min: 0, max: Number.POSITIVE_INFINITY, source: undefined, term }]);
  const written: ComplexType = { ...type, content: { kind: "elements", mixed: false, particle } };
  withItems.set(type, written);
  return written;
}

function isArray(type: ComplexType): boolean {
  for (
    let current: ComplexType | undefined = type;
    current;
    current = current.base?.kind === "complex" ? current.base : undefined
  ) {
    if (current.name && keyOf(current.name) === keyOf(array)) return true;
  }
  return false;
}

function elementIn(term: ModelGroup | { readonly kind: string }): ElementDeclaration | undefined {
  const [first] = "particles" in term ? term.particles : [];
  return first?.term.kind === "element" ? first.term : undefined;
}
