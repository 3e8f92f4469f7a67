import { parseXml } from "../../xml/parser.ts";
import { prefixesOf } from "../../xpath/prefixes.ts";

/** The prefixes in the requests of a project. Each beginning is read only once, because most of them are equal. */
export class Prefixes {
  readonly #prefixes = new Map<string, XPathPrefixes>();

  /** @param body the body of a request */
  of(body: string): XPathPrefixes {
    const part = /^\s*</.test(body) ? declaringPart(body) : "";
    const prefixes = this.#prefixes.get(part) ?? new XPathPrefixes(part);
    this.#prefixes.set(part, prefixes);
    return prefixes;
  }
}

/** The prefixes that paths about an exchange can use: first those of its request, then well-known prefixes. */
export class XPathPrefixes {
  readonly #body: string;
  #byPrefix: ReadonlyMap<string, string> | undefined;
  #byNamespace: ReadonlyMap<string, string> | undefined;

  /** @param body the body of the request, which is read when a prefix is first needed */
  constructor(body: string) {
    this.#body = body;
  }

  prefixOf(namespace: string): string | undefined {
    // If several prefixes have the same namespace, the first is used.
    this.#byNamespace ??= new Map([...this.#namespaces].reverse().map(([prefix, own]) => [own, prefix]));
    return this.#byNamespace.get(namespace);
  }

  namespaceOf(prefix: string): string | undefined {
    return this.#namespaces.get(prefix);
  }

  get #namespaces(): ReadonlyMap<string, string> {
    this.#byPrefix ??= prefixesOf(this.#body === "" ? undefined : parseXml(this.#body));
    return this.#byPrefix;
  }
}

const declarationAndTag = /xmlns[^"'>]*(?:"[^"]*"|'[^']*')?[^>]*>?/y;

/** The beginning of a body up to the last tag that declares a prefix, which is usually the Envelope. */
function declaringPart(body: string): string {
  declarationAndTag.lastIndex = Math.max(body.lastIndexOf("xmlns"), 0);
  return declarationAndTag.test(body) ? body.slice(0, declarationAndTag.lastIndex) : "";
}

interface WrittenPath {
  readonly text: string;
  /** Whether the path has an operator outside of brackets, so that it is a comparison or another expression. */
  readonly isExpression: boolean;
}

/**
 * An XPath of SoapUI on one line. The prefixes of its `declare namespace` are replaced with those of the exchange. A namespace
 * without a prefix is written as `Q{uri}name`, or as any namespace (`*:name`) where braces aren't allowed.
 */
export function writtenXPath(source: string, prefixes: XPathPrefixes, braces: "allowed" | "forbidden"): WrittenPath {
  const { declared, path } = prolog(source);
  const nameOf = (namespace: string | undefined, local: string, typed: string) => {
    if (namespace === undefined) return typed;
    if (namespace === "") return local;
    const prefix = prefixes.prefixOf(namespace);
    if (prefix !== undefined) return `${prefix}:${local}`;
    return braces === "allowed" && !/["'{}[\]()\s]/.test(namespace) ? `Q{${namespace}}${local}` : `*:${local}`;
  };
  const written: string[] = [];
  let [depth, isExpression] = [0, false];
  for (const { text, kind, prefix, local } of tokensOf(path)) {
    if (kind === "operator" && depth === 0) isExpression = true;
    if (/[([]/.test(text) && kind === "other") depth++;
    else if (/[)\]]/.test(text) && kind === "other") depth--;
    if (kind === "qualified") written.push(nameOf(declared.get(prefix), local, text));
    else if (kind === "element") written.push(nameOf(declared.get(""), text, text));
    else written.push(kind === "blank" ? " " : text);
  }
  return { text: written.join("").trim(), isExpression };
}

/** A path that finds only the first of the nodes that a path finds. */
export function firstOf(path: string): string {
  return isOneNode.test(path) ? path : `(${path})[1]`;
}

/** Matches calls of functions with a single result, and a path in parentheses with a position. */
const isOneNode =
  /^(?:(?:string|count|number|sum|concat|normalize-space|substring(?:-before|-after)?|name|local-name)\(.*\)|\(.*\)\[\d+\])$/;

const declaration =
  /^\s*declare\s+(?:namespace\s+([\w.-]+)\s*=\s*|default\s+element\s+namespace\s*(?:=\s*)?)(?:"([^"]*)"|'([^']*)')\s*;?/;

/** The namespaces that a path declares by prefix ("" for elements without a prefix), and the path after the declarations. */
function prolog(source: string): { readonly declared: ReadonlyMap<string, string>; readonly path: string } {
  const declared = new Map<string, string>();
  let path = source;
  for (let match = declaration.exec(path); match; match = declaration.exec(path)) {
    declared.set(match[1] ?? "", match[2] ?? match[3] ?? "");
    path = path.slice(match[0].length);
  }
  return { declared, path };
}

interface Token {
  readonly text: string;
  /** `element`: an element name without a prefix. `operator`: an operator that isn't a part of a path. */
  readonly kind: "blank" | "literal" | "qualified" | "element" | "name" | "operator" | "other";
  readonly prefix: string;
  readonly local: string;
}

const lexeme =
  /\s+|"[^"]*"|'[^']*'|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|(?:\*|[\p{L}_][\p{L}\p{N}._-]*)(?::(?!:)(?:\*|[\p{L}_][\p{L}\p{N}._-]*))?|::|\/\/|\.\.|<<|>>|[!<>]=|\|\||[\s\S]/gu;

