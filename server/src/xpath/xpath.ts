import * as l10n from "@vscode/l10n";
import { readSteps } from "../expectations/steps.ts";
import { hostXPath, type LimitedXPath, type XPathFailure } from "../expectations/xpath.ts";
import type { XPathLibrary } from "../expectations/xpathLibrary.ts";
import { longestEvaluation, longestFound } from "../text/limits.ts";
import { lazily } from "../text/memoized.ts";
import type { Span } from "../text/span.ts";
import { type AnyNode, type DocumentNode, stringValue } from "./domNodes.ts";
import { evaluateHere, failureOf, isStepsAlone } from "./evaluateHere.ts";
import { evaluateSteps } from "./evaluateSteps.ts";
import { functionFault } from "./functions/fault.ts";

/** A value that a path has found. `at`: the span of its node in the body's text; `undefined` if it was computed. */
export interface FoundValue {
  readonly text: string;
  readonly at: Span | undefined;
  readonly node: AnyNode | undefined;
  /** Whether the name of a value in JSON suggests that it is a secret. */
  readonly isSecret?: boolean;
}

/** The values, or a sentence about why there are none. */
export type Found = { readonly values: readonly FoundValue[] } | { readonly why: string };

/** Returns the namespaces of prefixes. Called only if an expression needs them, because it reads bodies. */
export type PrefixReader = () => ReadonlyMap<string, string>;

/** Data that the evaluations for one exchange share. */
export interface Evaluation {
  readonly prefixes: PrefixReader;
  readonly budget: EvaluationBudget;
}

/** Limits the time and steps of all evaluations for one exchange. */
export class EvaluationBudget {
  /** Time left for expressions that need a process of their own, in milliseconds. 60,000 rows take about 2 s on a slow machine. */
  milliseconds = longestEvaluation;
  /** Steps left for paths that only visit nodes. */
  steps = allSteps;

  /** Restores the full limits, unless an evaluation has reached one. */
  renew(): void {
    if (this.milliseconds <= 0) return;
    this.milliseconds = longestEvaluation;
    this.steps = allSteps;
  }
}

const allSteps = 2_000_000;
/** Maximum number of nodes that a path may visit without the library, which visits each node several times. */
const fewNodes = 25_000;
/** Maximum number of nodes that a path may visit in this process. */
const fewSteps = 100_000;
/** Maximum number of nodes that an expression may visit if this host has no other limit. 60,000 rows take about a million. */
const maxSteps = 50_000_000;
/** Maximum depth of a document. The time of the library is proportional to the square of the depth: 6 s for 32,000 elements. */
const maxDepth = 2000;

export function evaluateXPath(expression: string, document: DocumentNode, evaluation: Evaluation): Found {
  if (document.depth > maxDepth) return { why: tooDeep() };
  const { prefixes, budget } = evaluation;
  const nodes = nodesBySteps(expression, document, evaluation);
  if (nodes) return foundValues(nodes);
  const xpath = hostXPath();
  if (!xpath) return { why: l10n.t("XPath isn't available here.") };
  const result = evaluated(expression, document, evaluation, xpath);
  if (result.kind === "values") return foundValues(result.values);
  if (result.kind === "time" || result.kind === "memory") budget.milliseconds = 0;
  return { why: whyFailed(result, prefixes) };
}

/** `undefined` if the library must evaluate the expression, because it isn't a path of steps, or visits too many nodes. */
function nodesBySteps(
  expression: string,
  document: DocumentNode,
  { prefixes, budget }: Evaluation,
): readonly AnyNode[] | undefined {
  const steps = readSteps(expression);
  if (!steps) return undefined;
  const most = Math.min(fewNodes, budget.steps);
  const limit = { left: most };
  const nodes = evaluateSteps(steps, document, (prefix) => prefixes().get(prefix), limit);
  budget.steps -= most - Math.max(0, limit.left);
  return nodes;
}

type Evaluated =
  | { readonly kind: "values"; readonly values: readonly (AnyNode | string)[] }
  | XPathFailure
  | { readonly kind: "over" };

