import type { Span } from "../text/span.ts";
import type { Name, Prefix } from "./names.ts";
import type { ElementNode } from "./nodes.ts";
import type { ProblemRecord } from "./scanner.ts";
import type { XmlDeclaration, XmlDoctype, XmlNode } from "./tree.ts";

/** An end tag that nothing opened, and the element that it stands in: may show to be that element's own, misspelt. */
export interface StrayEndTag {
  readonly problem: ProblemRecord;
  readonly name: Name;
  readonly at: Span;
}

/**
 * The tree as it grows: the open elements, their children so far, and the namespace declarations in force.
 * The children of all open elements lie in one list, from which a closing element cuts its own, so that no element
 * holds more memory than it has children. Nothing here calls itself: elements may be as deep as the text is long.
 */
export class Builder {
  current: ElementNode | undefined = undefined;
  depth = 0;
  root: ElementNode | undefined = undefined;
  declaration: XmlDeclaration | undefined = undefined;
  doctype: XmlDoctype | undefined = undefined;
  /** Elements whose start tag is wrong in a way that may have given them a wrong name: their end tag can't be judged. */
  readonly doubtful = new Set<ElementNode>();
  /** A second root was reported: what else comes after the first has the same cause. */
  secondRoot = false;
  /** The element whose end tag stands before that of its last child (`tags-overlap`). */
  overlapped: ElementNode | undefined = undefined;
  readonly #nodes: XmlNode[] = [];
  #count = 0;
  /** For each open element, where its children begin in `#nodes` and its declarations in `#declared`. */
  readonly #firstChild: number[] = [];
  readonly #firstDeclared: number[] = [];
  readonly #strays = new Map<ElementNode, StrayEndTag>();
  readonly #declared: Prefix[] = [];
  readonly #before: (string | undefined)[] = [];

  /** Whether nothing but one text has been read. */
  get isOnlyText(): boolean {
    return this.#count === 1 && this.#nodes[0]?.kind === "text";
  }

  add(node: XmlNode): void {
    this.#nodes[this.#count++] = node;
  }

  /** Adds an element, and makes it the current one. Its namespace declarations come before (`declare`). */
  open(element: ElementNode, declarations: number): void {
    this.add(element);
    this.#firstChild[this.depth] = this.#count;
    this.#firstDeclared[this.depth] = declarations;
    this.depth++;
    element.nameRecord.open++;
    this.current = element;
  }

  /** Closes the current element at `end`. */
  close(end: number): void {
    const element = this.current;
    if (element === undefined) return;
    this.depth--;
    element.end = end;
    element.nameRecord.open--;
    const first = this.#firstChild[this.depth] ?? 0;
    if (first < this.#count) {
      element.children = this.#nodes.slice(first, this.#count);
      this.#count = first;
    }
    this.undeclare(this.#firstDeclared[this.depth] ?? 0);
    this.current = element.parent;
  }

  /** How many namespace declarations are in force. */
  get declarations(): number {
    return this.#declared.length;
  }

  declare(prefix: Prefix, namespace: string): void {
    this.#declared.push(prefix);
    this.#before.push(prefix.namespace);
    prefix.namespace = namespace;
  }

  /** Takes declarations back until only `count` are in force. */
  undeclare(count: number): void {
    while (this.#declared.length > count) {
      const prefix = this.#declared.pop();
      const before = this.#before.pop();
      if (prefix !== undefined) prefix.namespace = before;
    }
  }

  /** Remembers an end tag in the current element that nothing opened. */
  addStray(stray: StrayEndTag): void {
    if (this.current !== undefined) this.#strays.set(this.current, stray);
  }

  strayIn(element: ElementNode): StrayEndTag | undefined {
    return this.#strays.size === 0 ? undefined : this.#strays.get(element);
  }

  /** The nodes at the top level, once all elements are closed. */
  topLevel(): readonly XmlNode[] {
    return this.#nodes.slice(0, this.#count);
  }
}
