import * as l10n from "@vscode/l10n";
import { encodingNamespaces } from "../../soap/facts.ts";
import { isLocalName } from "../../xml/characters.ts";
import { anyType } from "../../xsd/anyType.ts";
import { anySimpleType, builtInType } from "../../xsd/builtInTypes.ts";
import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  type ModelGroup,
  type Particle,
  type QName,
  type SimpleType,
  simpleTypeOf,
  type Type,
  type Wildcard,
} from "../../xsd/components.ts";
import { occurrencesIn, particlesOf } from "../../xsd/occurrences.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { arrayOf, arrayType, arrayTypeValue, type EncodedArray } from "../arrays.ts";
import { type Concrete, type Costs, costsOf, least } from "./costs.ts";
import { type Constrained, fillKeys } from "./distinct.ts";
import type { GivenValues } from "./givenValues.ts";
import type { OptimizedParts } from "./multipartMessage.ts";
import {
  givenText,
  isReference,
  type SampleAttribute,
  type SampleElement,
  type SampleValue,
  SampleValues,
} from "./sampleElement.ts";

/** Which optional content a sample has: the payload's own children, none, or all. */
export type Extent = "parameters" | "required" | "optional";

const maxElements = 2_000;
/** Maximum elements of a sample: required content may double with each level. */
const maxRequiredElements = 10_000;
/** Maximum nesting depth. */
const maxDepth = 250;
/** Maximum elements of a sample with values to choose from, and maximum values of each. */
const maxElementsWithChoices = 200;
const maxChoices = 50;
/** Maximum times that a repeated required element is written. */
const maxOccurrences = 100;

/** Something in a WSDL because of which no sample is valid, and the code of the rule that reports the sample. */
export interface Obstacle {
  readonly code: "schema-element-undeclared" | "schema-element-missing" | "schema-type";
  readonly text: string;
}

/** Writes valid samples of elements, of the requested extent. */
export class Samples {
  readonly #schemas: Schemas;
  readonly #costs: Costs;
  readonly #extent: Extent;
  readonly #encoded: boolean;
  readonly #optimized: OptimizedParts | undefined;
  readonly #values = new SampleValues();
  readonly #obstacles = new Map<string, Obstacle>();
  #isTogether = false;
  #references: Reference[] = [];
  #constrained: Constrained[] = [];
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

  /** Why the samples so far aren't valid. Encoded ones may have any content. */
  get obstacles(): readonly Obstacle[] {
    return this.#encoded ? [] : [...this.#obstacles.values()];
  }

  /** Samples of one message, whose references may refer to each other's IDs. */
  together<T>(make: () => T): T {
    this.#isTogether = true;
    const made = make();
    this.#isTogether = false;
    this.#fillIn();
    return made;
  }

  /** An element of the schemas; without content if they don't declare it, as only header blocks may be. */
  named(name: QName, isHeader: boolean, given?: GivenValues): SampleElement {
    const element = this.#schemas.element(name);
    if (element) return this.payload(element, given);
    if (!isHeader && this.#schemas.declarations.isWhole(name.namespace)) {
      const text = l10n.t("The schemas of the WSDL don't declare {0}, so its content is unknown.", name.local);
      this.#obstacle("schema-element-undeclared", text);
    }
    return { name, attributes: [], content: [] };
  }

  /** The payload of a message, or one of its header blocks. `given`: for its content, or for the element if it has a text. */
  payload(element: ElementDeclaration, given?: GivenValues): SampleElement {
    this.#elements = 0;
    const own = given && (simpleTypeOf(element.type) ? given.next(element.name.local) : given);
    const sample = this.#element(element, 0, { ...outermost, given: own });
    this.#fillIn();
    return sample;
  }

