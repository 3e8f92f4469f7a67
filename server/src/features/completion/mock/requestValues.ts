import { CompletionItemKind } from "vscode-languageserver-types";
import { requestHeaders } from "../../../http/facts.ts";
import { snippet, stop } from "../../../text/snippet.ts";
import { type Span, slice } from "../../../text/span.ts";
import { requestParts } from "../../support/mockFacts.ts";
import { type Completion, type CompletionContext, completions, documentation } from "../item.ts";
import { requestPaths } from "./conditions.ts";

/** The values of the request: `request.body.…`. `replace`: from the braces to the cursor or after. */
export function requestValues(context: CompletionContext, replace: Span): Completion[] {
  const typed = slice(context.section.text, replace);
  if (/^request\.headers\./.test(typed)) {
    const names = requestHeaders.map(({ name }) => `request.headers.${name}`);
    return completions(
      CompletionItemKind.Variable,
      replace,
      names.map((label) => ({ label, insert: `${label}}}` })),
    );
  }
  const paths = requestPaths(context).map((one) => (typeof one === "string" ? one : one.label));
  const values = paths.filter((path) => path !== "//");
  const entries = requestParts.map((fact) => ({
    label: fact.name,
    insert: inserts.get(fact.name)?.(values) ?? `${fact.name}}}`,
    documentation: documentation(fact),
  }));
  const ofPaths = values.map((path) => ({ label: `request.body.${path}`, insert: `request.body.${path}}}` }));
  return completions(CompletionItemKind.Variable, replace, [...entries, ...ofPaths]);
}

const inserts = new Map([
  ["request.body", (paths: readonly string[]) => snippet`request.body.${stop(1, paths[0] ?? "//*:Name")}}}`],
  ["request.headers", () => snippet`request.headers.${stop(1, "Accept")}}}`],
  ["request.query", () => snippet`request.query.${stop(1, "id")}}}`],
]);
