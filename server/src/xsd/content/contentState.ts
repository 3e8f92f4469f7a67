import type { ElementDeclaration, Wildcard } from "../components.ts";
import type { ElementName, Leaf, Node, Nodes } from "./nodes.ts";
import { type Frame, isComplete, isEnough, isUsed, maxWays, mayEnd, Walk } from "./walk.ts";

/** What an element is in a content model: the declaration that it has, or the wildcard that accepts it. */
export interface Step {
  readonly state: ContentState;
  readonly term: ElementDeclaration | Wildcard;
}

/** What may come next. */
export interface Expected {
  readonly term: ElementDeclaration | Wildcard;
  /** Whether the content is incomplete without it, or without another one that is required. */
  readonly required: boolean;
}

/** As many are listed at most. */
const maxExpected = 200;

/**
 * A place in a content model, after some of its elements. It never changes, so a validation can go on at any place. An
 * ambiguous model is in several places at once.
 */
export class ContentState {
  readonly #nodes: Nodes;
  readonly #root: Node;
  /** Undefined before the first element. */
  readonly #frames: readonly Frame[] | undefined;

  constructor(nodes: Nodes, root: Node, frames?: readonly Frame[]) {
    this.#nodes = nodes;
    this.#root = root;
    this.#frames = frames;
  }

  /** The state after an element; undefined if it isn't allowed here. */
  step(name: ElementName): Step | undefined {
    return this.#walk(name, false);
  }

  /** As `step`, for an element that is allowed if what has to come before it is missing. */
  skipTo(name: ElementName): Step | undefined {
    return this.#walk(name, true);
  }

  /** The declaration of an element that is allowed in some other place of the content. */
  elsewhere(name: ElementName): ElementDeclaration | undefined {
    return this.#nodes.elementIn(this.#root, name);
  }

  /** The declaration of an element that is allowed in some place, with this local name. */
  withLocal(local: string): ElementDeclaration | undefined {
    return this.#nodes.withLocal(this.#root, local);
  }

  /** The state before the first element. */
  get start(): ContentState {
    return new ContentState(this.#nodes, this.#root);
  }

  /** Whether the same may follow, as far as that is seen at once. */
  isSame(other: ContentState): boolean {
    const [own, its] = [this.#frames, other.#frames];
    if (own === undefined || its === undefined) return own === its;
    return own.length === its.length && own.every((frame, at) => keyOf(frame) === (its[at] && keyOf(its[at])));
  }

  /** Whether the content may end here. */
  get accepts(): boolean {
    return this.#frames === undefined ? this.#root.nullable : this.#frames.some(mayEnd);
  }

  /** Elements and wildcards that may come next, required ones first. */
  expected(): readonly Expected[] {
    const list = new ExpectedList();
    if (this.#frames === undefined) list.enter(this.#root, true);
    else for (const frame of this.#frames) list.resume(frame);
    return list.sorted();
  }

  #walk(name: ElementName, skips: boolean): Step | undefined {
    const walk = new Walk(this.#nodes, name, skips);
    if (this.#frames === undefined) walk.enter(this.#root, undefined);
    else for (const frame of this.#frames) walk.resume(frame);
    const frames = walk.found.length > 1 ? distinct(walk.found) : walk.found;
    const [first] = frames;
    if (first === undefined) return undefined;
    const leaf = (frames.find(({ node }) => node.kind === "leaf" && node.elements.has(name.key)) ?? first).node as Leaf;
    return {
      state: new ContentState(this.#nodes, this.#root, frames),
      term: leaf.elements.get(name.key) ?? leaf.term,
    };
  }
}

/** Several ways may lead to the same place. Beyond `maxWays`, the last ones are not followed. */
function distinct(frames: readonly Frame[]): readonly Frame[] {
  const found = new Map(frames.map((frame) => [keyOf(frame), frame]));
  return [...found.values()].slice(0, maxWays);
}

function keyOf(frame: Frame): string {
  let key = "";
  for (let at: Frame | undefined = frame; at; at = at.up) key += `${at.node.id} ${at.count} ${at.at} ${at.used};`;
  return key;
}

class ExpectedList {
  readonly #found = new Map<ElementDeclaration | Wildcard, boolean>();
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
    if (this.#entered.has(node) || this.#found.size >= maxExpected) return;
    this.#entered.add(node);
    const isRequired = required && !node.nullable;
    if (node.kind !== "leaf") this.#children(node, -1, isRequired);
    else for (const one of termsOf(node)) if (!this.#found.get(one)) this.#found.set(one, isRequired);
  }

  sorted(): readonly Expected[] {
    const all = [...this.#found].map(([term, required]) => ({ term, required }));
    return [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)];
  }

  #rest(frame: Frame): void {
    const { node, at } = frame;
    if (node.kind === "sequence") this.#children(node, at, true);
    if (node.kind !== "all") return;
    for (const [index, child] of node.children.entries()) if (!isUsed(frame, index)) this.enter(child, true);
  }

  /** What may begin the children after `at`. */
  #children(node: Exclude<Node, Leaf>, at: number, required: boolean): void {
    const last = node.kind === "sequence" ? (node.reach[at + 1] ?? -1) : node.children.length - 1;
    for (const child of node.children.slice(at + 1, last + 1)) this.enter(child, required);
  }
}

/** An abstract element can't occur itself. */
function termsOf({ term, elements }: Leaf): Iterable<ElementDeclaration | Wildcard> {
  if (term.kind === "wildcard") return [term];
  return [...elements.values()].filter(({ abstract }) => !abstract);
}
