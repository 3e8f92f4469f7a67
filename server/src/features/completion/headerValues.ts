import { CompletionItemKind } from "vscode-languageserver-types";
import { headerValueFact, headerValueFacts, mediaTypeParameters } from "../../http/facts.ts";
import { parameter } from "../../http/mediaType.ts";
import type { Field, Message } from "../../message.ts";
import { canonicalLength } from "../../messageBody.ts";
import { countText } from "../../rules/edits.ts";
import { childElements } from "../../soap/envelope.ts";
import {
  addressingNamespace,
  mediaTypes,
  type SoapVersion,
  soapVersions,
  versionOfMediaType,
} from "../../soap/facts.ts";
import { charsetNames } from "../../text/charset.ts";
import type { Span } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { contentLengthVariable } from "../../variables/scope.ts";
import { textContent } from "../../xml/query.ts";
import {
  type Completion,
  type CompletionContext,
  documentation,
  otherMessages,
  type Snippet,
  snippet,
  stop,
} from "./item.ts";

/** What a field's value may be; the cursor is behind the colon. */
export function completeHeaderValue(
  context: CompletionContext,
  message: Message,
  field: Field,
  offset: number,
): Completion[] {
  const { text } = message;
  const { colon, end } = field.line;
  const name = field.name.toLowerCase();
  const typed = text.slice(colon + 1, offset);
  if (name === "content-type") {
    const found = mediaTypeParameter(context, message, typed, offset);
    if (found) return found;
  }
  const start = colon + 1 + (typed.length - typed.trimStart().length);
  const value = { start, end: Math.max(start, field.line.value.end) };
  const space = typed === "" && text.charCodeAt(colon + 1) !== 0x20 ? " " : "";
  const whole = { start: Math.min(value.start, offset), end: Math.min(value.end, end) };
  return [
    ...ownValues(context, message, name, whole),
    ...listedValues(text, name, offset, whole),
    ...valuesElsewhere(context, name, whole, text.slice(whole.start, whole.end)),
  ].map((one) => (space === "" ? one : { ...one, insert: snippet`${space}${one.insert}` }));
}

/** What a value is written for. */
interface ValuePlace {
  /** The number of its first place to fill in. */
  readonly stop: number;
  /** Where the body will begin, if elsewhere than now. */
  readonly bodyStart: number | undefined;
}

/** The value that a header has in most cases here. Empty where there is none. */
export function usualValue(
  context: CompletionContext,
  message: Message,
  name: string,
  { stop: number, bodyStart }: ValuePlace,
): Snippet {
  switch (name) {
    case "Host":
      return [stop(number, hostOf(context, message)[0] ?? "localhost:8000")];
    case "Content-Type":
      return contentTypeSnippet(message, number);
    case "SOAPAction":
      return snippet`"${stop(number, actionsOf(context, message)[0] ?? "")}"`;
    case "Content-Length":
      return [lengths(message, bodyStart)[0] ?? ""];
    case "Expect":
    case "MIME-Version":
      return [headerValueFacts(name)[0]?.name ?? ""];
    case "Accept":
      return [stop(number, ...acceptable(message))];
    case "Connection":
    case "Accept-Encoding":
      return [stop(number, ...headerValueFacts(name).map((fact) => fact.name))];
    case "Authorization":
      return snippet`${stop(number, "Basic", "Bearer")} ${stop(number + 1)}`;
    default:
      return [];
  }
}

/** What follows from this message and from others of the file. */
function ownValues(context: CompletionContext, message: Message, name: string, replace: Span): Completion[] {
  const values = (texts: readonly string[], kind: CompletionItemKind = CompletionItemKind.Value) =>
    texts.map((text, index) => ({ label: text, kind, replace, insert: text, order: index }));
  switch (name) {
    case "host":
      return values(hostOf(context, message));
    case "content-type":
      return values(contentTypes(message));
    case "content-length":
      return values(lengths(message));
    case "soapaction":
      return values([...actionsOf(context, message), ""].map((action) => `"${action}"`));
    default:
      return [];
  }
}

