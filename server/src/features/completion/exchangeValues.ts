import { CompletionItemKind } from "vscode-languageserver-types";
import { declaredName } from "../../expectations/declared.ts";
import { requestHeaders, responseHeaders } from "../../http/facts.ts";
import { plainText, type Snippet, snippet, stop } from "../../text/snippet.ts";
import { type Span, slice } from "../../text/span.ts";
import { type Completion, type CompletionContext, type CompletionEntry, completions } from "./item.ts";

/** Values in exchanges, such as `login.response.body.…`. `replace`: from the braces to the cursor or further. */
export function exchangeValues(context: CompletionContext, replace: Span, offset: number): Completion[] {
  const { analysis, placed, text } = context.section;
  const typed = slice(text, { start: replace.start, end: offset });
  const [, name = "", message, part] = /^([^.]+(?:\.[^.]+)??)\.(response|request)\.(headers|body)\./.exec(typed) ?? [];
  const { requests } = analysis.scope.variables.declared;
  const whole = (last: string, note?: string): Value => {
    const label = `${name}.${message}.${part}.${last}`;
    return [label, snippet`${label}}}`, note];
  };
  if (part === "body" && (message === "request" || message === "response")) {
    const items = (context.pathsIn?.(name, message) ?? []).map(({ path, value }) => whole(path, value));
    if (items.length > 0) return entries(replace, items);
  }
  if (part === "headers" && requests.has(name)) {
    const headers = message === "response" ? responseHeaders : requestHeaders;
    return entries(
      replace,
      headers.map((header) => whole(header.name)),
    );
  }
  // Only expectations can refer to the exchange of their own request.
  const isExpectation = offset < (placed.segment.message?.start ?? text.length);
  const own = declaredName(placed.segment);
  const usable = [...requests].filter((one) => /^[A-Za-z_][^\s,{}]*$/.test(one) && (isExpectation || one !== own));
  return entries(
    replace,
    usable.flatMap((exchange) => [
      ...(["response", "request"] as const).flatMap((part): readonly Value[] => [
        [
          `${exchange}.${part}.body`,
          snippet`${exchange}.${part}.body.${stop(1, ...pathsOf(context, exchange, part))}}}`,
        ],
        [`${exchange}.${part}.headers`, snippet`${exchange}.${part}.headers.${stop(1, "Content-Type")}}}`],
      ]),
      [`${exchange}.response.status`, snippet`${exchange}.response.status}}`],
    ]),
  );
}

/** The known paths of a message, or else a pattern to fill in. */
function pathsOf({ pathsIn }: CompletionContext, name: string, part: "request" | "response"): readonly string[] {
  const paths = pathsIn?.(name, part) ?? [];
  return paths.length > 0 ? paths.map(({ path }) => path) : ["//*:Name"];
}

/** Paths into the last response of the request at the cursor. */
export function ownPaths({ section: { placed }, pathsIn }: CompletionContext): readonly CompletionEntry[] {
  const name = declaredName(placed.segment);
  const message = placed.segment.kind === "callback" ? "request" : "response";
  const paths = name === undefined ? [] : (pathsIn?.(name, message) ?? []);
  return paths.map(({ path, value }) => ({ label: path, note: value, kind: CompletionItemKind.Variable }));
}

type Value = readonly [label: string, insert: Snippet, note?: string | undefined];

function entries(replace: Span, values: readonly Value[]): Completion[] {
  return completions(
    CompletionItemKind.Variable,
    replace,
    values.map(([label, insert, note]) => {
      // Editors compare the typed text, which may end with a dot, with the inserted text.
      return { label, insert, note, filter: plainText(insert), order: 0 };
    }),
  );
}
