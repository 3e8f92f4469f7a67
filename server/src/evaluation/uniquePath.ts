import { oneLine } from "../text/lines.ts";
import { redacted } from "../text/redaction.ts";
import { isSecretHeader } from "../text/secretNames.ts";
import { elements, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import { prefixesOfBoth } from "../xpath/prefixes.ts";
import type { ReadExchange } from "./evaluate.ts";

interface Step {
  readonly test: string;
  readonly position: number | undefined;
  readonly matches: (element: XmlElement) => boolean;
  readonly isAtPosition: (element: XmlElement) => boolean;
}

/** Maximum names in a path that begins with `//`. A limit is necessary because elements of the same name may be nested deep. */
const maxSteps = 20;

/**
 * The shortest XPath `//…` that finds only this element. It contains the names of as few ancestors as possible, and positions
 * only if names aren't enough. If there is no such path, returns the path from the root. A namespace without a prefix in
 * `prefixes` is written as `*`.
 */
export function uniquePath(document: XmlDocument, element: XmlElement, prefixes: ReadonlyMap<string, string>): string {
  const steps = stepsTo(document, element, prefixes);
  for (const withPositions of [false, true]) {
    // For each element that the path may find, its ancestor at the current level.
    let candidates: readonly (XmlElement | undefined)[] = [...elements(document)];
    for (const [index, step] of steps.slice(0, maxSteps).entries()) {
      candidates = candidates.flatMap((candidate) =>
        candidate && step.matches(candidate) && (!withPositions || step.isAtPosition(candidate)) ? [candidate] : [],
      );
      if (candidates.length === 1) return `//${textsOf(steps.slice(0, index + 1), withPositions)}`;
      candidates = candidates.map((one) => one?.parent);
    }
  }
  // Two elements can't have the same names and positions up to the root.
  return `/${textsOf(steps, true)}`;
}

/** The name test of an element: `m:Token`, or `*:Token` if its namespace has no prefix, or `Token` for no namespace. */
export function nameTest(
  { namespace, local }: { readonly namespace: string | undefined; readonly local: string },
  prefixes: ReadonlyMap<string, string>,
): string {
  if (namespace === "") return local;
  const prefix = [...prefixes].find(([, uri]) => uri === namespace)?.[0];
  return `${prefix ?? "*"}:${local}`;
}

/** An XPath to all elements with a name, such as `//m:Name`. */
export interface ElementPath {
  readonly path: string;
  /** The beginning of the first element's text, without secrets; undefined if the element contains elements. */
  readonly value: string | undefined;
}

const maxPaths = 50;
/** Maximum elements that are examined. This is enough for most messages, because the elements of a list have the same names. */
const maxElements = 10_000;

/** Paths to the elements of a message: first to elements with only text, each group in the order of the document. */
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

/** The steps from an element up to the root. */
function stepsTo(document: XmlDocument, element: XmlElement, prefixes: ReadonlyMap<string, string>): readonly Step[] {
  const steps: Step[] = [];
  for (let current: XmlElement | undefined = element; current; current = current.parent) {
    const { local, namespace, parent } = current;
    const test = nameTest(current, prefixes);
    const matches = test.startsWith("*:")
      ? (other: XmlElement) => other.local === local
      : (other: XmlElement) => other.local === local && other.namespace === namespace;
    const siblings = matching(parent?.children ?? document.children, matches);
    const index = siblings.indexOf(current);
    const meant = new Map<XmlElement | undefined, XmlElement | undefined>();
    steps.push({
      test,
      position: siblings.length > 1 ? index + 1 : undefined,
      matches,
      isAtPosition: (other) => {
        if (siblings.length <= 1) return true;
        if (!meant.has(other.parent)) {
          meant.set(other.parent, matching(other.parent?.children ?? document.children, matches)[index]);
        }
        return meant.get(other.parent) === other;
      },
    });
  }
  return steps;
}

function matching(nodes: readonly XmlNode[], matches: (element: XmlElement) => boolean): readonly XmlElement[] {
  return nodes.filter((node): node is XmlElement => node.kind === "element" && matches(node));
}

/** The text of a path. `steps`: in reverse order, the last step of the path first. */
function textsOf(steps: readonly Step[], withPositions: boolean): string {
  const texts = steps.map(({ test, position }) =>
    withPositions && position !== undefined ? `${test}[${position}]` : test,
  );
  return texts.reverse().join("/");
}
