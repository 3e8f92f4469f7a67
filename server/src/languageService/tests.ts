import * as l10n from "@vscode/l10n";
import type { Analysis } from "../analysis.ts";
import { fieldValues } from "../evaluation/content.ts";
import { evaluate, type ReadExchange } from "../evaluation/evaluate.ts";
import { valuesIn } from "../evaluation/paths.ts";
import { declaredIn, unknownRequest } from "../expectations/declared.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { Path } from "../expectations/path.ts";
import type { ResponseReference } from "../expectations/reference.ts";
import type { ExpectationResult, RunRequest } from "../protocol.ts";
import { resolve } from "../text/resolved.ts";
import type { Sending } from "../variables/builtIns.ts";
import { needsIn, requestsInCycles } from "../variables/needs.ts";
import { fileScope } from "../variables/scope.ts";
import { type RequestInfo, requestsOf } from "./requestInfo.ts";

/** The requests of a file, in order. A request is a test if it has expectations, or a name in a file with expectations. */
export function runRequests(analysis: Analysis): readonly RunRequest[] {
  const { document } = analysis;
  const requests = requestsOf(analysis);
  const needs = needsIn(document);
  const inCycles = requestsInCycles(needs);
  const ids = new Map(requests.map(({ segment }, id) => [segment.segment, id]));
  const states = (one: RequestInfo) => {
    const { expectations, expectationProblems } = testDirectives(one.segment.segment);
    return expectations.length + expectationProblems.length > 0;
  };
  const hasAny = requests.some(states);
  return requests.map((request, id): RunRequest => {
    const { segment } = request.segment;
    const { skip, retry, repeat, data, needs: named } = testDirectives(segment);
    const unknown = named.map(({ name }) => unknownRequest(name, declaredIn(document).requests)).find((why) => why);
    const { method, target } = request.message;
    return {
      id,
      name: request.name ?? request.title ?? `${method} ${target?.typed.text ?? ""}`.trim(),
      needs: [...new Set((needs.get(segment) ?? []).flatMap((one) => ids.get(one.segment) ?? []))],
      isTest: states(request) || (hasAny && request.name !== undefined),
      problem: inCycles.has(segment) ? l10n.t("It needs requests that need it.") : unknown,
      skip,
      retry: retry ?? { times: 0, every: 0 },
      repeat,
      data: data?.path,
    };
  });
}

/** What holds for an exchange: the expectations, unless it is no test, and the variables that its response sets. */
export function evaluateRequest(
  { document, resolver }: Analysis,
  { segment: { segment } }: RequestInfo,
  isTest: boolean,
  exchange: ReadExchange,
  sending: Sending,
): { readonly results: readonly ExpectationResult[]; readonly set: ReadonlyMap<string, string> } {
  const scope = fileScope(document, resolver, sending);
  const replace = (text: string) => {
    const replaced = resolve(text, { start: 0, end: text.length }, (name) => {
      const value = scope.lookup(name);
      return value.kind === "text" ? value.text : undefined;
    });
    return replaced.known ? replaced.text : undefined;
  };
  const { expectations, sets } = testDirectives(segment);
  const surroundings = { replace, file: (path: string) => resolver.file(path) };
  const results = isTest || expectations.length > 0 ? evaluate(segment.text, expectations, exchange, surroundings) : [];
  const set = new Map<string, string>();
  const failed: ExpectationResult[] = [];
  for (const { name, path, start, end } of sets) {
    const value = onlyValue(exchange, "response", path);
    if (typeof value === "object") set.set(name, value.text);
    else failed.push({ text: `set ${name} = ${path.text}`, at: { start, end }, held: false, why: value });
  }
  return { results: [...results, ...failed], set };
}

/** The value of a reference to an exchange, or a sentence about why it has none. */
export function referencedValue(
  { message, part, request }: ResponseReference,
  exchange: ReadExchange | undefined,
): { readonly text: string } | string {
  if (!exchange) return l10n.t("The request {0} has no response yet.", request);
  const { exchange: sent } = exchange;
  if (part.kind === "status") return { text: String(sent.response.status) };
  if (part.kind === "header") {
    const [value] = fieldValues(sent[message], part.name.toLowerCase());
    return value === undefined
      ? l10n.t("The {0} of {1} has no header {2}.", message, request, part.name)
      : { text: value };
  }
  return part.path ? onlyValue(exchange, message, part.path) : { text: exchange[message].text };
}

function onlyValue(
  exchange: ReadExchange,
  message: "request" | "response",
  path: Path,
): { readonly text: string } | string {
  const found = valuesIn(exchange[message], path, exchange.prefixes);
  if ("why" in found) return `${path.text}: ${found.why}`;
  const [first, second] = found.values;
  if (!first) return found.hint ? found.hint.why : l10n.t("{0} finds nothing.", path.text);
  return second ? l10n.t("{0} finds {1} values.", path.text, found.values.length) : { text: first.text };
}
