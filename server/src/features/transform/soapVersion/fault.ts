import { insert, replace } from "../../../rules/edits.ts";
import type { Edit } from "../../../rules/rule.ts";
import { qualified, removeAttribute } from "../../../rules/soap/xmlMessage.ts";
import { childElements, type Envelope } from "../../../soap/envelope.ts";
import { envelopeNamespaces, faultCodes, faultParts11, faultParts12, type SoapVersion } from "../../../soap/facts.ts";
import { decodeFault, type Fault } from "../../../soap/fault.ts";
import { applyEdits } from "../../../text/edits.ts";
import { escapeXml } from "../../../text/escapes.ts";
import { slice } from "../../../text/span.ts";
import { namespaceOf } from "../../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../../xml/tree.ts";

/**
 * The edits of a Fault whose envelope already has the namespace of the new version: its parts, their order and its codes.
 * Information that the new version has no part for becomes a comment. A Fault with the parts of both versions, or of none, isn't
 * changed.
 */
export function faultEdits(envelope: Envelope, to: SoapVersion): Edit[] {
  const fault = decodeFault(envelope);
  const own = envelope.fault;
  if (!fault || !own?.endTag || own.namespace !== envelopeNamespaces[to]) return [];
  const locals = childElements(own).map(({ local }) => local);
  const has12 = locals.some((local) => faultParts12.some((part) => part === local));
  const has11 = locals.some((local) => faultParts11.some((part) => part === local));
  if (has12 === has11 || fault.version === to) return [];
  const pieces = to === "1.2" ? parts12(envelope.document, fault) : parts11(envelope.document, fault);
  const content = { start: own.startTagEnd, end: own.endTag.start };
  return [replace(content, markup(pieces, layoutOf(envelope.document.text, own)))];
}

/** The parts of a SOAP 1.2 Fault (part 1 section 5.4): Code, Reason, Node, Detail. */
function parts12(document: XmlDocument, fault: Fault): Piece[] {
  const { text } = document;
  const { element: own } = fault;
  const name = (local: string) => qualified(own.prefix, local);
  const detail = childElements(own).find(({ local }) => local === "detail");
  const others = childElements(own).filter(({ local }) => !faultParts11.some((part) => part === local));
  const inside = others.map((other) => text.slice(other.start, other.end));
  return [
    ...comments(text, own),
    code12(fault, name),
    element(
      name("Reason"),
      fault.reasons.map(({ language, text: reason }) =>
        element(`${name("Text")} xml:lang="${escaped(language || "en")}"`, escaped(reason)),
      ),
    ),
    ...(fault.node === undefined ? [] : [element(name("Node"), escaped(fault.node))]),
    ...detail12(document, own, detail, inside),
  ];
}

/** The Code of SOAP 1.2. `Client.Authentication` becomes a subcode; a code of the service becomes a subcode of Receiver. */
function code12({ code, subcodes, element: own }: Fault, name: (local: string) => string): Piece {
  const [main = ""] = code?.local.split(".") ?? [];
  // Many services send fault codes without a prefix.
  const standardCode =
    code && (code.namespace === own.namespace || (code.namespace === "" && faultCodes["1.1"].includes(main)));
  const value = standardCode ? (codesTo12.get(main) ?? main) : "Receiver";
  const inner = standardCode ? subcodes.map((one) => one.text) : code ? [code.text] : [];
  let subcode: readonly Piece[] = [];
  for (const text of inner.toReversed()) {
    subcode = [element(name("Subcode"), [element(name("Value"), escaped(text)), ...subcode])];
  }
  return element(name("Code"), [element(name("Value"), qualified(own.prefix, value)), ...subcode]);
}

const codesTo12 = new Map(Object.entries({ Client: "Sender", Server: "Receiver" }));
const codesTo11 = new Map(Object.entries({ Sender: "Client", Receiver: "Server" }));

function detail12(
  document: XmlDocument,
  fault: XmlElement,
  detail: XmlElement | undefined,
  others: readonly string[],
): Piece[] {
  const name = qualified(fault.prefix, "Detail");
  if (!detail) return others.length === 0 ? [] : [element(name, others)];
  const { text } = document;
  const attributes = text.slice(detail.nameEnd, attributesEnd(text, detail));
  // A default namespace that is declared at the detail would apply to its new name.
  const isOther = fault.prefix === "" && namespaceOf(document, detail, "") !== fault.namespace;
  const tag = isOther ? `soap:Detail xmlns:soap="${fault.namespace}"${attributes}` : `${name}${attributes}`;
  const content = text.slice(detail.startTagEnd, detail.endTag?.start ?? detail.startTagEnd);
  return [element(tag, others.length === 0 ? content : [content.trim(), ...others])];
}

