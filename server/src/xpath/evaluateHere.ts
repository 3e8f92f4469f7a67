import type { XPathFailure } from "../expectations/xpath.ts";
import type { XPathFacade, XPathLibrary } from "../expectations/xpathLibrary.ts";
import { asStrings, parseXPath, silent } from "../expectations/xpathTree.ts";
import { type AnyNode, type AttributeLike, type ChildNode, type DocumentNode, stringValue } from "./domNodes.ts";

/** Number of nodes that may still be visited. */
export interface StepLimit {
  left: number;
}

/** Returns the namespace of a prefix, null if it isn't declared. */
type PrefixResolver = (prefix: string) => string | null;

/** Returns nodes, and other values as texts. Throws an error at the step limit, and the errors of the library. */
export function evaluateHere(
  expression: string,
  document: DocumentNode,
  prefixes: PrefixResolver,
  steps: StepLimit,
  library: XPathLibrary,
): readonly (AnyNode | string)[] {
  const { evaluateXPath, Language, functions } = library;
  // Values such as dates are objects of the library, so XPath itself converts them to texts.
  const tree = isStepsAlone(expression) ? expression : asStrings(parseXPath(expression, library), library);
  const results = evaluateXPath(tree, document, facade(steps), null, evaluateXPath.ALL_RESULTS_TYPE, {
    language: Language.XPATH_3_1_LANGUAGE,
    namespaceResolver: (prefix) => (prefix === "" ? "" : prefixes(prefix)),
    logger: silent,
    currentContext: { left: longestRead },
    ...functions,
  });
  return results.map((one) => {
    if (!isNode(one)) return textOf(one);
    // A node of another document, for example of `parse-xml`, has no place in this document.
    return document.all[one.number] === one ? one : stringValue(one);
  });
}

/** Maximum length of text that functions such as `parse-xml` read in one evaluation, in UTF-16 units. */
const longestRead = 10_000_000;

class TooManySteps extends Error {}

export function failureOf(error: unknown): XPathFailure {
  if (error instanceof TooManySteps) return { kind: "steps" };
  const message = error instanceof Error ? error.message : String(error);
  // Other RangeErrors are about texts and arrays that are too long.
  if (error instanceof RangeError) return { kind: message.includes("call stack") ? "depth" : "memory" };
  return { kind: "error", message };
}

/** Whether an expression is a path such as `//m:Row[1]/@id`, whose time and memory the number of nodes limits. */
export function isStepsAlone(expression: string): boolean {
  return /^(?:[\p{L}\p{N}_/@*:.-]|\[\d+\]|(?:text|node)\(\))+$/u.test(expression);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "nodeType" in value;
}

/** The text of a value that isn't a node: a text, a map, an array or a function, whose values may be objects of the library. */
function textOf(value: unknown): string {
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return String(value);
  return JSON.stringify(value, (_, item: unknown) => {
    if (isNode(item)) return stringValue(item);
    const isPlain = typeof item !== "object" || item === null || Array.isArray(item) || item.constructor === Object;
    return isPlain ? item : String(item);
  });
}

function facade(steps: StepLimit): XPathFacade {
  const step = <T>(result: T): T => {
    if (steps.left-- <= 0) throw new TooManySteps();
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

/** The library only passes nodes that it got from here. */
function nodeOf(node: unknown): AnyNode {
  return node as AnyNode;
}

function attributesOf(node: unknown): AttributeLike[] {
  const domNode = nodeOf(node);
  return domNode.nodeType === 1 ? domNode.attributes : [];
}

function childrenOf(node: unknown): ChildNode[] {
  const domNode = nodeOf(node);
  return domNode.nodeType === 1 || domNode.nodeType === 9 ? domNode.childNodes : [];
}
