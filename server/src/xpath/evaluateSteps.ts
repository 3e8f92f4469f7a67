import type { Step } from "../expectations/steps.ts";
import type { AnyNode, AttributeLike, DocumentNode, ElementLike } from "./domNodes.ts";
import type { StepLimit } from "./evaluateHere.ts";

/** The nodes in document order. `undefined` if a prefix isn't declared, or if the limit of visited nodes is reached. */
export function evaluateSteps(
  steps: readonly Step[],
  document: DocumentNode,
  namespaceOf: (prefix: string) => string | undefined,
  limit: StepLimit,
): readonly AnyNode[] | undefined {
  let nodes: AnyNode[] = [document];
  for (const step of steps) {
    const namespace = step.prefix === undefined || step.prefix === "*" ? null : namespaceOf(step.prefix);
    if (namespace === undefined || namespace === "") return undefined;
    const walk = new StepWalk(step, namespace, limit);
    for (const node of nodes) if (node.nodeType === 1 || node.nodeType === 9) walk.visit(node);
    if (limit.left <= 0) return undefined;
    nodes = walk.nodes;
    // Children of an outer element may follow the children of an inner element.
    if (!step.isDeep) nodes.sort((a, b) => a.number - b.number);
  }
  return nodes;
}

class StepWalk {
  readonly nodes: AnyNode[] = [];
  readonly #step: Step;
  readonly #namespace: string | null;
  readonly #limit: StepLimit;
  #last = -1;

  constructor(step: Step, namespace: string | null, limit: StepLimit) {
    this.#step = step;
    this.#namespace = namespace;
    this.#limit = limit;
  }

  /** Finds the step's nodes from one context node. Context nodes must be passed in document order. */
  visit(context: ElementLike | DocumentNode): void {
    // An earlier context node contains this one, and `//` has searched in it.
    if (this.#step.isDeep && context.number <= this.#last) return;
    this.#last = Math.max(this.#last, context.number);
    this.#children(context);
  }

  #children(parent: ElementLike | DocumentNode): void {
    const { kind, isDeep, position } = this.#step;
    if (kind === "attribute") {
      const attributes = parent.nodeType === 1 ? parent.attributes : [];
      for (const attribute of attributes) if (this.#isNamed(attribute)) this.nodes.push(attribute);
      this.#limit.left -= attributes.length;
      if (!isDeep) return;
    }
    let count = 0;
    for (const child of parent.childNodes) {
      if (this.#limit.left-- <= 0) return;
      const isElement = kind === "element" && child.nodeType === 1;
      const matches = isElement ? this.#isNamed(child) : kind === "text" && child.nodeType === 3;
      if (matches && (position === undefined || ++count === position)) this.nodes.push(child);
      if (!isDeep) continue;
      this.#last = child.number;
      if (child.nodeType === 1) this.#children(child);
    }
  }

  #isNamed({ localName, namespaceURI }: ElementLike | AttributeLike): boolean {
    const { prefix, local } = this.#step;
    return (local === "*" || localName === local) && (prefix === "*" || namespaceURI === this.#namespace);
  }
}
