import * as l10n from "@vscode/l10n";
import { slice } from "../text/span.ts";
import { anyType } from "./anyType.ts";
import { AttributeUses } from "./attributeUses.ts";
import { builtInType } from "./builtInTypes.ts";
import {
  type AttributeUse,
  type ComplexType,
  type Content,
  type Derivation,
  type ElementDeclaration,
  keyOf,
  type Particle,
  type QName,
  type SchemaProblem,
  type SimpleType,
  type Type,
  type Wildcard,
} from "./components.ts";
import { Contents, derivedContent, simpleContent } from "./contents.ts";
import { attribute, type Declarations, type Declared, xsdNamespace } from "./declarations.ts";
import type { SourceElement } from "./document.ts";
import { Elements } from "./elements.ts";
import { basesOf, blockedDerivations, childOf, isTrueAttribute, type Place, placeOf, typesNamedIn } from "./place.ts";
import { References } from "./references.ts";
import { compileSimpleType } from "./simpleTypes.ts";
import { accepts } from "./wildcards.ts";

/**
 * The compiled components of a set of schemas. Each component is compiled at first use. Errors are added to
 * `problems`; the assumptions that are made then accept too much rather than too little.
 */
export class Schemas {
  readonly declarations: Declarations;
  readonly problems: SchemaProblem[];
  readonly #references: References;
  readonly #attributes: AttributeUses;
  readonly #elements: Elements;
  readonly #contents: Contents;
  readonly #globalAttributes = new Map<Declared, AttributeUse>();
  readonly #types = new Map<Declared, Type>();
  readonly #compiling = new Set<Declared>();
  readonly #abstract = new Set<SourceElement>();
  #substitutes: ReadonlyMap<string, readonly Declared[]> | undefined;
  #derived: ReadonlyMap<string, readonly Declared[]> | undefined;

  constructor(declarations: Declarations) {
    this.declarations = declarations;
    this.problems = declarations.problems;
    this.#references = new References(declarations);
    const typeOf = (place: Place) =>
      attribute(place.source, "type") === undefined ? this.#ownType(place) : this.#referredType(place, "type");
    this.#attributes = new AttributeUses(declarations, this.#references, typeOf);
    this.#elements = new Elements(declarations, this.#references, typeOf);
    this.#contents = new Contents(this.#references, this.#elements, this.problems);
  }

  element(name: QName): ElementDeclaration | undefined {
    const declared = this.declarations.find("element", name);
    return declared && this.#elements.global(declared);
  }

  attribute(name: QName): AttributeUse | undefined {
    const declared = this.declarations.find("attribute", name);
    if (declared === undefined) return undefined;
    const use = this.#globalAttributes.get(declared) ?? this.#attributes.global(declared);
    this.#globalAttributes.set(declared, use);
    return use;
  }

  type(name: QName): Type | undefined {
    if (name.namespace === xsdNamespace) return name.local === "anyType" ? anyType : builtInType(name.local);
    const declared = this.declarations.find("type", name);
    return declared && this.#globalType(declared);
  }

  /** The other elements in the substitution group of an element, including abstract ones. */
  substitutesOf(head: QName): readonly ElementDeclaration[] {
    return this.#references.closure(this.#substitutesIndex, head).map((declared) => this.#elements.global(declared));
  }

  hasSubstitutes(head: QName): boolean {
    return this.#substitutesIndex.has(keyOf(head));
  }

