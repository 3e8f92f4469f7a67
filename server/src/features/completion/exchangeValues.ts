import { CompletionItemKind } from "vscode-languageserver-types";
import { declaredIn, nameOf } from "../../expectations/declared.ts";
import { requestHeaders, responseHeaders } from "../../http/facts.ts";
import { type Snippet, snippet, stop } from "../../text/snippet.ts";
import { type Span, slice } from "../../text/span.ts";
import { type Completion, type CompletionContext, completions } from "./item.ts";

/** The values of the exchanges of named requests: `login.response.body.…`. `replace`: from the braces to the cursor or after. */
export function exchangeValues({ section }: CompletionContext, replace: Span, offset: number): Completion[] {
  const { analysis, placed, text } = section;
  const typed = slice(text, { start: replace.start, end: offset });
  const [, name = "", message] = /^([^.]+)\.(response|request)\.headers\./.exec(typed) ?? [];
  const { requests } = declaredIn(analysis.document);
  if (message !== undefined && requests.has(name)) {
    const headers = message === "response" ? responseHeaders : requestHeaders;
    const labels = headers.map((header) => `${name}.${message}.headers.${header.name}`);
    return entries(
      replace,
      labels.map((label) => [label, snippet`${label}}}`]),
    );
  }
  // Only expectations may use the exchange of their own request.
  const isExpectation = offset < (placed.segment.request?.start ?? text.length);
  const own = nameOf(placed.segment);
  const usable = [...requests].filter((one) => /^[A-Za-z_][^\s.,{}]*$/.test(one) && (isExpectation || one !== own));
  return entries(
    replace,
    usable.flatMap((one) => [
      ...["response", "request"].flatMap((part): readonly Value[] => [
        [`${one}.${part}.body`, snippet`${one}.${part}.body.${stop(1, "//*:Name")}}}`],
        [`${one}.${part}.headers`, snippet`${one}.${part}.headers.${stop(1, "Content-Type")}}}`],
      ]),
      [`${one}.response.status`, snippet`${one}.response.status}}`],
    ]),
  );
}

type Value = readonly [label: string, insert: Snippet];

function entries(replace: Span, values: readonly Value[]): Completion[] {
  return completions(
    CompletionItemKind.Variable,
    replace,
    values.map(([label, insert]) => ({ label, insert, order: 0 })),
  );
}
