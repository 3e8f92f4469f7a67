import { Budget } from "../text/budget.ts";
import { contentSteps } from "../text/limits.ts";
import { attribute } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { anyType } from "../xsd/anyType.ts";
import type { ElementDeclaration, Type, Wildcard } from "../xsd/components.ts";
import { contentModelsOf } from "../xsd/content/contentModels.ts";
import type { ContentState, Expected } from "../xsd/content/contentState.ts";
import { type ElementName, elementName } from "../xsd/content/nodes.ts";
import { type Occurrence, occurrencesIn } from "../xsd/occurrences.ts";
import type { Schemas } from "../xsd/schemas.ts";
import { actualType } from "./actualType.ts";
import { type AttributeContext, xsiNamespace } from "./attributes.ts";
import { Children, type ContentContext, type Match } from "./children.ts";
import { ElementNames, WrongNamespaces } from "./elementNames.ts";
import type { ExpectedRoot } from "./validate.ts";
import { References, type Resolve, Values } from "./values.ts";

type Term = ElementDeclaration | Wildcard;

/** An element of a message, with its declaration and types in the schemas. */
export interface TypedElement {
  readonly element: XmlElement;
  readonly declaration: ElementDeclaration | undefined;
  /** Undefined if the element isn't declared. */
  readonly declared: Type | undefined;
  /** The declared type, or a derived type that `xsi:type` names; `xs:anyType` if the element isn't declared. */
  readonly type: Type;
}

/** Finds the declarations of single elements, with the same result as validating the whole message. */
export class Places {
  readonly #schemas: Schemas;
  readonly #attributes: AttributeContext;
  readonly #content: ContentContext;
  readonly #written: (type: Type) => Type;

