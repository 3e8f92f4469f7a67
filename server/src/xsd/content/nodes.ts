import type { ElementDeclaration, Particle, Wildcard } from "../components.ts";
import { accepts } from "../wildcards.ts";

/** The name of an element in a message; `namespace` is undefined if its prefix isn't declared. */
export interface ElementName {
  readonly namespace: string | undefined;
  readonly local: string;
  /** Of `keyOf`. */
  readonly key: string;
}

/** An element or a wildcard of a content model. */
export interface Leaf {
  readonly kind: "leaf";
  readonly id: number;
  readonly min: number;
  readonly max: number;
  readonly nullable: boolean;
  readonly term: ElementDeclaration | Wildcard;
  /** By the names of the elements that it accepts, those of its substitution group included; empty for a wildcard. */
  readonly elements: ReadonlyMap<string, ElementDeclaration>;
  readonly first: First;
}

/** A model group, compiled when it is first entered. */
export interface Group {
  readonly kind: "sequence" | "choice" | "all";
  readonly id: number;
  readonly min: number;
  readonly max: number;
  readonly nullable: boolean;
  /** Whether one occurrence may be empty. */
  readonly emptiable: boolean;
  readonly children: readonly Node[];
  /** Of a sequence: for each child, the last one that may begin the rest from there. */
  readonly reach: readonly number[];
  readonly first: First;
}

export type Node = Leaf | Group;

/** What a part of a content model may begin with. */
export class First {
  readonly names: ReadonlySet<string>;
  readonly wildcards: ReadonlySet<Wildcard>;

  constructor(names: ReadonlySet<string>, wildcards: ReadonlySet<Wildcard>) {
    this.names = names;
    this.wildcards = wildcards;
  }

  has(name: ElementName): boolean {
    if (this.names.has(name.key)) return true;
    for (const wildcard of this.wildcards) if (accepts(wildcard.namespaces, name.namespace)) return true;
    return false;
  }
}

const noWildcards: ReadonlySet<Wildcard> = new Set();
const noElements: ReadonlyMap<string, ElementDeclaration> = new Map();

/** Compiles particles, each once. */
export class Nodes {
  readonly #elementsOf: (declaration: ElementDeclaration) => ReadonlyMap<string, ElementDeclaration>;
  readonly #nodes = new WeakMap<Particle, Node>();
  /** Children by what they may begin with; of a choice with a thousand branches only these are entered. */
  readonly #index = new WeakMap<Group, GroupIndex>();
  readonly #anywhere = new WeakMap<Group, ReadonlyMap<string, ElementDeclaration>>();
  #count = 0;

  constructor(elementsOf: (declaration: ElementDeclaration) => ReadonlyMap<string, ElementDeclaration>) {
    this.#elementsOf = elementsOf;
  }

  of(particle: Particle): Node {
    const known = this.#nodes.get(particle);
    if (known) return known;
    const node = this.#compile(simplified(particle));
    this.#nodes.set(particle, node);
    return node;
  }

  /** The positions of the children that may begin with an element, in order. */
  candidates(group: Group, name: ElementName): readonly number[] {
    const index = this.#index.get(group) ?? new GroupIndex(group.children);
    this.#index.set(group, index);
    return index.candidates(name);
  }

  /** The declaration of an element that a part of a content model has anywhere. */
  elementIn(node: Node, name: ElementName): ElementDeclaration | undefined {
    return this.#allIn(node).get(name.key);
  }

  /** As `elementIn`, in any namespace. */
  withLocal(node: Node, local: string): ElementDeclaration | undefined {
    for (const element of this.#allIn(node).values()) if (element.name.local === local) return element;
    return undefined;
  }

  #allIn(node: Node): ReadonlyMap<string, ElementDeclaration> {
    if (node.kind === "leaf") return node.elements;
    const known = this.#anywhere.get(node) ?? this.#collect(node);
    this.#anywhere.set(node, known);
    return known;
  }

  #collect({ children }: Group): ReadonlyMap<string, ElementDeclaration> {
    const all = new Map<string, ElementDeclaration>();
    const seen = new Set<Node>(children);
    // The set grows while it is read.
    for (const node of seen) {
      if (node.kind !== "leaf") for (const child of node.children) seen.add(child);
      else for (const [key, element] of node.elements) if (!all.has(key)) all.set(key, element);
    }
    return all;
  }

  #compile({ min, max, term }: Particle): Node {
    const id = ++this.#count;
    if (term.kind === "wildcard") {
      const first = new First(new Set(), new Set([term]));
      return { kind: "leaf", id, min, max, nullable: min === 0, term, elements: noElements, first };
    }
    if (term.kind === "element") {
      const elements = this.#elementsOf(term);
      const first = new First(new Set(elements.keys()), noWildcards);
      return { kind: "leaf", id, min, max, nullable: min === 0, term, elements, first };
    }
    const kind = term.compositor;
    const children = (kind === "sequence" ? flattened(term.particles) : term.particles).map((one) => this.of(one));
    const emptiable = kind === "choice" ? children.some(isNullable) : children.every(isNullable);
    const reach = kind === "sequence" ? reaches(children) : [];
    const begins = kind === "sequence" ? children.slice(0, (reach[0] ?? 0) + 1) : children;
    return { kind, id, min, max, nullable: min === 0 || emptiable, emptiable, children, reach, first: union(begins) };
  }
}

/**
 * A particle without groups that have one part only, where their counters can be multiplied: (a{0,9}){0,9} is a{0,81}, but
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

function isNullable({ nullable }: Node): boolean {
  return nullable;
}

/** The particles of sequences that occur once in a sequence are its own: types that extend others nest them deep. */
function flattened(particles: readonly Particle[]): readonly Particle[] {
  const flat: Particle[] = [];
  const open = [...particles].reverse();
  for (let particle = open.pop(); particle; particle = open.pop()) {
    const { min, max, term } = particle;
    if (min === 1 && max === 1 && term.kind === "group" && term.compositor === "sequence") {
      open.push(...[...term.particles].reverse());
    } else flat.push(particle);
  }
  return flat;
}

function reaches(children: readonly Node[]): readonly number[] {
  const reach: number[] = [];
  for (let at = children.length - 1; at >= 0; at--) {
    reach[at] = children[at]?.nullable ? (reach[at + 1] ?? at) : at;
  }
  return reach;
}

function union(nodes: readonly Node[]): First {
  const [only] = nodes;
  if (nodes.length === 1 && only) return only.first;
  const names = new Set<string>();
  const wildcards = new Set<Wildcard>();
  for (const { first } of nodes) {
    for (const name of first.names) names.add(name);
    for (const wildcard of first.wildcards) wildcards.add(wildcard);
  }
  return new First(names, wildcards);
}

class GroupIndex {
  readonly #byName = new Map<string, number[]>();
  readonly #withWildcards: { readonly at: number; readonly first: First }[] = [];

  constructor(children: readonly Node[]) {
    for (const [at, { first }] of children.entries()) {
      if (first.wildcards.size > 0) this.#withWildcards.push({ at, first });
      else {
        for (const name of first.names) {
          const known = this.#byName.get(name);
          if (known) known.push(at);
          else this.#byName.set(name, [at]);
        }
      }
    }
  }

  candidates(name: ElementName): readonly number[] {
    const named = this.#byName.get(name.key) ?? none;
    if (this.#withWildcards.length === 0) return named;
    const open = this.#withWildcards.filter(({ first }) => first.has(name)).map(({ at }) => at);
    return open.length === 0 ? named : [...named, ...open].sort((a, b) => a - b);
  }
}

const none: readonly number[] = [];
