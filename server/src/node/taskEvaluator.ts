import { type Context, createContext, Script } from "node:vm";
import { type DocumentNode, nodesOf } from "../evaluation/domNodes.ts";
import { evaluateHere, failureOf } from "../evaluation/evaluateHere.ts";
import type { XPathOutcome } from "../expectations/xpath.ts";
import { longestFound } from "../text/limits.ts";
import { parseXml } from "../xml/parser.ts";
import fontoxpath from "./fontoxpath.mjs";
import type { SentTask } from "./xpathTask.ts";

/** Evaluates the expressions of tasks, within their time. */
export class TaskEvaluator {
  #document: DocumentNode | undefined;

  evaluate({ expression, body, prefixes, milliseconds }: SentTask): XPathOutcome {
    if (body !== undefined) this.#document = nodesOf(parseXml(body));
    const document = this.#document;
    if (!document) return { kind: "error", message: "There is no body." };
    const namespaces = new Map(prefixes);
    const start = performance.now();
    try {
      const steps = { left: Number.POSITIVE_INFINITY };
      const found = within(milliseconds, () => {
        return evaluateHere(expression, document, (prefix) => namespaces.get(prefix) ?? null, steps, fontoxpath);
      });
      const values = found.map((one) => (typeof one === "string" ? one : one.number));
      if (isTooMuch(values)) return { kind: "memory" };
      return { kind: "values", values, milliseconds: performance.now() - start };
    } catch (error) {
      return isTimeout(error) ? { kind: "time" } : failureOf(error);
    }
  }
}

const maxValues = 1_000_000;

/** Whether values would take much memory in the process that gets them. */
function isTooMuch(values: readonly (number | string)[]): boolean {
  if (values.length > maxValues) return true;
  return values.reduce((sum: number, one) => sum + (typeof one === "string" ? one.length : 0), 0) > longestFound;
}

const call = new Script("work()");
let context: Context | undefined;

/** Returns the result of some work. Throws an error of Node if it takes longer, wherever it is. */
function within<Result>(milliseconds: number, work: () => Result): Result {
  const results: Result[] = [];
  context ??= createContext({});
  context["work"] = () => void results.push(work());
  call.runInContext(context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
  const [result] = results;
  return result as Result;
}

/** Node's error is of another realm, so that it is no `Error` here. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
