import { Budget } from "../../text/budget.ts";
import { elementSteps } from "../../text/limits.ts";
import type { ElementDeclaration, Wildcard } from "../components.ts";
import type { ElementName, Leaf, Node, Nodes } from "./nodes.ts";
import { type Frame, isComplete, isEnough, isUsed, mayEnd, Walk } from "./walk.ts";

/** One element's step in a content model: the declaration or the wildcard that accepts the element, and the next state. */
export interface Step {
  readonly state: ContentState;
  readonly term: ElementDeclaration | Wildcard;
}

/** A step that was found before for elements with the same name. */
export interface KeptStep extends Step {
  readonly name: ElementName;
}

/** An element or wildcard that may come next. */
export interface Expected {
  readonly term: ElementDeclaration | Wildcard;
  /** Whether the content is incomplete without this element (or another required one). */
  readonly required: boolean;
}

/** Maximum number of paths through an ambiguous content model that are followed at once. */
const maxWays = 64;
const maxKeptWays = 8;
const maxSteps = 10_000;
const maxExpected = 200;

/** A content model, with its states and steps so far: they are kept, because the elements of messages repeat. */
export class ContentModel {
  readonly nodes: Nodes;
  readonly root: Node;
  readonly start: ContentState;
  readonly #states = new Map<string, ContentState>();
  #steps = 0;

  constructor(nodes: Nodes, root: Node) {
    this.nodes = nodes;
    this.root = root;
    this.start = new ContentState(this, undefined);
  }

  /** Keeps a step, unless too many are kept already. For equal states, the result has the same state object. */
  kept(step: Step, from: Map<string, KeptStep>, name: ElementName): Step {
    // An undeclared prefix may have any namespace. States with many paths hardly recur.
    if (name.namespace === undefined || step.state.ways > maxKeptWays || ++this.#steps > maxSteps) return step;
    const { key } = step.state;
    const state = this.#states.get(key) ?? step.state;
    const kept: KeptStep = { state, term: step.term, name };
    this.#states.set(key, state);
    from.set(from.has(name.local) ? otherKey(name) : name.local, kept);
    return kept;
  }
}

/**
 * A state in a content model, after some of its elements. It is immutable, so a validation can continue from any
 * state. In an ambiguous model, a state consists of several places.
 */
export class ContentState {
  readonly #model: ContentModel;
  /** Undefined before the first element. */
  readonly #frames: readonly Frame[] | undefined;
  /** The steps so far by local name, which is faster than by key. By key if several namespaces have the local name. */
  #steps: Map<string, KeptStep> | undefined;
  #accepts: boolean | undefined;

  constructor(model: ContentModel, frames: readonly Frame[] | undefined) {
    this.#model = model;
    this.#frames = frames;
  }

  /** Number of paths that continue from here. */
  get ways(): number {
    return this.#frames?.length ?? 1;
  }

  /** Equal states of a content model have equal keys. */
  get key(): string {
    return this.#frames?.map(keyOf).join("|") ?? "";
  }

