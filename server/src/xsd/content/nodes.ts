import type { Budget } from "../../text/budget.ts";
import { type ElementDeclaration, keyOf, type Particle, type Wildcard } from "../components.ts";
import { particlesOf } from "../occurrences.ts";
import { accepts } from "../wildcards.ts";
import { IndexSet } from "./indexSet.ts";

/** The name of an element in a message; `namespace` is undefined if its prefix isn't declared. */
export interface ElementName {
  readonly namespace: string | undefined;
  readonly local: string;
  /** The result of `keyOf`. */
  readonly key: string;
}

export function elementName({ name }: ElementDeclaration): ElementName {
  return { ...name, key: keyOf(name) };
}

export interface Leaf {
  readonly kind: "leaf";
  readonly id: number;
  readonly min: number;
  readonly max: number;
  readonly nullable: boolean;
  readonly term: ElementDeclaration | Wildcard;
  /** The elements that the leaf accepts, including substitution groups; empty for a wildcard. */
  readonly elements: LeafElements;
}

export interface LeafElements extends Iterable<readonly [key: string, element: ElementDeclaration]> {
  get(key: string): ElementDeclaration | undefined;
}

/** A single element, as in most leaves. A map would take five times the memory. */
export class OneElement implements LeafElements {
  readonly #key: string;
  readonly #element: ElementDeclaration;

  constructor(element: ElementDeclaration) {
    this.#key = keyOf(element.name);
    this.#element = element;
  }

  get(key: string): ElementDeclaration | undefined {
    return key === this.#key ? this.#element : undefined;
  }

  *[Symbol.iterator](): Iterator<readonly [key: string, element: ElementDeclaration], undefined> {
    yield [this.#key, this.#element];
  }
}

/** A model group. Its children are compiled when a validation first enters it. */
export interface Group {
  readonly kind: "sequence" | "choice" | "all";
  readonly id: number;
  readonly min: number;
  readonly max: number;
  readonly nullable: boolean;
  readonly emptiable: boolean;
  readonly children: readonly Node[];
  /** For a sequence: for each child, the index of the last child that may come first from there on. */
  readonly reach: readonly number[];
  /** For `all`: the state before its first child. */
  readonly unused: Used | undefined;
}

/** The children of an `all` that have occurred. */
export interface Used {
  readonly children: IndexSet;
  /** Number of required children that haven't occurred. */
  readonly missing: number;
}

export type Node = Leaf | Group;

/** The elements and wildcards that a part of a content model may begin with. */
interface First {
  readonly names: Iterable<readonly [key: string, element: unknown]> & { get(key: string): unknown };
  readonly wildcards: ReadonlySet<Wildcard>;
}

const noWildcards: ReadonlySet<Wildcard> = new Set();
const noElements: LeafElements = new Map();

export class Nodes {
  readonly #elementsOf: (declaration: ElementDeclaration) => LeafElements;
  readonly #nodes = new WeakMap<Particle, Node>();
  /** Children of groups by first element. In a choice with a thousand branches, only matching branches are entered. */
  readonly #index = new WeakMap<Group, GroupIndex>();
  readonly #first = new WeakMap<Group, First>();
  readonly #anywhere = new WeakMap<Node, Anywhere>();
  #count = 0;

  constructor(elementsOf: (declaration: ElementDeclaration) => LeafElements) {
    this.#elementsOf = elementsOf;
  }

  of(particle: Particle): Node {
    const cached = this.#nodes.get(particle);
    if (cached) return cached;
    const node = this.#compile(simplified(particle));
    this.#nodes.set(particle, node);
    return node;
  }

  /** Indexes of the children that may begin with an element, in order. */
  candidates(group: Group, name: ElementName, budget: Budget): readonly number[] {
    const index = this.#index.get(group) ?? new GroupIndex(group.children, (node) => this.#firstOf(node));
    this.#index.set(group, index);
    return index.candidates(name, budget);
  }

  #firstOf(node: Node): First {
    if (node.kind === "leaf") {
      return { names: node.elements, wildcards: node.term.kind === "wildcard" ? new Set([node.term]) : noWildcards };
    }
    const { kind, children, reach } = node;
    const begins = kind === "sequence" ? children.slice(0, (reach[0] ?? 0) + 1) : children;
    const first = this.#first.get(node) ?? union(begins.map((one) => this.#firstOf(one)));
    this.#first.set(node, first);
    return first;
  }

  elementIn(node: Node, name: ElementName): ElementDeclaration | undefined {
    return node.kind === "leaf" ? node.elements.get(name.key) : this.#allIn(node).byName.get(name.key);
  }

  withLocal(node: Node, local: string): ElementDeclaration | undefined {
    return this.#allIn(node).byLocal.get(local);
  }