/** The parts of a SOAP 1.1 Fault (section 4.4): faultcode, faultstring, faultactor, detail, all in no namespace. */
function parts11(document: XmlDocument, fault: Fault): Piece[] {
  const { text } = document;
  const { element: own } = fault;
  const detail = childElements(own).find(({ local }) => local === "Detail");
  // A default namespace would apply to these parts, so it is removed.
  const none = (namespaceOf(document, own, "") ?? "") === "" ? "" : ' xmlns=""';
  const [reason, ...others] = fault.reasons;
  const lost = [
    ...others.map((one) => `${one.language}: ${one.text}`),
    ...(fault.role === undefined ? [] : [`Role: ${fault.role}`]),
  ];
  const language = reason && reason.language !== "" ? ` xml:lang="${escaped(reason.language)}"` : "";
  return [
    ...comments(text, own),
    element(`faultcode${none}`, code11(fault)),
    element(`faultstring${none}${language}`, escaped(reason?.text ?? "")),
    ...(fault.node === undefined ? [] : [element(`faultactor${none}`, escaped(fault.node))]),
    ...(detail ? [detail11(document, detail, none)] : []),
    ...lost.map((one) => `<!-- ${one.replace(/-(?=-|$)/g, "- ")} -->`),
  ];
}

/** The faultcode of SOAP 1.1. A subcode with a prefix becomes the code; other subcodes are appended with dots. */
function code11({ code, subcodes, element: own }: Fault): string {
  const inner = subcodes.findLast(({ text }) => text.includes(":"));
  if (inner) return escaped(inner.text);
  const main = codesTo11.get(code?.local ?? "") ?? code?.local ?? "Server";
  const [prefix = own.prefix] = code?.text.includes(":") ? code.text.split(":", 1) : [];
  return qualified(prefix, [main, ...subcodes.map(({ text }) => escaped(text))].join("."));
}

/** The detail of SOAP 1.1, which is in no namespace. Its content keeps its namespaces. */
function detail11(document: XmlDocument, detail: XmlElement, none: string): Piece {
  const { text } = document;
  const namespace = namespaceOf(document, detail, "") ?? "";
  const own = detail.attributes.find(({ name }) => name === "xmlns");
  const all = { start: detail.nameEnd, end: attributesEnd(text, detail) };
  const attributes = own
    ? text.slice(all.start, removeAttribute(text, own).start) + text.slice(own.end, all.end)
    : slice(text, all);
  const content = { start: detail.startTagEnd, end: detail.endTag?.start ?? detail.startTagEnd };
  const declarations = childElements(detail).flatMap(({ nameEnd, attributes: its }) =>
    namespace === "" || its.some(({ name }) => name === "xmlns")
      ? []
      : [insert(nameEnd - content.start, ` xmlns="${escaped(namespace)}"`)],
  );
  return element(`detail${none}${attributes}`, applyEdits(text.slice(content.start, content.end), declarations));
}

/** The end of the last attribute in a start tag, or else of the element's name. */
function attributesEnd(text: string, { nameEnd, startTagEnd, selfClosing }: XmlElement): number {
  const end = startTagEnd - (selfClosing ? 2 : 1);
  return nameEnd + text.slice(nameEnd, end).trimEnd().length;
}

function comments(text: string, { children }: XmlElement): string[] {
  return children.flatMap((child) => (child.kind === "comment" ? [text.slice(child.start, child.end)] : []));
}

function escaped(text: string): string {
  return escapeXml(text, /[&<>"]/g);
}

type Piece = string | ElementPiece;

interface ElementPiece {
  readonly tag: string;
  /** The content: a text, or pieces on separate lines. */
  readonly content: string | readonly Piece[];
}

/** The whitespace between elements: either none, or line breaks and indentation. */
interface Layout {
  /** Whitespace before a child. */
  readonly before: string;
  readonly unit: string;
  /** Whitespace before the end tag. */
  readonly after: string;
}

function element(tag: string, content: string | readonly Piece[]): ElementPiece {
  return { tag, content };
}

function layoutOf(text: string, { children, startTagEnd, endTag }: XmlElement): Layout {
  const [first] = children;
  const end = endTag?.start ?? startTagEnd;
  const before = first?.kind === "text" ? whiteSpace(text.slice(first.start, first.end)) : "";
  const last = children.at(-1);
  const after = last?.kind === "text" && last.end === end ? whiteSpace(text.slice(last.start, end)) : "";
  const isIndented = /[\r\n]/.test(before) && before.length > after.length && before.startsWith(after);
  return { before, after, unit: isIndented ? before.slice(after.length) : /[\r\n]/.test(before) ? "  " : "" };
}

function markup(pieces: readonly Piece[], { before, unit, after }: Layout): string {
  return `${pieces.map((piece) => before + written(piece, before, unit)).join("")}${after}`;
}

function written(piece: Piece, before: string, unit: string): string {
  if (typeof piece === "string") return piece;
  const { tag, content } = piece;
  const [name = ""] = tag.split(/\s/);
  if (typeof content === "string") return `<${tag}>${content}</${name}>`;
  return `<${tag}>${markup(content, { before: before + unit, unit, after: before })}</${name}>`;
}

function whiteSpace(text: string): string {
  return text.trim() === "" ? text : "";
}
