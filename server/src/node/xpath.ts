import { type Context, createContext, Script } from "node:vm";
import { provideXPath } from "../languageService.ts";
import fontoxpath from "./fontoxpath.mjs";

/** Provides XPath from a bundle of its own, which is loaded at first use. */
export function provideXPathHere(): void {
  provideXPath(
    () => fontoxpath,
    (work) => within(longest, work),
  );
}

/** Milliseconds that one evaluation may take. 500,000 elements take some seconds on a slow machine. */
const longest = 20_000;

const call = new Script("work()");
let context: Context | undefined;

/**
 * Returns the result of some work. Throws an error of Node with the code ERR_SCRIPT_EXECUTION_TIMEOUT if it takes longer than
 * some milliseconds, wherever it is. Must not be nested.
 */
export function within<Result>(milliseconds: number, work: () => Result): Result {
  const results: Result[] = [];
  context ??= createContext({});
  context["work"] = () => void results.push(work());
  call.runInContext(context, { timeout: milliseconds });
  const [result] = results;
  return result as Result;
}
