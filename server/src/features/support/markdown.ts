/* Text of a message must go through `code` or `prose`: else it could become an image, which an editor would fetch. */

import { withoutUnseen } from "../../text/escapes.ts";

/** Inline code on one line, with at most `longest` UTF-16 units of the text. */
export function code(text: string, longest = 500): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  const line = withoutUnseen(cut.replace(/[\r\n\t]+/g, " "));
  if (line.trim() === "") return line === "" ? "` `" : `\`${line}\``;
  const ticks = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${space}${line}${space}${ticks}`;
}

export function block(text: string): string {
  const ticks = "`".repeat(Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const lines = text.split(/\r\n|[\r\n]/).map((line) => withoutUnseen(line));
  return [ticks, ...lines, ticks].join("\n");
}

/** Escapes a text. A backslash keeps `https://…`, `www.…` and `a@b.c` from becoming links in GitHub's Markdown. */
export function prose(text: string): string {
  return withoutUnseen(text).replace(/[\\`*_{}[\]<>#|~!&]|(?<=\S)@|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}

export function strong(text: string): string {
  return `**${prose(text)}**`;
}

/** Joins paragraphs; `undefined` and empty texts are omitted. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part).join("\n\n");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
