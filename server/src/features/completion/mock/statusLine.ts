import { CompletionItemKind } from "vscode-languageserver-types";
import { statusFacts } from "../../../http/facts.ts";
import type { Span } from "../../../text/span.ts";
import { type Completion, completions, documentation, type MessageContext } from "../item.ts";
import { responseSnippets } from "./responses.ts";

/** The statuses of SOAP, which come first. */
const usual = [200, 202, 500, 400];

/** Version, status or reason, by the number of words before the cursor. */
export function completeStatusLine(context: MessageContext, offset: number): readonly Completion[] {
  const { text, syntax } = context.message;
  const { statusLine, headerLines, body } = syntax;
  if (!statusLine) return [];
  const words = text
    .slice(statusLine.start, offset)
    .trimStart()
    .split(/[ \t]+/);
  const start = offset - (words.at(-1)?.length ?? 0);
  if (words.length === 1) {
    const replace = { start, end: statusLine.end };
    const isAlone = !statusLine.status && headerLines.length === 0 && !body;
    return [...(isAlone ? responseSnippets(context, replace) : []), ...statusLines(replace)];
  }
  if (words.length === 2) return statusEntries({ start, end: statusLine.end }, "");
  const phrase = statusFacts().find(({ code }) => code === statusLine.code)?.phrase;
  return words.length === 3 && phrase
    ? completions(CompletionItemKind.Text, { start, end: statusLine.end }, [phrase])
    : [];
}

/** Whole status lines. */
export function statusLines(replace: Span): readonly Completion[] {
  return statusEntries(replace, "HTTP/1.1 ");
}

function statusEntries(replace: Span, before: string): readonly Completion[] {
  const rank = (code: number) => (usual.includes(code) ? usual.indexOf(code) : code);
  const entries = statusFacts()
    .filter(({ code }) => code >= 200)
    .toSorted((a, b) => rank(a.code) - rank(b.code))
    .map((fact) => ({ label: `${before}${fact.code} ${fact.phrase}`, documentation: documentation(fact) }));
  return completions(CompletionItemKind.EnumMember, replace, entries, 20);
}
