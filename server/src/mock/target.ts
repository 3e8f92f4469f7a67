import { parseTarget } from "../http/startLine.ts";
import { slice } from "../text/span.ts";

/** The path of a request target, and what follows its `?`; undefined without one. */
export function splitTarget(target: string): { readonly path: string; readonly query: string | undefined } {
  const own = slice(target, parseTarget(target).pathAndQuery);
  const at = own.indexOf("?");
  return at < 0 ? { path: own || "/", query: undefined } : { path: own.slice(0, at) || "/", query: own.slice(at + 1) };
}
