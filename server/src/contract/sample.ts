import { anyType } from "../xsd/anyType.ts";
import { anySimpleType, builtInType } from "../xsd/builtInTypes.ts";
import type { Schemas } from "../xsd/compile.ts";
import type { ElementDeclaration, ModelGroup, Particle, QName, SimpleType, Type, Wildcard } from "../xsd/components.ts";
import { arrayOf, arrayType, arrayTypeValue, type EncodedArray } from "./arrays.ts";
import { type Costs, costsOf, least } from "./costs.ts";
import type { OptimizedParts } from "./multipart.ts";
import { givenText, type SampleText, SampleValues } from "./texts.ts";

/** Which optional content a sample has: the payload's own children, none, or all. */
export type Extent = "parameters" | "required" | "optional";

/** A value that the author will replace, unless it is fixed. */
export interface SampleValue {
  readonly value: SampleText;
  readonly fixed: boolean;
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
  /** Whether no white space may be around it. */
  readonly inline?: true;
}

/** As many elements a sample may have; beyond that it has required content alone. */
const maxElements = 2_000;
/** As many elements a sample may have at all: required content may double with each level. */
const maxRequiredElements = 10_000;
/** As deep elements may be nested. */
const maxDepth = 250;
/** As many elements of a sample have values to choose from, and as many values each. */
const maxElementsWithChoices = 200;
const maxChoices = 50;
/** As many times an element is written that has to occur more often. */
const maxOccurrences = 100;

/** Writes samples of elements: valid, of the extent that is asked for. */
export class Samples {
  readonly #schemas: Schemas;
  readonly #costs: Costs;
  readonly #extent: Extent;
  readonly #encoded: boolean;
  readonly #optimized: OptimizedParts | undefined;
  readonly #values = new SampleValues();
  #elements = 0;

  /**
   * @param encoded whether the messages use SOAP's encoding, which has arrays of its own
   * @param optimized where binary values are put instead
   */
  constructor(schemas: Schemas, extent: Extent, encoded = false, optimized?: OptimizedParts) {
    this.#schemas = schemas;
    this.#costs = costsOf(schemas);
    this.#extent = extent;
    this.#encoded = encoded;
    this.#optimized = optimized;
  }

  /** The payload of a message, or one of its header blocks. */
  payload(element: ElementDeclaration): SampleElement {
    this.#elements = 0;
    return this.#element(element, 0, outermost);
  }

  /** A part of a message that names a type: an element of that name. */
  typed(name: QName, type: Type): SampleElement {
    const concrete = this.#written(this.#costs.concreteTypeOf(type) ?? type);
    const written = this.#content(concrete, name, 1, outermost);
    const declared = concrete.name ? { declaredType: concrete.name } : {};
    return { name, ...written, ...declared, ...(concrete !== type && concrete.name ? { type: concrete.name } : {}) };
  }

