import { elements } from "../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";

/** A step of a path: its name test, and the only child of each parent that it means. */
interface Step {
  readonly test: string;
  readonly position: number | undefined;
  readonly matches: (element: XmlElement) => boolean;
  /** Whether an element is the one at the position among the children of its parent. */
  readonly isAtPosition: (element: XmlElement) => boolean;
}

/** Maximum names in a path that begins with `//`: elements of the same name may be nested deep. */
const maxSteps = 20;

/**
 * The shortest XPath `//…` that finds only this element: with the names of as few ancestors as necessary, and with
 * positions only where names aren't enough; or else the path from the root. A namespace without a prefix in `prefixes` is written as `*`.
 */
export function uniquePath(document: XmlDocument, element: XmlElement, prefixes: ReadonlyMap<string, string>): string {
  const steps = stepsTo(document, element, prefixes);
  for (const withPositions of [false, true]) {
    // The ancestors at the current level of all elements that the path may find.
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

/** `m:Token`, `*:Token` or, in no namespace, `Token`. */
export function nameTest(
  { namespace, local }: { readonly namespace: string | undefined; readonly local: string },
  prefixes: ReadonlyMap<string, string>,
): string {
  if (namespace === "") return local;
  const prefix = [...prefixes].find(([, uri]) => uri === namespace)?.[0];
  return `${prefix ?? "*"}:${local}`;
}

/** From the element to the root. */
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

/** `steps`: the last one first. */
function textsOf(steps: readonly Step[], withPositions: boolean): string {
  const texts = steps.map(({ test, position }) =>
    withPositions && position !== undefined ? `${test}[${position}]` : test,
  );
  return texts.reverse().join("/");
}
