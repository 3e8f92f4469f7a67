import type { Span } from "./text/span.ts";
import { codePointName } from "./xml/characters.ts";
import { nodeAt } from "./xml/query.ts";
import type { XmlDocument } from "./xml/tree.ts";

/** A variable reference that isn't replaced, because its value would change the structure of the text around it. */
export interface RefusedValue extends Span {
  readonly name: string;
  /** The characters that aren't allowed there. */
  readonly why: string;
  /** `head`: of the request or of a part. `section`: CDATA or a comment. */
  readonly place: "head" | "section" | "xml";
}

type Inserted = { readonly text: string } | Pick<RefusedValue, "why" | "place">;

export function insertIntoHead(value: string): Inserted {
  const why = lineBreakIn(value);
  return why === undefined ? { text: value } : { why, place: "head" };
}

/** The name of the first CR, LF or NUL in a value: a line break would begin another header line, NUL would hide the rest of one. */
export function lineBreakIn(value: string): string | undefined {
  const found = /[\r\n\0]/.exec(value)?.[0];
  return found === undefined ? undefined : found === "\r" ? "CR" : found === "\n" ? "LF" : "NUL";
}

/** The value as it is inserted at an offset of a body: escaped in text and attribute values, raw in CDATA and comments. */
export function insertIntoBody(xml: XmlDocument | undefined, at: number, value: string): Inserted {
  if (!xml) return { text: value };
  const forbidden = notInXml.exec(value)?.[0].codePointAt(0);
  if (forbidden !== undefined) return { why: codePointName(forbidden), place: "xml" };
  const kind = nodeAt(xml, at)?.kind;
  const end = kind === "cdata" ? "]]>" : kind === "comment" ? "--" : undefined;
  if (end === undefined) return { text: escapeXml(value, kind === "element") };
  return value.includes(end) ? { why: end, place: "section" } : { text: value };
}

/** XML 1.0 section 2.2 forbids them even as character references. */
const notInXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** In attribute values also quotes, and line breaks, which a parser would normalize (XML 1.0 section 3.3.3). */
function escapeXml(value: string, inAttribute: boolean): string {
  return value.replace(inAttribute ? /[&<>"'\t\r\n]/g : /[&<>\r]/g, (character) => {
    return escapes[character] ?? `&#${character.charCodeAt(0)};`;
  });
}
