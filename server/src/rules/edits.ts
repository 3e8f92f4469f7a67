import * as l10n from "@vscode/l10n";
import { parseDocument } from "../format/document.ts";
import { acceptedEnd } from "../message/bodyBytes.ts";
import type { Field, Message } from "../message/message.ts";
import { contentLengthVariable, type Scope } from "../message/scope.ts";
import { createMessage } from "../mock/response.ts";
import { afterBreak, beforeBreak, firstBreak } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import type { Edit, Fix } from "./rule.ts";

export function fix(title: string, ...edits: readonly Edit[]): Fix {
  return { title, edits };
}

export function automaticFix(title: string, ...edits: readonly Edit[]): Fix {
  return { title, edits, automatic: true };
}

export function changeTo(at: Span, newText: string, label = newText): Fix {
  return fix(l10n.t("Change to {0}", label), replace(at, newText));
}

export function replace({ start, end }: Span, newText: string): Edit {
  return { start, end, newText };
}

export function insert(at: number, newText: string): Edit {
  return { start: at, end: at, newText };
}

export function remove(span: Span): Edit {
  return replace(span, "");
}

/** Removes a line with its line break. The last line of a text is removed with the line break before it. */
export function removeLine(text: string, line: Span): Edit {
  const end = afterBreak(text, line.end);
  if (end > line.end) return remove({ start: line.start, end });
  return remove({ start: beforeBreak(text, line.start), end: line.end });
}

export function removeDuplicateLine(text: string, line: Span): Fix {
  return fix(l10n.t("Remove duplicate line"), removeLine(text, line));
}

/** Inserts a header line after the last header, or directly after the first line (`first`). */
export function insertHeader(message: Message, header: string, place?: "first"): Edit {
  const { startLine, headerLines, first } = message.syntax;
  const last = place === "first" ? undefined : headerLines.findLast((one) => one.kind !== "comment");
  const lineBreak = firstBreak(message.text);
  const before = last ?? startLine;
  return before ? insert(before.end, `${lineBreak}${header}`) : insert(first.start, `${header}${lineBreak}`);
}

/** The offset of the `;` before a parameter, including the whitespace around it; `start` if there is no `;`. */
export function beforeParameter(value: string, start: number): number {
  const before = trimTrailing(value.slice(0, start), " \t");
  return before.endsWith(";") ? trimTrailing(before.slice(0, -1), " \t").length : start;
}

/** Replaces the value of a field. A space is inserted before it if the value was empty. */
export function setValue({ line, value: { typed } }: Field, text: string): Edit {
  return typed.start < typed.end ? replace(typed, text) : replace({ start: line.colon + 1, end: line.end }, ` ${text}`);
}

/** Where to report a problem with the value of a field: at its name if the value is empty. */
export function valuePlace({ line, value: { typed } }: Field): Span {
  return typed.start < typed.end ? typed : line.name;
}

export function insertFix(at: number, newText: string, label = newText): Fix {
  return fix(l10n.t("Insert {0}", label), insert(at, newText));
}

export function removeFix(at: Span, label: string): Fix {
  return fix(l10n.t("Remove {0}", label), remove(at));
}

/** @param parameter `name=value` */
export function addParameterFix({ value }: Field, parameter: string): Fix {
  return fix(l10n.t("Add {0}", parameter), insert(value.typed.end, `; ${parameter}`));
}

export function insertHeaderFix(message: Message, header: string, place?: "first"): Fix {
  return { ...fix(l10n.t("Insert {0}", header), insertHeader(message, header, place)), automatic: true };
}

export function lineEndsFix(lineEnds: "\n" | "\r\n"): Fix {
  return { ...fix(l10n.t("Change line endings to {0}", lineEnds === "\n" ? "LF" : "CRLF")), lineEnds };
}

export function removeFieldFix(message: Message, field: Field): Fix {
  return fix(l10n.t("Remove {0}", field.name), removeLine(message.text, field.line));
}

/** Returns the correct value of Content-Length: a number, or the variable that calculates it when the request is sent. */
export function countText(message: Message): string | undefined {
  const { body, bodyLength, compression } = message;
  if (message.bodyFile || body?.known === false || compression) return `{{${contentLengthVariable}}}`;
  return body ? bodyLength?.toString() : "0";
}

/** Whether Content-Length is correct; `undefined` if that is unknown. */
export function contentLengthHolds(message: Message): boolean | undefined {
  const field = message.field("content-length");
  const { body, bodyLength, charset } = message;
  if (!field || !/^\d{1,16}$/.test(field.value.text)) return undefined;
  const declared = Number(field.value.text);
  if (!body && !message.bodyFile) return declared === 0;
  if (bodyLength === undefined) return undefined;
  if (!body) return declared === bodyLength;
  if (!charset.charset) return undefined;
  return acceptedEnd(body, charset.charset, declared, bodyLength) !== undefined;
}

/** The first word after an offset. A `>` ends the word and is included. */
export function firstWord(text: string, from: number): Span {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const word = /^[^\s>]{1,200}>?/.exec(text.slice(start, start + 201));
  return { start, end: start + (word?.[0].length ?? 0) };
}

/** Returns the first message or document in a text, with the variables of a scope. */
export function firstMessage(text: string, scope: Scope): Message | undefined {
  const segment = parseDocument(text, undefined, scope.variables.kind).segments[0]?.segment;
  return segment && createMessage(segment, scope);
}

/** A name for a new variable. If the name exists, a number is added. */
export function freeName(name: string, names: readonly string[]): string {
  let free = name;
  for (let count = 2; names.includes(free); count++) free = `${name}${count}`;
  return free;
}
