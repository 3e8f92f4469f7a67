import * as l10n from "@vscode/l10n";
import { nameTest, uniquePath } from "../evaluation/uniquePath.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { Expectation } from "../expectations/expectation.ts";
import { jsonPathText, jsonValues, parseJsonPath } from "../expectations/jsonPath.ts";
import { isProblem } from "../expectations/problem.ts";
import { readExpectation } from "../expectations/readExpectation.ts";
import { readSet } from "../expectations/setDirective.ts";
import type { Segment } from "../format/document.ts";
import { freeName, insert, replace } from "../rules/edits.ts";
import type { Edit } from "../rules/rule.ts";
import { jsonScalarAt } from "../text/jsonKeys.ts";
import { firstBreak } from "../text/lines.ts";
import { references } from "../text/references.ts";
import { isSecretHeader, isSecretPath } from "../text/secretNames.ts";
import { slice } from "../text/span.ts";
import { XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeAt, attributeValue, elementAt, textContent } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";
import { holdsSecret } from "../xpath/domNodes.ts";
import { prefixesOf, prefixesOfBoth } from "../xpath/prefixes.ts";
import type { FoundValue } from "../xpath/xpath.ts";

/** The edit for the request's segment, with offsets in its text, or a sentence that explains why there is none. */
export type AddedExpectation = { readonly edit: Edit } | { readonly why: string };

/** Expects an attribute's or element's value. `request`: the XML of the request, whose prefixes the path uses. */
export function expectValue(
  segment: Segment,
  request: XmlDocument | undefined,
  response: XmlDocument | undefined,
  offset: number,
): AddedExpectation {
  const node = response && nodeAt(response, offset);
  if (!node || (!node.attribute && node.element.markup.some(({ kind }) => kind === "element"))) {
    return { why: l10n.t("Place the cursor in an attribute, or in an element that contains only text.") };
  }
  if (response.problems.length > 0) return { why: l10n.t("The response isn't well-formed XML.") };
  const { element, attribute } = node;
  const subject = pathTo(response, node, prefixesOfBoth(request, response));
  // The file may be shared, so a secret value isn't written to it.
  if (isSecretHeader((attribute ?? element).local)) return { edit: added(segment, `# @expect ${subject} exists`) };
  const value = attribute ? (attributeValue(response, attribute) ?? "") : textContent(response, element);
  return expectEqual(segment, subject, value);
}

/** The shortest XPath that finds only the element or attribute at an offset of a message; undefined if there is none. */
export function xpathAt(xml: XmlDocument, offset: number): string | undefined {
  const node = nodeAt(xml, offset);
  return node && pathTo(xml, node, prefixesOf(xml));
}

interface FoundNode {
  readonly element: XmlElement;
  /** The attribute at the offset, unless it is a namespace declaration. */
  readonly attribute: XmlAttribute | undefined;
}

function nodeAt(xml: XmlDocument, offset: number): FoundNode | undefined {
  const element = elementAt(xml, offset);
  if (!element) return undefined;
  const attribute = offset < element.startTagEnd || element.selfClosing ? attributeAt(element, offset) : undefined;
  return { element, attribute: attribute?.namespace === XMLNS_NAMESPACE ? undefined : attribute };
}

function pathTo(xml: XmlDocument, { element, attribute }: FoundNode, prefixes: ReadonlyMap<string, string>): string {
  const path = uniquePath(xml, element, prefixes);
  return attribute ? `${path}/@${nameTest(attribute, prefixes)}` : path;
}

