import { CompletionItemKind } from "vscode-languageserver-types";
import { headerValueFact, headerValueFacts, mediaTypeParameters } from "../../http/facts.ts";
import { parameter } from "../../http/mediaType.ts";
import { canonicalLength } from "../../message/bodyBytes.ts";
import type { Field, Message } from "../../message/message.ts";
import { contentLengthVariable } from "../../message/scope.ts";
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
import { plainText, type Snippet, snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { startOfTrailing } from "../../text/trailing.ts";
import { textContent } from "../../xml/query.ts";
import { neededBesides } from "../support/headerBlocks.ts";
import {
  allMessages,
  type Completion,
  type CompletionContext,
  type CompletionEntry,
  completions,
  distinct,
  documentation,
  type MessageContext,
  otherMessages,
} from "./item.ts";
import { maxOperationNames, operationActions, ownAction } from "./operations.ts";

export function completeHeaderValue(context: MessageContext, field: Field, offset: number): Completion[] {
  const { text } = context.message;
  const { colon, end } = field.line;
  const name = field.name.toLowerCase();
  const typed = text.slice(colon + 1, offset);
  const items = name === "content-type" ? mediaTypeParameter(context, typed, offset) : undefined;
  if (items) return items;
  const start = colon + 1 + (typed.length - typed.trimStart().length);
  const value = { start: Math.min(start, offset), end: Math.min(Math.max(start, field.line.value.end), end) };
  const all = [
    ...completions(CompletionItemKind.Value, value, ownValues.get(name)?.(context) ?? []),
    ...(name === "content-type" ? [] : listedValues(context.message, name, offset, value)),
    ...valuesFromOthers(context, name, value),
  ];
  const needsSpace = typed === "" && text.charCodeAt(colon + 1) !== 0x20;
  return needsSpace ? all.map((one) => ({ ...one, insert: snippet` ${one.insert}` })) : all;
}

/** The usual value of a header in this request, with tab stops that are numbered from `number`; empty if there is none. */
export function usualValue(context: MessageContext, name: string, number: number, bodyStart?: number): Snippet {
  const { message } = context;
  switch (name) {
    case "Host":
      return [stop(number, hosts(context)[0] ?? "localhost:8000")];
    case "Content-Type":
      return [stop(number, ...contentTypes(message))];
    case "SOAPAction":
      return snippet`"${stop(number, actions(context)[0] ?? "")}"`;
    case "Content-Length":
      return [lengths(message, bodyStart)[0] ?? ""];
    case "Expect":
    case "MIME-Version":
      return [headerValueFacts(name)[0]?.name ?? ""];
    case "Accept":
      return [stop(number, ...versionsOf(message).map((version) => mediaTypes[version]), "*/*")];
    case "Connection":
    case "Accept-Encoding":
      return [stop(number, ...headerValueFacts(name).map((fact) => fact.name))];
    default:
      return [];
  }
}

export function usualHost(context: CompletionContext): string {
  return valuesElsewhere(context, "host")[0] ?? "localhost:8000";
}

type Values = (context: MessageContext) => readonly CompletionEntry[];

const ownValues: ReadonlyMap<string, Values> = new Map<string, Values>([
  ["host", hosts],
  ["content-type", ({ message }) => contentTypes(message)],
  ["content-length", ({ message }) => lengths(message)],
  [
    "soapaction",
    (context) => [...actionEntries(context, "field").map(({ label, note }) => ({ label: `"${label}"`, note })), '""'],
  ],
]);

function credentials(message: Message, scheme: string, replace: Span): Completion[] {
  const isEmpty = message.text.slice(replace.start, replace.end).trim() === "";
  if (!isEmpty || !/^basic[ \t]+$/i.test(scheme)) return [];
  return completions(CompletionItemKind.Snippet, replace, [
    { label: "{{$basic user password}}", ...basicCredentials(message, "") },
  ]);
}

function basicCredentials(message: Message, before: string): Pick<Completion, "insert" | "besides"> {
  const insert = snippet`${before}{{$basic ${stop(1, "user")} ${stop(2, "password")}}}`;
  return { insert, besides: neededBesides(message, plainText(insert)) };
}

/** Standard values of a header. Some headers contain a list of values, so only the word at the cursor is replaced. */
function listedValues(message: Message, name: string, offset: number, value: Span): Completion[] {
  const { text } = message;
  const after = /^[^\s,;]*/.exec(text.slice(offset, value.end))?.[0].length ?? 0;
  const start = value.start + startOfTrailing(text.slice(value.start, offset), /[^\s,;]/);
  const isScheme = /authorization$/.test(name);
  if (isScheme && start > value.start)
    return credentials(message, text.slice(value.start, start), { start, end: Math.max(offset, value.end) });
  const isLast = offset + after >= value.end;
  const entries = headerValueFacts(name).map((fact) => ({
    label: fact.name,
    documentation: documentation(fact),
    insert: isScheme ? `${fact.name} ` : fact.name,
    ...(isScheme && isLast && fact.name === "Basic" ? basicCredentials(message, "Basic ") : {}),
  }));
  return completions(CompletionItemKind.EnumMember, { start, end: offset + after }, entries, 10);
}

function valuesFromOthers(context: MessageContext, name: string, replace: Span): Completion[] {
  if (name === "" || ownValues.has(name)) return [];
  const typed = context.message.slice(replace);
  const values = valuesElsewhere(context, name).filter((value) => value !== typed);
  return completions(CompletionItemKind.Reference, replace, values, 40);
}

function valuesElsewhere(context: CompletionContext, name: string): string[] {
  return distinct(
    otherMessages(context).flatMap((other) => other.fieldsNamed(name).map(({ line }) => other.slice(line.value))),
  );
}

function hosts(context: MessageContext): string[] {
  const { target } = context.message;
  const authority = target?.parts.authority;
  const own = authority && target.typed.text.slice(authority.start, authority.end);
  return distinct([own, ...valuesElsewhere(context, "host")]);
}

function lengths(message: Message, bodyStart?: number): string[] {
  return distinct([message.hasBody ? countFrom(message, bodyStart) : undefined, `{{${contentLengthVariable}}}`]);
}

/** @param bodyStart the offset at which the body will begin after the insertion, if that changes */
function countFrom(message: Message, bodyStart: number | undefined): string | undefined {
  const { body, charset, syntax } = message;
  if (bodyStart === undefined || !body?.known || !charset.charset) return countText(message);
  const less = bodyStart - (syntax.body?.start ?? bodyStart);
  return String(canonicalLength({ ...body, start: body.start + less }, charset.charset));
}

function contentTypes(message: Message): string[] {
  const charset = message.charset.charset?.name ?? "utf-8";
  return versionsOf(message).map((version) => `${mediaTypes[version]}; charset=${charset}`);
}

function versionsOf({ envelope }: Message): readonly SoapVersion[] {
  return envelope?.version ? [envelope.version] : [...soapVersions].reverse();
}

/** The action of the operation, then actions in other places of this request than `place`, then of other requests. */
function actions(context: MessageContext, place?: ActionPlace): string[] {
  const message = allMessages(context).flatMap((otherMessage) => {
    const isHere = (where: ActionPlace) => otherMessage === context.message && where === place;
    return [
      addressingAction(otherMessage),
      isHere("field") ? undefined : typedAction(otherMessage),
      isHere("parameter") ? undefined : parameter(otherMessage.contentType?.mediaType, "action")?.value,
    ];
  });
  return distinct([ownAction(context.message), ...message]);
}

type ActionPlace = "field" | "parameter";

/** The result of `actions`, and the WSDL's actions with the names of their operations. */
function actionEntries(context: MessageContext, place: ActionPlace): { label: string; note: string | undefined }[] {
  const operations = operationActions(context);
  const own = ownAction(context.message) === undefined ? [] : [...operations.keys()];
  const all = distinct([...own, ...actions(context, place), ...operations.keys()], maxOperationNames);
  return all.map((label) => ({ label, note: operations.get(label) }));
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

/** Completions for the parameters of a Content-Type and their values; `undefined` for a cursor before the first `;`. */
function mediaTypeParameter(context: MessageContext, typed: string, offset: number): Completion[] | undefined {
  const last = typed.lastIndexOf(";");
  const match = /^;[ \t]*(?:([\w-]+)=("?)([^";]*)|([\w-]*))$/.exec(last < 0 ? "" : typed.slice(last));
  if (!match) return undefined;
  const [, name, quote = "", value = "", word = ""] = match;
  if (name === undefined) return parameterNames(context, { start: offset - word.length, end: offset });
  const rest = /^[^";\s]*/.exec(context.message.text.slice(offset, offset + 500))?.[0].length ?? 0;
  const entries = (parameterValues.get(name.toLowerCase())?.(context) ?? []).map((entry) => {
    const { label, note } = typeof entry === "string" ? { label: entry } : entry;
    return { label, note, insert: quote === "" && /[^\w.+-]/.test(label) ? `"${label}"` : label };
  });
  return completions(CompletionItemKind.Value, { start: offset - value.length, end: offset + rest }, entries);
}

const rootTypes = ["application/xop+xml", "application/soap+xml", "text/xml"];

const parameterValues: ReadonlyMap<string, Values> = new Map<string, Values>([
  ["charset", charsetNames],
  ["action", (context) => actionEntries(context, "parameter")],
  ["type", () => rootTypes],
  ["start-info", () => rootTypes],
]);

function parameterNames(context: MessageContext, replace: Span): Completion[] {
  const { contentType, envelope } = context.message;
  const present = contentType?.mediaType.parameters.filter(
    ({ start }) => contentType.field.value.at({ start, end: start }).start !== replace.start,
  );
  const essence = contentType?.mediaType.essence ?? "";
  const named: Readonly<Record<string, Snippet>> = essence.startsWith("multipart/")
    ? {
        boundary: snippet`boundary="${stop(1)}"`,
        type: snippet`type="${stop(1, "application/xop+xml")}"`,
        start: snippet`start="${stop(1)}"`,
        "start-info": snippet`start-info="${stop(1, mediaTypes[envelope?.version ?? "1.2"])}"`,
      }
    : {
        charset: snippet`charset=${stop(1, "utf-8")}`,
        ...(versionOfMediaType(essence) === "1.1"
          ? {}
          : { action: snippet`action="${stop(1, actions(context)[0] ?? "")}"` }),
      };
  const entries = mediaTypeParameters.flatMap((fact) => {
    const insert = named[fact.name];
    if (!insert || present?.some(({ name }) => name === fact.name)) return [];
    return { label: fact.name, insert, documentation: documentation(fact) };
  });
  return completions(CompletionItemKind.Property, replace, entries);
}

export function partHeaderValues(name: string, replace: Span): Completion[] {
  const values =
    name === "content-type"
      ? [...rootTypes, "application/octet-stream", "image/png"]
      : headerValueFacts(name).map((fact) => fact.name);
  const entries = values.map((label) => ({ label, documentation: documentation(headerValueFact(name, label)) }));
  return completions(CompletionItemKind.EnumMember, replace, entries);
}