  /** A part of a message that names a type: an element of that name. */
  typed(name: QName, type: Type, given?: GivenValues): SampleElement {
    const concreteType = this.#costs.concreteTypeOf(type);
    if (concreteType === undefined && type.kind === "complex") this.#abstract(type);
    const concrete = this.#written(concreteType ?? type);
    const written = this.#content(concrete, name, 1, { ...outermost, given });
    this.#fillIn();
    const declared = concrete.name ? { declaredType: concrete.name } : {};
    return { name, ...written, ...declared, ...(concrete !== type && concrete.name ? { type: concrete.name } : {}) };
  }

  /** Fills in the values that depend on others. An attribute that may be left out refers to nothing where there is no ID. */
  #fillIn(): void {
    if (this.#isTogether) return;
    const id = this.#values.firstIdentifier;
    for (const { value, optionalIn } of this.#references) {
      if (id !== undefined) value.value = id;
      else optionalIn?.splice(optionalIn.indexOf(value as SampleAttribute), 1);
    }
    fillKeys(this.#constrained);
    this.#references = [];
    this.#constrained = [];
  }

  #element(declared: ElementDeclaration, depth: number, around: Around): SampleElement {
    const sample = this.#sample(declared, depth, around);
    const { constraints } = declared;
    if (constraints.length > 0) this.#constrained.push({ element: sample, constraints });
    return sample;
  }

  #sample(declared: ElementDeclaration, depth: number, around: Around): SampleElement {
    this.#elements++;
    const concrete = this.#costs.concreteOf(declared) ?? this.#asDeclared(declared);
    const { element } = concrete;
    const type = this.#written(concrete.type);
    const endless = this.#costs.ofType(type) === Number.POSITIVE_INFINITY;
    const mayBeNil = element.nillable || (this.#encoded && around.types.includes(type));
    if (mayBeNil && endless) return { name: element.name, attributes: [], content: [], nil: true };
    const own = {
      ...(type.name ? { declaredType: type.name } : {}),
      ...(type !== element.type && type.name ? { type: type.name } : {}),
    };
    const { given, source, name } = element;
    const valueType = simpleTypeOf(type);
    if (given && (valueType || (type.kind === "complex" && type.content.kind === "empty"))) {
      const taken = around.given?.take();
      const value = taken ?? (valueType ? givenText(given.value, valueType, source) : given.value);
      const content = {
        value,
        fixed: given.kind === "fixed" || taken !== undefined,
        of: valueType,
        ...(valueType ? this.#choices(valueType) : {}),
      };
      return { name, ...own, attributes: this.#attributes(type, around), content };
    }
    return { name, ...own, ...this.#content(type, name, depth, around) };
  }

  /** Nothing can replace an element that is abstract, or whose type is. */
  #asDeclared(element: ElementDeclaration): Concrete {
    const { type } = element;
    this.#abstract(!element.abstract && type.kind === "complex" ? type : element);
    return { element, type };
  }

  #abstract(component: ElementDeclaration | ComplexType): void {
    this.#schemas.reportAbstract(component);
    const name = component.name?.local ?? "";
    // What replaces it may be in a schema that can't be read.
    if (this.#schemas.declarations.incomplete.size > 0) return;
    this.#obstacle(
      "schema-type",
      l10n.t("{0} is abstract, and nothing can replace it. No valid request can contain it.", name),
    );
  }

  #obstacle(code: Obstacle["code"], text: string): void {
    this.#obstacles.set(`${code} ${text}`, { code, text });
  }

