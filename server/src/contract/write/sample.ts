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

/** The optional content of a sample: only the payload's own children, none, or all. */
export type Extent = "parameters" | "required" | "optional";

const maxElements = 2_000;
/** Maximum elements of a sample. A limit is necessary because required content may double with each level. */
const maxRequiredElements = 10_000;
const maxDepth = 250;
/** Maximum elements with values to choose from, and maximum values of each. */
const maxElementsWithChoices = 200;
const maxChoices = 50;
const maxOccurrences = 100;

/** A property of a WSDL that makes all samples invalid, and the code of the rule that reports such a sample. */
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
   * @param encoded whether the messages use SOAP encoding, which has its own arrays
   * @param optimized receives binary values instead of the sample
   */
  constructor(schemas: Schemas, extent: Extent, encoded = false, optimized?: OptimizedParts) {
    this.#schemas = schemas;
    this.#costs = costsOf(schemas);
    this.#extent = extent;
    this.#encoded = encoded;
    this.#optimized = optimized;
  }

  /** The reasons why the samples so far aren't valid. Encoded messages have none, because they may have any content. */
  get obstacles(): readonly Obstacle[] {
    return this.#encoded ? [] : [...this.#obstacles.values()];
  }

  /** Creates the samples of one message, so that references may refer to IDs in another sample. */
  together<T>(make: () => T): T {
    this.#isTogether = true;
    const made = make();
    this.#isTogether = false;
    this.#fillIn();
    return made;
  }

  /** A sample of an element of the schemas, without content if they don't declare it. Only header blocks may be undeclared. */
  named(name: QName, isHeader: boolean, given?: GivenValues): SampleElement {
    const element = this.#schemas.element(name);
    if (element) return this.payload(element, given);
    if (!isHeader && this.#schemas.declarations.isWhole(name.namespace)) {
      const text = l10n.t("The schemas of the WSDL don't declare {0}, so its content is unknown.", name.local);
      this.#obstacle("schema-element-undeclared", text);
    }
    return { name, attributes: [], content: [] };
  }

  /** A sample of a payload or header block. `given`: values for its content, or for an element that has text. */
  payload(element: ElementDeclaration, given?: GivenValues): SampleElement {
    this.#elements = 0;
    const own = given && (simpleTypeOf(element.type) ? given.next(element.name.local) : given);
    const sample = this.#element(element, 0, { ...outermost, given: own });
    this.#fillIn();
    return sample;
  }

  typed(name: QName, type: Type, given?: GivenValues): SampleElement {
    const concreteType = this.#costs.concreteTypeOf(type);
    if (concreteType === undefined && type.kind === "complex") this.#abstract(type);
    const concrete = this.#written(concreteType ?? type);
    const written = this.#content(concrete, name, 1, { ...outermost, given });
    this.#fillIn();
    const declared = concrete.name ? { declaredType: concrete.name } : {};
    return { name, ...written, ...declared, ...(concrete !== type && concrete.name ? { type: concrete.name } : {}) };
  }

  /** Sets values that depend on others. Without an ID to refer to, optional attributes with a reference are removed. */
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

  /** The element as declared. Reports an abstract element, or an abstract type, that nothing can replace. */
  #asDeclared(element: ElementDeclaration): Concrete {
    const { type } = element;
    this.#abstract(!element.abstract && type.kind === "complex" ? type : element);
    return { element, type };
  }

  #abstract(component: ElementDeclaration | ComplexType): void {
    this.#schemas.reportAbstract(component);
    const name = component.name?.local ?? "";
    // A document that can't be read may declare a substitute.
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

  /** Whether the content of an element is omitted because it would be endless or too large, even if the schema requires it. */
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

  /** The type of a value to write. Encoded values need a concrete type, so `anyType` becomes `string`. */
  #written(type: Type): Type {
    return this.#encoded && (type === anyType || type === anySimpleType) ? (builtInType("string") ?? type) : type;
  }

  /** Writes one item of an array in SOAP encoding (SOAP 1.1 section 5.4.2). */
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

  #wants(term: Particle["term"], around: Around): boolean {
    if (around.given === undefined || term.kind === "wildcard") return false;
    if (term.kind === "group") return term.particles.some((one) => this.#wants(one.term, around));
    return around.given.wants((this.#costs.concreteOf(term)?.element ?? term).name.local);
  }

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

  /** Whether an attribute is a reference or an ID of SOAP encoding, which a sample doesn't need: it contains the value itself. */
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
      // A default value that refers to an ID is invalid if the message has no such ID.
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

/** The namespaces of attributes that refer to other values: SOAP 1.1 uses no namespace, SOAP 1.2 its own. */
const encodings: ReadonlySet<string> = new Set(Object.values(encodingNamespaces));
const referenceNames: ReadonlySet<string> = new Set(["id", "href", "ref"]);

interface Reference {
  readonly value: SampleValue;
  readonly optionalIn: SampleAttribute[] | undefined;
}

type Content = Pick<SampleElement, "attributes" | "content">;

/** The types that are being written, the outermost first. */
interface Around {
  readonly types: readonly Type[];
  /** Whether a type contains itself. Within it, only required content is written. */
  readonly repeated: boolean;
  readonly given: GivenValues | undefined;
}

const outermost: Around = { types: [], repeated: false, given: undefined };
const encodedArray: QName = { namespace: arrayType.namespace, local: "Array" };

function inside({ types, repeated, given }: Around, type: Type): Around {
  return { types: [...types, type], repeated: repeated || types.includes(type), given };
}

function unknownName({ namespaces }: Wildcard): QName {
  const namespace = namespaces === "any" ? "" : "in" in namespaces ? (namespaces.in[0] ?? "") : "urn:any";
  return { namespace, local: "any" };
}
