/** The part of the package fontoxpath that is used. Its own types cover the whole DOM, but it needs only a few. */
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

/** How an expression finds the functions that are added to the library. */
export interface FunctionOptions {
  readonly functionNameResolver: (
    name: { readonly prefix: string; readonly localName: string },
    arity: number,
  ) => { readonly namespaceURI: string; readonly localName: string } | null;
  readonly moduleImports: Readonly<Record<string, string>>;
}

/** What functions such as `parse-xml` may still read in one evaluation, in UTF-16 units. */
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
      /** Gets what `fn:trace` says; by default, it is printed. */
      readonly logger: { readonly trace: (message: string) => void };
      readonly currentContext: ReadingLimit;
    } & FunctionOptions,
  ): readonly unknown[];
  readonly ALL_RESULTS_TYPE: unknown;
}

/** A node of an expression's syntax tree. */
export interface SyntaxNode {
  readonly nodeType: number;
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly attributes: unknown[];
  readonly childNodes: SyntaxNode[];
  readonly data: string | undefined;
}

/** How the library creates a syntax tree. */
export interface NodeFactory {
  createElementNS(namespace: string, name: string): SyntaxNode;
  createTextNode(data: string): SyntaxNode;
  createComment(data: string): SyntaxNode;
}
export interface NodeWriter {
  insertBefore(parent: SyntaxNode, node: SyntaxNode): void;
  setAttributeNS(element: SyntaxNode, namespace: string | null, name: string, value: string): void;
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
