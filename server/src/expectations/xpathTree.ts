import { localName } from "../xml/query.ts";
import type { NodeFactory, NodeWriter, SyntaxNode, XPathLibrary } from "./xpathLibrary.ts";

/*
 * Syntax trees of expressions as fontoxpath creates and evaluates them: in elements of XQueryX. Expressions are inserted into
 * other expressions as trees, not as text, so that the text of an inner expression can't end it early and continue the outer one.
 */

/** Parses an expression without evaluating anything. Throws an error of the library. */
export function parseXPath(expression: string, { parseScript, Language, functions }: XPathLibrary): SyntaxNode {
  const { functionNameResolver } = functions;
  return parseScript(expression, { language: Language.XPATH_3_1_LANGUAGE, functionNameResolver }, factory, writer);
}

/** A function without parameters whose body is an expression. Evaluating it compiles the expression, but doesn't run it. */
export function asFunction(expression: SyntaxNode): SyntaxNode {
  const body = queryBody(expression);
  const content = body.childNodes.splice(0);
  body.childNodes.push(element("inlineFunctionExpr", [element("paramList", []), element("functionBody", content)]));
  return expression;
}

/** An expression that returns the values of another one as texts, except for nodes, maps, arrays and functions. */
export function asStrings(expression: SyntaxNode, library: XPathLibrary): SyntaxNode {
  const mapped = parseXPath(". ! (if (. instance of xs:anyAtomicType) then string(.) else .)", library);
  const operand = queryBody(mapped).childNodes[0]?.childNodes[0];
  operand?.childNodes.splice(0, operand.childNodes.length, stepOf(queryBody(expression).childNodes));
  return mapped;
}

function stepOf(childNodes: readonly SyntaxNode[]): SyntaxNode {
  return element("stepExpr", [element("filterExpr", [element("sequenceExpr", [...childNodes])])]);
}

export const silent = { trace: () => undefined };

/** The root of the expression in a tree from `parseXPath`. */
function queryBody(tree: SyntaxNode): SyntaxNode {
  const children = tree.childNodes
    .find(({ localName }) => localName === "mainModule")
    ?.childNodes.find(({ localName }) => localName === "queryBody");
  if (!children) throw new Error("fontoxpath has parsed an expression to an unknown tree.");
  return children;
}

const namespace = "http://www.w3.org/2005/XQueryX";

function element(localName: string, childNodes: SyntaxNode[]): SyntaxNode {
  return { nodeType: 1, namespaceURI: namespace, localName, attributes: [], childNodes, data: undefined };
}

const factory: NodeFactory = {
  createElementNS: (_, name) => element(localName(name), []),
  createTextNode: (data) => text(3, data),
  createComment: (data) => text(8, data),
};

function text(nodeType: number, data: string): SyntaxNode {
  return { nodeType, namespaceURI: null, localName: "", attributes: [], childNodes: [], data };
}

const writer: NodeWriter = {
  // The library only appends nodes, except for a comment with the expression, whose place doesn't matter.
  insertBefore: (parent, node) => void parent.childNodes.push(node),
  setAttributeNS: ({ attributes }, namespaceURI, name, value) =>
    void attributes.push({ nodeType: 2, namespaceURI, localName: localName(name), value }),
};
