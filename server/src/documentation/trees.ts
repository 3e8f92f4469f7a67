import * as l10n from "@vscode/l10n";
import {
  cardinality,
  givenText,
  groupWords,
  namespaceWords,
  requirement,
  valueFacts,
  wildcardWords,
} from "../features/support/schemaWords.ts";
import { typeName } from "../rules/schema/words.ts";
import { html, type Markup, nothing } from "../text/markup.ts";
import { anyType } from "../xsd/anyType.ts";
import { isBuiltIn } from "../xsd/builtInTypes.ts";
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  GivenValue,
  Particle,
  QName,
  Type,
} from "../xsd/components.ts";
import { xsdNamespace } from "../xsd/declarations.ts";
import type { SourceElement } from "../xsd/document.ts";
import { annotationOf } from "../xsd/documentation.ts";
import { occurrencesIn, particlesOf } from "../xsd/occurrences.ts";
import type { Schemas } from "../xsd/schemas.ts";

/** Approximate size of the markup around the name and the texts of an element, in UTF-16 units. */
const markupSize = 200;
export interface TreeLimits {
  /** Approximate maximum size in UTF-16 units. The rest is omitted. */
  readonly size: number;
  /** Maximum elements for which uses of types are counted. */
  readonly counted: number;
  /** Returns the address of the page that describes a type, for types that are omitted here. */
  readonly link?: ((type: QName) => string) | undefined;
}

/** Maximum derived types and substitutes that are searched: in a long chain, each type has all that follow it. */
const maxReplacing = 50_000;
/** Maximum nesting depth; deeper types have their own sections. */
const maxDepth = 12;
/** Maximum nesting depth of lists that are initially expanded. */
const openDepth = 3;
/** Maximum listed values of an enumeration, derived types and substitutes. */
const maxListed = 100;

/** A type with one use is described there, others in sections with links. So recursion ends, and the size is linear. */
export class Trees {
  readonly #schemas: Schemas;
  readonly #shared = new Set<Type>();
  /** Types with a link, in the order of their first link. */
  readonly #linked = new Map<Type, { readonly id: string; readonly label: string }>();
  /** Possible replacements of a type or an element, which are described once. */
  readonly #replacing = new Map<Type | ElementDeclaration, readonly (Type | ElementDeclaration)[]>();
  readonly #linkOf: TreeLimits["link"];
  #left: number;
  #searched = 0;

  /** @param roots the types of all elements that are described */
  constructor(schemas: Schemas, roots: Iterable<Type>, { size, counted, link }: TreeLimits) {
    this.#schemas = schemas;
    this.#left = size;
    this.#linkOf = link;
    const seen = new Set<Type>();
    const use = (type: Type) => {
      if (type.kind === "simple" || type === anyType) return;
      if (seen.has(type)) this.#shared.add(type);
      seen.add(type);
    };
    for (const type of roots) use(type);
    let left = counted;
    // The loop adds types to the set that it iterates.
    for (const type of seen) {
      if (left <= 0) this.#shared.add(type);
      else if (type.kind === "complex") {
        const elements = [...occurrencesIn(type).keys()].filter((term) => term.kind === "element");
        for (const element of elements) use(element.type);
        left -= elements.length + 1;
        // The list of replacements links to each type, so each counts as used twice.
        for (const replaced of [type, ...elements])
          for (const other of this.#findReplacing(replaced)) for (let uses = 0; uses < 2; uses++) use(typeOf(other));
      }
    }
  }

  /** Whether the rest is omitted because the page would be too large. */
  get isCut(): boolean {
    return this.#left <= 0;
  }

  /** The markup, or nothing if the page would become too large. Used for markup that can occur many times. */
  #counted(markup: Markup): Markup {
    if (this.isCut) return nothing;
    this.#left -= markup.toString().length;
    return markup;
  }

  list(items: readonly Markup[]): Markup {
    return items.length === 0 ? nothing : html`<ul class="tree">${items}</ul>\n`;
  }

