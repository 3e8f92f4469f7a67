import type { TextEdit } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import { isBlank } from "./characters.ts";
import { attributeValue, elements, textOfAttribute } from "./query.ts";
import type { XmlDocument, XmlElement, XmlMarkup } from "./tree.ts";

interface FormatOptions {
  /** Indentation of one level, such as two spaces. */
  readonly indent: string;
  readonly lineBreak: string;
  /** Indentation of the root, in levels. Default 0. */
  readonly depth?: number;
  /** Whether the end of the document is missing, so that unclosed elements aren't errors. Default `false`. */
  readonly cut?: boolean;
}

/**
 * The edits that put each node on its own line, in order. Empty if the document isn't well-formed. They change
 * whitespace in elements without text, and at the top level. They don't change elements with `xml:space="preserve"`
 * (XML 1.0 section 2.10), signed elements (XML Signature section 4.4.3), and parents of `xop:Include` (XOP section
 * 3.2).
 */
export function formatXml(document: XmlDocument, options: FormatOptions): readonly TextEdit[] {
  if (!isFormattable(document, options.cut)) return [];
  const edits = lineEdits(document, options);
  // Without indentation, which in deeply nested elements could make the text too long.
  return edits ?? lineEdits(document, { ...options, indent: "" }) ?? [];
}

/** The edits that remove the whitespace that `formatXml` would change. */
export function minifyXml(document: XmlDocument): readonly TextEdit[] {
  if (!isFormattable(document)) return [];
  const edits: TextEdit[] = [];
  for (const { start, end } of gaps(document)) if (start < end) edits.push({ start, end, newText: "" });
  return edits;
}

/** `undefined` if the formatted text would be too long. */
function lineEdits(document: XmlDocument, { indent, lineBreak, depth = 0 }: FormatOptions): TextEdit[] | undefined {
  const { text } = document;
  const edits: TextEdit[] = [];
  const indents: string[] = [];
  let room = indent === "" ? Number.POSITIVE_INFINITY : (document.end - document.start) * 4 + 0x10000;
  for (const gap of gaps(document)) {
    const levels = gap.depth + depth;
    room -= lineBreak.length + indent.length * levels;
    if (room < 0) return undefined;
    if (gap.trailing && keepsLine(text, gap)) continue;
    indents[levels] ??= indent.repeat(levels);
    const newText = `${lineBreak}${indents[levels]}`;
    if (gap.end - gap.start !== newText.length || !text.startsWith(newText, gap.start))
      edits.push({ start: gap.start, end: gap.end, newText });
  }
  return edits;
}

/** Whether a node is a comment on the same line as the previous node. It stays there. */
function keepsLine(text: string, { start, end }: Span): boolean {
  return start < end && !/[\r\n]/.test(text.slice(start, end));
}

/** The whitespace between two nodes; may be empty. */
interface Gap extends Span {
  readonly depth: number;
  readonly trailing: boolean;
}

interface Level {
  readonly nodes: readonly XmlMarkup[];
  readonly depth: number;
  /** The element around the gap; `undefined` at the top level. */
  readonly element: XmlElement | undefined;
  index: number;
  /** End of the previous node; -1 if there is no gap after it. */
  end: number;
}

/** All gaps in order. Not recursive, because elements may be nested deeply. */
function* gaps(document: XmlDocument): Generator<Gap, void, void> {
  const kept = keptElements(document);
  const { text } = document;
  const levels: Level[] = [{ nodes: document.children, depth: 0, element: undefined, index: 0, end: -1 }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const node = level.nodes[level.index++];
    if (node === undefined) {
      levels.pop();
      const endTag = level.element?.endTag;
      if (endTag) yield { start: level.end, end: endTag.start, depth: level.depth - 1, trailing: false };
    } else if (node.kind !== "text") {
      if (level.end >= 0) {
        yield { start: level.end, end: node.start, depth: level.depth, trailing: node.kind === "comment" };
      }
      level.end = node.end;
      if (node.kind === "element" && !kept.has(node) && holdsElementsOnly(text, node)) {
        const { markup, startTagEnd } = node;
        levels.push({ nodes: markup, depth: level.depth + 1, element: node, index: 0, end: startTagEnd });
      }
    }
  }
}

function holdsElementsOnly(text: string, { startTagEnd, contentEnd, markup }: XmlElement): boolean {
  let elements = 0;
  let end = startTagEnd;
  for (const node of markup) {
    if (node.kind === "cdata" || !isBlank(text, end, node.start)) return false;
    if (node.kind === "element") {
      if (node.local === "Include" && node.namespace === xopNamespace) return false;
      elements++;
    }
    end = node.end;
  }
  return elements > 0 && isBlank(text, end, contentEnd);
}

const xopNamespace = "http://www.w3.org/2004/08/xop/include";
const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";

function keptElements(document: XmlDocument): ReadonlySet<XmlElement> {
  const kept = new Set<XmlElement>();
  const { text, root } = document;
  const mayBeSigned = contains(document, signatureNamespace);
  if (!root || (!mayBeSigned && !contains(document, "xml:space"))) return kept;
  const signed = mayBeSigned ? signedIds(document) : new Set<string>();
  if (signed.has("")) kept.add(root);
  for (const element of elements(document)) {
    const isKept = element.attributes.some((attribute) => {
      if (attribute.name === "xml:space") return attributeValue(document, attribute) === "preserve";
      if (signed.size === 0 || attribute.valueStart < 0 || !/id$/i.test(attribute.local)) return false;
      return signed.has(text.slice(attribute.valueStart, attribute.valueEnd));
    });
    if (isKept || isSignature(element, "SignedInfo")) kept.add(element);
  }
  return kept;
}

/** The Ids in References of signatures; "" for the whole document. */
function signedIds(document: XmlDocument): Set<string> {
  const ids = new Set<string>();
  for (const element of elements(document)) {
    if (!isSignature(element, "Reference")) continue;
    // Only the application knows what a Reference without URI refers to.
    const uri = textOfAttribute(document, element, "URI");
    const pointer = /^#xpointer\((?:\/|id\((?:"(.*)"|'(.*)')\))\)$/.exec(uri);
    if (pointer) ids.add(pointer[1] ?? pointer[2] ?? "");
    else if (uri === "" || uri.startsWith("#")) ids.add(uri.slice(1));
  }
  return ids;
}

function isSignature({ local, namespace }: XmlElement, expected: string): boolean {
  return local === expected && namespace === signatureNamespace;
}

function contains({ text, start, end }: XmlDocument, word: string): boolean {
  const at = text.indexOf(word, start);
  return at >= 0 && at < end;
}

/** Whether the document is well-formed by XML 1.0, so that its tree is certain. */
export function isFormattable({ root, problems, problemsLeftOut }: XmlDocument, cut = false): boolean {
  if (root === undefined || problemsLeftOut > 0) return false;
  return problems.every(({ reason }) => namespaceReasons.has(reason) || (cut && reason === "end-tag-missing"));
}

/** Problems that violate only Namespaces in XML. */
const namespaceReasons: ReadonlySet<string> = new Set([
  "attribute-duplicate-expanded",
  "name-colon",
  "prefix-undeclared",
  "prefix-xml-rebound",
  "prefix-xmlns-declared",
  "namespace-reserved",
  "prefix-xmlns-used",
  "prefix-undeclaring",
]);
