import * as l10n from "@vscode/l10n";
import { faultParts12, versionOfNamespace } from "../../soap/facts.ts";
import { indentationAt } from "../../text/lines.ts";
import { memoized } from "../../text/memoized.ts";
import { firstIndex } from "../../text/search.ts";
import { type Span, slice, trimmed } from "../../text/span.ts";
import type { XmlProblem } from "../../xml/problems.ts";
import { attributeAt, elementAt, namespaceOf } from "../../xml/query.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../../xml/tree.ts";
import { fix, insert, insertFix, remove, replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";
import { removeAttribute, removeNode } from "../soap/xmlMessage.ts";
import { type ProblemContext, xmlRule } from "./report.ts";

export const tagUnclosed = xmlRule(
  "xml-tag-unclosed",
  "XML 1.0 section 3.1",
  {
    "end-tag-missing": ([name], context) => {
      const around = unclosedAround(context);
      return (
        around && {
          message: endTagsMissing(name, around.length),
          related: [
            context.problem.related[0]?.start === context.xml.end
              ? l10n.t("Expected </{0}> before the end of the document", name)
              : l10n.t("Expected </{0}> before this", name),
          ],
          others: around.slice(0, maxRelated).map((problem) => ({
            at: { start: problem.start, end: problem.end },
            message: l10n.t("<{0}> isn't closed either", problem.args[0] ?? ""),
          })),
          fixes: () => endTagFixes(context, name, around),
        }
      );
    },
    "end-tag-slash-missing": ([name], { problem }) => ({
      message: l10n.t("<{0}> is opened again inside <{0}>, and neither is closed. Did you mean </{0}>?", name),
      related: [l10n.t("The first <{0}>", name)],
      fixes: () => [fix(l10n.t("Change to {0}", `</${name}>`), insert(problem.start, "/"))],
    }),
    "start-tag-unclosed": ([name], context) => ({
      message: l10n.t("The start tag <{0} has no closing >.", name),
      related: [l10n.t("Expected > here")],
      fixes: () => insertAtRelated(context, ">"),
    }),
    "start-tag-less-missing": ([name], { problem }) => ({
      message: l10n.t("The start tag {0} has no <.", name),
      fixes: () => [insertFix(problem.start, "<")],
    }),
    "end-tag-unclosed": ([name], context) => ({
      message: l10n.t("The end tag </{0} has no closing >.", name),
      related: [l10n.t("Expected > here")],
      fixes: () => insertAtRelated(context, ">"),
    }),
  },
  { followsFromCut: true },
);

export const tagMismatch = xmlRule("xml-tag-mismatch", "XML 1.0 section 3, Element Type Match", {
  "end-tag-mismatch": ([name, expected], { xml, problem }) => ({
    message: l10n.t("Expected </{1}>, found </{0}>.", name, expected),
    related: [l10n.t("The start tag")],
    fixes: () => {
      const start = problem.related[0];
      const toEnd = fix(l10n.t("Change the end tag to </{0}>", expected), replace(problem, expected));
      if (!start || elementAt(xml, start.start)?.endTag?.nameStart !== problem.start) return [toEnd];
      const toStart = fix(l10n.t("Change the start tag to <{0}>", name), replace(start, name));
      return isLikelier(xml, start.start, name, expected) ? [toStart, toEnd] : [toEnd, toStart];
    },
  }),
  "tags-overlap": ([outer, inner], { problem }) => ({
    message: l10n.t("</{0}> comes before </{1}>, but <{1}> is inside <{0}> and must be closed first.", outer, inner),
    related: [l10n.t("<{0}> is opened here", inner), l10n.t("</{0}> is here", inner)],
    fixes: () => {
      const late = problem.related[1];
      if (!late) return [];
      const edits = [insert(problem.start - "</".length, `</${inner}>`), remove(late)];
      return [fix(l10n.t("Close <{0}> before <{1}>", inner, outer), ...edits)];
    },
  }),
});

export const endTagStray = xmlRule("xml-end-tag-stray", "XML 1.0 section 3, Element Type Match", {
  "end-tag-stray": ([name], { xml, text, problem }) => {
    const before = siblingsBefore(xml, problem);
    const unopened = startTagWithoutLess(text, before, name);
    return {
      message:
        unopened === undefined
          ? l10n.t("The end tag </{0}> has no start tag.", name)
          : l10n.t("The start tag for the end tag </{0}> has no <.", name),
      fixes: () => {
        if (unopened !== undefined) return [insertFix(unopened, "<")];
        const start = startTagPlace(text, before, name);
        const removal = fix(l10n.t("Remove {0}", `</${name}>`), removeNode(text, problem));
        if (start === undefined) return [removal];
        return [insertFix(start, `<${name}>`), removal];
      },
    };
  },
});

export const attributeDuplicate = xmlRule(
  "xml-attribute-duplicate",
  "XML 1.0 section 3.1, Unique Att Spec; Namespaces in XML 1.0 section 6.3",
  {
    "attribute-duplicate": ([name], context) => ({
      message: l10n.t("Duplicate attribute {0}.", name),
      related: [l10n.t("The first one")],
      fixes: () => removeDuplicate(context, name),
    }),
    "attribute-duplicate-expanded": ([name, first, namespace], context) => ({
      message: l10n.t("{0} is the same attribute as {1}. Both prefixes stand for {2}.", name, first, namespace),
      related: [l10n.t("The first one")],
      fixes: () => removeDuplicate(context, name),
    }),
  },
);

/** Maximum number of unclosed parent elements that a report shows. */
const maxRelated = 10;

/**
 * Returns the problems of the parent elements whose end tags are missing at the same place, innermost first.
 * `undefined` if this isn't the innermost element: only the innermost one reports them.
 */
function unclosedAround({ xml, problem }: ProblemContext): readonly XmlProblem[] | undefined {
  const together = unclosedByPlace(xml).get(problem.related[0]?.start) ?? [];
  return together.at(-1) === problem ? together.slice(0, -1).reverse() : undefined;
}

const unclosedByPlace = memoized(
  ({ problems }: XmlDocument): ReadonlyMap<number | undefined, readonly XmlProblem[]> => {
    const byPlace = new Map<number | undefined, XmlProblem[]>();
    for (const problem of problems) {
      if (problem.reason !== "end-tag-missing") continue;
      const place = problem.related[0]?.start;
      const together = byPlace.get(place);
      if (together) together.push(problem);
      else byPlace.set(place, [problem]);
    }
    return byPlace;
  },
);

function endTagsMissing(name: string, around: number): string {
  if (around === 0) return l10n.t("<{0}> has no end tag. Add </{0}>.", name);
  if (around === 1) return l10n.t("<{0}> and the element around it have no end tags.", name);
  return l10n.t("<{0}> and {1} elements around it have no end tags.", name, around);
}

function endTagFixes({ xml, problem }: ProblemContext, name: string, around: readonly XmlProblem[]): readonly Fix[] {
  const element = elementAt(xml, problem.start);
  const expected = problem.related[0];
  if (!element || !expected) return [];
  const slash = endTagWithoutLess(xml.text, element);
  if (slash !== undefined) return [insertFix(slash, "<")];
  const edits = [problem, ...around].flatMap(({ start }) => {
    const unclosed = elementAt(xml, start);
    return unclosed ? [endTagPlace(xml, unclosed, expected.start)] : [];
  });
  const title = around.length > 0 ? l10n.t("Insert the missing end tags") : l10n.t("Insert {0}", `</${name}>`);
  const fixes = [fix(title, ...edits)];
  if (isEmpty(xml.text, element)) {
    fixes.push(fix(l10n.t("Change to {0}", `<${name}/>`), insert(element.startTagEnd - 1, "/")));
  }
  return fixes;
}

function isEmpty(text: string, element: XmlElement): boolean {
  return (
    text.charAt(element.startTagEnd - 1) === ">" &&
    element.children.every(({ kind, start, end }) => kind === "text" && text.slice(start, end).trim() === "")
  );
}

/** Inserts missing text at the related span, where it was expected. */
export function insertAtRelated({ problem }: ProblemContext, missing: string): readonly Fix[] {
  const place = problem.related[0];
  return place ? [insertFix(place.start, missing)] : [];
}

function removeDuplicate({ xml, text, problem }: ProblemContext, name: string): readonly Fix[] {
  const element = elementAt(xml, problem.start);
  const attribute = element && attributeAt(element, problem.end);
  if (attribute?.start !== problem.start) return [];
  return [fix(l10n.t("Remove the second {0}", name), removeAttribute(text, attribute))];
}

/** Whether `name` is a likelier element name than `other`, because SOAP defines it or its prefix is declared. */
function isLikelier(xml: XmlDocument, offset: number, name: string, other: string): boolean {
  const parent = elementAt(xml, offset)?.parent;
  const rank = (name: string) => {
    const colon = name.indexOf(":");
    const namespace = parent && namespaceOf(xml, parent, name.slice(0, Math.max(0, colon)));
    const local = name.slice(colon + 1);
    const ofSoap = versionOfNamespace(namespace) !== undefined && soapNames.has(local);
    return (ofSoap ? 2 : 0) + (colon > 0 && namespace !== undefined ? 1 : 0);
  };
  return rank(name) > rank(other);
}

const soapNames: ReadonlySet<string> = new Set([
  ...["Envelope", "Header", "Body", "Fault"],
  ...[...faultParts12, "Value", "Subcode", "Text"],
]);

/** Maximum number of nodes in which the other tag is searched. */
const nearby = 20;

/** Returns the nodes before a span in the innermost element around it. The nearest node is last. */
function siblingsBefore(xml: XmlDocument, { start }: Span): readonly XmlNode[] {
  const children = elementAt(xml, start)?.children ?? [];
  const next = firstIndex(0, children.length, (index) => (children[index]?.end ?? 0) > start);
  return children.slice(Math.max(0, next - nearby), next);
}

/** The offset of the nearest start tag with this name that is text, because its `<` is missing. */
function startTagWithoutLess(text: string, nodes: readonly XmlNode[], name: string): number | undefined {
  for (const { kind, start, end } of nodes.toReversed()) {
    if (kind !== "text") continue;
    const typed = text.slice(Math.max(start, end - 1000), end);
    const at = typed.lastIndexOf(name);
    const isWhole = at >= 0 && (at === 0 || /[\s>]/.test(typed.charAt(at - 1)));
    if (isWhole && /^(?:\s[^>]*)?>/.test(typed.slice(at + name.length))) return end - typed.length + at;
  }
  return undefined;
}

/** Where the start tag for an end tag is inserted: before the text or the elements that the end tag closes. */
function startTagPlace(text: string, nodes: readonly XmlNode[], name: string): number | undefined {
  const last = nodes.findLast((node) => node.kind !== "text" || slice(text, node).trim() !== "");
  if (last?.kind === "text") return trimmed(text, last).start;
  const elements = nodes.filter((node) => node.kind === "element");
  if (nodes.length === nearby || elements.some((element) => element.name === name)) return undefined;
  return elements[0]?.start;
}

/** The offset of the element's end tag that is text, because its `<` is missing. */
function endTagWithoutLess(text: string, { name, children }: XmlElement): number | undefined {
  for (const { kind, start, end } of children.slice(0, nearby)) {
    if (kind !== "text") continue;
    const at = text.slice(start, Math.min(end, start + 10_000)).indexOf(`/${name}>`);
    if (at >= 0) return start + at;
  }
  return undefined;
}

/**
 * Where a missing end tag is inserted: after the text, if the element starts with text, else before `expected`, the
 * end tag of an ancestor or the end of the document. There it gets a line of its own if the start tag has one.
 */
function endTagPlace(xml: XmlDocument, element: XmlElement, expected: number): Edit {
  const { text } = xml;
  const tag = `</${element.name}>`;
  const first = element.children[0];
  if (first?.kind === "text" && slice(text, first).trim() !== "") {
    return insert(first.start + slice(text, first).trimEnd().length, tag);
  }
  const contentEnd = element.startTagEnd + text.slice(element.startTagEnd, expected).trimEnd().length;
  const indent = indentationAt(text, element.start);
  const between = text.slice(contentEnd, expected);
  const lineBreak = /\r\n|\r|\n/.exec(between)?.[0];
  if (indent === undefined || lineBreak === undefined) return insert(contentEnd, tag);
  return insert(contentEnd, contentEnd === element.startTagEnd ? tag : `${lineBreak}${indent}${tag}`);
}
