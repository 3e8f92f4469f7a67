import * as l10n from "@vscode/l10n";
import { escapeXml } from "../text/escapes.ts";
import { mapSlots, type SlottedText } from "../text/slots.ts";
import type { Span } from "../text/span.ts";
import { outsideDefault } from "../variables/markup.ts";
import type { Markup } from "../variables/value.ts";
import { codePointName } from "../xml/characters.ts";
import { parseXml } from "../xml/parser.ts";
import { elementAt, namespaceOf, nodeAt } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

export interface RefusedValue extends Span {
  readonly name: string;
  /** The characters that aren't allowed there, or a sentence if `place` is `markup`. */
  readonly why: string;
  /** `target`: the request line. `head`: the header section of the request or a part. `section`: CDATA or a comment. */
  readonly place: "target" | "head" | "section" | "xml" | "markup";
}

type Inserted = SlottedText | Pick<RefusedValue, "why" | "place">;

export function insertIntoHead(value: SlottedText): Inserted {
  const why = lineBreakIn(value.text);
  return why === undefined ? value : { why, place: "head" };
}

/** The name of the first CR, LF or NUL. A line break would begin another header line; NUL would hide the rest. */
export function lineBreakIn(value: string): string | undefined {
  const lineBreak = /[\r\n\0]/.exec(value)?.[0];
  return lineBreak === undefined ? undefined : lineBreak === "\r" ? "CR" : lineBreak === "\n" ? "LF" : "NUL";
}

/** The name of the first blank or control character in a value. A blank would end the target of a request line. */
export function breakInTarget(value: string): string | undefined {
  const character = /[\0-\x20\x7f]/.exec(value)?.[0];
  if (character === undefined) return undefined;
  return lineBreakIn(character) ?? codePointName(character.charCodeAt(0));
}

/** The value as it is inserted at an offset of a body: escaped in text and attribute values, unchanged in CDATA and comments. */
export function insertIntoBody(xml: XmlDocument | undefined, at: number, value: SlottedText): Inserted {
  if (!xml) return value;
  const forbidden = notInXml.exec(value.text)?.[0].codePointAt(0);
  if (forbidden !== undefined) return { why: codePointName(forbidden), place: "xml" };
  const kind = nodeAt(xml, at)?.kind;
  const end = kind === "cdata" ? "]]>" : kind === "comment" ? "--" : undefined;
  if (end !== undefined) return value.text.includes(end) ? { why: end, place: "section" } : value;
  const written = kind === "element" ? "attribute" : "text";
  return mapSlots(value, (part) => escapeXml(part, written === "attribute" ? inAttribute : inContent), written);
}

export function insertMarkup(
  xml: XmlDocument | undefined,
  at: number,
  { text }: SlottedText,
  markup: Markup,
): Inserted {
  const element = xml && contentAt(xml, at);
  if (!element) return misplacedMarkup();
  if (markup === "typed" || namespaceOf(xml, element, "") === "") return { text };
  return { text: outsideDefault(text, parseXml(text)) };
}

export function contentAt(xml: XmlDocument, at: number): XmlElement | undefined {
  return nodeAt(xml, at)?.kind === "text" ? elementAt(xml, at) : undefined;
}

export function misplacedMarkup(): Pick<RefusedValue, "why" | "place"> {
  return { why: l10n.t("Markup can only be inserted between tags."), place: "markup" };
}

/** Characters that XML doesn't allow, even as character references (XML 1.0 section 2.2). */
const notInXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const inContent = /[&<>\r]/g;
/** Characters to escape in attribute values. A parser would normalize line breaks (XML 1.0 section 3.3.3). */
const inAttribute = /[&<>"'\t\r\n]/g;
