import { CompletionItemKind } from "vscode-languageserver-types";
import type { Span } from "../../text/span.ts";
import { keyIn } from "../../variables/builtInReferences.ts";
import { certificateMarkdown, keyCertificate } from "../support/keyFacts.ts";
import { type Completion, type CompletionContext, completions } from "./item.ts";

/**
 * The names of keys after a built-in variable with a key, such as `$certificate `; undefined in all other places.
 * @param typed the text from the braces up to the cursor
 * @param rest the rest of the word at the cursor
 */
export function keyNames(
  { section }: CompletionContext,
  typed: string,
  offset: number,
  rest: number,
): readonly Completion[] | undefined {
  const start = /^\S+[ \t]+[\w-]*$/.test(typed) ? keyIn(typed) : undefined;
  if (start === undefined) return undefined;
  const replace: Span = { start: offset - start.length, end: offset + rest };
  const { keys } = section.analysis.scope;
  const entries = keys.names().map((name) => {
    const certificate = keyCertificate(keys, name);
    return {
      label: name,
      note: certificate?.subject,
      documentation: certificate && certificateMarkdown(certificate),
    };
  });
  return completions(CompletionItemKind.Value, replace, entries);
}