  #content(type: Type, name: QName, depth: number, around: Around): Content {
    if (type.kind === "simple") return { attributes: [], content: this.#value(type, name, around) };
    around.given?.see([...occurrencesIn(type).keys()].flatMap((one) => (one.kind === "element" ? one.name.local : [])));
    const array = this.#encoded ? arrayOf(type) : undefined;
    if (array) return this.#array(array, depth, inside(around, type));
    const attributes = this.#attributes(type, around, this.#extent === "optional");
    if (type.content.kind === "simple") return { attributes, content: this.#value(type.content.type, name, around) };
    if (type.content.kind === "empty" || this.#ends(type, name, around)) return { attributes, content: [] };
    return { attributes, content: this.#particle(type.content.particle, depth, inside(around, type)) };
  }

  /** Whether content is left out although the schema requires it, because it has no end or is too large. */
  #ends(type: ComplexType, { local }: QName, { types }: Around): boolean {
    const isEndless = types.includes(type) && this.#costs.ofType(type) === Number.POSITIVE_INFINITY;
    const isTooLarge = this.#elements >= maxRequiredElements || types.length >= maxDepth;
    const isRequired = this.#costs.ofType(type) > 0;
    if (isRequired && isEndless) {
      this.#obstacle("schema-element-missing", l10n.t("{0} must contain itself, so no request is valid.", local));
    } else if (isRequired && isTooLarge) this.#cut();
    return isEndless || isTooLarge;
  }

  #cut(): void {
    const text = l10n.t("The required content is too large for a sample. Some of it is left out.");
    this.#obstacle("schema-element-missing", text);
  }

  /** An encoded value always has a type that is concrete. */
  #written(type: Type): Type {
    return this.#encoded && (type === anyType || type === anySimpleType) ? (builtInType("string") ?? type) : type;
  }

  /** One item of an array of SOAP's encoding (SOAP 1.1 section 5.4.2). */
  #array(array: EncodedArray, depth: number, around: Around): Content {
    const itemType = this.#schemas.type(array.item);
    const type = itemType && this.#written(this.#costs.concreteTypeOf(itemType) ?? itemType);
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
    const { min, max, term } = particle;
    const most = Math.min(max, maxOccurrences);
    const count = min === 0 && this.#includes(particle, depth, around) ? 1 : Math.min(min, maxOccurrences);
    const written: SampleElement[] = [];
    if (min > maxOccurrences) this.#cut();
    const isWanted = (at: number) => at < count || (at < most && this.#wants(term, around));
    for (let at = 0; isWanted(at) && this.#elements < maxRequiredElements; at++) {
      const single = this.#term(term, depth, around);
      if (single.length === 0) break;
      for (const element of single) written.push(element);
    }
    return written;
  }