/** Adds an expectation with the scalar at an offset of JSON, in the value or in the name of its property. */
export function expectJsonValue(segment: Segment, json: string, offset: number): AddedExpectation {
  let root: unknown;
  try {
    root = JSON.parse(json);
  } catch {
    return { why: l10n.t("The response is neither XML nor valid JSON.") };
  }
  const path = jsonScalarAt(json, offset);
  if (!path) return { why: l10n.t("Place the cursor in a string, a number, true, false or null.") };
  const subject = jsonPathText(path);
  const steps = subject === undefined ? undefined : parseJsonPath(subject);
  // If an object has several properties with the same name, the last one applies.
  const member = steps && !("why" in steps) ? jsonValues(root, steps)[0] : undefined;
  if (subject === undefined || !member) return { why: unwritable() };
  const { value, name } = member;
  if (isSecretHeader(name)) {
    const directive = `# @expect ${subject} exists`;
    return isReadAs(directive, subject, undefined) ? { edit: added(segment, directive) } : { why: unwritable() };
  }
  return typeof value === "string"
    ? expectEqual(segment, subject, value)
    : expectEqual(segment, subject, JSON.stringify(value), true);
}

/** Adds or updates the expectation that `body` or a path equals a value. `isWord`: without quotes if possible. */
export function expectEqual(
  segment: Segment,
  subject: string,
  value: string,
  isWord = subject === "body",
): AddedExpectation {
  const operand = isWord && /^[^\s"{}]+$/.test(value) ? value : `"${value.replaceAll('"', '\\"')}"`;
  const directive = `# @expect ${subject} = ${operand}`;
  if (!segment.message || !isReadAs(directive, subject, value)) {
    return { why: unwritable() };
  }
  const same = testDirectives(segment).expectations.find((one) => one.check?.operator === "=" && isOf(one, subject));
  const compared = same?.check?.operand;
  return { edit: compared ? replace(compared, operand) : added(segment, directive) };
}

/** Adds an expectation of values that a path has found, or sets a new variable, which has none of the `names`. */
export function expectQueried(
  segment: Segment,
  path: string,
  values: readonly FoundValue[],
  as: "expect" | "set",
  names: readonly string[],
): AddedExpectation {
  if (as === "set") {
    const last = path.split(/[^\w-]+/).findLast((part) => /^[A-Za-z_]/.test(part));
    const name = freeName(last ?? "value", names);
    const directive = `# @set ${name} = ${path}`;
    const [start, end] = ["# @set ".length, directive.length];
    const read = readSet(directive, { name: { start: start - 4, end: start - 1 }, value: { start, end } });
    const isRead = "source" in read && read.source.kind === "path" && read.source.path.text === path;
    return isRead && isOneLine(directive) ? { edit: added(segment, directive) } : { why: unwritable() };
  }
  const [only, ...others] = values;
  const node = only?.node;
  const isText = node?.nodeType !== 1 || node.childNodes.every(({ nodeType }) => nodeType !== 1);
  // The file may be shared, so a secret value isn't written to it.
  const isSecret = isSecretPath(path) || (node != null && holdsSecret(node));
  if (only && others.length === 0 && isText && !isSecret) return expectEqual(segment, path, only.text);
  const check = others.length > 0 ? `count ${values.length}` : only ? "exists" : "absent";
  const directive = `# @expect ${path} ${check}`;
  const operand = others.length > 0 ? String(values.length) : undefined;
  return isReadAs(directive, path, operand) ? { edit: added(segment, directive) } : { why: unwritable() };
}

function added({ text, preamble, message }: Segment, directive: string): Edit {
  const last = preamble.findLast((item) => item.kind === "directive" && slice(text, item.name) === "expect");
  const lineBreak = firstBreak(text);
  return last
    ? insert(last.end, `${lineBreak}${directive}`)
    : insert(message?.start ?? text.length, `${directive}${lineBreak}`);
}

function unwritable(): string {
  return l10n.t(
    "An expectation can't contain this value: it or its path has a line break, a variable, or a \\ at its end.",
  );
}

function isReadAs(directive: string, subject: string, value: string | undefined): boolean {
  if (!isOneLine(directive)) return false;
  const read = readExpectation(directive, { start: "# @expect ".length, end: directive.length });
  return !isProblem(read) && isOf(read, subject) && read.check?.operand?.text === value;
}

function isOneLine(directive: string): boolean {
  return !/[\r\n]/.test(directive) && references(directive).length === 0;
}

function isOf({ subject }: Expectation, about: string): boolean {
  return (subject.kind === "path" ? subject.path.text : subject.kind) === about;
}
