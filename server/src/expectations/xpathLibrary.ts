/** What is used of the package fontoxpath. Its own types are those of the whole DOM, of which it needs little. */
export interface XPathLibrary {
  readonly evaluateXPath: EvaluateXPath;
  readonly Language: { readonly XPATH_3_1_LANGUAGE: string };
}

interface EvaluateXPath {
  /** Throws an error for an expression that can't be evaluated. */
  (
    expression: string,
    context: unknown,
    facade: XPathFacade | null,
    variables: null,
    returnType: unknown,
    options: {
      readonly language: string;
      readonly namespaceResolver: (prefix: string) => string | null;
    },
  ): readonly unknown[];
  readonly ALL_RESULTS_TYPE: unknown;
}

/** How the library reads nodes. */
export interface XPathFacade {
  getAllAttributes(node: unknown): unknown[];
  getAttribute(node: unknown, name: string): string | null;
  getChildNodes(node: unknown): unknown[];
  getData(node: unknown): string;
  getFirstChild(node: unknown): unknown;
  getLastChild(node: unknown): unknown;
  getNextSibling(node: unknown): unknown;
  getParentNode(node: unknown): unknown;
  getPreviousSibling(node: unknown): unknown;
}
