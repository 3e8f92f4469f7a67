import * as l10n from "@vscode/l10n";
import { boundedXPath, xpathLibrary } from "../expectations/xpath.ts";
import type { XPathFacade } from "../expectations/xpathLibrary.ts";
import type { Span } from "../text/span.ts";
import { type AnyNode, type AttributeLike, type ChildNode, type DocumentNode, stringValue } from "./nodes.ts";

/** A value that a path found. `at`: the place of its node in the body's text; `undefined` if it was computed. */
export interface FoundValue {
  readonly text: string;
  readonly at: Span | undefined;
  readonly node: AnyNode | undefined;
  /** Whether the name of a value in JSON suggests that it is a secret. */
  readonly isSecret?: boolean;
}

/** The values, or a sentence about why there are none. */
export type Found = { readonly values: readonly FoundValue[] } | { readonly why: string };

/** How many nodes an expression may visit. 60,000 rows take about a million. */
const maxSteps = 50_000_000;
/** How many nodes an expression of steps alone may visit without a limit of time. */
const fewSteps = 100_000;
/** The library takes time in proportion to the square of the depth: 6 s for 32,000 elements. */
const maxDepth = 2000;

/** Returns the namespaces of prefixes. Called only if an expression needs them, because bodies are read for them. */
export type Prefixes = () => ReadonlyMap<string, string>;

/** Evaluates an expression of XPath 3.1. */
export function evaluateXPath(expression: string, context: DocumentNode, prefixes: Prefixes): Found {
  const library = xpathLibrary();
  if (!library) return { why: l10n.t("XPath isn't available here.") };
  if (context.depth > maxDepth) return { why: l10n.t("The body is nested too deep for XPath.") };
  const { evaluateXPath: evaluate, Language } = library;
  const visiting = (steps: number) =>
    evaluate(expression, context, facade(steps), null, evaluate.ALL_RESULTS_TYPE, {
      language: Language.XPATH_3_1_LANGUAGE,
      namespaceResolver: (prefix) => (prefix === "" ? "" : (prefixes().get(prefix) ?? null)),
    });
  const bounded = () => boundedXPath(() => visiting(maxSteps));
  try {
    const results = stepsAlone.test(expression) ? untilTooMany(() => visiting(fewSteps), bounded) : bounded();
    return { values: results.map(foundValue) };
  } catch (error) {
    return { why: whyFailed(error, prefixes) };
  }
}

/**
 * Paths such as `//m:Row[1]/@id`, which do nothing without visiting a node, so that the number of nodes limits their time.
 * Limiting the time itself takes a thread, and longer than such a path in a small body.
 */
const stepsAlone = /^(?:[\p{L}\p{N}_/@*:.-]|\[\d+\])+$/u;

class TooManySteps extends Error {}

function untilTooMany<Result>(work: () => Result, otherwise: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooManySteps) return otherwise();
    throw error;
  }
}

function facade(steps: number): XPathFacade {
  let left = steps;
  const step = <T>(result: T): T => {
    if (left-- === 0) throw new TooManySteps();
    return result;
  };
  const sibling = (node: unknown, by: number) => {
    const { nodeType, parentNode, index } = nodeOf(node);
    // An attribute has a parent, but no siblings.
    return nodeType === 2 ? null : step(parentNode?.childNodes[index + by] ?? null);
  };
  return {
    getAllAttributes: (node) => step(attributesOf(node)),
    getAttribute: (node, name) => step(attributesOf(node).find((one) => one.name === name)?.value ?? null),
    getChildNodes: (node) => step(childrenOf(node)),
    getData: (node) => step(stringValue(nodeOf(node))),
    getFirstChild: (node) => step(childrenOf(node)[0] ?? null),
    getLastChild: (node) => step(childrenOf(node).at(-1) ?? null),
    getNextSibling: (node) => sibling(node, 1),
    getPreviousSibling: (node) => sibling(node, -1),
    getParentNode: (node) => step(nodeOf(node).parentNode),
  };
}

/** The library passes only nodes that it got from here. */
function nodeOf(node: unknown): AnyNode {
  return node as AnyNode;
}

function attributesOf(node: unknown): AttributeLike[] {
  const one = nodeOf(node);
  return one.nodeType === 1 ? one.attributes : [];
}

function childrenOf(node: unknown): ChildNode[] {
  const one = nodeOf(node);
  return one.nodeType === 1 || one.nodeType === 9 ? one.childNodes : [];
}

function foundValue(result: unknown): FoundValue {
  if (typeof result === "object" && result !== null && "nodeType" in result) {
    const node = result as AnyNode;
    const { start, end } = node.source;
    return { text: stringValue(node), at: { start, end }, node };
  }
  const text =
    result instanceof Date
      ? result.toISOString()
      : typeof result === "object"
        ? JSON.stringify(result)
        : String(result);
  return { text, at: undefined, node: undefined };
}

function whyFailed(error: unknown, prefixes: Prefixes): string {
  if (isTimeout(error)) return l10n.t("The path takes too long.");
  if (error instanceof TooManySteps) return l10n.t("The path visits too many nodes.");
  if (error instanceof RangeError) return l10n.t("The body is nested too deep for XPath.");
  const message = error instanceof Error ? error.message : String(error);
  const prefix = /XPST0081: The prefix (\S+) could not/.exec(message)?.[1];
  if (prefix === undefined) return l10n.t("The path can't be evaluated: {0}", message.trim().split("\n").at(-1) ?? "");
  const known = [...prefixes().keys()].join(", ");
  return l10n.t("The prefix {0} isn't declared in the request or the response. Declared: {1}.", prefix, known);
}

/** Node's error is of another realm, so that it is no `Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** The expression with this prefix for each element name: `//m:Token` for `//Token` and `//x:Token`. `*`: any namespace. */
export function withPrefix(expression: string, prefix: string): string {
  let before = "";
  return expression.replace(tokens, (token, at: number) => {
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

const tokens = /"[^"]*"|'[^']*'|[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?|\d+|::|\S/gu;
