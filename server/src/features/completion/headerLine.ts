import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { bodyHeaders, partHeaders, requestHeaders, responseHeaders } from "../../http/facts.ts";
import type { Multipart, Part } from "../../http/multipart.ts";
import type { Message } from "../../message/message.ts";
import { afterBreak, lineAt } from "../../text/lines.ts";
import { lines, type Snippet, snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { completeHeaderValue, partHeaderValues, usualValue } from "./headerValues.ts";
import { type Completion, completions, documentation, type MessageContext } from "./item.ts";

/** Completions in a line of the header section, or in the empty line that ends it. */
export function completeHeader(context: MessageContext, offset: number): Completion[] {
  const { message, trigger } = context;
  const { text } = message;
  const line = lineAt(text, offset);
  const headerLine = message.syntax.headerLines.find(({ start }) => start === line.start);
  if (headerLine?.kind === "comment" || headerLine?.kind === "continuation") return [];
  const colon = text.indexOf(":", line.start);
  if (colon >= 0 && colon < offset) {
    const field = message.fields.find((one) => one.line.start === line.start);
    return field ? completeHeaderValue(context, field, offset) : [];
  }
  if (trigger === " " || !/^[\w-]*$/.test(text.slice(line.start, offset))) return [];
  const hasValue = colon >= 0 && colon < line.end;
  const replace = { start: line.start, end: hasValue ? colon : line.end };
  const required = requiredNames(message);
  const place = { replace, hasValue, required, ...endOfHead(message, line.start) };
  const names = headerNames(context, place);
  return hasValue ? names : [...missingHeaders(context, place), ...names];
}

interface HeaderPlace {
  readonly replace: Span;
  readonly hasValue: boolean;
  readonly required: readonly string[];
  /** The start of the body after the insertion, if the insertion moves it. */
  readonly bodyStart?: number;
  /** The line break that separates the header section from the body, if the new header replaces the empty line between them. */
  readonly suffix: string;
}

/** The end of the header section if a header is typed in its empty line: the next empty line, or else a new one. */
function endOfHead({ text, syntax }: Message, at: number): Pick<HeaderPlace, "bodyStart" | "suffix"> {
  const { boundary, body } = syntax;
  if (boundary?.kind !== "empty" || boundary.start !== at || !body) return { suffix: "" };
  const next = afterBreak(text, body.start);
  if (next > body.start) return { bodyStart: next, suffix: "" };
  return { suffix: body.start < body.end ? "\n" : "" };
}

/** The names of required headers, in the order in which clients usually send them. */
function requiredNames({ isGet, envelope, contentType, kind }: Message): readonly string[] {
  if (kind === "response") return ["Content-Type", "Content-Length"];
  if (isGet) return ["Host"];
  const needsAction = envelope?.version === "1.1" || contentType?.mediaType.essence === "text/xml";
  return ["Host", "Content-Type", ...(needsAction ? ["SOAPAction"] : []), "Content-Length"];
}

/** A completion that inserts all missing required headers, if at least two are missing. */
function missingHeaders(context: MessageContext, { replace, required, bodyStart, suffix }: HeaderPlace): Completion[] {
  const missing = required.filter((name) => !isPresent(context.message, name, replace));
  if (missing.length < 2) return [];
  const fields = missing.map((name, index) => snippet`${name}: ${usualValue(context, name, index + 1, bodyStart)}`);
  const insert = [...lines(fields), suffix];
  const note = l10n.t("all missing required headers");
  return completions(CompletionItemKind.Snippet, replace, [{ label: missing.join(", "), insert, note }]);
}

function headerNames(context: MessageContext, place: HeaderPlace): Completion[] {
  const { replace, hasValue, required, bodyStart, suffix } = place;
  const entries = headersOf(context.message).flatMap((fact) => {
    const { name } = fact;
    const isRequired = required.includes(name);
    const isPresentElsewhere = isPresent(context.message, name, replace);
    if (isPresentElsewhere && (isRequired || single.has(name))) return [];
    const value = usualValue(context, name, 1, bodyStart);
    return {
      label: name,
      insert: hasValue ? name : snippet`${name}: ${value.length > 0 ? value : stop(0)}${suffix}`,
      note: isRequired ? l10n.t("required") : undefined,
      documentation: documentation(fact),
      ...(name === "Authorization" && !hasValue ? ({ suggestsNext: true } as const) : {}),
      order: isRequired ? 1 : isPresentElsewhere ? 3 : 2,
    };
  });
  return completions(CompletionItemKind.Field, replace, entries);
}

/** The headers for a kind of message, SOAP's first. */
function headersOf({ kind }: Message): typeof requestHeaders {
  if (kind === "request") return requestHeaders;
  const ofSoap = requestHeaders.filter(({ name }) => ofBoth.has(name));
  return [...ofSoap, ...responseHeaders, ...bodyHeaders];
}

const ofBoth: ReadonlySet<string> = new Set(["Content-Type", "Content-Length", "Connection", "Cache-Control"]);

/** Optional headers that a message can have only once. */
const single: ReadonlySet<string> = new Set([
  ...["SOAPAction", "Authorization", "Expect", "User-Agent", "MIME-Version"],
  ...["Location", "Retry-After", "Server", "Date", "ETag", "Transfer-Encoding"],
]);

/** Whether a line other than `line` contains the header. */
function isPresent(message: Message, name: string, line: Span): boolean {
  return message.fieldsNamed(name.toLowerCase()).some((field) => field.line.start !== line.start);
}

/** Completions in the header section of a part of a multipart body; `undefined` if the cursor isn't in a part. */
export function completePart(
  { trigger, message: { text } }: MessageContext,
  { parts, root }: Multipart,
  offset: number,
): Completion[] | undefined {
  const part = parts.find(({ delimiter, end }) => delimiter.end < offset && offset <= end);
  if (!part) return undefined;
  if (part.body && offset >= part.body.start) return part === root ? undefined : [];
  const line = lineAt(text, offset);
  const colon = text.indexOf(":", line.start);
  if (colon >= 0 && colon < offset) {
    const start = colon + 1 + (/^[ \t]*/.exec(text.slice(colon + 1, offset))?.[0].length ?? 0);
    return partHeaderValues(text.slice(line.start, colon).trim().toLowerCase(), { start, end: line.end });
  }
  if (trigger === " ") return [];
  const hasValue = colon >= 0 && colon < line.end;
  return partHeaderNames(text, part, { start: line.start, end: hasValue ? colon : line.end }, hasValue);
}

function partHeaderNames(text: string, { headerLines }: Part, replace: Span, hasValue: boolean): Completion[] {
  const present = headerLines.flatMap((headerLine) => {
    const isOther = headerLine.kind === "field" && headerLine.start !== replace.start;
    return isOther ? text.slice(headerLine.name.start, headerLine.name.end).toLowerCase() : [];
  });
  const entries = partHeaders
    .filter(({ name }) => !present.includes(name.toLowerCase()))
    .map((fact) => ({
      label: fact.name,
      insert: hasValue ? fact.name : snippet`${fact.name}: ${partHeaderValue[fact.name] ?? stop(0)}`,
      documentation: documentation(fact),
    }));
  return completions(CompletionItemKind.Field, replace, entries);
}

const partHeaderValue: Readonly<Record<string, Snippet>> = {
  "Content-Transfer-Encoding": [stop(1, "binary", "8bit", "base64")],
  "Content-ID": snippet`<${stop(1, "part@example.org")}>`,
};