  /** @param written a type whose content differs from its declaration */
  constructor(schemas: Schemas, document: XmlDocument, resolve: Resolve, written = (type: Type) => type) {
    const report = () => undefined;
    const values = new Values(document, report, resolve, new References());
    this.#schemas = schemas;
    this.#written = written;
    this.#attributes = { document, schemas, values, report, ignores: () => true };
    this.#content = {
      models: contentModelsOf(schemas),
      names: new ElementNames(),
      report,
      budget: new Budget(contentSteps + 10 * document.text.length),
      namespaces: new WrongNamespaces(report),
    };
  }

  /**
   * The last element of a path, in which each element is the parent of the next one. The first element must have an
   * expectation. Undefined if the schemas don't describe the element. The time depends on the number of siblings
   * before each element.
   */
  typed([first, ...inner]: readonly XmlElement[], expectation: ExpectedRoot): TypedElement | undefined {
    let typed = first && this.#expected(first, expectation);
    for (const element of inner) typed = typed && this.#child(typed, element);
    return typed;
  }

  /** The elements that may be inserted into an element at an offset, before the elements that follow there. */
  insertionAt(parent: TypedElement, offset: number, following: readonly XmlElement[]): Insertion | undefined {
    const state = this.#childrenBefore(parent, offset)?.state;
    if (!state) return undefined;
    const names = following.map((one) => this.#content.names.of(one));
    return new Insertion(state, { names, states: [...statesFrom(state, names)] });
  }

  /** The children of an element with their declarations, computed in one pass; undefined if there is no content model. */
  contentOf({ element, type, ...parent }: TypedElement): ElementContent | undefined {
    const matching = this.#childrenBefore({ element, type, ...parent }, -1);
    if (!matching) return undefined;
    const children = element.markup.filter((one) => one.kind === "element");
    const states: ContentState[] = [];
    const typed = children.map((child) => {
      states.push(matching.state);
      const match = matching.match(child);
      const term = typeof match === "string" ? undefined : match;
      return { child, term, typed: () => this.#matched({ element, type, ...parent }, child, match) };
    });
    states.push(matching.state);
    const counts = new Map<Term | undefined, number>();
    for (const { term } of typed) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { children: typed, names: children.map((one) => this.#content.names.of(one)), states, counts };
  }

  /** How often a type allows an element or a wildcard; for a member of a substitution group, its head. */
  occurrence(type: Type, term: Term): Occurrence | undefined {
    const all = type.kind === "complex" ? occurrencesIn(type) : undefined;
    const seen = new Set<Term>();
    for (let at: Term | undefined = term; at && !seen.has(at); ) {
      const own = all?.get(at);
      if (own) return own;
      seen.add(at);
      at = at.kind === "element" && at.substitutes ? this.#schemas.element(at.substitutes) : undefined;
    }
    return undefined;
  }

  #expected(element: XmlElement, expectation: ExpectedRoot): TypedElement | undefined {
    if (expectation.kind === "global") return this.#global(element);
    if (expectation.kind === "type") return this.#typed(element, undefined, expectation.type);
    return this.#typed(element, expectation.declaration, expectation.declaration.type);
  }

  #global(element: XmlElement): TypedElement | undefined {
    const { namespace, local } = element;
    const declaration = namespace === undefined ? undefined : this.#schemas.element({ namespace, local });
    if (declaration) return this.#typed(element, declaration, declaration.type);
    return attribute(element, xsiNamespace, "type") && this.#typed(element, undefined, undefined);
  }

  #typed(element: XmlElement, declaration: ElementDeclaration | undefined, declared: Type | undefined): TypedElement {
    const type = actualType(this.#attributes, element, declaration, declared, false) ?? anyType;
    return { element, declaration, declared, type: this.#written(type) };
  }

  #child(parent: TypedElement, child: XmlElement): TypedElement | undefined {
    const match = this.#childrenBefore(parent, child.start)?.match(child);
    return match && this.#matched(parent, child, match);
  }

  #matched(parent: TypedElement, child: XmlElement, match: Match): TypedElement | undefined {
    if (match === "skip") return undefined;
    if (match === "transparent") return { ...parent, element: child };
    return match.kind === "element" ? this.#typed(child, match, match.type) : this.#global(child);
  }

  #childrenBefore({ element, type }: TypedElement, offset: number): Children | undefined {
    if (type.kind === "simple" || type.content.kind !== "elements" || this.#isNil(element)) return undefined;
    const children = new Children(this.#content, element, type);
    for (const child of element.markup) {
      if (child.start >= offset) break;
      if (child.kind === "element") children.match(child);
    }
    return children;
  }

  #isNil(element: XmlElement): boolean {
    const nil = attribute(element, xsiNamespace, "nil");
    return nil !== undefined && /^\s*(?:true|1)\s*$/.test(this.#attributes.values.ofAttribute(nil) ?? "");
  }
}

/** Maximum number of elements that are inserted together, if the first of them isn't allowed alone. */
const maxInserted = 20;

/** Maximum number of steps to check whether the content after a place is still allowed. If more are needed, it counts as not allowed. */
const lookaheadSteps = 500_000;

export function lookahead(): Budget {
  return new Budget(lookaheadSteps);
}

/** The names of consecutive elements, with the state before each element and after the last one. */
interface Following {
  readonly names: readonly ElementName[];
  /** May end at an element that isn't allowed. */
  readonly states: readonly ContentState[];
}

/** The content of an element. After an error, the states continue as in a validation. */
export interface ElementContent extends Following {
  readonly children: readonly {
    readonly child: XmlElement;
    readonly term: Term | undefined;
    readonly typed: () => TypedElement | undefined;
  }[];
  /** Number of children by their declaration or wildcard. */
  readonly counts: ReadonlyMap<Term | undefined, number>;
}

/** A place in the content of an element. */
export class Insertion {
  readonly #state: ContentState;
  readonly #following: Following;
  readonly #from: number;
  readonly #budget: Budget;

  /**
   * @param from the index of the first element that follows; earlier elements are replaced
   * @param budget a `lookahead` that several places share
   */
  constructor(state: ContentState, following: Following, from = 0, budget = lookahead()) {
    this.#state = state;
    this.#following = following;
    this.#from = from;
    this.#budget = budget;
  }

  /** Elements and wildcards that may come next. Required ones are first. */
  expected(): readonly Expected[] {
    return this.#state.expected();
  }

  /**
   * An element, with further elements that must be inserted after it so that the content after it stays as valid as
   * before; undefined if that is impossible.
   */
  with(first: ElementDeclaration): readonly ElementDeclaration[] | undefined {
    const inserted = [first];
    let state = this.#state.step(elementName(first))?.state;
    while (state && !this.#allowsRest(state)) {
      const [next] = state.expected();
      if (!next?.required || next.term.kind !== "element" || inserted.length === maxInserted) return undefined;
      inserted.push(next.term);
      state = state.step(elementName(next.term))?.state;
    }
    return state && inserted;
  }

  /** Whether nothing is missing, so that the replaced elements can be removed. */
  get isComplete(): boolean {
    return this.#allowsRest(this.#state);
  }

  #allowsRest(from: ContentState): boolean {
    const { names, states } = this.#following;
    let state = from;
    for (let at = this.#from; this.#budget.spend(1); at++) {
      const base = states[at];
      if (base === undefined || state.isSame(base)) return true;
      const name = names[at];
      if (name === undefined) return state.accepts || !base.accepts;
      const next = state.step(name, this.#budget)?.state;
      if (next === undefined) return !this.#budget.isSpent && base.step(name) === undefined;
      state = next;
    }
    return false;
  }
}

function* statesFrom(state: ContentState, names: readonly ElementName[]): Iterable<ContentState> {
  let at: ContentState | undefined = state;
  for (const name of names) {
    if (at === undefined) return;
    yield at;
    at = at.step(name)?.state;
  }
  if (at) yield at;
}