  /** Whether two elements (by their keys) are in different branches of a choice that occurs once. */
  areAlternatives(root: Node, first: string, other: string): boolean {
    let node: Node = root;
    while (node.kind !== "leaf") {
      const { kind, max, children }: Group = node;
      const ofOne = children.filter((child) => this.#allIn(child).byName.has(first));
      const ofOther = new Set(children.filter((child) => this.#allIn(child).byName.has(other)));
      const common = ofOne.find((child) => ofOther.has(child));
      if (common === undefined) return kind === "choice" && max === 1 && ofOne.length > 0 && ofOther.size > 0;
      node = common;
    }
    return false;
  }

  #allIn(node: Node): Anywhere {
    const cached = this.#anywhere.get(node) ?? collected(node);
    this.#anywhere.set(node, cached);
    return cached;
  }

  #compile({ min, max, term }: Particle): Node {
    const id = ++this.#count;
    if (term.kind !== "group") {
      const elements = term.kind === "element" ? this.#elementsOf(term) : noElements;
      return { kind: "leaf", id, min, max, nullable: min === 0, term, elements };
    }
    const kind = term.compositor;
    const children = particlesOf(term).map((one) => this.of(one));
    const emptiable = kind === "choice" ? children.some(isNullable) : children.every(isNullable);
    const reach = kind === "sequence" ? reaches(children) : [];
    const nullable = min === 0 || emptiable;
    const unused = kind === "all" ? unusedOf(children) : undefined;
    return { kind, id, min, max, nullable, emptiable, children, reach, unused };
  }
}

/** The declarations in a part of a content model. If several have the same name, the first one. */
interface Anywhere {
  readonly byName: ReadonlyMap<string, ElementDeclaration>;
  readonly byLocal: ReadonlyMap<string, ElementDeclaration>;
}

function collected(part: Node): Anywhere {
  const byName = new Map<string, ElementDeclaration>();
  const byLocal = new Map<string, ElementDeclaration>();
  const seen = new Set([part]);
  // The loop appends to the set that it iterates over.
  for (const node of seen) {
    if (node.kind !== "leaf") for (const child of node.children) seen.add(child);
    else {
      for (const [key, element] of node.elements) {
        if (!byName.has(key)) byName.set(key, element);
        if (!byLocal.has(element.name.local)) byLocal.set(element.name.local, element);
      }
    }
  }
  return { byName, byLocal };
}

/**
 * Removes nested groups that have only one part, if their counters can be multiplied: (a{0,9}){0,9} is a{0,81}, but
 * (a{2,2}){0,9} isn't a{0,18}.
 */
function simplified(particle: Particle): Particle {
  let { min, max, term } = particle;
  while (term.kind === "group") {
    const [only, second] = term.particles;
    if (only === undefined || second !== undefined) break;
    const isWhole = min === max || only.max === Number.POSITIVE_INFINITY || min * (only.max - only.min) + 1 >= only.min;
    if (!isWhole || (only.max === Number.POSITIVE_INFINITY && min === 0 && only.min > 1)) break;
    ({ min, max, term } = { min: min * only.min, max: max * only.max, term: only.term });
  }
  return term === particle.term ? particle : { ...particle, min, max, term };
}

function unusedOf(children: readonly Node[]): Used {
  return {
    children: IndexSet.below(children.length),
    missing: children.filter(({ nullable }) => !nullable).length,
  };
}

function isNullable({ nullable }: Node): boolean {
  return nullable;
}

function reaches(children: readonly Node[]): readonly number[] {
  const reach: number[] = [];
  for (let at = children.length - 1; at >= 0; at--) {
    reach[at] = children[at]?.nullable ? (reach[at + 1] ?? at) : at;
  }
  return reach;
}

function union(parts: readonly First[]): First {
  const [only, second] = parts;
  if (only && second === undefined) return only;
  const names = new Map<string, unknown>();
  const wildcards = new Set<Wildcard>();
  for (const part of parts) {
    for (const [name] of part.names) names.set(name, true);
    for (const wildcard of part.wildcards) wildcards.add(wildcard);
  }
  return { names, wildcards };
}

class GroupIndex {
  /** A single number for most names, because they belong to one child. */
  readonly #byName = new Map<string, number | number[]>();
  readonly #withWildcards: { readonly at: number; readonly first: First }[] = [];

  constructor(children: readonly Node[], firstOf: (node: Node) => First) {
    for (const [at, child] of children.entries()) {
      const first = firstOf(child);
      if (first.wildcards.size > 0) this.#withWildcards.push({ at, first });
      else for (const [name] of first.names) this.#add(name, at);
    }
  }

  candidates(name: ElementName, budget: Budget): readonly number[] {
    const named = this.#byName.get(name.key) ?? none;
    const all = typeof named === "number" ? [named] : named;
    if (this.#withWildcards.length === 0) return all;
    budget.spend(this.#withWildcards.length);
    const open = this.#withWildcards.filter(({ first }) => mayBegin(first, name)).map(({ at }) => at);
    return open.length === 0 ? all : [...all, ...open].sort((a, b) => a - b);
  }

  #add(name: string, at: number): void {
    const cached = this.#byName.get(name);
    if (cached === undefined) this.#byName.set(name, at);
    else if (typeof cached === "number") this.#byName.set(name, [cached, at]);
    else cached.push(at);
  }
}

const none: readonly number[] = [];

function mayBegin({ names, wildcards }: First, name: ElementName): boolean {
  if (names.get(name.key) !== undefined) return true;
  for (const wildcard of wildcards) if (accepts(wildcard.namespaces, name.namespace)) return true;
  return false;
}
