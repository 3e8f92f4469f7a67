import { XSI_NAMESPACE } from "../soap/qnames.ts";
import { escapeXml } from "../text/escapeXml.ts";
import { namespaceOf } from "../xml/query.ts";
import type { AnyNode, AttributeLike, DocumentNode, ElementLike } from "./domNodes.ts";

/** Writes documents as lines that are equal if the documents are, except for prefixes, order of attributes and whitespace. */
export class CanonicalXml {
  readonly #prefixes = new Map<string, string>();

  /** One line for each tag, or for an element with only text. Nodes in `ignored` are left out. */
  lines(document: DocumentNode, ignored: ReadonlySet<AnyNode>): readonly string[] {
    const lines: string[] = [];
    const open: (ElementLike | string)[] = [];
    const add = (nodes: DocumentNode["childNodes"], depth: number) => {
      for (const node of nodes.toReversed()) {
        if (ignored.has(node)) continue;
        if (node.nodeType === 1) open.push(node);
        else if (node.nodeType === 3 && node.data.trim() !== "") open.push(`${indent(depth)}${escaped(node.data)}`);
      }
    };
    add(document.childNodes, 0);
    for (let depth = 0, one = open.pop(); one !== undefined; one = open.pop()) {
      if (typeof one === "string") {
        if (one.trimStart().startsWith("</")) depth--;
        lines.push(one);
        continue;
      }
      const name = this.#name(one.namespaceURI, one.localName, one.prefix);
      const start = `${indent(depth)}<${name}${this.#attributes(one, document, ignored)}>`;
      const children = one.childNodes.filter((child) => child.nodeType === 1);
      if (children.some((child) => !ignored.has(child))) {
        lines.push(start);
        open.push(`${indent(depth)}</${name}>`);
        depth++;
        add(one.childNodes, depth);
      } else {
        const text = one.childNodes
          .map((child) => (child.nodeType === 3 && !ignored.has(child) ? child.data : ""))
          .join("");
        // Between ignored elements, whitespace doesn't matter either.
        const isSpace = children.length > 0 && text.trim() === "";
        lines.push(`${start}${isSpace ? "" : escaped(text)}</${name}>`);
      }
    }
    return lines;
  }

  #attributes({ attributes, source }: ElementLike, document: DocumentNode, ignored: ReadonlySet<AnyNode>): string {
    const value = (one: AttributeLike): string => {
      const isType = one.namespaceURI === XSI_NAMESPACE && one.localName === "type";
      const [, prefix = "", local = ""] = (isType && /^\s*(?:([^:\s]+):)?([^:\s]+)\s*$/.exec(one.value)) || [];
      const namespace = local === "" ? undefined : namespaceOf(document.source, source, prefix);
      return namespace === undefined ? one.value : this.#name(namespace, local, prefix);
    };
    const texts = attributes.flatMap((one) =>
      ignored.has(one) ? [] : [` ${this.#name(one.namespaceURI, one.localName, one.prefix)}="${escaped(value(one))}"`],
    );
    return texts.sort().join("");
  }

  /** The name with the prefix that its namespace has in all documents of this object. */
  #name(namespace: string | null, local: string, prefix: string): string {
    if (!namespace) return local;
    let known = this.#prefixes.get(namespace);
    if (known === undefined) {
      const taken = new Set(this.#prefixes.values());
      known = prefix === "" ? "ns" : prefix;
      for (let count = 2; taken.has(known); count++) known = `${prefix === "" ? "ns" : prefix}${count}`;
      this.#prefixes.set(namespace, known);
    }
    return `${known}:${local}`;
  }

  /** The namespaces of the prefixes in the lines, for a reader. */
  get namespaces(): readonly string[] {
    return [...this.#prefixes].map(([namespace, prefix]) => `${prefix} = ${namespace}`);
  }
}

/** Documents may be nested very deep. */
function indent(depth: number): string {
  return "  ".repeat(Math.min(depth, 20));
}

function escaped(text: string): string {
  return escapeXml(text, /[&<"\r\n]/g);
}
