import { CompletionItemKind } from "vscode-languageserver-types";
import { expectationsOf, expectedDeclaration } from "../../../contract/check/expectations.ts";
import { parseUrl } from "../../../contract/find.ts";
import { methods, requestHeaders } from "../../../http/facts.ts";
import { snippet, stop } from "../../../text/snippet.ts";
import { occurrencesIn } from "../../../xsd/occurrences.ts";
import { conditionFacts } from "../../support/directiveFacts.ts";
import { contractsOf } from "../../support/operationRequests.ts";
import { isAfterPath, operatorEntries, wordAt } from "../expectation.ts";
import { type Completion, type CompletionContext, type CompletionEntry, completions, documentation } from "../item.ts";
import { operationNames } from "../operations.ts";

/** Completions after `# @expect` for how often a response is sent. */
export const callEntries: readonly CompletionEntry[] = ["called 1", "called >= 1", "called never"];

/** The words that can follow in `# @when`, whose value begins at `start`. `others`: more entries for the first word. */
export function completeCondition(
  context: CompletionContext,
  start: number,
  offset: number,
  others: readonly CompletionEntry[],
): readonly Completion[] {
  const { text } = context.section;
  const { word, before } = wordAt(text, start, offset);
  const list = (entries: readonly CompletionEntry[]) =>
    completions(CompletionItemKind.Keyword, { start: word, end: offset }, entries);
  if (before === "") return list([...others, ...conditionFacts.map(conditionEntry), ...requestPaths(context)]);
  const [first = "", ...more] = before.split(/[ \t]+/);
  const named = namedParts.get(first);
  if (named) return list(more.length === 0 ? named(context) : more.length === 1 ? operatorEntries() : []);
  const whole = wholeParts.get(first);
  if (whole) return list(more.length === 0 ? whole(context) : []);
  return list(isAfterPath(text, start, word) ? operatorEntries() : []);
}

type Entries = (context: CompletionContext) => readonly CompletionEntry[];

const namedParts: ReadonlyMap<string, Entries> = new Map<string, Entries>([
  ["header", () => requestHeaders.map((fact) => ({ label: fact.name, documentation: documentation(fact) }))],
  ["query", () => []],
  ["variable", ({ section }) => section.analysis.scope.variables.names],
]);

const wholeParts: ReadonlyMap<string, Entries> = new Map<string, Entries>([
  ["operation", ({ section }) => operationNames(section)],
  ["method", () => methods.map((fact) => ({ label: fact.name, documentation: documentation(fact) }))],
  ["version", () => ["1.1", "1.2"]],
  ["signature", () => ["valid"]],
  ["certificate", () => []],
  ["path", (context) => [...addressPaths(context), ...operatorEntries()]],
  ["body", operatorEntries],
]);

function conditionEntry(fact: (typeof conditionFacts)[number]): CompletionEntry {
  const { name } = fact;
  return { label: name, insert: inserts.get(name) ?? `${name} `, documentation: documentation(fact) };
}

const inserts = new Map([
  ["header", snippet`header ${stop(1, "Accept")} contains ${stop(2, "xml")}`],
  ["query", snippet`query ${stop(1, "id")} = ${stop(2, "5")}`],
  ["variable", snippet`variable ${stop(1, "state")} = ${stop(2, "paid")}`],
  ["signature", snippet`signature valid`],
  ["certificate", snippet`certificate CN=${stop(1, "client")}`],
  ["body", snippet`body contains "${stop(1, "x")}"`],
]);

/** The paths of the ports' addresses, which requests to the mock service can have. */
function addressPaths({ section }: CompletionContext): readonly string[] {
  const ports = contractsOf(section).flatMap(({ endpoints }) =>
    endpoints.map(({ port }) => port?.address?.value ?? ""),
  );
  return [...new Set(ports.flatMap((address) => parseUrl(address)?.pathname ?? []))].slice(0, maxNames);
}

const maxNames = 100;

/** Paths to the elements that a request of the operation may contain. */
export function requestPaths({ section: { message } }: CompletionContext): readonly CompletionEntry[] {
  const operation = message?.contract.kind === "found" ? message.contract.operation : undefined;
  if (!operation) return [{ label: "//", note: "XPath" }];
  const { body } = expectationsOf(operation.operation, "input", operation.contract.schemas);
  const names = new Set<string>();
  for (const expected of body.kind === "elements" ? body.elements : []) {
    const type = expectedDeclaration(expected)?.type;
    for (const term of type?.kind === "complex" ? occurrencesIn(type).keys() : [])
      if (term.kind === "element" && names.size < maxNames) names.add(term.name.local);
  }
  return [...names].map((name) => `//*:${name}`);
}
