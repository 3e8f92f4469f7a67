import type { Schemas } from "../xsd/compile.ts";
import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  keyOf,
  type ModelGroup,
  type Particle,
  type QName,
  type SimpleType,
  type Type,
} from "../xsd/components.ts";
import { sampleValue } from "../xsd/sampleValues.ts";
import { qname } from "../xsd/schemas.ts";
import { Costs } from "./costs.ts";

/** Which optional content a sample has: the payload's own children, none, or all. */
export type Extent = "parameters" | "required" | "optional";

export interface SampleAttribute {
  readonly name: QName;
  /** A name is written with its prefix, and what comes after it. */
  readonly value: string | { readonly name: QName; readonly after: string };
}

/** An element of a sample message. */
export interface SampleElement {
  readonly name: QName;
  readonly attributes: readonly SampleAttribute[];
  /** A value is one that the author will replace. */
  readonly content: readonly SampleElement[] | { readonly value: string; readonly fixed: boolean };
  /** What the element is declared as; undefined for an anonymous type. */
  readonly declaredType?: QName;
  /** The name of the type, for `xsi:type`, where the declaration leaves it open. */
  readonly type?: QName;
  readonly nil?: true;
}

/** As many elements a sample may have; beyond that it has required content alone. */
const maxElements = 2_000;
/** As many times an element is written that has to occur more often. */
const maxOccurrences = 100;

/** Writes samples of elements: valid, of the extent that is asked for. */
export class Samples {
  readonly #schemas: Schemas;
  readonly #costs: Costs;
  readonly #extent: Extent;
  #elements = 0;

  constructor(schemas: Schemas, extent: Extent) {
    this.#schemas = schemas;
    this.#costs = new Costs(schemas);
    this.#extent = extent;
  }

  /** The payload of a message, or one of its header blocks. */
  payload(element: ElementDeclaration): SampleElement {
    this.#elements = 0;
    return this.#element(element, 0, []);
  }

  /** A part of a message that names a type: an element of that name. */
  typed(name: QName, type: Type): SampleElement {
    const [concrete = type] = this.#costs.concreteTypesOf(type);
    const written = this.#content(concrete, name, 1, []);
    const declared = concrete.name ? { declaredType: concrete.name } : {};
    return { name, ...written, ...declared, ...(concrete !== type && concrete.name ? { type: concrete.name } : {}) };
  }

  #element(declared: ElementDeclaration, depth: number, open: Open): SampleElement {
    this.#elements++;
    const concrete = this.#costs.concreteOf(declared) ?? { element: declared, type: declared.type };
    const { element, type } = concrete;
    const endless = this.#costs.ofType(type) === Number.POSITIVE_INFINITY;
    if (element.nillable && endless) return { name: element.name, attributes: [], content: [], nil: true };
    const own = {
      ...(type.name ? { declaredType: type.name } : {}),
      ...(type !== element.type && type.name ? { type: type.name } : {}),
    };
    if (element.given && (type.kind === "simple" || type.content.kind !== "elements")) {
      const { value, kind } = element.given;
      return {
        name: element.name,
        ...own,
        attributes: attributesOf(type),
        content: { value, fixed: kind === "fixed" },
      };
    }
    return { name: element.name, ...own, ...this.#content(type, element.name, depth, open) };
  }

  #content(type: Type, name: QName, depth: number, open: Open): Pick<SampleElement, "attributes" | "content"> {
    if (type.kind === "simple") return { attributes: [], content: valueFor(type, name) };
    const array = arrayOf(type);
    if (array) return this.#array(array, depth, opened(open, type));
    const attributes = attributesOf(type, this.#extent === "optional");
    if (type.content.kind === "simple") return { attributes, content: valueFor(type.content.type, name) };
    if (type.content.kind === "empty") return { attributes, content: [] };
    const content = this.#particle(type.content.particle, depth, opened(open, type));
    return { attributes, content };
  }

