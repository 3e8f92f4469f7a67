import { Budget } from "../text/budget.ts";
import { contentSteps } from "../text/limits.ts";
import { isSimilar } from "../text/similar.ts";
import { nameSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { type ComplexType, type ElementDeclaration, keyOf, type Wildcard } from "../xsd/components.ts";
import type { ContentModels } from "../xsd/content/contentModels.ts";
import type { ContentState, Expected, Step } from "../xsd/content/contentState.ts";
import { type ElementName, elementName } from "../xsd/content/nodes.ts";
import type { ElementNames, WrongNamespaces } from "./elementNames.ts";
import type { ProblemKind, ReportProblem } from "./problems.ts";

/** Maximum number of elements that are proposed for insertion or sorted. */
const maxInserted = 100;
/** Maximum number of preceding elements among which an alternative is searched. */
const maxAlternatives = 20;
const maxSorted = 200;

/**
 * The match of a child element in the content model. `skip`: the child isn't checked. `transparent`: its children are
 * checked as children of its parent.
 */
export type Match = ElementDeclaration | Wildcard | "skip" | "transparent";

export interface ContentContext {
  readonly models: ContentModels;
  readonly names: ElementNames;
  readonly report: ReportProblem;
  readonly namespaces: WrongNamespaces;
  /** Limits the steps through content models. If it is spent, any order is valid. */
  readonly budget: Budget;
}

/** Elements in other branches of a choice, by their keys, and by the key of the element that excludes them. */
interface Alternatives {
  readonly byKey: Map<string, XmlElement[]>;
  readonly excluded: Map<string, XmlElement[]>;
}

/** Matches the children of an element with its content model, in order. Doesn't report consequences of an error. */
export class Children {
  readonly #context: ContentContext;
  readonly #parent: XmlElement;
  #state: ContentState;
  /** The state inside of a wrapper element whose start and end tags are missing. */
  #wrapped: ContentState | undefined;
  /** Whether the order isn't checked from here on. */
  #anyOrder = false;
  /** The state at the last unexpected element. Elements that are missing in this state were already named in its report. */
  #explained: ContentState | undefined;
  /** Keys of the matched names. A name that is repeated directly occurs once. */
  readonly #matched: string[] = [];
  #last: string | undefined;
  #alternatives: Alternatives | undefined;

  constructor(context: ContentContext, parent: XmlElement, type: ComplexType) {
    this.#context = context;
    this.#parent = parent;
    this.#state = context.models.start(type);
  }

  /** The state in the content model after the children so far. */
  get state(): ContentState {
    return this.#wrapped ?? this.#state;
  }

  /** Adds content that isn't in the text, such as the value of a variable. Any elements may be in it. */
  addUnknown(): void {
    this.#anyOrder = true;
  }

  match(child: XmlElement): Match {
    const { names, budget } = this.#context;
    const declaration = this.#wrapped || budget.isSpent ? undefined : this.#state.known(child);
    if (declaration) return this.#take(declaration, declaration.name);
    const name = names.of(child);
    if (budget.isSpent) return this.#unchecked(name);
    const wrapped = this.#wrapped?.step(name, budget);
    if (wrapped) {
      this.#wrapped = wrapped.state;
      return wrapped.term;
    }
    this.#wrapped = undefined;
    const step = this.#state.step(name, budget);
    if (step) return this.#take(step, name);
    if (!budget.isSpent) return this.#recover(child, name);
    this.#report(child, { kind: "content-unchecked" });
    return this.#unchecked(name);
  }

  #unchecked(name: ElementName): Match {
    this.#anyOrder = true;
    return this.#state.elsewhere(name) ?? "skip";
  }

  /** Reports elements that are missing at the end. */
  end(): void {
    if (this.#anyOrder || this.#context.budget.isSpent || this.#state === this.#explained || this.#state.accepts)
      return;
    this.#reportMissing(this.#parent, undefined, this.#state.expected());
  }

  #take({ state, term }: Step, name: ElementName): Match {
    this.#state = state;
    this.#explained = undefined;
    if (name.key !== this.#last) this.#matched.push(name.key);
    this.#last = name.key;
    return term;
  }

  #recover(child: XmlElement, name: ElementName): Match {
    const declaration = this.#state.elsewhere(name);
    if (declaration) return this.#anyOrder ? declaration : this.#misplaced(child, name, declaration);
    const expected = this.#state.expected();
    const elements = expected.flatMap(({ term }) => (term.kind === "element" ? [term] : []));
    const sameLocal = elements.find((one) => one.name.local === name.local) ?? this.#state.withLocal(name.local);
    if (sameLocal) return this.#inNamespaceOf(child, sameLocal);
    const wrapper = this.#missingWrapper(child, name, expected);
    if (wrapper) return wrapper;
    if (this.#isExtraWrapper(child)) {
      this.#report(child, { kind: "element-wrapper-extra" });
      return "transparent";
    }
    const similar = elements.find((one) => isSimilar(one.name.local, name.local));
    this.#report(child, { kind: "element-unexpected", expected, mayEnd: this.#state.accepts, similar });
    this.#explained = this.#state;
    const step = similar && this.#state.step(elementName(similar));
    return step ? this.#take(step, elementName(similar)) : "skip";
  }

  /** Reports an element that belongs in another place of the content. */
  #misplaced(child: XmlElement, name: ElementName, declaration: ElementDeclaration): Match {
    const expected = this.#state.expected();
    const skipped = this.#state.skipTo(name);
    if (skipped && !this.#follows(child, expected)) {
      // An unexpected element is at the place of the missing element.
      if (this.#state !== this.#explained) this.#reportMissing(child, child, required(expected));
      return this.#take(skipped, name);
    }
    if (!skipped && this.#isAlternative(child, name)) return declaration;
    if (skipped || this.#isBefore(name)) {
      this.#anyOrder = true;
      const inOrder = () => this.#inOrder();
      this.#report(child, { kind: "element-order", expected: skipped ? required(expected) : [], inOrder });
    } else if (this.#matched.includes(name.key)) {
      this.#report(child, { kind: "element-count", expected, mayEnd: this.#state.accepts });
    } else {
      const mayEnd = this.#state.accepts;
      this.#report(child, { kind: "element-unexpected", expected, mayEnd, similar: undefined });
      this.#explained = this.#state;
    }
    return declaration;
  }

  /** Whether the element is in another branch of a choice. It is reported once for all elements of its branch. */
  #isAlternative(child: XmlElement, name: ElementName): boolean {
    this.#alternatives ??= { byKey: new Map(), excluded: new Map() };
    const { byKey, excluded } = this.#alternatives;
    const cached = byKey.get(name.key);
    if (cached) {
      cached.push(child);
      return true;
    }
    const matched = [...new Set(this.#matched)].slice(-maxAlternatives);
    const key = this.#state.alternativeTo(name.key, matched);
    if (key === undefined) return false;
    const reported = excluded.get(key);
    const all = reported ?? [];
    all.push(child);
    byKey.set(name.key, all);
    excluded.set(key, all);
    const other = reported ? undefined : this.#childWith(key);
    if (other) this.#report(child, { kind: "element-alternative", other, all });
    return true;
  }

  #childWith(key: string): XmlElement | undefined {
    for (const child of this.#parent.markup) {
      if (child.kind === "element" && this.#context.names.of(child).key === key) return child;
    }
    return undefined;
  }

  /** Whether an element that is required here comes later. */
  #follows(child: XmlElement, expected: readonly Expected[]): boolean {
    const keys = new Set(required(expected).flatMap(({ term }) => (term.kind === "element" ? [keyOf(term.name)] : [])));
    const { markup } = this.#parent;
    return markup.some(
      (one) => one.kind === "element" && one.start > child.start && keys.has(this.#context.names.of(one).key),
    );
  }

  /** Whether an element that didn't occur yet is only allowed before elements that did. */
  #isBefore(name: ElementName): boolean {
    if (this.#matched.includes(name.key)) return false;
    const first = this.#state.start.skipTo(name);
    const last = this.#matched.at(-1);
    if (first === undefined || last === undefined) return false;
    return first.state.skipTo({ ...name, key: last }) !== undefined;
  }

  #inNamespaceOf(child: XmlElement, expected: ElementDeclaration): Match {
    this.#context.namespaces.add(child, expected);
    const name = elementName(expected);
    const step = this.#state.step(name) ?? this.#state.skipTo(name);
    if (step) return this.#take(step, name);
    this.#anyOrder = true;
    return expected;
  }

  /** The declaration of the child, if it is allowed inside of an element that is expected here. */
  #missingWrapper(child: XmlElement, name: ElementName, expected: readonly Expected[]): Match | undefined {
    const [first, second] = required(expected).length > 0 ? required(expected) : expected;
    if (second !== undefined || first?.term.kind !== "element" || first.term.type.kind !== "complex") return undefined;
    const wrapper = first.term;
    const inside = this.#context.models.start(first.term.type).step(name);
    if (inside?.term.kind !== "element") return undefined;
    this.#report(child, { kind: "element-wrapper-missing", wrapper });
    const step = this.#state.step(elementName(wrapper));
    if (step) this.#take(step, elementName(wrapper));
    this.#wrapped = inside.state;
    return inside.term;
  }

  #isExtraWrapper(child: XmlElement): boolean {
    const first = child.markup.find((one) => one.kind === "element");
    return first !== undefined && this.#state.step(this.#context.names.of(first))?.term.kind === "element";
  }

  #reportMissing(at: XmlElement, before: XmlElement | undefined, expected: readonly Expected[]): void {
    const from = this.#state;
    const next = before && this.#context.names.of(before);
    const missing = (start?: ElementDeclaration) => {
      const declarations: ElementDeclaration[] = start ? [start] : [];
      let state = (start ? from.step(elementName(start))?.state : undefined) ?? from;
      while (!(next ? state.step(next) : state.accepts) && declarations.length < maxInserted) {
        const first = required(state.expected())[0]?.term;
        const step = first?.kind === "element" ? state.step(elementName(first)) : undefined;
        if (first?.kind !== "element" || step === undefined) return [];
        declarations.push(first);
        state = step.state;
      }
      return declarations;
    };
    this.#report(at, { kind: "element-missing", expected, before, missing });
  }

  /** The children in an order that the content model allows. At each step, takes a child that may come next. */
  #inOrder(): readonly XmlElement[] | undefined {
    const rest = this.#parent.markup.filter((one) => one.kind === "element");
    if (rest.length > maxSorted) return undefined;
    const budget = new Budget(contentSteps);
    const sorted: XmlElement[] = [];
    let { start: state } = this.#state;
    while (rest.length > 0) {
      const at = rest.findIndex((one) => state.step(this.#context.names.of(one), budget));
      const [next] = at < 0 ? [] : rest.splice(at, 1);
      const step = next && state.step(this.#context.names.of(next), budget);
      if (next === undefined || step === undefined) return undefined;
      sorted.push(next);
      state = step.state;
    }
    return sorted;
  }

  #report(child: XmlElement, problem: ProblemKind): void {
    this.#context.report(child, nameSpan(child), problem);
  }
}

function required(expected: readonly Expected[]): readonly Expected[] {
  return expected.filter((one) => one.required);
}
