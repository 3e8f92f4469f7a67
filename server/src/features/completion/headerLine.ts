import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { type Fact, partHeaders, requestHeaders } from "../../http/facts.ts";
import type { Multipart, Part } from "../../http/multipart.ts";
import type { Message } from "../../message.ts";
import { afterBreak } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { completeHeaderValue, partHeaderValues, usualValue } from "./headerValues.ts";
import { type Completion, type CompletionContext, documentation, lineAt, lines, snippet, stop } from "./item.ts";

/** A line of the header section, or the empty line that ends it. */
export function completeHeader(context: CompletionContext, message: Message, offset: number): Completion[] {
  const { text } = message;
  const line = lineAt(text, offset);
  const known = message.request.headerLines.find(({ start }) => start === line.start);
  if (known?.kind === "comment" || known?.kind === "continuation") return [];
  const colon = text.indexOf(":", line.start);
  if (colon >= 0 && colon < offset) {
    const field = message.fields.find((one) => one.line.start === line.start);
    return field ? completeHeaderValue(context, message, field, offset) : [];
  }
  if (context.trigger === " " || !/^[\w-]*$/.test(text.slice(line.start, offset))) return [];
  const hasValue = colon >= 0 && colon < line.end;
  const replace = { start: line.start, end: hasValue ? colon : line.end };
  const place = { replace, hasValue, ...endOfHead(message, line.start) };
  const names = headerNames(context, message, place);
  return hasValue ? names : [...requiredHeaders(context, message, place), ...names];
}

/** Where a header is to be written. */
interface HeaderPlace {
  readonly replace: Span;
  readonly hasValue: boolean;
  /** Where the body will begin, if elsewhere than now. */
  readonly bodyStart: number | undefined;
  /** What keeps head and body apart, when the header takes the place of the empty line that does so now. */
  readonly suffix: string;
}

/** A header in the empty line that ends the head: the next empty line ends it then, or one is to be added. */
function endOfHead({ text, request }: Message, at: number): Pick<HeaderPlace, "bodyStart" | "suffix"> {
  const { boundary, body } = request;
  if (boundary?.kind !== "empty" || boundary.start !== at || !body) return { bodyStart: undefined, suffix: "" };
  const next = afterBreak(text, body.start);
  if (next > body.start) return { bodyStart: next, suffix: "" };
  return { bodyStart: undefined, suffix: body.start < body.end ? "\n" : "" };
}

/** What a request can't do without, in the order in which clients write it. */
function requiredNames(message: Message): readonly string[] {
  if (message.isGet) return ["Host"];
  const needsAction = message.envelope?.version === "1.1" || message.contentType?.mediaType.essence === "text/xml";
  return ["Host", "Content-Type", ...(needsAction ? ["SOAPAction"] : []), "Content-Length"];
}

/** All that are missing, as one entry; where two or more are. */
function requiredHeaders(context: CompletionContext, message: Message, place: HeaderPlace): Completion[] {
  const { replace, bodyStart, suffix } = place;
  const missing = requiredNames(message).filter((name) => !isPresent(message, name, replace));
  if (missing.length < 2) return [];
  const field = (name: string, index: number) =>
    snippet`${name}: ${usualValue(context, message, name, { stop: index + 1, bodyStart })}`;
  return [
    {
      label: missing.join(", "),
      kind: CompletionItemKind.Snippet,
      replace,
      insert: [...lines(missing.map(field)), suffix],
      note: l10n.t("all missing required headers"),
      order: 0,
    },
  ];
}

function headerNames(context: CompletionContext, message: Message, place: HeaderPlace): Completion[] {
  const required = requiredNames(message);
  return requestHeaders.flatMap((fact) => {
    const isRequired = required.includes(fact.name);
    const isThere = isPresent(message, fact.name, place.replace);
    if (isThere && (isRequired || single.has(fact.name))) return [];
    const order = isRequired ? 1 : isThere ? 3 : 2;
    return [
      { ...headerName(context, message, fact, place), ...(isRequired ? { note: l10n.t("required") } : {}), order },
    ];
  });
}

/** Others than those that are required, of which a request has one only. */
const single: ReadonlySet<string> = new Set(["SOAPAction", "Authorization", "Expect", "User-Agent", "MIME-Version"]);

function headerName(
  context: CompletionContext,
  message: Message,
  fact: Fact,
  { replace, hasValue, bodyStart, suffix }: HeaderPlace,
): Omit<Completion, "order"> {
  const { name } = fact;
  const value = usualValue(context, message, name, { stop: 1, bodyStart });
  const field = snippet`${name}: ${value.length > 0 ? value : stop(0)}${suffix}`;
  return {
    label: name,
    kind: CompletionItemKind.Field,
    replace,
    insert: hasValue ? name : field,
    documentation: documentation(fact),
  };
}

/** In another line than the one that is being typed. */
function isPresent(message: Message, name: string, line: Span): boolean {
  return message.fieldsNamed(name.toLowerCase()).some((field) => field.line.start !== line.start);
}

/** The header section of a part in a multipart body; `undefined` where the cursor isn't in one. */
export function completePart(
  { trigger }: CompletionContext,
  { text }: Message,
  { parts, root }: Multipart,
  offset: number,
): readonly Completion[] | undefined {
  const part = parts.find(({ delimiter, end }) => delimiter.end < offset && offset <= end);
  if (!part || (part.body && offset >= part.body.start)) return part && part === root ? undefined : [];
  const line = lineAt(text, offset);
  const colon = text.indexOf(":", line.start);
  if (colon >= 0 && colon < offset) {
    const start = colon + 1 + (/^[ \t]*/.exec(text.slice(colon + 1, offset))?.[0].length ?? 0);
    return partHeaderValues(text.slice(line.start, colon).trim().toLowerCase(), { start, end: line.end });
  }
  if (trigger === " ") return [];
  const hasValue = colon >= 0 && colon < line.end;
  return names(text, part, { start: line.start, end: hasValue ? colon : line.end }, hasValue);
}

function names(text: string, { headerLines }: Part, replace: Span, hasValue: boolean): Completion[] {
  const present = new Set(
    headerLines.flatMap((one) =>
      one.kind === "field" && one.start !== replace.start
        ? [text.slice(one.name.start, one.name.end).toLowerCase()]
        : [],
    ),
  );
  return partHeaders
    .filter(({ name }) => !present.has(name.toLowerCase()))
    .map((fact, index) => ({
      label: fact.name,
      kind: CompletionItemKind.Field,
      replace,
      insert: hasValue ? fact.name : valueSnippet(fact.name),
      documentation: documentation(fact),
      order: index,
    }));
}

function valueSnippet(name: string) {
  switch (name) {
    case "Content-Transfer-Encoding":
      return snippet`${name}: ${stop(1, "binary", "8bit", "base64")}`;
    case "Content-ID":
      return snippet`${name}: <${stop(1, "part@example.org")}>`;
    default:
      return snippet`${name}: ${stop(0)}`;
  }
}
