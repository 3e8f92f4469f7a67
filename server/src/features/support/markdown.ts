/*
 * Markdown for hovers. What comes from a message goes through `code` or `prose`: nothing in it may become a link or a
 * picture, which an editor would fetch.
 */

/** As inline code, on one line, at most `longest` characters of it. */
export function code(text: string, longest = 500): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  const line = cut.replace(/[\r\n\t]+/g, " ");
  if (line.trim() === "") return line === "" ? "` `" : `\`${line}\``;
  const ticks = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${space}${line}${space}${ticks}`;
}

/**
 * Text, whose signs mean themselves. GitHub's Markdown, which VS Code reads, makes links of bare addresses too
 * (`https://…`, `www.…`, `a@b.c`): a backslash in them ends that.
 */
export function prose(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]|(?<=\S)@|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}

export function strong(text: string): string {
  return `**${prose(text)}**`;
}

/** Paragraphs; what is `undefined` or empty is left out. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part).join("\n\n");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
