import type { Segment } from "../../document.ts";
import type { FieldLine, HeaderLine, Request } from "../../http/head.ts";
import type { PreambleItem } from "../../preamble.ts";
import type { Edit } from "../../rules/rule.ts";
import { trimBlanks } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";

/**
 * The edits that set the blanks of everything above a body right: one where parts are divided, none at the ends of
 * lines. Names and values stay as they are typed, and so do comments and what is malformed.
 */
export function headSpacing({ text, separator, preamble, request }: Segment): readonly Edit[] {
  const wanted: Edit[] = [];
  if (separator) {
    const title = separator.title ?? { start: separator.end, end: separator.end };
    // Of a title's own signs nothing is known: `####` is as good as `### #`.
    if (/^[ \t]/.test(text.slice(3, title.start))) wanted.push(gap(3, title.start, separator.title ? " " : ""));
    wanted.push(gap(title.end, separator.end, ""));
  }
  for (const item of preamble) wanted.push(...ofItem(text, item));
  if (request) wanted.push(...ofRequest(text, request));
  return wanted.filter(({ start, end, newText }) => text.slice(start, end) !== newText);
}

function gap(start: number, end: number, newText: string): Edit {
  return { start, end, newText };
}

function ofItem(text: string, item: PreambleItem): readonly Edit[] {
  if (item.kind === "comment") return [];
  const { name, value, end } = item;
  const at = name.start - "@".length;
  if (item.kind === "variable") {
    const equals = text.indexOf("=", name.end);
    const isEmpty = value.start === value.end;
    return [
      gap(item.start, at, ""),
      gap(name.end, equals, " "),
      gap(equals + 1, isEmpty ? end : value.start, isEmpty ? "" : " "),
      ...(isEmpty ? [] : [gap(value.end, end, "")]),
    ];
  }
  const sign = trimBlanks(text, { start: item.start, end: at });
  const isEmpty = value.start === value.end;
  return [
    gap(item.start, sign.start, ""),
    gap(sign.end, at, " "),
    gap(name.end, isEmpty ? end : value.start, isEmpty ? "" : " "),
    ...(isEmpty ? [] : [gap(value.end, end, "")]),
  ];
}

function ofRequest(text: string, { line, headerLines, boundary }: Request): readonly Edit[] {
  const spaces = (line?.badSpaces ?? []).map(({ start, end }) =>
    gap(start, end, start === line?.start || end === line?.end ? "" : " "),
  );
  const headers = headerLines.flatMap((one, index) => ofHeaderLine(text, one, headerLines[index + 1]));
  const blanks = boundary?.kind === "blanks" ? [gap(boundary.start, boundary.end, "")] : [];
  return [...spaces, ...headers, ...blanks];
}

function ofHeaderLine(text: string, line: HeaderLine, next: HeaderLine | undefined): readonly Edit[] {
  // What a folded line's white space means, only its reader knows (RFC 9112 section 5.2).
  if (line.kind !== "field" || next?.kind === "continuation") return [];
  return ofField(text, line);
}

function ofField(text: string, { start, end, name, colon, value }: FieldLine): readonly Edit[] {
  if (name.start === name.end) return [];
  const before: Span = { start, end: name.start };
  const isEmpty = value.start === value.end;
  // White space inside the name is a mistake that has its own rule.
  const after = /[ \t]/.test(text.slice(name.start, name.end)) ? [] : [gap(name.end, colon, "")];
  return [
    gap(before.start, before.end, ""),
    ...after,
    gap(colon + 1, isEmpty ? end : value.start, isEmpty ? "" : " "),
    ...(isEmpty ? [] : [gap(value.end, end, "")]),
  ];
}
