import { CompletionItemKind } from "vscode-languageserver-types";
import { partHeaders } from "../../http/facts.ts";
import type { Multipart, Part } from "../../http/multipart.ts";
import type { Message } from "../../message.ts";
import type { Span } from "../../text/span.ts";
import { partHeaderValues } from "./headerValues.ts";
import { type Completion, type CompletionContext, documentation, lineAt } from "./item.ts";
import { snippet, stop } from "./snippet.ts";

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