/** Words that standards list, in the place of the one at the cursor: some fields hold several. */
function listedValues(text: string, name: string, offset: number, value: Span): Completion[] {
  if (name === "content-type") return [];
  const after = /^[^\s,;]*/.exec(text.slice(offset, value.end))?.[0].length ?? 0;
  const start = value.start + startOfTrailing(text.slice(value.start, offset), /[^\s,;]/);
  const replace = { start, end: offset + after };
  // Behind the scheme of Authorization come its own values.
  if (/authorization$/.test(name) && replace.start > value.start) return [];
  return headerValueFacts(name).map((fact, index) => ({
    label: fact.name,
    kind: CompletionItemKind.EnumMember,
    replace,
    insert: /authorization$/.test(name) ? `${fact.name} ` : fact.name,
    documentation: documentation(fact),
    order: 10 + index,
  }));
}

/** What the same field has in the file's other requests, but for what says something of one message only. */
function valuesElsewhere(context: CompletionContext, name: string, replace: Span, typed: string): Completion[] {
  if (["content-length", "content-type", "host", "soapaction", ""].includes(name)) return [];
  const seen = new Set<string>();
  for (const other of otherMessages(context)) {
    for (const { line } of other.fieldsNamed(name)) seen.add(other.slice(line.value));
  }
  seen.delete(typed);
  seen.delete("");
  return [...seen].slice(0, 20).map((value, index) => ({
    label: value,
    kind: CompletionItemKind.Reference,
    replace,
    insert: value,
    order: 40 + index,
  }));
}

/** Of an absolute target, then those of the file's other requests. */
function hostOf(context: CompletionContext, { target }: Message): string[] {
  const authority = target?.parts.authority;
  const own = authority && target.typed.text.slice(authority.start, authority.end);
  const others = otherMessages(context).map((other) => {
    const field = other.field("host");
    return field ? other.slice(field.line.value) : "";
  });
  return [...new Set([own ?? "", ...others])].filter((host) => host !== "").slice(0, 20);
}

/** The number of bytes, where there are any to count; the variable where they are yet to be written. */
function lengths(message: Message, bodyStart?: number): string[] {
  const variable = `{{${contentLengthVariable}}}`;
  const count = message.hasBody ? countFrom(message, bodyStart) : undefined;
  return [...new Set([...(count === undefined ? [] : [count]), variable])];
}

function countFrom(message: Message, bodyStart: number | undefined): string | undefined {
  const { body, charset, request } = message;
  if (bodyStart === undefined || !body?.known || !charset.charset) return countText(message);
  const less = bodyStart - (request.body?.start ?? bodyStart);
  return String(canonicalLength({ ...body, start: body.start + less }, charset.charset));
}

function contentTypeSnippet(message: Message, number: number): Snippet {
  return [stop(number, ...contentTypes(message))];
}

/** The media types that fit the envelope, all of them where there is none yet. */
function contentTypes(message: Message): string[] {
  const charset = message.charset.charset?.name ?? "utf-8";
  return versionsOf(message).map((version) => `${mediaTypes[version]}; charset=${charset}`);
}

function acceptable(message: Message): string[] {
  return [...versionsOf(message).map((version) => mediaTypes[version]), "*/*"];
}

function versionsOf({ envelope }: Message): readonly SoapVersion[] {
  return envelope?.version ? [envelope.version] : [...soapVersions].reverse();
}

/** What the message says elsewhere that it is for, then what the file's other requests are for. */
function actionsOf(context: CompletionContext, message: Message): string[] {
  const all = [message, ...otherMessages(context)].flatMap((one) => [
    addressingAction(one),
    typedAction(one),
    parameter(one.contentType?.mediaType, "action")?.value,
  ]);
  return [...new Set(all)].flatMap((action) => action || []).slice(0, 20);
}

