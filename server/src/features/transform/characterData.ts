import * as l10n from "@vscode/l10n";
import type { Message } from "../../message.ts";
import { replace } from "../../rules/edits.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Span } from "../../text/span.ts";
import { attributeAt, elementAt, nodeAt } from "../../xml/query.ts";
import { decodeText } from "../../xml/references.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";
import { inDocument, selectedContent, type Transform, type TransformContext } from "./transform.ts";

const open = "<![CDATA[";
const close = "]]>";

/**
 * Characters that mean markup, written as text: as references or in a CDATA section (XML 1.0 sections 2.4 and 2.7), and
 * the one changed into the other. Selected markup becomes text as it is typed; text keeps what it means.
 */
export function changeCharacterData(context: TransformContext): Transform[] {
  const { message, selection } = context;
  const { xml, text } = message;
  if (!xml || selection.start < xml.start || selection.end > xml.end) return [];
  const isCursor = selection.start === selection.end;
  const after = nodeAt(xml, selection.start);
  const before = isCursor ? nodeAt(xml, selection.start - 1) : undefined;
  const node = [after, before].find((one) => one?.kind === "cdata") ?? after;
  if (node?.kind === "cdata" && selection.end <= node.end) return fromCData(context, node);
  if (isCursor) return node?.kind === "text" ? ofText(context, xml, node) : [];
  const value = attributeValueAround(xml, selection);
  if (value) {
    const escaped = escapeBare(text.slice(selection.start, selection.end));
    return offered(context, l10n.t("Escape the selection"), selection, escaped, selection);
  }
  const content = selectedContent(xml, selection);
  if (!content?.parent || content.nodes.length === 0 || isOfSoap(content.parent, message)) return [];
  return content.nodes.every(({ kind }) => kind === "text")
    ? ofText(context, xml, selection)
    : ofMarkup(context, text.slice(selection.start, selection.end));
}

/** A selection in text, or the text that the cursor is in. */
function ofText(context: TransformContext, xml: XmlDocument, at: Span): Transform[] {
  const { message, selection } = context;
  const isSelected = selection.start < selection.end;
  const typed = message.slice(at);
  const parent = elementAt(xml, at.start);
  if (!parent || isOfSoap(parent, message) || typed.trim() === "") return [];
  const section = inCData(decodeText(message.text, at.start, at.end));
  const wraps = isSelected || /[&<]/.test(typed);
  return [
    ...offered(context, l10n.t("Escape the selection"), at, escapeBare(typed), isSelected ? selection : undefined),
    ...(wraps ? offered(context, l10n.t("Wrap in a CDATA section"), at, section, isSelected ? at : undefined) : []),
  ];
}

/** Envelope, Header and Body hold elements only. Those of a Fault that hold text have nothing to escape. */
function isOfSoap({ namespace }: XmlElement, { envelope }: Message): boolean {
  return envelope !== undefined && namespace === envelope.namespace;
}

function ofMarkup(context: TransformContext, typed: string): Transform[] {
  const { selection } = context;
  return [
    ...offered(context, l10n.t("Escape the selection"), selection, escapeAll(typed), selection),
    ...offered(context, l10n.t("Wrap in a CDATA section"), selection, inCData(typed), selection),
  ];
}

function fromCData(context: TransformContext, node: XmlNode): Transform[] {
  const typed = context.message.slice(node);
  if (!typed.endsWith(close)) return [];
  const content = typed.slice(open.length, -close.length);
  return offered(context, l10n.t("Convert the CDATA section to escaped text"), node, escapeAll(content), {
    start: node.start,
    end: node.start + open.length,
  });
}

function offered(
  { message, section }: TransformContext,
  title: string,
  at: Span,
  after: string,
  unasked: Span | undefined,
) {
  const transform: Transform = {
    title,
    kind: "rewrite",
    at: unasked,
    edits: () => inDocument(section, completeFix(message, { edits: [replace(at, after)] })),
  };
  return message.slice(at) === after ? [] : [transform];
}

/** A section can't hold its own end: it ends between the brackets, and another one begins. */
function inCData(text: string): string {
  return open + text.replaceAll(close, `]]${close}${open}>`) + close;
}

function escapeAll(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** What begins a reference stays one. */
function escapeBare(text: string): string {
  return text
    .replace(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)/g, "&amp;")
    .replace(/</g, "&lt;")
    .replaceAll(close, "]]&gt;");
}

function attributeValueAround(xml: XmlDocument, { start, end }: Span): Span | undefined {
  const element = elementAt(xml, start);
  const attribute = element && start < element.startTagEnd ? attributeAt(element, start) : undefined;
  if (!attribute || start < attribute.valueStart || end > attribute.valueEnd) return undefined;
  return { start: attribute.valueStart, end: attribute.valueEnd };
}
