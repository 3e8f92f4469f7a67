/** The used part of the package fontoxpath. Its own types need the whole DOM, of which the package uses only a small part. */
export interface XPathLibrary {
  readonly evaluateXPath: EvaluateXPath;
  /** Throws an error for an expression that can't be parsed. */
  readonly parseScript: (
    expression: string,
    options: { readonly language: string } & Pick<FunctionOptions, "functionNameResolver">,
    factory: NodeFactory,
    writer: NodeWriter,
  ) => SyntaxNode;
  readonly Language: { readonly XPATH_3_1_LANGUAGE: string };
  readonly functions: FunctionOptions;
}

/** Resolves the functions that are added to the library by name. */
export interface FunctionOptions {
  readonly functionNameResolver: (
    name: { readonly prefix: string; readonly localName: string },
    arity: number,
  ) => { readonly namespaceURI: string; readonly localName: string } | null;
  readonly moduleImports: Readonly<Record<string, string>>;
}

/** How much text functions such as `parse-xml` may still read in one evaluation, in UTF-16 units. */
export interface ReadingLimit {
  left: number;
}

interface EvaluateXPath {
  /** Throws an error for an expression that can't be evaluated. */
  (
    expression: string | SyntaxNode,
    context: unknown,
    facade: XPathFacade | null,
    variables: null,
    returnType: unknown,
    options: {
      readonly language: string;
      readonly namespaceResolver: (prefix: string) => string | null;
      /** Receives the output of `fn:trace`, which is printed by default. */
      readonly logger: { readonly trace: (message: string) => void };
      readonly currentContext: ReadingLimit;
    } & FunctionOptions,
  ): readonly unknown[];
  readonly ALL_RESULTS_TYPE: unknown;
}

export interface SyntaxNode {
  readonly nodeType: number;
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly attributes: unknown[];
  readonly childNodes: SyntaxNode[];
  readonly data: string | undefined;
}

export interface NodeFactory {
  createElementNS(namespace: string, name: string): SyntaxNode;
  createTextNode(data: string): SyntaxNode;
  createComment(data: string): SyntaxNode;
}
export interface NodeWriter {
  insertBefore(parent: SyntaxNode, node: SyntaxNode): void;
  setAttributeNS(element: SyntaxNode, namespace: string | null, name: string, value: string): void;
}

/** Gives the library access to nodes. */
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