  /** Whether a value is given for the next element of a part of the content. */
  #wants(term: Particle["term"], around: Around): boolean {
    if (around.given === undefined || term.kind === "wildcard") return false;
    if (term.kind === "group") return term.particles.some((one) => this.#wants(one.term, around));
    return around.given.wants((this.#costs.concreteOf(term)?.element ?? term).name.local);
  }

  /** Whether content that may be left out is part of the sample. */
  #includes({ term }: Particle, depth: number, { types, repeated }: Around): boolean {
    const wanted = this.#extent === "optional" || (this.#extent === "parameters" && depth === 0);
    if (!wanted || repeated || this.#elements >= maxElements || term.kind === "wildcard") return false;
    if (this.#costs.ofTerm(term) === Number.POSITIVE_INFINITY) return false;
    return term.kind !== "element" || !types.includes(term.type);
  }

  #term(term: Particle["term"], depth: number, around: Around): readonly SampleElement[] {
    if (term.kind === "element") {
      const { local } = (this.#costs.concreteOf(term)?.element ?? term).name;
      return [this.#element(term, depth + 1, { ...around, given: around.given?.next(local) })];
    }
    if (term.kind === "group") return this.#group(term, depth, around);
    const substitute = this.#costs.elementFor(term);
    return substitute
      ? [this.#element(substitute, depth + 1, around)]
      : [{ name: unknownName(term), attributes: [], content: [] }];
  }

  #group(group: ModelGroup, depth: number, around: Around): readonly SampleElement[] {
    if (group.compositor !== "choice") return particlesOf(group).flatMap((one) => this.#particle(one, depth, around));
    const chosen =
      group.particles.find(({ term }) => this.#wants(term, around)) ??
      least(group.particles, (one) => this.#costs.ofParticle(one));
    return chosen ? this.#particle(chosen, depth, around) : [];
  }

  #value(type: SimpleType, name: QName, { given }: Around): SampleElement["content"] {
    const taken = given?.take();
    if (taken !== undefined) return { value: taken, fixed: true, of: type };
    const value = this.#values.of(type, name.local);
    const isBinary = type.variety.kind === "atomic" && type.variety.primitive === "base64Binary";
    const reference = isBinary && typeof value === "string" ? this.#optimized?.replace(value, name) : undefined;
    if (reference) return [reference];
    const sample: SampleValue = { value, fixed: false, of: type, ...this.#choices(type) };
    if (isReference(type)) this.#references.push({ value: sample, optionalIn: undefined });
    return sample;
  }

  #choices({ facets, variety }: SimpleType): Pick<SampleValue, "choices"> {
    if (this.#elements > maxElementsWithChoices || variety.kind !== "atomic") return {};
    if (variety.primitive === "QName" || variety.primitive === "NOTATION") return {};
    const choices = variety.primitive === "boolean" ? ["true", "false"] : facets.enumeration?.map(({ value }) => value);
    return choices ? { choices: choices.filter((one) => one !== "").slice(0, maxChoices) } : {};
  }

  /** Whether an attribute refers to a value, or is referred to, by SOAP's encoding: a sample has the value itself. */
  #isReference({ name, source }: AttributeUse): boolean {
    if (!referenceNames.has(name.local)) return false;
    return this.#encoded || encodings.has(source?.document.uri ?? "");
  }

  #attributes(type: Type, around: Around, optional = false): readonly SampleAttribute[] {
    if (type.kind === "simple") return [];
    const written: SampleAttribute[] = [];
    for (const use of type.attributes.values()) {
      const { name, required, type: own, given, source } = use;
      const taken = around.given?.next(`@${name.local}`).take();
      if (taken !== undefined) {
        written.push({ name, value: taken, fixed: true, of: own });
        continue;
      }
      // A default value refers to an ID that has to be there.
      const refersByDefault = given?.kind === "default" && isReference(own);
      if (!required && !refersByDefault && (!optional || this.#isReference(use) || !isLocalName(name.local))) continue;
      const value = given ? givenText(given.value, own, source) : this.#values.of(own, name.local);
      const sample = { name, value, fixed: given?.kind === "fixed", of: own, ...this.#choices(own) };
      written.push(sample);
      if (isReference(own) && given?.kind !== "fixed")
        this.#references.push({ value: sample, optionalIn: required ? undefined : written });
    }
    return written;
  }
}

/** The attributes of SOAP's encoding for values in another place of the message: of 1.1 without a namespace, of 1.2 in its own. */
const encodings: ReadonlySet<string> = new Set(Object.values(encodingNamespaces));
const referenceNames: ReadonlySet<string> = new Set(["id", "href", "ref"]);

/** A value that refers to an ID of the message. */
interface Reference {
  readonly value: SampleValue;
  /** The attributes that it may be removed from. */
  readonly optionalIn: SampleAttribute[] | undefined;
}

type Content = Pick<SampleElement, "attributes" | "content">;

/** The types that are being written, the outermost first. */
interface Around {
  readonly types: readonly Type[];
  /** Whether one of them is inside itself: from there on, only required content is written. */
  readonly repeated: boolean;
  /** The values of the element that is being written. */
  readonly given: GivenValues | undefined;
}

const outermost: Around = { types: [], repeated: false, given: undefined };
const encodedArray: QName = { namespace: arrayType.namespace, local: "Array" };

function inside({ types, repeated, given }: Around, type: Type): Around {
  return { types: [...types, type], repeated: repeated || types.includes(type), given };
}

/** The name of an element that a wildcard accepts. */
function unknownName({ namespaces }: Wildcard): QName {
  const namespace = namespaces === "any" ? "" : "in" in namespaces ? (namespaces.in[0] ?? "") : "urn:any";
  return { namespace, local: "any" };
}