function typedAction(message: Message): string | undefined {
  const field = message.field("soapaction");
  return field && message.slice(field.value.typed).replace(/^"|"$/g, "");
}

function addressingAction({ envelope }: Message): string | undefined {
  const header = envelope?.header && childElements(envelope.header);
  const action = header?.find(({ local, namespace }) => local === "Action" && namespace === addressingNamespace);
  return envelope && action ? textContent(envelope.document, action).trim() : undefined;
}

/** Behind the first `;` of a Content-Type: parameters, and the values of `charset` and `action`. */
function mediaTypeParameter(
  context: CompletionContext,
  message: Message,
  typed: string,
  offset: number,
): Completion[] | undefined {
  const last = typed.lastIndexOf(";");
  const match = /^;[ \t]*(?:([\w-]+)=("?)([^";]*)|([\w-]*))$/.exec(last < 0 ? "" : typed.slice(last));
  if (!match) return undefined;
  const [, name, quote = "", value = "", word = ""] = match;
  if (name === undefined) return parameterNames(context, message, { start: offset - word.length, end: offset });
  const replace = { start: offset - value.length - word.length, end: valueEnd(message.text, offset) };
  const item = (text: string, order: number): Completion => ({
    label: text,
    kind: CompletionItemKind.Value,
    replace,
    insert: quote === "" && /[^\w.+-]/.test(text) ? `"${text}"` : text,
    order,
  });
  if (name.toLowerCase() === "charset") return charsetNames().map(item);
  if (name.toLowerCase() === "action") return actionsOf(context, message).map(item);
  if (/^(type|start-info)$/i.test(name)) {
    return ["application/xop+xml", "application/soap+xml", "text/xml"].map(item);
  }
  return [];
}

function valueEnd(text: string, offset: number): number {
  return offset + (/^[^";\s]*/.exec(text.slice(offset, offset + 500))?.[0].length ?? 0);
}

function parameterNames(context: CompletionContext, message: Message, replace: Span): Completion[] {
  const { contentType } = message;
  const present = contentType?.mediaType.parameters.filter(
    ({ start }) => contentType.field.value.at({ start, end: start }).start !== replace.start,
  );
  const essence = contentType?.mediaType.essence ?? "";
  const wanted = essence.startsWith("multipart/")
    ? ["boundary", "type", "start", "start-info"]
    : ["charset", ...(versionOfMediaType(essence) === "1.1" ? [] : ["action"])];
  return mediaTypeParameters
    .filter(({ name }) => wanted.includes(name) && !present?.some((one) => one.name === name))
    .map((fact, index) => ({
      label: fact.name,
      kind: CompletionItemKind.Property,
      replace,
      insert: parameterSnippet(context, message, fact.name),
      documentation: documentation(fact),
      order: index,
    }));
}

function parameterSnippet(context: CompletionContext, message: Message, name: string): Snippet {
  switch (name) {
    case "charset":
      return snippet`charset=${stop(1, "utf-8")}`;
    case "action":
      return snippet`action="${stop(1, actionsOf(context, message)[0] ?? "")}"`;
    case "type":
      return snippet`type="${stop(1, "application/xop+xml")}"`;
    case "start-info":
      return snippet`start-info="${stop(1, mediaTypes[message.envelope?.version ?? "1.2"])}"`;
    default:
      return snippet`${name}="${stop(1)}"`;
  }
}

/** Values of a part's header in a multipart body. */
export function partHeaderValues(name: string, replace: Span): Completion[] {
  const listed =
    name === "content-type"
      ? ["application/xop+xml", "application/soap+xml", "text/xml", "application/octet-stream", "image/png"]
      : headerValueFacts(name).map((fact) => fact.name);
  return listed.map((text, index) => {
    const fact = headerValueFact(name, text);
    return {
      label: text,
      kind: CompletionItemKind.EnumMember,
      replace,
      insert: text,
      documentation: fact && documentation(fact),
      order: index,
    };
  });
}
