import * as l10n from "@vscode/l10n";
import { valuesIn } from "../evaluation/pathValues.ts";
import { type MessageBytes, ReadContent } from "../evaluation/readContent.ts";
import type { Forwarded } from "../protocol/served.ts";
import { joinedBytes } from "../text/bytes.ts";
import { escapeXml } from "../text/escapes.ts";
import { encodePart } from "../text/fileBody.ts";
import type { Span } from "../text/span.ts";
import type { AnyNode } from "../xpath/domNodes.ts";
import { declaredPrefixes } from "../xpath/prefixes.ts";
import { EvaluationBudget, type PrefixReader } from "../xpath/xpath.ts";
import type { Replacement } from "./directives/directives.ts";

/** A `# @replace` of a response, with its value for a request; the value is undefined if a variable has no value. */
export interface ReadyReplacement {
  readonly path: Replacement["path"];
  readonly value: string | undefined;
}

/** Replaces values in the body of a response that was passed on. Also returns why some of them can't be replaced. */
export function replacedBody(
  response: MessageBytes,
  replacements: readonly ReadyReplacement[],
  prefixes: PrefixReader,
): ReturnType<Forwarded["edit"]> {
  const content = new ReadContent(response);
  const { charset, text, hasMark, invalid } = content.decoded;
  const unchanged = (problem: string) => ({ body: response.body, problem });
  if (content.isMultipart) return unchanged(l10n.t("@replace can't change a multipart response."));
  if (invalid > 0) return unchanged(l10n.t("@replace can't change a response that isn't valid {0}.", charset.name));
  const edits: (Span & { readonly newText: string })[] = [];
  const evaluation = {
    prefixes: () => new Map([...declaredPrefixes(content.xml), ...prefixes()]),
    budget: new EvaluationBudget(),
  };
  const problems: string[] = [];
  for (const { path, value } of replacements) {
    const result = valuesIn(content, path, evaluation);
    const places =
      "why" in result ? [] : result.values.flatMap(({ node }) => (node ? (placeOf(text, node) ?? []) : []));
    if ("why" in result) problems.push(l10n.t("@replace {0} can't be evaluated: {1}", path.text, result.why));
    else if (places.length === 0) problems.push(l10n.t("@replace {0} finds nothing in the response.", path.text));
    else if (value === undefined)
      problems.push(l10n.t("The value of @replace {0} contains a variable without a value.", path.text));
    else {
      const escaped = escapeXml(value, /[&<>"']/g);
      for (const { before, after, ...span } of places) edits.push({ ...span, newText: `${before}${escaped}${after}` });
    }
  }
  const problem = problems.length > 0 ? problems.join(" ") : undefined;
  if (edits.length === 0) return { body: response.body, problem };
  const parts: string[] = [];
  let [at, last] = [0, -1];
  for (const { start, end, newText } of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    // Skips a place inside an element that is replaced as a whole, and the second value for one place.
    if (start < at || start === last) continue;
    parts.push(text.slice(at, start), newText);
    [at, last] = [end, start];
  }
  const mark = hasMark ? response.body.subarray(0, charset.name.startsWith("utf-16") ? 2 : 3) : new Uint8Array(0);
  return { body: joinedBytes([mark, encodePart(parts.join("") + text.slice(at), charset)]), problem };
}

/** The span of the value of a node, and the text around a new value; undefined for nodes without a value. */
function placeOf(
  text: string,
  node: AnyNode,
): (Span & { readonly before: string; readonly after: string }) | undefined {
  const inside = { before: "", after: "" };
  if (node.nodeType === 2) {
    const { valueStart: start, valueEnd: end } = node.source;
    return start < 0 ? undefined : { start, end, ...inside };
  }
  if (node.nodeType === 3) {
    const { parentNode, index, source } = node;
    if (parentNode?.nodeType !== 1) return undefined;
    // The content may consist of several CDATA sections and texts.
    return {
      start: source.start,
      end: parentNode.childNodes[index + 1]?.source.start ?? parentNode.source.contentEnd,
      ...inside,
    };
  }
  if (node.nodeType !== 1) return undefined;
  const { startTagEnd, contentEnd, selfClosing, nameStart, nameEnd } = node.source;
  if (!selfClosing) return { start: startTagEnd, end: contentEnd, ...inside };
  const name = text.slice(nameStart, nameEnd);
  return { start: startTagEnd - 2, end: startTagEnd, before: ">", after: `</${name}>` };
}
