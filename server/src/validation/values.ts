import { Budget } from "../text/budget.ts";
import { documentSteps, valueSteps } from "../text/limits.ts";
import { Occurrences } from "../text/search.ts";
import type { Span } from "../text/span.ts";
import { attributeValue, nameSpan, namespaceOf, textContent, valueSpan } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";
import type { PlainTest, SimpleType } from "../xsd/components.ts";
import { mayRefer, type ReferenceKind, referenceKind } from "../xsd/derivation.ts";
import { isPlainValue } from "../xsd/plainValues.ts";
import { validateValue } from "../xsd/values.ts";
import { elementValueSpan } from "./content.ts";
import type { Problem, ReportProblem } from "./problems.ts";

/** The place of a value: an element, or one of its attributes. */
export interface ValuePlace {
  readonly element: XmlElement;
  readonly attribute: XmlAttribute | undefined;
  /** The span where problems are reported if the value isn't in the text. */
  readonly at?: Span;
}

/** Replaces the variables of a text; undefined if the value of one is unknown. */
export type Resolve = (text: string) => string | undefined;

/** The IDs and references of a message. Several elements of a message may be validated with the same object. */
export class References {
  readonly ids = new Map<string, ValuePlace>();
  /** `at`: the span of the value, or of the list that contains it. */
  readonly all: { readonly value: string; readonly place: ValuePlace; readonly at: Span }[] = [];

  problems(): readonly Problem[] {
    return this.all.flatMap(({ value, place: { element }, at }) =>
      this.ids.has(value) ? [] : [{ kind: "id-missing", value, element, at }],
    );
  }
}

/** Checks values, and that each ID is unique (XML Schema part 1, section 3.15.4). */
export class Values {
  /** Limits the steps of patterns. */
  readonly budget = new Budget(valueSteps, documentSteps);
  readonly #document: XmlDocument;
  readonly #report: ReportProblem;
  readonly #resolve: Resolve;
  readonly #references: References;
  readonly #ampersands: Occurrences;
  readonly #variables: Occurrences;
  #entities: ReadonlySet<string> | undefined;
  #effects = 0;

  constructor(document: XmlDocument, report: ReportProblem, resolve: Resolve, references: References) {
    this.#document = document;
    this.#report = report;
    this.#resolve = resolve;
    this.#references = references;
    this.#ampersands = new Occurrences(document.text, "&");
    this.#variables = new Occurrences(document.text, "{{");
  }

  /** Number of variables, IDs and references so far. */
  get effects(): number {
    return this.#effects;
  }

  /** The value of an attribute; undefined if the value isn't known because it contains a variable or is malformed. */
  ofAttribute(attribute: XmlAttribute): string | undefined {
    const value = attributeValue(this.#document, attribute);
    return value === undefined ? undefined : this.#known(value);
  }

  ofElement(element: XmlElement): string | undefined {
    return this.#known(textContent(this.#document, element));
  }

  #known(text: string): string | undefined {
    if (this.#document.doctype && /&[A-Za-z]/.test(text)) return undefined;
    if (!text.includes("{{")) return text;
    this.#effects++;
    return this.#resolve(text);
  }

  /** Whether an element has no content or only one text, which passes a test without decoding and contains no reference. */
  isPlain({ markup, startTagEnd, contentEnd }: XmlElement, test: PlainTest): boolean {
    if (markup.length > 0) return false;
    if (this.#ampersands.isIn(startTagEnd, contentEnd) || this.#variables.isIn(startTagEnd, contentEnd)) return false;
    this.budget.renew();
    return test(this.#document.text, startTagEnd, contentEnd, this.budget) && !this.budget.isSpent;
  }

  /** Returns whether the text is a value of the type. */
  check(
    place: ValuePlace,
    text: string,
    type: SimpleType,
    prefixes = (prefix: string) => namespaceOf(this.#document, place.element, prefix),
  ): boolean {
    const { element, attribute } = place;
    const { budget } = this;
    if (budget.isWholeSpent) return false;
    budget.renew();
    if (!isPlainValue(text, type, budget)) {
      const problem = validateValue(text, type, prefixes, budget);
      if (problem) this.#report(element, this.spanOf(place), { kind: "value", attribute, problem, type });
      if (problem) return false;
    }
    if (budget.isSpent) {
      this.#report(element, this.spanOf(place), { kind: "value-unchecked", rest: budget.isWholeSpent });
      return false;
    }
    if (mayRefer(type)) this.#collect(place, text, type);
    return true;
  }

  /** Collects the references to IDs in the default value of an omitted attribute. */
  refer(element: XmlElement, text: string, type: SimpleType): void {
    this.#collect({ element, attribute: undefined, at: nameSpan(element) }, text, type);
  }

  /** Span of a value; of the name if the value is empty. */
  spanOf({ element, attribute, at: given }: ValuePlace): Span {
    if (given) return given;
    if (attribute === undefined) return elementValueSpan(this.#document, element);
    const at = valueSpan(attribute);
    return at && at.start < at.end ? at : nameSpan(attribute);
  }

  #collect(place: ValuePlace, text: string, type: SimpleType): void {
    const { variety } = type;
    if (variety.kind === "list") {
      for (const item of text.split(/[ \t\r\n]+/)) if (item !== "") this.#collect(place, item, variety.item);
    } else if (variety.kind === "union") {
      const prefixes = (prefix: string) => namespaceOf(this.#document, place.element, prefix);
      const member = variety.members.find((one) => validateValue(text, one, prefixes, this.budget) === undefined);
      if (member) this.#collect(place, text, member);
    } else {
      this.#add(place, text.trim(), referenceKind(type));
    }
  }

  #add(place: ValuePlace, value: string, kind: ReferenceKind): void {
    if (kind !== "none") this.#effects++;
    if (kind === "IDREF") this.#references.all.push({ value, place, at: this.spanOf(place) });
    // A message without a document type, such as any SOAP message, can't declare entities.
    if (kind === "ENTITY" && this.#document.doctype && !this.#unparsedEntities().has(value)) {
      this.#report(place.element, this.spanOf(place), { kind: "entity-unknown", value });
    }
    if (kind !== "ID") return;
    const { ids } = this.#references;
    const first = ids.get(value);
    if (first === undefined) ids.set(value, place);
    else if (identified(first) !== identified(place)) {
      this.#report(place.element, this.spanOf(place), { kind: "id-duplicate", value, first: this.spanOf(first) });
    }
  }

  #unparsedEntities(): ReadonlySet<string> {
    const { doctype, text } = this.#document;
    this.#entities ??= new Set(doctype && entitiesIn(text.slice(doctype.start, doctype.end)));
    return this.#entities;
  }
}

/** The element that an ID identifies: the element with the attribute, or the parent of the element whose value is the ID. */
function identified({ element, attribute }: ValuePlace): XmlElement | undefined {
  return attribute ? element : element.parent;
}

function entitiesIn(doctype: string): readonly string[] {
  return doctype
    .split("<!ENTITY")
    .slice(1)
    .flatMap((rest) => (rest.split(">", 1)[0]?.includes("NDATA") ? (rest.trim().split(/[ \t\r\n]/, 1)[0] ?? []) : []));
}
