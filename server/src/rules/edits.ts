import * as l10n from "@vscode/l10n";
import type { Field, Message } from "../message.ts";
import { acceptedEnd } from "../messageBody.ts";
import { afterBreak, beforeBreak, firstBreak } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import { contentLengthVariable } from "../variables/scope.ts";
import type { Edit, Fix } from "./rule.ts";

export function replace({ start, end }: Span, newText: string): Edit {
  return { start, end, newText };
}

export function insert(at: number, newText: string): Edit {
  return { start: at, end: at, newText };
}

export function remove(span: Span): Edit {
  return replace(span, "");
}

/** Removes a line with its line break; the last line of a text with the break before it. */
export function removeLine(text: string, line: Span): Edit {
  const end = afterBreak(text, line.end);
  if (end > line.end) return remove({ start: line.start, end });
  return remove({ start: beforeBreak(text, line.start), end: line.end });
}

/** For a line that was pasted twice. */
export function removeLineFix(text: string, line: Span): Fix {
  return { title: l10n.t("Remove duplicate line"), edits: [removeLine(text, line)] };
}

/** A header line under the last one there is, or right under the request line (`first`). */
export function insertHeader(message: Message, header: string, place: "first" | "last" = "last"): Edit {
  const { line, headerLines, first } = message.request;
  const last = place === "last" ? headerLines.findLast((one) => one.kind !== "comment") : undefined;
  const lineBreak = firstBreak(message.text);
  if (last) return insert(last.end, `${lineBreak}${header}`);
  if (line) return insert(line.end, `${lineBreak}${header}`);
  return insert(first.start, `${header}${lineBreak}`);
}

/** Where a parameter begins with the `;` and the blanks before it; `start` itself where no `;` is there. */
export function beforeParameter(value: string, start: number): number {
  const before = trimTrailing(value.slice(0, start), " \t");
  return before.endsWith(";") ? trimTrailing(before.slice(0, -1), " \t").length : start;
}

export function removeFieldFix(message: Message, field: Field): Fix {
  return { title: l10n.t("Remove {0}", field.name), edits: [removeLine(message.text, field.line)] };
}

/** The value that Content-Length should have: the canonical count, or what asks for it at sending, as files change. */
export function countText(message: Message): string | undefined {
  const { body, bodyLength } = message;
  if (message.bodyFile || body?.known === false) return `{{${contentLengthVariable}}}`;
  return body ? bodyLength?.toString() : "0";
}

/** Whether the declared count is one that the body can have; `undefined` if that is unknown. */
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

/** The first word from an offset on, without the white space before it; a `>` that ends it is included. */
export function firstWord(text: string, from: number): Span {
  const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const word = /^[^\s>]{1,200}>?/.exec(text.slice(start, start + 201));
  return { start, end: start + (word?.[0].length ?? 0) };
}
