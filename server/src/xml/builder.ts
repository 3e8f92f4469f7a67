import type { Span } from "../text/span.ts";
import type { Name, Prefix } from "./names.ts";
import type { ElementNode, ReadContent } from "./nodes.ts";
import type { ProblemRecord } from "./problems.ts";
import type { XmlDeclaration, XmlDoctype, XmlMarkup, XmlNode } from "./tree.ts";

/** An end tag without start tag in an element, which may be the misspelled end tag of that element. */
interface ReportedStray {
  readonly problem: ProblemRecord;
  readonly name: Name;
  readonly at: Span;
}

/** The length of forgotten content, in UTF-16 units: worth it, and not too long to be read at once. */
const leastForgotten = 128;
const mostForgotten = 16_384;
/** Maximum number of elements around forgotten content with their attributes: they are read each time. */
const mostAround = 64;

/**
 * The open elements, their markup so far, and the effective namespace declarations. The nodes of all open elements are in
 * one list, from which a closing element takes its own. Nothing is recursive, because elements may be nested deeply.
 */
export class Builder {
  current: ElementNode | undefined = undefined;
  depth = 0;
  root: ElementNode | undefined = undefined;
  declaration: XmlDeclaration | undefined = undefined;
  doctype: XmlDoctype | undefined = undefined;
  /** Elements whose name may be wrong because of a mistake in their start tag. */
  readonly doubtful = new Set<ElementNode>();
  /** Reads forgotten content; `undefined` if all is kept. */
  readAgain: ReadContent | undefined = undefined;
  hasForgotten = false;
  /** Whether a second root was reported, which explains all other text after the first one. */
  secondRoot = false;
  /** The element whose end tag comes before its last child's (`tags-overlap`). */
  overlapped: ElementNode | undefined = undefined;
  readonly #nodes: XmlMarkup[] = [];
  #count = 0;
  /** For each open element, the index of its first node in `#nodes`, and of its first declaration in `#declared`. */
  readonly #firstNode: number[] = [];
  readonly #firstDeclared: number[] = [];
  readonly #strays = new Map<ElementNode, ReportedStray>();
  readonly #declared: Prefix[] = [];
  readonly #before: (string | undefined)[] = [];

  get isOnlyText(): boolean {
    return this.#count === 1 && this.#nodes[0]?.kind === "text";
  }

  add(node: XmlMarkup): void {
    this.#nodes[this.#count++] = node;
  }

  /** Adds an element and makes it the current one, after its `declarations` (`declare`). */
  open(element: ElementNode, declarations: number): void {
    this.add(element);
    this.#firstNode[this.depth] = this.#count;
    this.#firstDeclared[this.depth] = declarations;
    this.depth++;
    element.nameRecord.open++;
    this.current = element;
  }

  /** @param mayForget whether nothing so far is a mistake, so that the content would be read again as the same */
  close(end: number, mayForget = false): void {
    const element = this.current;
    if (element === undefined) return;
    this.depth--;
    element.end = end;
    element.nameRecord.open--;
    const first = this.#firstNode[this.depth] ?? 0;
    if (first < this.#count) {
      if (mayForget && this.readAgain !== undefined && isForgettable(element)) {
        element.forget(this.readAgain);
        this.hasForgotten = true;
      } else element.markup = this.#nodes.slice(first, this.#count);
      this.#count = first;
    }
    this.undeclare(this.#firstDeclared[this.depth] ?? 0);
    this.current = element.parent;
  }

  /** Leaves the open elements as they are. */
  leave(): void {
    for (let element = this.current; element !== undefined; element = element.parent) element.nameRecord.open--;
    this.undeclare(0);
  }

  get declarations(): number {
    return this.#declared.length;
  }

  declare(prefix: Prefix, namespace: string): void {
    this.#declared.push(prefix);
    this.#before.push(prefix.namespace);
    prefix.namespace = namespace;
  }

  /** Removes declarations until `count` are left. */
  undeclare(count: number): void {
    while (this.#declared.length > count) {
      const prefix = this.#declared.pop();
      const before = this.#before.pop();
      if (prefix !== undefined) prefix.namespace = before;
    }
  }

  addStray(stray: ReportedStray): void {
    if (this.current !== undefined) this.#strays.set(this.current, stray);
  }

  strayIn(element: ElementNode): ReportedStray | undefined {
    return this.#strays.size === 0 ? undefined : this.#strays.get(element);
  }

  /** The markup in the current element so far. */
  markup(): readonly XmlMarkup[] {
    return this.#nodes.slice(this.#firstNode[this.depth - 1], this.#count);
  }

  /** All nodes at the top level. */
  topLevel(): readonly XmlNode[] {
    return this.#nodes.slice(0, this.#count).filter((node) => node.kind !== "stray-end-tag");
  }
}

function isForgettable(element: ElementNode): boolean {
  const length = element.end - element.startTagEnd;
  if (length < leastForgotten || length > mostForgotten) return false;
  let around = 0;
  for (
    let ancestor: ElementNode | undefined = element;
    ancestor !== undefined && around <= mostAround;
    ancestor = ancestor.parent
  ) {
    around += 1 + ancestor.attributes.length;
  }
  return around <= mostAround;
}
