import type { Span } from "../text/span.ts";
import type { Name, Prefix } from "./names.ts";
import type { ElementNode, ReadContent } from "./nodes.ts";
import type { ProblemRecord } from "./problems.ts";
import type { XmlDeclaration, XmlDoctype, XmlMarkup, XmlNode } from "./tree.ts";

/** An end tag without start tag, which may be the misspelled end tag of the element that contains it. */
interface ReportedStray {
  readonly problem: ProblemRecord;
  readonly name: Name;
  readonly at: Span;
}

/** Minimum length of content that is forgotten, in UTF-16 units: shorter content isn't worth it. */
const leastForgotten = 128;
const mostForgotten = 16_384;
/** Maximum number of elements and attributes around forgotten content. They are read each time the content is read again. */
const mostAround = 64;

/**
 * Builds the tree: it has the open elements, their markup so far, and the namespace declarations in scope. The nodes
 * of all open elements are in one list; an element that closes takes its nodes out of it. Nothing is recursive,
 * because elements may be nested deeply.
 */
export class Builder {
  current: ElementNode | undefined = undefined;
  depth = 0;
  root: ElementNode | undefined = undefined;
  declaration: XmlDeclaration | undefined = undefined;
  doctype: XmlDoctype | undefined = undefined;
  /** Elements whose name is uncertain because of an error in their start tag. */
  readonly doubtful = new Set<ElementNode>();
  /** Reads forgotten content again; `undefined` if no content is forgotten. */
  readAgain: ReadContent | undefined = undefined;
  hasForgotten = false;
  /** Whether a second root was reported. This report also covers all other text after the first root. */
  secondRoot = false;
  /** The element whose end tag is before the end tag of its last child (`tags-overlap`). */
  overlapped: ElementNode | undefined = undefined;
  readonly #nodes: XmlMarkup[] = [];
  #count = 0;
  /** For each open element, the index of its first node in `#nodes`. */
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

  /** Makes an element the current one. Call `declare` for its `declarations` before. */
  open(element: ElementNode, declarations: number): void {
    this.add(element);
    this.#firstNode[this.depth] = this.#count;
    this.#firstDeclared[this.depth] = declarations;
    this.depth++;
    element.nameRecord.open++;
    this.current = element;
  }

  /** @param mayForget whether there is no error so far, so that reading the content again gives the same nodes */
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

  /** Removes the last declarations, so that `count` are left. */
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

  markup(): readonly XmlMarkup[] {
    return this.#nodes.slice(this.#firstNode[this.depth - 1], this.#count);
  }

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
