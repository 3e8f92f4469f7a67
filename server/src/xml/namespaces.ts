import { isSimilar } from "../text/similar.ts";
import type { Builder } from "./builder.ts";
import { type Prefix, XML_NAMESPACE, XMLNS_NAMESPACE } from "./names.ts";
import type { AttributeNode, ElementNode } from "./nodes.ts";
import { decodeValue } from "./references.ts";
import type { Scanner } from "./scanner.ts";

/** Maximum number of related places in the problem of an undeclared prefix. */
const OTHER_USES = 10;

/** Declares the prefixes in an element's attributes. Sets the namespaces of the attributes, and of the element unless `wrongName`. */
export function resolveNames(scanner: Scanner, builder: Builder, element: ElementNode, wrongName: boolean): void {
  const { attributes } = element;
  let prefixed = 0;
  for (const attribute of attributes) {
    const { declares, prefix, text, wrongColon } = attribute.nameRecord;
    if (wrongColon >= 0 && text.startsWith("xmlns:")) {
      scanner.unnamedNamespace = textOfValue(scanner, attribute);
      scanner.isResumable = false;
    }
    if (declares !== undefined) declare(scanner, builder, attribute, declares);
    else if (prefix.text !== "") {
      prefixed++;
      if (prefix.namespace === undefined && isSimilar(prefix.text, "xmlns"))
        declareMisspelled(scanner, builder, attribute);
    }
  }
  if (!wrongName) resolveElement(scanner, element);
  if (prefixed > 0) resolveAttributes(scanner, attributes, prefixed);
}

export function resolveElement(scanner: Scanner, element: ElementNode): void {
  const { prefix } = element.nameRecord;
  if (prefix.namespace === undefined) undeclared(scanner, prefix, element.nameStart);
  else if (prefix === scanner.names.xmlns) {
    scanner.report("prefix-xmlns-used", element.nameStart, element.nameStart + prefix.text.length);
  }
  element.namespace = prefix.namespace;
}

/** `xmns:p="…"` declares `p`, so that only the misspelling is reported. */
function declareMisspelled(scanner: Scanner, builder: Builder, attribute: AttributeNode): void {
  if (attribute.valueStart >= 0)
    builder.declare(scanner.names.prefix(attribute.local), textOfValue(scanner, attribute));
}

function textOfValue(scanner: Scanner, { valueStart, valueEnd }: AttributeNode): string {
  return valueStart < 0 ? "" : scanner.names.namespace(decodeValue(scanner.text, valueStart, valueEnd));
}

/** `xmlns:="…"` (while the author types) or `xmlns::p="…"` declares the next undeclared prefix. */
function takeUnnamed(scanner: Scanner, prefix: Prefix): boolean {
  const namespace = scanner.unnamedNamespace;
  if (namespace === undefined || prefix.undeclared !== undefined) return false;
  scanner.unnamedNamespace = undefined;
  prefix.namespace = namespace;
  return true;
}

function undeclared(scanner: Scanner, prefix: Prefix, start: number): void {
  if (takeUnnamed(scanner, prefix)) return;
  const end = start + prefix.text.length;
  if (prefix.undeclared === undefined) {
    prefix.undeclared = scanner.report("prefix-undeclared", start, end, [prefix.text]);
  } else if (prefix.undeclared.related.length < OTHER_USES) {
    prefix.undeclared.related = [...prefix.undeclared.related, { start, end }];
  } else scanner.isResumable = false;
}

function declare(scanner: Scanner, builder: Builder, attribute: AttributeNode, prefix: Prefix): void {
  attribute.namespace = XMLNS_NAMESPACE;
  const namespace = declaredNamespace(scanner, attribute, prefix);
  if (mayDeclare(scanner, attribute, prefix, namespace)) builder.declare(prefix, namespace);
}

function declaredNamespace(scanner: Scanner, attribute: AttributeNode, { namespace }: Prefix): string {
  const { valueStart, valueEnd } = attribute;
  if (valueStart < 0) return "";
  // Repeated declarations share one string object.
  const same = namespace !== undefined && namespace.length === valueEnd - valueStart;
  return same && scanner.has(namespace, valueStart) ? namespace : textOfValue(scanner, attribute);
}

/** Checks a declaration by section 3, "Reserved Prefixes and Namespace Names", and section 2.2 (prefixes need a namespace). */
function mayDeclare(scanner: Scanner, attribute: AttributeNode, prefix: Prefix, namespace: string): boolean {
  const { valueStart, valueEnd } = attribute;
  if (valueStart < 0) return true;
  if (prefix === scanner.names.xmlns) {
    scanner.report("prefix-xmlns-declared", attribute.nameEnd - prefix.text.length, attribute.nameEnd);
    return false;
  }
  if (prefix.text === "xml") {
    if (namespace === XML_NAMESPACE) return false;
    scanner.report("prefix-xml-rebound", valueStart, valueEnd, [prefix.text]);
    return false;
  }
  const owner = namespace === XML_NAMESPACE ? "xml" : namespace === XMLNS_NAMESPACE ? "xmlns" : "";
  if (owner !== "") scanner.report("namespace-reserved", valueStart, valueEnd, [prefix.text, owner]);
  else if (namespace === "" && prefix.text !== "") {
    scanner.report("prefix-undeclaring", valueStart - 1, attribute.end, [prefix.text]);
  }
  return true;
}

function resolveAttributes(scanner: Scanner, attributes: readonly AttributeNode[], prefixed: number): void {
  for (const attribute of attributes) {
    const { declares, prefix, broken } = attribute.nameRecord;
    if (declares !== undefined || prefix.text === "" || broken) continue;
    if (prefix.namespace === undefined) undeclared(scanner, prefix, attribute.nameStart);
    attribute.namespace = prefix.namespace;
  }
  if (prefixed > 1) reportDuplicates(scanner, attributes);
}

/** Reports attributes with the same expanded name (section 6.3). Attributes with the same typed name are already reported. */
function reportDuplicates(scanner: Scanner, attributes: readonly AttributeNode[]): void {
  const seen = new Map<string, Map<string, AttributeNode>>();
  for (const attribute of attributes) {
    const { namespace, local } = attribute;
    if (attribute.prefix === "" || namespace === undefined) continue;
    const locals = seen.get(namespace) ?? new Map<string, AttributeNode>();
    seen.set(namespace, locals);
    const first = locals.get(local);
    if (first === undefined) locals.set(local, attribute);
    else if (first.nameRecord !== attribute.nameRecord) duplicate(scanner, first, attribute);
  }
}

function duplicate(scanner: Scanner, first: AttributeNode, second: AttributeNode): void {
  const args = [second.name, first.name, second.namespace ?? ""];
  const related = { start: first.nameStart, end: first.nameEnd };
  scanner.report("attribute-duplicate-expanded", second.nameStart, second.nameEnd, args, [related]);
}
