import * as l10n from "@vscode/l10n";
import {
  type Fact,
  headerFact,
  headerValueFact,
  mediaTypeParameterFact,
  methodFact,
  partHeaderFact,
} from "../../http/facts.ts";
import { parseMediaType } from "../../http/mediaType.ts";
import type { Multipart } from "../../http/multipart.ts";
import { canonicalLength, lengthWith } from "../../message/bodyBytes.ts";
import type { Message } from "../../message/message.ts";
import { findCharset } from "../../text/charset.ts";
import { covers, holds, type Span, shift, slice } from "../../text/span.ts";
import { code, paragraphs, prose, strong, table } from "../support/markdown.ts";
import { acceptedCounts, requestUrl, shownMessage } from "../support/shownValue.ts";
import { sourceMarkdown } from "../support/sources.ts";
import { factHover, type Hover, spanAt } from "./hoverAt.ts";

export function hoverRequestLine(message: Message, offset: number): Hover | undefined {
  const { requestLine } = message.syntax;
  const at = requestLine && spanAt(offset, requestLine.method, requestLine.target, requestLine.version);
  if (!at) return undefined;
  if (at === requestLine.method) return factHover(at, methodFact(message.method));
  if (at === requestLine.target) return { ...at, markdown: targetMarkdown(shownMessage(message)) };
  const meaning = () => l10n.t("The HTTP version of the request. SOAP requests use HTTP/1.1.");
  return factHover(at, { name: "HTTP/1.1", source: "RFC 9112 section 2.3", meaning });
}

function targetMarkdown(message: Message): string {
  const { address, host } = message;
  const source = sourceMarkdown("RFC 9112 section 3.2");
  if (message.target?.parts.form === "absolute") {
    const form = l10n.t(
      "The target in absolute-form specifies where the request goes. A server receives only the path and query.",
    );
    return paragraphs(urlMarkdown(message), prose(form), source);
  }
  const destination = address
    ? `${l10n.t("The host and port come from the Host header, {0}.", host?.field.value.text ?? address.host)} ${schemeText(message)}`
    : l10n.t("The destination is unknown because no Host header specifies it.");
  const form = l10n.t("The target in origin-form: path and query.");
  return paragraphs(urlMarkdown(message), prose(form), prose(destination), source);
}

function schemeText(message: Message): string {
  const directive = message.directive("scheme");
  if (directive === "http" || directive === "https") return l10n.t("The scheme comes from # @scheme.");
  return message.address?.scheme === "https"
    ? l10n.t("The scheme is https because the port is {0}.", message.address.port)
    : l10n.t("The scheme is http because neither # @scheme nor the port specifies https.");
}

/** The URL of a request, without secrets. */
function urlMarkdown(message: Message): string | undefined {
  const url = requestUrl(shownMessage(message));
  return url === undefined ? undefined : `→ ${code(url)}`;
}

export function hoverHeader(message: Message, offset: number): Hover | undefined {
  const field = message.fields.find(({ line }) => holds(line, offset));
  const at = field && spanAt(offset, field.line.name, field.line.value);
  if (!at) return undefined;
  const { line, value } = field;
  const name = field.name.toLowerCase();
  if (name === "content-length") return { ...at, markdown: contentLengthMarkdown(message) };
  const url = name === "host" ? urlMarkdown(message) : undefined;
  if (at === line.name) {
    return factHover(at, headerFact(name), name === "content-type" ? charsetSource(message) : url);
  }
  const valueHover = hoverValue(name, value.text, (span) => value.at(span), offset);
  return valueHover ?? (url === undefined ? undefined : { ...at, markdown: url });
}

/** The explanation of a header in a part of a multipart body; `undefined` in all other places. Spans are in `text`. */
export function hoverPart(text: string, multipart: Multipart, offset: number): Hover | undefined {
  const part = multipart.parts.find((one) => covers(one, offset));
  const line = part?.headerLines.find((one) => holds(one, offset));
  return line?.kind === "field" ? hoverField(text, line, partHeaderFact, offset) : undefined;
}

