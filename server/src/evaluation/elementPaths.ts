import { oneLine } from "../text/lines.ts";
import { isSecretHeader, redacted } from "../text/redaction.ts";
import { elements, textContent } from "../xml/query.ts";
import { prefixesOfBoth } from "../xpath/prefixes.ts";
import type { ReadExchange } from "./evaluate.ts";
import { nameTest } from "./uniquePath.ts";

/** An XPath to all elements with a name, `//m:Name`. */
export interface ElementPath {
  readonly path: string;
  /** The beginning of the first one's text, without secrets; undefined if it contains elements. */
  readonly value: string | undefined;
}

const maxPaths = 50;
/** All elements of a list have the same names. */
const maxElements = 10_000;

/** The paths to the elements of a message: first those that contain only text, in the order of the document. */
export function elementPaths(exchange: ReadExchange, message: "request" | "response"): readonly ElementPath[] {
  const { xml } = exchange[message];
  if (!xml || xml.problems.length > 0) return [];
  const prefixes = prefixesOfBoth(exchange.request.xml, exchange.response.xml);
  const [leaves, others] = [new Map<string, ElementPath>(), new Map<string, ElementPath>()];
  let count = 0;
  for (const element of elements(xml)) {
    if (++count > maxElements) break;
    const path = `//${nameTest(element, prefixes)}`;
    if (leaves.has(path) || others.has(path)) continue;
    if (element.markup.some(({ kind }) => kind === "element")) others.set(path, { path, value: undefined });
    else {
      const text = textContent(xml, element);
      leaves.set(path, { path, value: text !== "" && isSecretHeader(element.local) ? redacted : oneLine(text, 60) });
    }
  }
  return [...leaves.values(), ...others.values()].slice(0, maxPaths);
}
