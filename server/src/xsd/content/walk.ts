import type { Budget } from "../../text/budget.ts";
import { accepts } from "../wildcards.ts";
import type { ElementName, Group, Leaf, Node, Nodes, Used } from "./nodes.ts";

/** A place in a content model: an occurrence of a node, inside of an occurrence of its parent. */
export interface Frame {
  readonly node: Node;
  /** Number of occurrences so far, including this one. Without a maximum, counts only to `min`. */
  readonly count: number;
  /** For a group: index of the current child. */
  readonly at: number;
  /** For `all`: the children that have occurred. */
  readonly used: Used | undefined;
  readonly up: Frame | undefined;
}

const maxFound = 256;

/** Finds the places where a content model may continue with an element. The time doesn't depend on the size of counters. */
export class Walk {
  readonly frames: Frame[] = [];
  readonly #nodes: Nodes;
  readonly #name: ElementName;
  /** Whether missing elements are skipped. Only the nearest path is then found. */
  readonly #skips: boolean;
  readonly #most: number;
  readonly #budget: Budget;

  constructor(nodes: Nodes, name: ElementName, skips: boolean, budget: Budget) {
    this.#nodes = nodes;
    this.#name = name;
    this.#skips = skips;
    this.#budget = budget;
    this.#most = skips ? 1 : maxFound;
  }

  get #isFull(): boolean {
    return this.frames.length >= this.#most || this.#budget.isSpent;
  }

  enter(node: Node, up: Frame | undefined): void {
    this.#budget.spend(1);
    if (node.kind === "leaf") this.#leaf(node, 1, up);
    else this.#occurrence(node, 1, up);
  }

  /** Finds all elements that may follow. Those of the innermost occurrence are first. */
  resume(from: Frame): void {
    for (let at: Frame | undefined = from; at && !this.#isFull; at = at.up) if (!this.#resumeIn(at)) return;
  }

  /** Returns whether the occurrence of the node may end. */
  #resumeIn(frame: Frame): boolean {
    this.#budget.spend(1);
    const { node, up } = frame;
    if (node.kind === "leaf") {
      this.#leaf(node, frame.count + 1, up);
    } else {
      if (!this.#rest(node, frame)) return false;
      if (frame.count < node.max && !this.#isFull) this.#occurrence(node, frame.count + 1, up);
    }
    return this.#skips || isEnough(frame);
  }

  /** Continues in an occurrence of a group. Returns whether the occurrence may be complete. */
  #rest(node: Group, frame: Frame): boolean {
    if (node.kind === "sequence") this.#children(node, frame, frame.at + 1);
    else if (node.kind === "all") this.#children(node, frame, 0);
    return this.#skips || isComplete(node, frame);
  }

  #occurrence(node: Group, count: number, up: Frame | undefined): void {
    const frame: Frame = { node, count: counted(node, count), at: -1, used: node.unused, up };
    this.#children(node, frame, 0);
  }

  #children(node: Group, frame: Frame, from: number): void {
    const { kind, children, reach } = node;
    const last = kind === "sequence" && !this.#skips ? (reach[from] ?? -1) : children.length - 1;
    if (from > last) return;
    const candidates = this.#skips ? children.keys() : this.#nodes.candidates(node, this.#name, this.#budget);
    for (const at of candidates) {
      const child = children[at];
      if (this.#isFull) return;
      if (child === undefined || at < from || at > last) continue;
      if (this.#skips && !this.#nodes.elementIn(child, this.#name)) continue;
      if (kind === "all" && isUsed(frame, at)) continue;
      const used = frame.used && withChild(frame.used, at, child);
      this.enter(child, { node, count: frame.count, at, used, up: frame.up });
    }
  }

  #leaf(node: Leaf, count: number, up: Frame | undefined): void {
    if (count > node.max || !this.#accepts(node)) return;
    this.frames.push({ node, count: counted(node, count), at: -1, used: undefined, up });
  }

  /** Wildcards aren't used when elements are skipped, because they would accept nearly all skipped elements. */
  #accepts({ term, elements }: Leaf): boolean {
    if (term.kind === "element") return elements.get(this.#name.key) !== undefined;
    return !this.#skips && accepts(term.namespaces, this.#name.namespace);
  }
}

export function mayEnd(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at; at = at.up) {
    if (!isEnough(at) || (at.node.kind !== "leaf" && !isComplete(at.node, at))) return false;
  }
  return true;
}

export function isUsed({ used }: Frame, at: number): boolean {
  return used?.children.has(at) === true;
}

function withChild({ children, missing }: Used, at: number, { nullable }: Node): Used {
  return { children: children.with(at), missing: nullable ? missing : missing - 1 };
}

/** Whether a node has occurred often enough, assuming that further occurrences are empty if possible. */
export function isEnough({ node, count }: Frame): boolean {
  return count >= node.min || (node.kind !== "leaf" && node.emptiable);
}

export function isComplete(node: Group, frame: Frame): boolean {
  if (node.kind === "choice") return true;
  if (node.kind === "all") return frame.used?.missing === 0;
  const next = frame.at + 1;
  const last = node.reach[next];
  return last === undefined || (last === node.children.length - 1 && node.children[last]?.nullable === true);
}

function counted({ min, max }: Node, count: number): number {
  return max === Number.POSITIVE_INFINITY ? Math.min(count, Math.max(min, 1)) : count;
}
