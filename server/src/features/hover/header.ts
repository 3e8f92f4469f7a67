import * as l10n from "@vscode/l10n";
import { headerFact, headerValueFact, mediaTypeParameterFact, partHeaderFact } from "../../http/facts.ts";
import { type MediaType, parseMediaType } from "../../http/mediaType.ts";
import type { Multipart } from "../../http/multipart.ts";
import type { Field, Message } from "../../message.ts";
import { findCharset } from "../../text/charset.ts";
import { type Span, shift } from "../../text/span.ts";
import { code, paragraphs, prose } from "../support/markdown.ts";
import { requestUrl, shownMessage } from "../support/shownValue.ts";
import { factMarkdown } from "../support/sources.ts";
import { contentLengthMarkdown } from "./contentLength.ts";
import type { Hover } from "./hover.ts";

/** The name or the value of a header field. */
export function hoverHeader(message: Message, offset: number): Hover | undefined {
  const field = message.fields.find(({ line }) => line.start <= offset && offset <= line.end);
  if (!field) return undefined;
  const { line, value } = field;
  if (field.name.toLowerCase() === "content-length") {
    const at = [line.name, line.value].find(({ start, end }) => start <= offset && offset < end);
    return at && { start: at.start, end: at.end, markdown: contentLengthMarkdown(message) };
  }
  if (line.name.start <= offset && offset < line.name.end) {
    const fact = headerFact(field.name);
    return (
      fact && {
        start: line.name.start,
        end: line.name.end,
        markdown: factMarkdown(fact, fact.name, here(message, field)),
      }
    );
  }
  if (offset < line.value.start || offset >= line.value.end) return undefined;
  const found = hoverValue(field.name, value.text, (span) => value.at(span), offset);
  if (found || field.name.toLowerCase() !== "host") return found;
  const url = requestUrl(shownMessage(message));
  return url === undefined ? undefined : { ...line.value, markdown: `→ ${code(url)}` };
}

/** What a word in a field's value means. `place` gives the place in the text of a span of the value. */
export function hoverValue(
  name: string,
  value: string,
  place: (span: Span) => Span,
  offset: number,
): Hover | undefined {
  const holds = ({ start, end }: Span) => start <= offset && offset < end;
  if (name.toLowerCase() === "content-type") {
    const mediaType = parseMediaType(value);
    for (const one of mediaType.parameters) {
      const at = place(one);
      if (holds(at)) return parameterHover(one.name, one.value, at);
    }
    return mediaTypeHover(mediaType, place(mediaType.essenceSpan), holds);
  }
  for (const match of value.matchAll(/[^\s,;=()"]+/g)) {
    const at = place({ start: match.index, end: match.index + match[0].length });
    if (!holds(at)) continue;
    const fact = headerValueFact(name, match[0]);
    return fact && { ...at, markdown: factMarkdown(fact, fact.name) };
  }
  return undefined;
}

function mediaTypeHover({ essence }: MediaType, at: Span, holds: (span: Span) => boolean): Hover | undefined {
  const fact = headerValueFact("content-type", essence);
  return fact && holds(at) ? { ...at, markdown: factMarkdown(fact, fact.name) } : undefined;
}

function parameterHover(name: string, value: string, { start, end }: Span): Hover | undefined {
  const fact = mediaTypeParameterFact(name);
  return fact && { start, end, markdown: factMarkdown(fact, fact.name, charsetInWords(name, value)) };
}

function charsetInWords(name: string, value: string): string | undefined {
  if (name !== "charset" || value === "") return undefined;
  const found = findCharset(value);
  if (!found) return prose(l10n.t("Charset {0} is unknown.", value));
  return found.preferred
    ? undefined
    : prose(l10n.t("{0} is an alias; the preferred name is {1}.", value, found.charset.name));
}

/** What the field says of this message. */
function here(message: Message, field: Field): string | undefined {
  switch (field.name.toLowerCase()) {
    case "host": {
      const url = requestUrl(shownMessage(message));
      return url === undefined ? undefined : `→ ${code(url)}`;
    }
    case "content-type":
      return governingCharset(message);
    default:
      return undefined;
  }
}

function governingCharset({ charset, isGet }: Message): string | undefined {
  if (isGet) return undefined;
  const name = charset.charset?.name ?? charset.name;
  switch (charset.source) {
    case "content-type":
      return paragraphs(prose(l10n.t("The body is sent in {0}, as specified by the charset parameter.", name)));
    case "xml-declaration":
      return paragraphs(prose(l10n.t("The body is sent in {0}, as specified by the XML declaration.", name)));
    case "default":
      return paragraphs(prose(l10n.t("No charset is specified, so the body is sent in {0}.", name)));
  }
}

/** A header of a part in a multipart body; `undefined` where the offset is in none. Spans: in `text`. */
export function hoverPart(text: string, multipart: Multipart, offset: number): Hover | undefined {
  const part = multipart.parts.find(({ start, end }) => start <= offset && offset < end);
  const line = part?.headerLines.find(({ start, end }) => start <= offset && offset <= end);
  if (line?.kind !== "field") return undefined;
  const name = text.slice(line.name.start, line.name.end);
  if (line.name.start <= offset && offset < line.name.end) {
    const fact = partHeaderFact(name);
    return fact && { start: line.name.start, end: line.name.end, markdown: factMarkdown(fact, fact.name) };
  }
  const value = text.slice(line.value.start, line.value.end);
  return hoverValue(name, value, (span) => shift(span, line.value.start), offset);
}