function evaluated(
  expression: string,
  document: DocumentNode,
  { prefixes, budget }: Evaluation,
  { library, limited }: { readonly library: XPathLibrary; readonly limited: LimitedXPath | undefined },
): Evaluated {
  const here = (steps: number): Evaluated => {
    const left = { left: steps };
    try {
      const namespaceOf = (prefix: string) => prefixes().get(prefix) ?? null;
      return { kind: "values", values: evaluateHere(expression, document, namespaceOf, left, library) };
    } catch (error) {
      return failureOf(error);
    } finally {
      budget.steps -= steps - Math.max(0, left.left);
    }
  };
  if (!limited) return here(maxSteps);
  const few = isStepsAlone(expression) ? here(Math.min(fewSteps, budget.steps)) : undefined;
  if (few && few.kind !== "steps") return few;
  if (budget.milliseconds <= 0) return { kind: "over" };
  const outcome = limited({
    expression,
    body: document.source.text,
    nodes: document.all.length,
    prefixes: expression.includes(":") ? [...prefixes()] : [],
    milliseconds: budget.milliseconds,
  });
  if (outcome.kind !== "values") return outcome;
  budget.milliseconds -= outcome.milliseconds;
  const values = outcome.values.map((one) => (typeof one === "string" ? one : (document.all[one] ?? document)));
  return { kind: "values", values };
}

function foundValues(results: readonly (AnyNode | string)[]): Found {
  const values: FoundValue[] = [];
  let length = 0;
  for (const item of results) {
    const node = typeof item === "string" ? undefined : item;
    const text = typeof item === "string" ? item : stringValue(item);
    length += text.length;
    // The text of each nested element contains the whole inner text.
    if (length > longestFound) return { why: l10n.t("The path finds more text than {0} characters.", longestFound) };
    values.push({ text, at: node && { start: node.source.start, end: node.source.end }, node });
  }
  return { values };
}

function whyFailed(failure: Exclude<Evaluated, { kind: "values" }>, prefixes: PrefixReader): string {
  switch (failure.kind) {
    case "time":
      return l10n.t(
        "The path takes too long: all paths of a response together may take {0} s.",
        longestEvaluation / 1000,
      );
    case "memory":
      return l10n.t("The path needs too much memory.");
    case "over":
      return l10n.t("Not evaluated: the paths before it took too long or needed too much memory.");
    case "steps":
      return l10n.t("The path visits too many nodes.");
    case "depth":
      return tooDeep();
    case "error":
      break;
  }
  const fault = functionFault(failure.message);
  if (fault !== undefined) return fault;
  const prefix = /XPST0081: The prefix (\S+) could not/.exec(failure.message)?.[1];
  if (prefix === undefined) {
    return l10n.t("The path can't be evaluated: {0}", failure.message.trim().split("\n").at(-1) ?? "");
  }
  const declared = [...prefixes().keys()].join(", ");
  return l10n.t("The prefix {0} isn't declared in the request or the response. Declared: {1}.", prefix, declared);
}

function tooDeep(): string {
  return l10n.t("The path or the body is nested too deep for XPath.");
}

/** The expression with this prefix for each element name: `//m:Token` for `//Token` and `//x:Token`. `*`: any namespace. */
export function withPrefix(expression: string, prefix: string): string {
  let before = "";
  return expression.replace(tokens(), (token, at: number) => {
    const after = expression.slice(at + token.length).trimStart();
    const isName = /^[\p{L}_]/u.test(token);
    // After a value, a name is an operator such as `and`.
    const isOperator = /^[\p{L}\p{N}_"'.*)\]]/u.test(before) && !before.endsWith("::") && !isKeyword(before);
    const isOther = /^(?:[@$]|attribute::)$/.test(before) || after.startsWith("(") || after.startsWith("::");
    before = isName && isOperator ? "operator" : token === "::" ? `${before}::` : token;
    return isName && !isOperator && !isOther ? `${prefix}:${token.slice(token.indexOf(":") + 1)}` : token;
  });
}

function isKeyword(token: string): boolean {
  return /^(?:operator|return|then|else|satisfies|in)$/.test(token);
}

const tokens = lazily(() => /"[^"]*"|'[^']*'|[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?|\d+|::|\S/gu);
