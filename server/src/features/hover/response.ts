import * as l10n from "@vscode/l10n";
import { headerFact, statusClass, statusFact } from "../../http/facts.ts";
import type { Charset } from "../../text/charset.ts";
import { type Span, shift } from "../../text/span.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { paragraphs, prose, strong } from "../support/markdown.ts";
import { hoverCharacter } from "./character.ts";
import { factMarkdown, sourceMarkdown } from "./fact.ts";
import { hoverValue } from "./header.ts";
import type { Hover } from "./hover.ts";
import { hoverXml } from "./xml.ts";

/** A response as it is shown. Spans: UTF-16 offsets in `text`. */
export interface ShownResponse {
  readonly text: string;
  readonly statusLine: (Span & { readonly status: Span; readonly code: number }) | undefined;
  readonly fields: readonly (Span & { readonly name: string; readonly nameSpan: Span; readonly value: Span })[];
  readonly body: Span;
  readonly xml: XmlDocument | undefined;
  /** That the body was decoded with, as far as the text tells. */
  readonly charset: Charset | undefined;
}

/** What there is to say about the character at an offset of a response. */
export function hoverResponse(response: ShownResponse, offset: number): Hover | undefined {
  const { statusLine, fields, body, text, xml, charset } = response;
  if (statusLine && statusLine.start <= offset && offset <= statusLine.end) {
    const { status, end, code } = statusLine;
    if (offset < status.start || offset >= end) return undefined;
    return { start: status.start, end, markdown: statusMarkdown(code) };
  }
  const field = fields.find(({ start, end }) => start <= offset && offset <= end);
  if (field) return hoverField(text, field, offset);
  if (offset < body.start) return undefined;
  const about = xml && hoverXml(xml, offset);
  const character = hoverCharacter(text, offset, charset ?? "unknown");
  if (!about || !character) return about ?? character;
  return { ...character, markdown: paragraphs(character.markdown, "---", about.markdown) };
}

function statusMarkdown(code: number): string {
  const known = statusFact(code);
  if (known) {
    return paragraphs(`${strong(`${code} ${known.phrase}`)} — ${prose(known.meaning())}`, sourceMarkdown(known.source));
  }
  return paragraphs(
    strong(String(code)),
    prose(l10n.t("Not a standard status code.")),
    prose(statusClass(code) ?? ""),
    sourceMarkdown("RFC 9110 section 15"),
  );
}

function hoverField(text: string, field: ShownResponse["fields"][number], offset: number): Hover | undefined {
  const { nameSpan, name, value } = field;
  if (nameSpan.start <= offset && offset < nameSpan.end) {
    const fact = headerFact(name);
    return fact && { start: nameSpan.start, end: nameSpan.end, markdown: factMarkdown(fact, fact.name) };
  }
  if (offset < value.start || offset >= value.end) return undefined;
  const line = text.slice(value.start, value.end).replace(/[\r\n]/g, " ");
  return hoverValue(name, line, (span) => shift(span, value.start), offset);
}