  /** The list item of an element of a message. `facts`: statements about its position, such as its header block. */
  root(element: ElementDeclaration, facts: readonly string[]): Markup {
    return this.#element(element, facts, undefined, 0);
  }

  contents(type: Type): readonly Markup[] {
    return type.kind === "complex" ? this.#contents(type, undefined, 0) : [];
  }

  /** A link to the section of a type, or only the name of a type without a section. `label`: text for an anonymous type. */
  link(type: Type, label: string): Markup {
    const name = typeName(type);
    const isApart = type !== anyType && !(type.kind === "simple" && (type.name === undefined || isBuiltIn(type)));
    if (!isApart || type.name?.namespace === xsdNamespace) return html`${name}`;
    const link = this.#linked.get(type) ?? { id: `t${this.#linked.size}`, label: type.name ? name : label };
    this.#linked.set(type, link);
    return html`<a href="#${link.id}">${link.label}</a>`;
  }

  /** The sections of the linked types, and of the types to which these sections link. */
  *types(): Iterable<Markup> {
    for (const [type, { id, label }] of this.#linked) {
      // A section is written even if there is no room, so that links to it work.
      const room = !this.isCut;
      this.#left -= markupSize;
      const elsewhere = room || !type.name ? undefined : this.#linkOf?.(type.name);
      yield html`<section><h3 id="${id}">${elsewhere ? html`<a href="${elsewhere}">${label}</a>` : label}</h3>
${type.name?.namespace ? this.#counted(html`<p class="soft">${l10n.t("Namespace {0}", type.name.namespace)}</p>`) : nothing}${room ? html`${this.#about(type.source, type)}${this.#replacingOf(type)}` : nothing}${room && type.kind === "complex" ? this.list(this.#contents(type, type.name?.namespace, 0)) : nothing}</section>
`;
    }
  }

  /** Finds the possible replacements of a type or an element, unless they were found before. */
  #findReplacing(component: Type | ElementDeclaration): readonly (Type | ElementDeclaration)[] {
    if (this.#replacing.has(component) || this.#searched > maxReplacing) return [];
    const replacements = replacing(component, this.#schemas);
    this.#searched += replacements.length;
    this.#replacing.set(component, replacements);
    return replacements;
  }

  /** A paragraph with links to the possible replacements; empty after the first call for a type or an element. */
  #replacingOf(component: Type | ElementDeclaration): Markup {
    const replacements = this.#replacing.get(component) ?? this.#findReplacing(component);
    this.#replacing.set(component, []);
    if (replacements.length === 0) return nothing;
    const links = replacements.slice(0, maxListed).map((other, at) => {
      const name = other.kind === "element" ? html`<code>${other.name.local}</code> ` : nothing;
      return html`${at === 0 ? "" : ", "}${name}${this.link(typeOf(other), other.name?.local ?? "")}`;
    });
    return this.#counted(
      html`<p>${l10n.t("Can be replaced by:")} ${links}${replacements.length > maxListed ? ", …" : ""}</p>\n`,
    );
  }

  /** @param around the namespace of the parent element */
  #element(declared: ElementDeclaration, facts: readonly string[], around: string | undefined, depth: number): Markup {
    if (this.isCut) return nothing;
    this.#left -= markupSize;
    const { name, type, nillable, abstract, given, source } = declared;
    const isInline = type.kind === "complex" && !this.#shared.has(type) && depth < maxDepth;
    const isNamed = type.name !== undefined || type === anyType;
    const all = [
      isInline ? html`${isNamed ? typeName(type) : ""}` : this.link(type, name.local),
      ...[
        ...facts,
        nillable ? l10n.t("may be nil") : "",
        abstract ? l10n.t("abstract") : "",
        name.namespace === around ? "" : namespaceWords(name.namespace),
      ].map((fact) => html`${fact}`),
    ].filter((fact) => fact.toString() !== "");
    const head = this.#counted(
      html`<code>${name.local}</code>${all.map((fact, at) => html`${at === 0 ? " " : ", "}<span class="soft">${fact}</span>`)}`,
    );
    const about = html`${this.#about(source, isInline || type.name === undefined ? type : undefined, given)}${isInline ? this.#replacingOf(type) : nothing}${this.#replacingOf(declared)}`;
    const items = isInline ? this.#contents(type, name.namespace, depth + 1) : [];
    if (items.length === 0) return html`<li>${head}${about}</li>\n`;
    return html`<li><details${depth < openDepth ? html` open=""` : nothing}><summary>${head}</summary>${about}<ul>${items}</ul></details></li>\n`;
  }

  #contents(type: ComplexType, around: string | undefined, depth: number): readonly Markup[] {
    const attributes = [...type.attributes.values()].map((use) => this.#attribute(use));
    const { content } = type;
    if (content.kind === "simple") return [...attributes, html`<li>${this.#valueOf(content.type)}</li>\n`];
    return content.kind === "empty" ? attributes : [...attributes, ...this.#particle(content.particle, around, depth)];
  }

  #valueOf(type: Type): Markup {
    const text = this.#counted(html`${l10n.t("Text:")} <span class="soft">${this.link(type, "")}</span>`);
    return html`${text}${type.name === undefined ? this.#facts(type) : nothing}`;
  }

  #attribute({ name, required, type, given, source }: AttributeUse): Markup {
    if (this.isCut) return nothing;
    const head = this.#counted(
      html`<code>@${name.local}</code> <span class="soft">${this.link(type, "")}</span>, <span class="soft">${requirement(required)}</span>`,
    );
    return html`<li>${head}${this.#about(source, type.name === undefined ? type : undefined, given)}</li>\n`;
  }

  #particle(particle: Particle, around: string | undefined, depth: number): readonly Markup[] {
    if (this.isCut) return [];
    const { min, max, term } = particle;
    const often = cardinality({ min, max, isChoice: false });
    if (term.kind === "element") return [this.#element(term, [often], around, depth)];
    if (term.kind === "wildcard") {
      return [this.#counted(html`<li>${wildcardWords(term)}, <span class="soft">${often}</span></li>\n`)];
    }
    const particles = particlesOf(term);
    const isPlain = (min === 1 && max === 1 && term.compositor === "sequence") || particles.length === 0;
    // Groups in groups may be nested deeper than types.
    if (depth > 2 * maxDepth) return [html`<li>…</li>\n`];
    const items = particles.flatMap((one) => this.#particle(one, around, isPlain ? depth : depth + 1));
    if (isPlain || items.length === 0) return items;
    this.#left -= markupSize;
    return [html`<li>${groupWords(term)} <span class="soft">${often}</span><ul>${items}</ul></li>\n`];
  }

  /** The documentation of a declaration, or else of its type, and the allowed values. */
  #about(source: SourceElement | undefined, type: Type | undefined, given?: GivenValue): Markup {
    const text = (source && annotationOf(source)) || (type?.source && annotationOf(type.source)) || "";
    const value = given && givenText(given);
    this.#left -= text.length + (value?.length ?? 0);
    return html`${this.isCut ? nothing : documentation(text)}${value ? html`<p>${value}</p>` : nothing}${type ? this.#facts(type) : nothing}`;
  }

  #facts(type: Type): Markup {
    const facts = valueFacts(type, (text) => text, maxListed);
    for (const { length } of facts) this.#left -= length;
    return this.isCut ? nothing : html`${facts.map((fact) => html`<p>${fact}</p>`)}`;
  }
}

function replacing(component: Type | ElementDeclaration, schemas: Schemas): readonly (Type | ElementDeclaration)[] {
  if (component.kind === "element") return component.global ? schemas.substitutesOf(component.name) : [];
  return component.kind === "complex" && component.name && component !== anyType
    ? schemas.derivedFrom(component.name)
    : [];
}

function typeOf(component: Type | ElementDeclaration): Type {
  return component.kind === "element" ? component.type : component;
}

/** The documentation text of a WSDL or a schema as markup. */
export function documentation(text: string): Markup {
  return text.trim() === "" ? nothing : html`<p class="text">${text.trim()}</p>\n`;
}