  #element(declared: ElementDeclaration, depth: number, around: Around): SampleElement {
    this.#elements++;
    const concrete = this.#costs.concreteOf(declared) ?? { element: declared, type: declared.type };
    const { element } = concrete;
    const type = this.#written(concrete.type);
    const endless = this.#costs.ofType(type) === Number.POSITIVE_INFINITY;
    if (element.nillable && endless) return { name: element.name, attributes: [], content: [], nil: true };
    const own = {
      ...(type.name ? { declaredType: type.name } : {}),
      ...(type !== element.type && type.name ? { type: type.name } : {}),
    };
    const { given, source, name } = element;
    const valueType = type.kind === "simple" ? type : type.content.kind === "simple" ? type.content.type : undefined;
    if (given && (valueType || (type.kind === "complex" && type.content.kind === "empty"))) {
      const value = valueType ? givenText(given.value, valueType, source) : given.value;
      const content = { value, fixed: given.kind === "fixed", ...(valueType ? this.#choices(valueType) : {}) };
      return { name, ...own, attributes: this.#attributes(type), content };
    }
    return { name, ...own, ...this.#content(type, name, depth, around) };
  }

  #content(type: Type, name: QName, depth: number, around: Around): Content {
    if (type.kind === "simple") return { attributes: [], content: this.#value(type, name) };
    const array = this.#encoded ? arrayOf(type) : undefined;
    if (array) return this.#array(array, depth, inside(around, type));
    const attributes = this.#attributes(type, this.#extent === "optional");
    if (type.content.kind === "simple") return { attributes, content: this.#value(type.content.type, name) };
    if (type.content.kind === "empty" || this.#ends(type, around)) return { attributes, content: [] };
    return { attributes, content: this.#particle(type.content.particle, depth, inside(around, type)) };
  }

  /** Whether content is left out although the schema requires it, because it has no end or is too large. */
  #ends(type: Type, { types }: Around): boolean {
    if (this.#elements >= maxRequiredElements || types.length >= maxDepth) return true;
    return types.includes(type) && this.#costs.ofType(type) === Number.POSITIVE_INFINITY;
  }

  /** An encoded value always has a type that is concrete. */
  #written(type: Type): Type {
    return this.#encoded && (type === anyType || type === anySimpleType) ? (builtInType("string") ?? type) : type;
  }

  /** One item of an array of SOAP's encoding (SOAP 1.1 section 5.4.2). */
  #array(array: EncodedArray, depth: number, around: Around): Content {
    const found = this.#schemas.type(array.item);
    const type = found && this.#written(this.#costs.concreteTypeOf(found) ?? found);
    const attributesFor = (size: 0 | 1) => [{ name: arrayType, value: arrayTypeValue(array, size), fixed: true }];
    if (type === undefined || around.repeated || around.types.includes(type) || around.types.length >= maxDepth) {
      return { attributes: attributesFor(0), content: [] };
    }
    this.#elements++;
    const name = array.element?.name ?? { namespace: "", local: "item" };
    const inner = array.ranks.length > 1 ? { ...array, ranks: array.ranks.slice(0, -1) } : undefined;
    const item: SampleElement = inner
      ? { name, ...this.#array(inner, depth + 1, around), declaredType: encodedArray }
      : { name, ...this.#content(type, name, depth + 1, around), ...(type.name ? { declaredType: type.name } : {}) };
    return { attributes: attributesFor(1), content: [item] };
  }

  #particle(particle: Particle, depth: number, around: Around): readonly SampleElement[] {
    const { min, term } = particle;
    const count = min === 0 && this.#includes(particle, depth, around) ? 1 : Math.min(min, maxOccurrences);
    const written: SampleElement[] = [];
    for (let at = 0; at < count && this.#elements < maxRequiredElements; at++) {
      const one = this.#term(term, depth, around);
      if (one.length === 0) break;
      written.push(...one);
    }
    return written;
  }

  /** Whether content that may be left out is part of the sample. */
  #includes({ term }: Particle, depth: number, { types, repeated }: Around): boolean {
    const wanted = this.#extent === "optional" || (this.#extent === "parameters" && depth === 0);
    if (!wanted || repeated || this.#elements >= maxElements || term.kind === "wildcard") return false;
    if (this.#costs.ofTerm(term) === Number.POSITIVE_INFINITY) return false;
    return term.kind !== "element" || !types.includes(term.type);
  }

  #term(term: Particle["term"], depth: number, around: Around): readonly SampleElement[] {
    if (term.kind === "element") return [this.#element(term, depth + 1, around)];
    if (term.kind === "group") return this.#group(term, depth, around);
    const known = this.#costs.elementFor(term);
    return known
      ? [this.#element(known, depth + 1, around)]
      : [{ name: unknownName(term), attributes: [], content: [] }];
  }

  #group({ compositor, particles }: ModelGroup, depth: number, around: Around): readonly SampleElement[] {
    if (compositor !== "choice") return particles.flatMap((one) => this.#particle(one, depth, around));
    const shortest = least(particles, (one) => this.#costs.ofParticle(one));
    return shortest ? this.#particle(shortest, depth, around) : [];
  }

  #value(type: SimpleType, name: QName): SampleElement["content"] {
    const value = this.#values.of(type, name.local);
    const isBinary = type.variety.kind === "atomic" && type.variety.primitive === "base64Binary";
    const reference = isBinary && typeof value === "string" ? this.#optimized?.replace(value, name) : undefined;
    return reference ? [reference] : { value, fixed: false, ...this.#choices(type) };
  }

  #choices({ facets, variety }: SimpleType): Pick<SampleValue, "choices"> {
    if (this.#elements > maxElementsWithChoices || variety.kind !== "atomic") return {};
    if (variety.primitive === "QName" || variety.primitive === "NOTATION") return {};
    const choices = variety.primitive === "boolean" ? ["true", "false"] : facets.enumeration?.map(({ value }) => value);
    return choices ? { choices: choices.filter((one) => one !== "").slice(0, maxChoices) } : {};
  }

  #attributes(type: Type, optional = false): readonly SampleAttribute[] {
    if (type.kind === "simple") return [];
    return [...type.attributes.values()]
      .filter(({ required }) => required || optional)
      .map(({ name, type: own, given, source }) => ({
        name,
        value: given ? givenText(given.value, own, source) : this.#values.of(own, name.local),
        fixed: given?.kind === "fixed",
        ...this.#choices(own),
      }));
  }
}

type Content = Pick<SampleElement, "attributes" | "content">;

/** The types that are being written, the outermost first. */
interface Around {
  readonly types: readonly Type[];
  /** Whether one of them is inside itself: from there on, only required content is written. */
  readonly repeated: boolean;
}

const outermost: Around = { types: [], repeated: false };
const encodedArray: QName = { namespace: arrayType.namespace, local: "Array" };

function inside({ types, repeated }: Around, type: Type): Around {
  return { types: [...types, type], repeated: repeated || types.includes(type) };
}

/** The name of an element that a wildcard accepts. */
function unknownName({ namespaces }: Wildcard): QName {
  const namespace = namespaces === "any" ? "" : "in" in namespaces ? (namespaces.in[0] ?? "") : "urn:any";
  return { namespace, local: "any" };
}
