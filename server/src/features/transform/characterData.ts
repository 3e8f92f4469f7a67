import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { replace } from "../../rules/edits.ts";
import { escapeXml } from "../../text/escapes.ts";
import { contains, type Span } from "../../text/span.ts";
import { elementAt, nodeAt, valueSpan } from "../../xml/query.ts";
import { resolveReferences } from "../../xml/references.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";
import { attributeNear } from "../support/xmlNames.ts";
import { rewrite, selectedContent, type Transform, type TransformContext } from "./transform.ts";

const open = "<![CDATA[";
const close = "]]>";

/** Writes markup as references or in a CDATA section (XML 1.0 sections 2.4 and 2.7). Text keeps its meaning. */
export function changeCharacterData(context: TransformContext): Transform[] {
  const { message, selection } = context;
  const { xml } = message;
  if (!xml || !contains(xml, selection)) return [];
  const isCursor = selection.start === selection.end;
  const after = nodeAt(xml, selection.start);
  const before = isCursor ? nodeAt(xml, selection.start - 1) : undefined;
  const node = [after, before].find((one) => one?.kind === "cdata") ?? after;
  if (node?.kind === "cdata" && selection.end <= node.end) return escapeCData(context, node);
  if (isCursor) return node?.kind === "text" ? changeText(context, xml, node) : [];
  const typed = message.slice(selection);
  if (isInAttributeValue(xml, selection)) return escapeOrWrap(context, selection, escapeBare(typed));
  const content = selectedContent(xml, selection);
  if (!content?.parent || content.nodes.length === 0 || isOfSoap(content.parent, message)) return [];
  return content.nodes.every(({ kind }) => kind === "text")
    ? changeText(context, xml, selection)
    : escapeOrWrap(context, selection, escapeXml(typed, /[&<>]/g), inCData(typed));
}

/** @param at a selection in text, or the whole text at the cursor */
function changeText(context: TransformContext, xml: XmlDocument, at: Span): Transform[] {
  const { message, selection } = context;
  const typed = message.slice(at);
  const parent = elementAt(xml, at.start);
  if (!parent || isOfSoap(parent, message) || typed.trim() === "") return [];
  const wraps = selection.start < selection.end || /[&<]/.test(typed);
  const section = wraps ? inCData(resolveReferences(message.text, at.start, at.end)) : undefined;
  return escapeOrWrap(context, at, escapeBare(typed), section);
}

function escapeOrWrap(context: TransformContext, at: Span, escaped: string, section?: string): Transform[] {
  const { selection } = context;
  const shownAt = selection.start < selection.end ? selection : undefined;
  return [
    ...changed(context, l10n.t("Escape the selection"), at, escaped, shownAt),
    ...(section === undefined ? [] : changed(context, l10n.t("Wrap in a CDATA section"), at, section, shownAt)),
  ];
}

/** Envelope, Header and Body contain only elements, and texts of a Fault have nothing to escape. */
function isOfSoap({ namespace }: XmlElement, { envelope }: Message): boolean {
  return envelope !== undefined && namespace === envelope.namespace;
}

function escapeCData(context: TransformContext, node: XmlNode): Transform[] {
  const typed = context.message.slice(node);
  if (!typed.endsWith(close)) return [];
  const escaped = escapeXml(typed.slice(open.length, -close.length), /[&<>]/g);
  const shownAt = { start: node.start, end: node.start + open.length };
  return changed(context, l10n.t("Convert the CDATA section to escaped text"), node, escaped, shownAt);
}

/** A replacement of `at`, which an editor suggests automatically for `shownAt`. */
function changed(context: TransformContext, title: string, at: Span, after: string, shownAt: Span | undefined) {
  if (context.message.slice(at) === after) return [];
  return [rewrite(context, title, shownAt, () => [replace(at, after)])];
}

/** A text as CDATA. If it contains `]]>`, it is split into two sections. */
function inCData(text: string): string {
  return open + text.replaceAll(close, `]]${close}${open}>`) + close;
}

/** Escapes markup characters, except in references. */
function escapeBare(text: string): string {
  return escapeXml(text, /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\dA-Fa-f]+);)|<|(?<=\]\])>/g);
}

function isInAttributeValue(xml: XmlDocument, selection: Span): boolean {
  const element = elementAt(xml, selection.start);
  const value = element && valueSpan(attributeNear(element, selection.start));
  return value !== undefined && contains(value, selection);
}