  /** The top-level elements of schemas with one of these namespaces, up to a maximum number. */
  elementsIn(namespaces: Wildcard["namespaces"], most: number): readonly ElementDeclaration[] {
    const declarations: ElementDeclaration[] = [];
    for (const declared of this.declarations.all("element")) {
      if (declarations.length >= most) break;
      if (accepts(namespaces, declared.name.namespace)) declarations.push(this.#elements.global(declared));
    }
    return declarations;
  }

  /** The types that are derived from a type, directly or indirectly, including abstract ones. */
  derivedFrom(base: QName): readonly Type[] {
    return this.#references.closure(this.#derivedIndex, base).map((declared) => this.#globalType(declared));
  }

  hasDerived(base: QName): boolean {
    return this.#derivedIndex.has(keyOf(base));
  }

  get #substitutesIndex(): ReadonlyMap<string, readonly Declared[]> {
    this.#substitutes ??= this.#references.index("element", (declared) =>
      (attribute(declared.source, "substitutionGroup") ?? "").split(/\s+/).filter(Boolean),
    );
    return this.#substitutes;
  }

  get #derivedIndex(): ReadonlyMap<string, readonly Declared[]> {
    this.#derived ??= this.#references.index("type", ({ source }) =>
      mayHaveBase(source) ? basesOf(source.unkeptChildren) : [],
    );
    return this.#derived;
  }

  /** Compiles all components, including those that no message needs, so that `problems` is complete. */
  compileAll(): void {
    const { declarations } = this;
    for (const { name } of declarations.all("attribute")) this.attribute(name);
    // The loop appends to the set that it iterates over.
    const components = new Set<Particle["term"] | Type>();
    for (const declared of declarations.all("element")) components.add(this.#elements.global(declared));
    for (const declared of declarations.all("type")) components.add(this.#globalType(declared));
    for (const component of components) for (const part of partsOf(component)) components.add(part);
  }

  /** Reports an abstract element or type that a message needs and that nothing can replace. */
  reportAbstract({ source, name }: ElementDeclaration | ComplexType): void {
    if (source === undefined || this.#abstract.has(source)) return;
    this.#abstract.add(source);
    const message = l10n.t(
      "{0} is abstract, and nothing can replace it. No valid request can contain it.",
      name?.local ?? "",
    );
    this.problems.push({ source, attribute: "name", message });
  }

  #ownType(place: Place): Type | undefined {
    const own = childOf(place.source, "simpleType", "complexType");
    return own && this.#compileType({ ...place, source: own }, undefined);
  }

  /** The type that an attribute names; undefined, with a problem, if there is none. */
  #referredType(place: Place, attributeName: string): Type | undefined {
    const text = attribute(place.source, attributeName);
    if (text === undefined) return undefined;
    const name = this.#references.nameOf(place, text, "type", attributeName);
    if (name === undefined) return undefined;
    const declared = this.#references.referred(place, "type", name);
    const type = declared ? this.#globalType(declared) : this.type(name);
    if (type === undefined) this.#references.unknown(place, attributeName, text);
    return type;
  }

  #globalType(declared: Declared): Type {
    const cached = this.#types.get(declared);
    if (cached) return cached;
    // Compiles base types first, without recursion: a chain of derivations may be long.
    const entered = new Set<Declared>();
    const open = [declared];
    for (let at = open.at(-1); at; at = open.at(-1)) {
      if (!this.#types.has(at) && !entered.has(at)) {
        entered.add(at);
        for (const base of this.#namedIn(at)) {
          if (!this.#types.has(base) && !entered.has(base) && !this.#compiling.has(base)) open.push(base);
        }
      } else {
        open.pop();
        if (!this.#types.has(at)) this.#compileGlobalType(at);
      }
    }
    return this.#types.get(declared) ?? anyType;
  }

  #namedIn(declared: Declared): readonly Declared[] {
    const place = placeOf(declared);
    const names =
      declared.source.local === "simpleType" ? typesNamedIn(declared.source) : basesOf(declared.source.children);
    return names.flatMap((text) => {
      const name = this.#references.nameOf(place, text, "type");
      return (name && this.#references.referred(place, "type", name)) ?? [];
    });
  }

  #compileGlobalType(declared: Declared): Type {
    const cached = this.#types.get(declared);
    if (cached) return cached;
    if (this.#compiling.has(declared)) {
      this.#references.circular(declared);
      return anyType;
    }
    this.#compiling.add(declared);
    const type = this.#compileType(placeOf(declared), declared.name);
    this.#compiling.delete(declared);
    this.#types.set(declared, type);
    return type;
  }

  #compileType(place: Place, name: QName | undefined): Type {
    return place.source.local === "simpleType" ? this.#compileSimple(place, name) : this.#compileComplex(place, name);
  }

  #compileSimple(place: Place, name: QName | undefined): SimpleType {
    const resolve = (source: SourceElement, text: string) => this.#simpleTypeAt({ ...place, source }, text);
    return compileSimpleType(place.source, name, resolve, (problem) => this.problems.push(problem));
  }

  /** @param text a QName in the attribute `base`, `type`, `itemType` or `memberTypes` of the element */
  #simpleTypeAt(place: Place, text: string): SimpleType | undefined {
    const name = this.#references.nameOf(place, text, "type", "base");
    if (name === undefined) return undefined;
    const declared = this.#references.referred(place, "type", name);
    const isOpen = declared !== undefined && this.#compiling.has(declared);
    const type = isOpen ? this.#compileGlobalType(declared) : declared ? this.#globalType(declared) : this.type(name);
    if (type?.kind === "simple") return type;
    if (type === undefined) this.#references.unknown(place, "base", text);
    return undefined;
  }

  #compileComplex(place: Place, name: QName | undefined): ComplexType {
    const { source } = place;
    const content = childOf(source, "simpleContent", "complexContent");
    const derivation = content && childOf(content, "extension", "restriction");
    const own = {
      kind: "complex" as const,
      name,
      source,
      abstract: isTrueAttribute(source, "abstract"),
      block: blockedDerivations(place),
    };
    if (content === undefined || derivation === undefined) {
      const attributes = this.#attributes.of(place, anyType, "restriction");
      const mixed = isTrueAttribute(source, "mixed");
      return {
        ...own,
        base: anyType,
        derivation: "restriction",
        content: this.#contents.of(place, mixed),
        ...attributes,
      };
    }
    const at: Place = { ...place, source: derivation };
    const kind: Derivation = derivation.local === "extension" ? "extension" : "restriction";
    const base = this.#referredType(at, "base");
    const attributes = this.#attributes.of(at, base, kind);
    const mixed = isTrueAttribute(attribute(content, "mixed") === undefined ? source : content, "mixed");
    return {
      ...own,
      base,
      derivation: kind,
      ...attributes,
      content:
        content.local === "simpleContent"
          ? this.#simpleContent(at, base ?? anyType)
          : derivedContent(this.#contents.of(at, mixed), base ?? anyType, kind, mixed),
    };
  }

  #simpleContent(place: Place, base: Type): Content {
    const inner = childOf(place.source, "simpleType");
    const own = inner && this.#compileSimple({ ...place, source: inner }, undefined);
    return simpleContent(place.source, own, base, (problem) => void this.problems.push(problem));
  }
}

/** The components inside of a component. Reading them compiles them. */
function partsOf(component: Particle["term"] | Type): readonly (Particle["term"] | Type)[] {
  switch (component.kind) {
    case "element":
      void component.constraints;
      return [component.type];
    case "complex":
      return component.content.kind === "elements" ? [component.content.particle.term] : [];
    case "group":
      return component.particles.map(({ term }) => term);
    default:
      return [];
  }
}

/** Whether a complex type may be derived: a quick check of its text without parsing, because most types aren't. */
function mayHaveBase({ local, document, span }: SourceElement): boolean {
  return local !== "complexType" || /\bbase\b|&/.test(slice(document.text, span));
}
