import * as l10n from "@vscode/l10n";
import { headerFact, statusClass, statusFact } from "../../http/facts.ts";
import { parameter } from "../../http/mediaType.ts";
import type { ResponseField } from "../../response/parse.ts";
import type { ReceivedMessage } from "../../response/received.ts";
import { type Charset, findCharset } from "../../text/charset.ts";
import { shift } from "../../text/span.ts";
import { paragraphs, prose, strong } from "../support/markdown.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import { hoverCharacter } from "./character.ts";
import { hoverValue } from "./header.ts";
import type { Hover } from "./hover.ts";
import { hoverXml } from "./xml.ts";

/** What there is to say about the character at an offset of a response. */
export function hoverResponse(received: ReceivedMessage, offset: number): Hover | undefined {
  const { text, anyXml: xml, response } = received;
  const { statusLine, fields, body } = response;
  if (statusLine && statusLine.start <= offset && offset <= statusLine.end) {
    const { status, end, code } = statusLine;
    if (offset < status.start || offset >= end) return undefined;
    return { start: status.start, end, markdown: statusMarkdown(code) };
  }
  const field = fields.find(({ start, end }) => start <= offset && offset <= end);
  if (field) return hoverField(text, field, offset);
  if (offset < body.start) return undefined;
  const about = xml && hoverXml(xml, offset);
  const character = hoverCharacter(text, offset, charsetOf(received) ?? "unknown");
  if (!about || !character) return about ?? character;
  return { ...character, markdown: paragraphs(character.markdown, "---", about.markdown) };
}

/** The charset that the body was decoded with, as far as the text says. */
function charsetOf({ text, contentType, anyXml }: ReceivedMessage): Charset | undefined {
  const declared = anyXml?.declaration?.encoding;
  const name =
    parameter(contentType?.mediaType, "charset")?.value ?? (declared && text.slice(declared.start, declared.end));
  return findCharset(name ?? "utf-8")?.charset;
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

function hoverField(text: string, field: ResponseField, offset: number): Hover | undefined {
  const { nameSpan, name, value } = field;
  if (nameSpan.start <= offset && offset < nameSpan.end) {
    const fact = headerFact(name);
    return fact && { start: nameSpan.start, end: nameSpan.end, markdown: factMarkdown(fact, fact.name) };
  }
  if (offset < value.start || offset >= value.end) return undefined;
  const line = text.slice(value.start, value.end).replace(/[\r\n]/g, " ");
  return hoverValue(name, line, (span) => shift(span, value.start), offset);
}
