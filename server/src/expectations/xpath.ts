import * as l10n from "@vscode/l10n";
import type { PathFault } from "./jsonPath.ts";
import type { XPathLibrary } from "./xpathLibrary.ts";

let load: (() => XPathLibrary) | undefined;
let runBounded: Bounded = (work) => work();

/** Runs some work, and throws an error if it takes too long. */
type Bounded = <Result>(work: () => Result) => Result;

/**
 * Sets how XPath is loaded: the library is large, and few documents contain XPath. `bounded`: how an evaluation is stopped
 * that visits no nodes, such as `count(1 to 10000000000)`.
 */
export function provideXPath(loader: () => XPathLibrary, bounded: Bounded): void {
  load = loader;
  runBounded = bounded;
}

/** Evaluates an expression within the time that this host allows. Throws the errors of the library. */
export function boundedXPath<Result>(work: () => Result): Result {
  return runBounded(work);
}

/** `undefined` if this host has no XPath. */
export function xpathLibrary(): XPathLibrary | undefined {
  return load?.();
}

const checked = new Map<string, PathFault | undefined>();
const maxChecked = 1000;

/** Why an expression isn't XPath 3.1, whatever it is applied to; `undefined` if it is, or if this host has no XPath. */
export function xpathProblem(expression: string): PathFault | undefined {
  const library = xpathLibrary();
  if (!library) return undefined;
  if (!checked.has(expression)) {
    if (checked.size >= maxChecked) checked.clear();
    checked.set(expression, check(expression, library));
  }
  return checked.get(expression);
}

function check(expression: string, library: XPathLibrary): PathFault | undefined {
  const unclosed = unclosedAt(expression);
  if (unclosed) return unclosed;
  // A function without arguments is parsed and resolved, but not called.
  const error = errorOf(`function() { ${expression}\n}`, library);
  // The expression alone has the better place.
  return faultOf(error.includes(syntaxError) ? errorOf(expression, library) : error, expression.length);
}

function errorOf(expression: string, { evaluateXPath, Language }: XPathLibrary): string {
  try {
    evaluateXPath(expression, null, null, null, evaluateXPath.ALL_RESULTS_TYPE, {
      language: Language.XPATH_3_1_LANGUAGE,
      namespaceResolver: (prefix) => (prefix === "" ? "" : `urn:prefix:${prefix}`),
    });
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const syntaxError = "XPST0003";

/** The first bracket, parenthesis or quote without its other half. */
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

/** Why the library refused an expression; `undefined` if the error depends on what the expression is applied to. */
function faultOf(error: string, length: number): PathFault | undefined {
  const name = /^(?:Q\{[^}]*\})?(\S+) with arity of (\d+)/.exec(after(error, "XPST0017: Function "));
  if (name)
    return { at: 0, why: l10n.t("XPath has no function {0} with {1} arguments.", name[1] ?? "", name[2] ?? "") };
  const [variable] = after(error, "XPST0008, The variable ").split(" ");
  if (variable)
    return { at: 0, why: l10n.t("The XPath uses the variable {0}, which has no value here.", `$${variable}`) };
  if (!error.includes(syntaxError)) return undefined;
  const offset = Number(/at <>:\d+:(\d+)/.exec(error)?.[1] ?? 1) - 1;
  return { at: Math.min(offset, length), why: l10n.t("From here on, this is not valid XPath.") };
}

/** The rest of a text after the first occurrence of a part; empty if there is none. */
function after(text: string, part: string): string {
  const at = text.indexOf(part);
  return at < 0 ? "" : text.slice(at + part.length);
}
