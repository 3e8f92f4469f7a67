import * as l10n from "@vscode/l10n";
import { longestXPath } from "../text/limits.ts";
import type { PathFault } from "./jsonPath.ts";
import { readSteps } from "./steps.ts";
import type { XPathLibrary } from "./xpathLibrary.ts";
import { asFunction, parseXPath, silent } from "./xpathTree.ts";

/** Evaluates any expression with limits of time and memory. */
export type LimitedXPath = (task: XPathTask) => XPathOutcome;

export interface XPathTask {
  readonly expression: string;
  /** A well-formed XML document, and the number of its nodes. */
  readonly body: string;
  readonly nodes: number;
  readonly prefixes: readonly (readonly [prefix: string, namespace: string])[];
  readonly milliseconds: number;
}

/** The result of an expression: numbers of nodes in document order, and the texts of other values, or a failure. */
export type XPathOutcome =
  | { readonly kind: "values"; readonly values: readonly (number | string)[]; readonly milliseconds: number }
  | XPathFailure;

/** `error`: an error of the library, with its message. */
export type XPathFailure =
  | { readonly kind: "time" | "memory" | "steps" | "depth" }
  | { readonly kind: "error"; readonly message: string };

/** Maximum expressions whose problems are kept. */
const maxChecked = 1000;

/** The XPath implementation of this host, which is large and loaded at first use, and a cache of problems. */
class HostXPath {
  /** `undefined` if the host can't stop an evaluation that visits no nodes, such as `count(1 to 10000000000)`. */
  readonly limited: LimitedXPath | undefined;
  readonly #load: () => XPathLibrary;
  readonly #problems = new Map<string, PathFault | undefined>();

  constructor(load: () => XPathLibrary, limited: LimitedXPath | undefined) {
    this.#load = load;
    this.limited = limited;
  }

  get library(): XPathLibrary {
    return this.#load();
  }

  problem(expression: string): PathFault | undefined {
    if (!this.#problems.has(expression)) {
      if (this.#problems.size >= maxChecked) this.#problems.clear();
      this.#problems.set(expression, check(expression, this.library));
    }
    return this.#problems.get(expression);
  }
}

let host: HostXPath | undefined;

/** The entry point calls this once, because directives are read without access to the host. */
export function provideXPath(load: () => XPathLibrary, limited: LimitedXPath | undefined): void {
  host = new HostXPath(load, limited);
}

/** The XPath implementation of this host; `undefined` if it has none. */
export function hostXPath(): HostXPath | undefined {
  return host;
}

/** Why an expression isn't XPath 3.1 in any context; `undefined` if it is, or if this host has no XPath. */
export function xpathProblem(expression: string): PathFault | undefined {
  if (!host) return undefined;
  if (expression.length > longestXPath)
    return { at: longestXPath, why: l10n.t("The XPath is longer than {0} characters. Shorten it.", longestXPath) };
  return readSteps(expression) ? undefined : host.problem(expression);
}

function check(expression: string, library: XPathLibrary): PathFault | undefined {
  return unclosedAt(expression) ?? faultOf(errorOf(expression, library), expression.length);
}

/** The error from parsing and compiling an expression without evaluating it; undefined if there is none. */
function errorOf(expression: string, library: XPathLibrary): unknown {
  const { evaluateXPath, Language, functions } = library;
  try {
    const tree = asFunction(parseXPath(expression, library));
    evaluateXPath(tree, null, null, null, evaluateXPath.ALL_RESULTS_TYPE, {
      language: Language.XPATH_3_1_LANGUAGE,
      namespaceResolver: (prefix) => (prefix === "" ? "" : `urn:prefix:${prefix}`),
      logger: silent,
      currentContext: { left: 0 },
      ...functions,
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

const syntaxError = "XPST0003";

/** The first bracket, parenthesis or quote that isn't closed. */
function unclosedAt(expression: string): PathFault | undefined {
  const open: { readonly at: number; readonly close: string }[] = [];
  for (let at = 0; at < expression.length; at++) {
    const character = expression[at] ?? "";
    if (character === '"' || character === "'") {
      const close = expression.indexOf(character, at + 1);
      if (close < 0) return { at, why: l10n.t("The closing quote is missing in the XPath.") };
      at = close;
    } else if (character in pairs) open.push({ at, close: pairs[character] ?? "" });
    else if (/[)\]}]/.test(character) && open.pop()?.close !== character) {
      return { at, why: l10n.t("Unexpected {0} in the XPath.", character) };
    }
  }
  const last = open.at(-1);
  return last && { at: last.at, why: l10n.t("The closing {0} is missing in the XPath.", last.close) };
}

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The problem behind an error of the library; `undefined` if the error depends on the context of the expression. */
function faultOf(thrown: unknown, length: number): PathFault | undefined {
  if (thrown === undefined) return undefined;
  if (thrown instanceof RangeError) return { at: 0, why: l10n.t("The XPath is nested too deep. Simplify it.") };
  const error = thrown instanceof Error ? thrown.message : String(thrown);
  const name = /^(?:Q\{[^}]*\})?(\S+) with arity of (\d+)/.exec(after(error, "XPST0017: Function "));
  if (name && reading.test(name[1] ?? ""))
    return { at: 0, why: l10n.t("The function {0} isn't available: an expression reads nothing.", name[1] ?? "") };
  if (name)
    return { at: 0, why: l10n.t("XPath has no function {0} with {1} arguments.", name[1] ?? "", name[2] ?? "") };
  const [variable] = after(error, "XPST0008, The variable ").split(" ");
  if (variable)
    return { at: 0, why: l10n.t("The XPath uses the variable {0}, which has no value here.", `$${variable}`) };
  if (!error.includes(syntaxError)) return undefined;
  const offset = Number(/at <>:\d+:(\d+)/.exec(error)?.[1] ?? 1) - 1;
  return { at: Math.min(offset, length), why: l10n.t("From here on, this is not valid XPath.") };
}

const reading =
  /^(?:doc|doc-available|(?:uri-)?collection|unparsed-text(?:-lines|-available)?|json-doc|(?:available-)?environment-variables?|transform|load-xquery-module)$/;

/** The text after the first occurrence of a part; empty if the part doesn't occur. */
function after(text: string, part: string): string {
  const at = text.indexOf(part);
  return at < 0 ? "" : text.slice(at + part.length);
}