export function hoverField(
  text: string,
  { name, value }: { readonly name: Span; readonly value: Span },
  factOf: (name: string) => Fact | undefined,
  offset: number,
): Hover | undefined {
  const typed = slice(text, name);
  if (covers(name, offset)) return factHover(name, factOf(typed));
  if (!covers(value, offset)) return undefined;
  const line = slice(text, value).replace(/[\r\n]/g, " ");
  return hoverValue(typed, line, (span) => shift(span, value.start), offset);
}

/** The explanation of a word in a field's value. `place` converts a span in the value to a span in the text. */
function hoverValue(name: string, value: string, place: (span: Span) => Span, offset: number): Hover | undefined {
  if (name.toLowerCase() === "content-type") {
    const { essence, essenceSpan, parameters } = parseMediaType(value);
    const hovered = parameters.find((parameter) => covers(place(parameter), offset));
    if (hovered)
      return factHover(place(hovered), mediaTypeParameterFact(hovered.name), aliasText(hovered.name, hovered.value));
    const at = place(essenceSpan);
    return covers(at, offset) ? factHover(at, headerValueFact(name, essence)) : undefined;
  }
  for (const { index, 0: word } of value.matchAll(/[^\s,;=()"]+/g)) {
    const at = place({ start: index, end: index + word.length });
    if (covers(at, offset)) return factHover(at, headerValueFact(name, word));
  }
  return undefined;
}

/** A text with the preferred name of a charset; `undefined` if `value` is the preferred name. */
function aliasText(name: string, value: string): string | undefined {
  if (name !== "charset" || value === "") return undefined;
  const charset = findCharset(value);
  if (!charset) return prose(l10n.t("Charset {0} is unknown.", value));
  if (charset.preferred) return undefined;
  return prose(l10n.t("{0} is an alias; the preferred name is {1}.", value, charset.charset.name));
}

function charsetSource({ charset, isGet }: Message): string | undefined {
  if (isGet) return undefined;
  const name = charset.charset?.name ?? charset.name;
  switch (charset.source) {
    case "content-type":
      return prose(l10n.t("The body is sent in {0}, as specified by the charset parameter.", name));
    case "xml-declaration":
      return prose(l10n.t("The body is sent in {0}, as specified by the XML declaration.", name));
    case "default":
      return prose(l10n.t("No charset is specified, so the body is sent in {0}.", name));
  }
}

const comparedCharsets = ["utf-8", "iso-8859-1", "utf-16"];

function contentLengthMarkdown(message: Message): string {
  const fact = headerFact("content-length");
  return paragraphs(
    countMarkdown(message),
    fact && prose(fact.meaning()),
    sourceMarkdown(fact?.source ?? "RFC 9110 section 8.6"),
  );
}

function countMarkdown(message: Message): string {
  const { body, bodyLength, charset, bodyFile } = message;
  if (message.compression) {
    return bodyLength === undefined
      ? prose(l10n.t("The body is compressed when the request is sent."))
      : l10n.t("The compressed body is {0} bytes.", strong(String(bodyLength)));
  }
  if (bodyFile && bodyLength !== undefined) {
    return l10n.t("The body is the file {0}: {1} bytes.", prose(bodyFile.path), strong(String(bodyLength)));
  }
  if (bodyFile) return prose(l10n.t("The body is a file; its bytes are counted when the request is sent."));
  if (!body) return prose(l10n.t("There is no body: 0 bytes."));
  if (!charset.charset) return prose(l10n.t("Charset {0} is unknown, so the bytes can't be counted.", charset.name));
  if (message.fileParts.some(({ file }) => file.kind !== "bytes")) {
    return prose(l10n.t("A file of the body hasn't been read, so the bytes can't be counted."));
  }
  if (bodyLength === undefined) {
    return prose(l10n.t("A variable in the body has no value yet, so the bytes can't be counted."));
  }
  return paragraphs(summary(message, bodyLength), filesText(message), comparison(message), acceptedText(message));
}

/** A text with the sizes of the files in parts, which Content-Length includes. */
function filesText({ fileParts }: Message): string | undefined {
  const sizes = fileParts.flatMap(({ path, file }) =>
    file.kind === "bytes" ? [`${path} (${file.bytes.length})`] : [],
  );
  return sizes.length === 0 ? undefined : prose(l10n.t("With the bytes of these files: {0}.", sizes.join(", ")));
}

function summary(message: Message, bytes: number): string {
  const charset = prose(message.charset.charset?.name ?? "");
  const count = strong(String(bytes));
  switch (lineEndsOf(message)) {
    case "none":
      return l10n.t("The body is {0} bytes in {1}, without line breaks.", count, charset);
    case "mixed":
      return l10n.t("The body is {0} bytes in {1}, with mixed line endings.", count, charset);
    case "LF":
      return l10n.t("The body is {0} bytes in {1}, with LF line endings.", count, charset);
    case "CRLF":
      return l10n.t("The body is {0} bytes in {1}, with CRLF line endings.", count, charset);
  }
}

function comparison(message: Message): string {
  const present = lineEndsOf(message);
  const show = (count: number | undefined, isPresent: boolean) =>
    count === undefined ? l10n.t("can't be encoded") : isPresent ? strong(String(count)) : String(count);
  const columns = present === "none" ? (["LF"] as const) : (["LF", "CRLF"] as const);
  const rows = countsOf(message, comparedCharsets).map((counts, index) => [
    prose(counts.charset),
    ...columns.map((ends) => show(counts[ends], index === 0 && (present === ends || present === "none"))),
  ]);
  return table(["", ...(present === "none" ? [l10n.t("bytes")] : columns)], rows);
}

/** A text about the accepted values of Content-Length, which may include line breaks after the body that editors often add. */
function acceptedText(message: Message): string | undefined {
  const [, ...more] = acceptedCounts(message);
  if (more.length === 0) return undefined;
  const shown = more.length > 4 ? [...more.slice(0, 3), "…", more.at(-1)] : more;
  return prose(l10n.t("Also correct, with line breaks after the body: {0}.", shown.join(", ")));
}

/** A body's length in bytes with each kind of line ending; `undefined` if the charset can't encode the body. */
interface Count {
  readonly charset: string;
  readonly LF: number | undefined;
  readonly CRLF: number | undefined;
}

/** The line endings of a body up to its canonical end. */
type BodyLineEnds = "none" | "LF" | "CRLF" | "mixed";

/** The lengths of a body in its own charset, then in others; empty if they are unknown. */
function countsOf({ body, charset: { charset } }: Message, others: readonly string[]): readonly Count[] {
  if (!body?.known || !charset) return [];
  const all = new Set([charset, ...others.flatMap((name) => findCharset(name)?.charset ?? [])]);
  return [...all].map((charset) => {
    const isEncodable = charset.unencodable(body.source, body.start, body.canonicalEnd, 1).length === 0;
    const canonical = isEncodable ? canonicalLength(body, charset) : 0;
    const length = (lineEnds: "\n" | "\r\n") =>
      isEncodable ? lengthWith(body, charset, canonical, lineEnds).length : undefined;
    return { charset: charset.name, LF: length("\n"), CRLF: length("\r\n") };
  });
}

function lineEndsOf({ body }: Message): BodyLineEnds {
  const kinds = new Set<BodyLineEnds>();
  for (const [lineBreak] of body?.source.slice(body.start, body.canonicalEnd).matchAll(/\r\n?|\n/g) ?? []) {
    kinds.add(lineBreak === "\n" ? "LF" : lineBreak === "\r\n" ? "CRLF" : "mixed");
    if (kinds.size > 1) return "mixed";
  }
  const [kind = "none"] = kinds;
  return kind;
}