  /** The step for an element; undefined if the element isn't allowed here, or the budget is spent. */
  step(name: ElementName, budget = new Budget(elementSteps)): Step | undefined {
    const declaration =
      this.known(name) ?? (name.namespace === undefined ? undefined : this.#steps?.get(otherKey(name)));
    if (declaration) return declaration;
    const step = this.#walk(name, false, budget);
    this.#steps ??= new Map();
    return step && this.#model.kept(step, this.#steps, name);
  }

  /** Like `step`, but only finds most of the steps that were found before. Undefined for others. */
  known({ namespace, local }: Pick<ElementName, "namespace" | "local">): KeptStep | undefined {
    const step = this.#steps?.get(local);
    return step?.name.namespace === namespace ? step : undefined;
  }

  /** Like `step`, for an element that would be allowed if missing elements were inserted before it. */
  skipTo(name: ElementName): Step | undefined {
    return this.#walk(name, true, new Budget(elementSteps));
  }

  /** The declaration of an element that is allowed at another place of the content. */
  elsewhere(name: ElementName): ElementDeclaration | undefined {
    return this.#model.nodes.elementIn(this.#model.root, name);
  }

  /** The key of the first element that excludes another element, because both are branches of a choice. */
  alternativeTo(key: string, others: Iterable<string>): string | undefined {
    const { nodes, root } = this.#model;
    for (const other of others) if (nodes.areAlternatives(root, key, other)) return other;
    return undefined;
  }

  withLocal(local: string): ElementDeclaration | undefined {
    return this.#model.nodes.withLocal(this.#model.root, local);
  }

  get start(): ContentState {
    return this.#model.start;
  }

  /** Whether the same content may follow. A quick comparison, which may miss equal states. */
  isSame(other: ContentState): boolean {
    const [own, its] = [this.#frames, other.#frames];
    if (own === undefined || its === undefined) return own === its;
    return own.length === its.length && own.every((frame, at) => keyOf(frame) === (its[at] && keyOf(its[at])));
  }

  get accepts(): boolean {
    this.#accepts ??= this.#frames === undefined ? this.#model.root.nullable : this.#frames.some(mayEnd);
    return this.#accepts;
  }

  /** Elements and wildcards that may come next. Required ones are first. */
  expected(): readonly Expected[] {
    const list = new ExpectedList();
    if (this.#frames === undefined) list.enter(this.#model.root, true);
    else for (const frame of this.#frames) list.resume(frame);
    return list.sorted();
  }

  #walk(name: ElementName, skips: boolean, budget: Budget): Step | undefined {
    const walk = new Walk(this.#model.nodes, name, skips, budget);
    if (this.#frames === undefined) walk.enter(this.#model.root, undefined);
    else for (const frame of this.#frames) walk.resume(frame);
    const frames = walk.frames.length > 1 ? distinct(walk.frames, budget) : walk.frames;
    const [first] = frames;
    if (first === undefined || budget.isSpent) return undefined;
    const leaf = (frames.find(({ node }) => node.kind === "leaf" && node.elements.get(name.key)) ?? first).node as Leaf;
    return {
      state: new ContentState(this.#model, frames),
      term: leaf.elements.get(name.key) ?? leaf.term,
    };
  }
}

/** The key for a name without a step by local name. It differs from all local names. */
function otherKey({ key }: ElementName): string {
  return ` ${key}`;
}

/**
 * Removes duplicates, because several paths may lead to the same place. If there are more than `maxWays`, keeps paths
 * that differ most: from the fewest occurrences of the outer groups to the most.
 */
function distinct(frames: readonly Frame[], budget: Budget): readonly Frame[] {
  for (const frame of frames) for (let at: Frame | undefined = frame; at; at = at.up) budget.spend(1);
  if (budget.isSpent) return frames;
  const unique = [...new Map(frames.map((frame) => [keyOf(frame), frame])).values()];
  if (unique.length <= maxWays) return unique;
  const every = (unique.length - 1) / (maxWays - 1);
  return Array.from({ length: maxWays }, (_, at) => unique[Math.round(at * every)]).filter((one) => one !== undefined);
}

function keyOf(frame: Frame): string {
  let key = "";
  for (let at: Frame | undefined = frame; at; at = at.up)
    key += `${at.node.id} ${at.count} ${at.at} ${at.used?.children.key};`;
  return key;
}

class ExpectedList {
  readonly #requirements = new Map<ElementDeclaration | Wildcard, boolean>();
  readonly #entered = new Set<Node>();

  resume(from: Frame): void {
    for (let at: Frame | undefined = from; at; at = at.up) {
      const { node, count } = at;
      if (node.kind === "leaf") {
        if (count < node.max) this.enter(node, count < node.min);
      } else {
        this.#rest(at);
        if (!isComplete(node, at)) return;
        if (count < node.max) this.#children(node, -1, count < node.min && !node.emptiable);
      }
      if (!isEnough(at)) return;
    }
  }

  enter(node: Node, required: boolean): void {
    if (this.#entered.has(node) || this.#isFull) return;
    this.#entered.add(node);
    const isRequired = required && !node.nullable;
    if (node.kind !== "leaf") this.#children(node, -1, isRequired);
    else for (const term of termsOf(node)) if (!this.#requirements.get(term)) this.#requirements.set(term, isRequired);
  }

  sorted(): readonly Expected[] {
    const all = [...this.#requirements].map(([term, required]) => ({ term, required }));
    return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
  }

  #rest(frame: Frame): void {
    const { node, at } = frame;
    if (node.kind === "sequence") this.#children(node, at, true);
    if (node.kind !== "all") return;
    for (const [index, child] of node.children.entries()) {
      if (this.#isFull) return;
      if (!isUsed(frame, index)) this.enter(child, true);
    }
  }

  get #isFull(): boolean {
    return this.#requirements.size >= maxExpected;
  }

  /** Adds the elements that may begin the children after the index `at`. */
  #children(node: Exclude<Node, Leaf>, at: number, required: boolean): void {
    const last = node.kind === "sequence" ? (node.reach[at + 1] ?? -1) : node.children.length - 1;
    for (let index = at + 1; index <= last && !this.#isFull; index++) {
      const child = node.children[index];
      if (child) this.enter(child, required);
    }
  }
}

/** An abstract element can't occur itself. */
function termsOf({ term, elements }: Leaf): Iterable<ElementDeclaration | Wildcard> {
  if (term.kind === "wildcard") return [term];
  return [...elements].flatMap(([, element]) => (element.abstract ? [] : [element]));
}