const keywords: ReadonlySet<string> = new Set(
  "and or eq ne lt le gt ge is div idiv mod to union intersect except instance treat castable cast of as".split(" "),
);
const operators: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">=", "<<", ">>", "+", "-", "||"]);
/** Words with which expressions begin that aren't paths. */
const beginnings: ReadonlySet<string> = new Set(["if", "for", "let", "some", "every"]);

function* tokensOf(path: string): Generator<Token> {
  const lexemes = withoutComments(path).match(lexeme) ?? [];
  /** Whether a value is expected next, so that a name isn't an operator. */
  let expectsValue = true;
  let before = "";
  for (const [index, text] of lexemes.entries()) {
    const token = (kind: Token["kind"], prefix = "", local = ""): Token => ({ text, kind, prefix, local });
    if (/^\s/.test(text)) {
      yield token("blank");
      continue;
    }
    const isName = /^[\p{L}_]/u.test(text);
    const isOperator: boolean = isName
      ? !expectsValue && keywords.has(text)
      : operators.has(text) || (text === "*" && !expectsValue);
    if (isOperator) yield token("operator");
    else if (/^["'\d]/.test(text)) yield token("literal");
    else if (/^[^:]+:[^:]/.test(text)) {
      const [prefix = "", local = ""] = text.split(":");
      const isFree = before === "$" || nextOf(lexemes, index) === "(";
      yield prefix === "*" || isFree ? token("name") : token("qualified", prefix, local);
    } else if (isName) {
      const next = nextOf(lexemes, index);
      if (beginnings.has(text) && (next === "(" || next === "$")) yield token("operator");
      else yield token(next === "(" || next === "::" || before === "@" || before === "$" ? "name" : "element");
    } else yield token("other");
    expectsValue = isOperator || /^(?:\(|\[|,|\/|\/\/|::|@|\$|\||!)$/.test(text);
    before = text;
  }
}

function nextOf(tokens: readonly string[], index: number): string | undefined {
  const next = tokens[index + 1];
  return next !== undefined && /^\s/.test(next) ? tokens[index + 2] : next;
}

/** A path without comments `(: … :)`, except inside of literals. */
function withoutComments(path: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = path.indexOf("(:"); at >= 0; at = path.indexOf("(:", from)) {
    const before = path.slice(from, at);
    // Inside of a literal, it is text; an expression with both literals and comments isn't changed.
    const end = /["']/.test(before) ? -1 : path.indexOf(":)", at + 2);
    if (end < 0) break;
    parts.push(before, " ");
    from = end + 2;
  }
  return [...parts, path.slice(from)].join("");
}
