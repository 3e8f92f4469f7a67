import * as l10n from "@vscode/l10n";
import { readSteps } from "../expectations/steps.ts";
import { decodeText } from "../text/decode.ts";
import { mostCells, mostDataElements, mostRows } from "../text/limits.ts";
import { LineIndex } from "../text/lines.ts";
import { parseXml } from "../xml/parser.ts";
import { type AnyNode, type ElementLike, nodesOf, stringValue } from "../xpath/domNodes.ts";
import { evaluateSteps } from "../xpath/evaluateSteps.ts";
import { EvaluationBudget, evaluateXPath, withPrefix } from "../xpath/xpath.ts";

/** A row of an XML file: its columns, and the UTF-16 offset of its element. */
export interface XmlRow {
  readonly columns: ReadonlyMap<string, string>;
  readonly start: number;
}

/** The children of the root. */
const defaultPath = "/*/*";
/** Maximum nodes that a path of steps may visit. */
const mostVisits = 50_000_000;
/** Maximum nesting depth of columns. It is limited because the text of each one contains all inside of it. */
export const deepestColumn = 10;

/** The rows at an XPath, at most one more than allowed; or why not. Throws a SyntaxError for too many cells. */
export function xmlRows(
  bytes: Uint8Array,
  path = defaultPath,
): { readonly text: string; readonly rows: readonly XmlRow[] } | string {
  const { text } = decodeText(bytes);
  if (tags(text) > mostDataElements)
    return l10n.t("it has more than {0} elements and attributes. Split it into several files.", mostDataElements);
  const xml = parseXml(text, 0, text.length, { maxProblems: 1 });
  const [problem] = xml.problems;
  if (problem) return l10n.t("line {0} isn't well-formed XML.", new LineIndex(text).at(problem.start) + 1);
  const document = nodesOf(xml);
  const find = (expression: string): readonly (AnyNode | undefined)[] | string => {
    const prefixes = () => prefixesIn(text);
    const steps = readSteps(expression);
    const limit = { left: mostVisits };
    const nodes = steps && evaluateSteps(steps, document, (prefix) => prefixes().get(prefix), limit);
    if (nodes) return nodes;
    const result = evaluateXPath(expression, document, { prefixes, budget: new EvaluationBudget() });
    return "why" in result ? result.why : result.values.map(({ node }) => node);
  };
  const nodes = find(path);
  if (typeof nodes === "string") return nodes;
  if (nodes.length === 0) return whyNothing(path, find);
  const rows: XmlRow[] = [];
  let cells = 0;
  for (const [index, node] of nodes.slice(0, mostRows + 1).entries()) {
    if (node?.nodeType !== 1) return l10n.t("item {0} isn't an element.", index + 1);
    const columns = columnsIn(node, text);
    cells += columns.size;
    checkCells(cells);
    rows.push({ columns, start: node.source.start });
  }
  return { text, rows };
}

/** The maximum number of start tags and attributes in a text: each of them contains a `<` or a `=`, which are counted. */
function tags(text: string): number {
  let count = 0;
  for (const character of ["<", "="])
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      // End tags aren't counted.
      if (text[at + 1] !== "/") count++;
    }
  return count;
}

function prefixesIn(text: string): ReadonlyMap<string, string> {
  const declared = [...text.matchAll(/\sxmlns:([^\s=]{1,99})\s?=\s?(?:"([^"<]*)"|'([^'<]*)')/g)];
  // Of several declarations of a prefix, the first in the text applies, so it is added last.
  return new Map(declared.toReversed().map(([, prefix = "", double, single = ""]) => [prefix, double ?? single]));
}

function whyNothing(path: string, find: (path: string) => readonly unknown[] | string): string {
  const anywhere = withPrefix(path, "*");
  const isElsewhere = anywhere !== path && typeof find(anywhere) === "object" && find(anywhere).length > 0;
  return isElsewhere
    ? l10n.t("{0} finds nothing, because its elements are in a namespace. Write {1}.", path, anywhere)
    : l10n.t("{0} finds nothing.", path);
}

/**
 * The columns of a row: its attributes and child elements by local name. The value is the text of an element, or its markup if it
 * contains elements, whose values are also columns such as `address.city`. Of several with a name, the first is used, and
 * elements take precedence over attributes.
 */
function columnsIn(row: ElementLike, text: string): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  const add = (name: string, value: () => string) => {
    if (!columns.has(name)) columns.set(name, value());
  };
  const addAll = ({ childNodes, attributes }: ElementLike, before: string, depth: number) => {
    if (depth > deepestColumn) return;
    const children = childNodes.filter((child) => child.nodeType === 1);
    const names = new Set(children.map(({ localName }) => localName));
    for (const { localName, value } of attributes) if (!names.has(localName)) add(before + localName, () => value);
    for (const child of children) {
      const name = before + child.localName;
      if (columns.has(name)) continue;
      const hasElements = child.childNodes.some((one) => one.nodeType === 1);
      add(name, () => (hasElements ? text.slice(child.source.start, child.source.end) : stringValue(child)));
      addAll(child, `${name}.`, depth + 1);
    }
  };
  addAll(row, "", 1);
  return columns;
}

/** Throws a SyntaxError if a file has more cells than are allowed. */
export function checkCells(count: number): void {
  if (count <= mostCells) return;
  throw new SyntaxError(l10n.t("it has more than {0} cells. Split it into several files.", mostCells));
}
