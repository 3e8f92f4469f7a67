import type { Span } from "../text/span.ts";
import type { Name, Prefix } from "./names.ts";
import type { ElementNode } from "./nodes.ts";
import type { ProblemRecord } from "./problems.ts";
import type { XmlDeclaration, XmlDoctype, XmlNode } from "./tree.ts";

/** An end tag without start tag in an element, which may be the misspelled end tag of that element. */
interface StrayEndTag {
  readonly problem: ProblemRecord;
  readonly name: Name;
  readonly at: Span;
}

/**
 * The open elements, their children so far, and the effective namespace declarations. The children of all open elements
 * are in one list, from which a closing element takes its own. Nothing is recursive, because elements may be nested deeply.
 */
export class Builder {
  current: ElementNode | undefined = undefined;
  depth = 0;
  root: ElementNode | undefined = undefined;
  declaration: XmlDeclaration | undefined = undefined;
  doctype: XmlDoctype | undefined = undefined;
  /** Elements whose name may be wrong because of a mistake in their start tag. */
  readonly doubtful = new Set<ElementNode>();
  /** Whether a second root was reported, which explains all other text after the first one. */
  secondRoot = false;
  /** The element whose end tag precedes that of its last child (`tags-overlap`). */
  overlapped: ElementNode | undefined = undefined;
  readonly #nodes: XmlNode[] = [];
  #count = 0;
  /** For each open element, the index of its first child in `#nodes`, and of its first declaration in `#declared`. */
  readonly #firstChild: number[] = [];
  readonly #firstDeclared: number[] = [];
  readonly #strays = new Map<ElementNode, StrayEndTag>();
  readonly #declared: Prefix[] = [];
  readonly #before: (string | undefined)[] = [];

  get isOnlyText(): boolean {
    return this.#count === 1 && this.#nodes[0]?.kind === "text";
  }

  add(node: XmlNode): void {
    this.#nodes[this.#count++] = node;
  }

  /** Adds an element and makes it the current one, after its `declarations` (`declare`). */
  open(element: ElementNode, declarations: number): void {
    this.add(element);
    this.#firstChild[this.depth] = this.#count;
    this.#firstDeclared[this.depth] = declarations;
    this.depth++;
    element.nameRecord.open++;
    this.current = element;
  }

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

  addStray(stray: StrayEndTag): void {
    if (this.current !== undefined) this.#strays.set(this.current, stray);
  }

  strayIn(element: ElementNode): StrayEndTag | undefined {
    return this.#strays.size === 0 ? undefined : this.#strays.get(element);
  }

  /** The children of the current element so far, or the nodes at the top level. */
  children(): readonly XmlNode[] {
    return this.#nodes.slice(this.depth === 0 ? 0 : this.#firstChild[this.depth - 1], this.#count);
  }
}