  /** One item of an array of SOAP's encoding (SOAP 1.1 section 5.4.2). */
  #array({ item, rank }: EncodedArray, depth: number, open: Open): Pick<SampleElement, "attributes" | "content"> {
    const type = this.#schemas.type(item);
    const size = `${rank}[1]`;
    const attributes = [{ name: arrayType, value: { name: item, after: size } }];
    if (type === undefined || !open || open.includes(type)) {
      return { attributes: [{ name: arrayType, value: { name: item, after: `${rank}[0]` } }], content: [] };
    }
    const name = { namespace: "", local: "item" };
    const content = this.#content(type, name, depth + 1, open);
    return { attributes, content: [{ name, ...content, ...(type.name ? { declaredType: type.name } : {}) }] };
  }

  #particle(particle: Particle, depth: number, open: Open): readonly SampleElement[] {
    const { min, term } = particle;
    const wanted = min === 0 && this.#includes(particle, depth, open) ? 1 : Math.min(min, maxOccurrences);
    const written: SampleElement[] = [];
    for (let count = 0; count < wanted && (count < min || this.#elements < maxElements); count++) {
      written.push(...this.#term(term, depth, open));
    }
    return written;
  }

  /** Whether content that may be left out is part of the sample. */
  #includes({ term }: Particle, depth: number, open: Open): boolean {
    const wanted = this.#extent === "optional" || (this.#extent === "parameters" && depth === 0);
    if (!wanted || !open || this.#elements >= maxElements || term.kind === "wildcard") return false;
    if (this.#costs.ofTerm(term) === Number.POSITIVE_INFINITY) return false;
    return term.kind !== "element" || !open.includes(term.type);
  }

  #term(term: Particle["term"], depth: number, open: Open): readonly SampleElement[] {
    if (term.kind === "element") return [this.#element(term, depth + 1, open)];
    return term.kind === "group" ? this.#group(term, depth, open) : this.#any(term.namespaces);
  }

  #group({ compositor, particles }: ModelGroup, depth: number, open: Open): readonly SampleElement[] {
    if (compositor !== "choice") return particles.flatMap((one) => this.#particle(one, depth, open));
    const shortest = this.#shortest(particles);
    return shortest ? this.#particle(shortest, depth, open) : [];
  }

  #shortest(particles: readonly Particle[]): Particle | undefined {
    let best: Particle | undefined;
    for (const one of particles) {
      if (best === undefined || this.#costs.ofParticle(one) < this.#costs.ofParticle(best)) best = one;
    }
    return best;
  }

  /** An element that a wildcard accepts: one that the schemas know where that is required. */
  #any(
    namespaces: "any" | { readonly not: readonly string[] } | { readonly in: readonly string[] },
  ): readonly SampleElement[] {
    const namespace = namespaces === "any" ? "" : "in" in namespaces ? (namespaces.in[0] ?? "") : "urn:any";
    return [{ name: { namespace, local: "any" }, attributes: [], content: [] }];
  }
}

/** The types that are being written; undefined inside one that refers to itself: from there on, only what is required. */
type Open = readonly Type[] | undefined;

function opened(open: Open, type: Type): Open {
  return open === undefined || open.includes(type) ? undefined : [...open, type];
}

function valueFor(type: SimpleType, { local }: QName): { readonly value: string; readonly fixed: boolean } {
  return { value: sampleValue(type, local), fixed: false };
}

function attributesOf(type: Type, optional = false): readonly SampleAttribute[] {
  if (type.kind === "simple") return [];
  return [...(type as ComplexType).attributes.values()]
    .filter(({ required }) => required || optional)
    .map(({ name, type: own, given }: AttributeUse) => ({ name, value: given?.value ?? sampleValue(own, name.local) }));
}

const arrayType: QName = { namespace: "http://schemas.xmlsoap.org/soap/encoding/", local: "arrayType" };

interface EncodedArray {
  readonly item: QName;
  /** `[]` for each dimension but the last. */
  readonly rank: string;
}

/** Of a restriction of SOAP 1.1's Array, whose `wsdl:arrayType` names the items (WSDL 1.1 section 2.2). */
function arrayOf({ attributes }: ComplexType): EncodedArray | undefined {
  const source = attributes.get(keyOf(arrayType))?.source;
  const written = source?.attributes.get("{http://schemas.xmlsoap.org/wsdl/}arrayType")?.value;
  const [, name = "", rank = ""] = /^\s*([^[\]\s]+)((?:\[[,\d]*\])*?)\[[,\d]*\]\s*$/.exec(written ?? "") ?? [];
  const item = source && name !== "" ? qname(source, name) : undefined;
  return item && { item, rank };
}
