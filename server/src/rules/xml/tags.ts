import * as l10n from "@vscode/l10n";
import type { XmlProblem } from "../../xml/problems.ts";
import { attributeAt, elementAt } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { insert, remove, replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";
import { removeAttribute, removeNode } from "../soap/subject.ts";
import { endTagPlace } from "./endTagPlace.ts";
import { endTagWithoutLess, isLikelier, siblingsBefore, startTagPlace, startTagWithoutLess } from "./misreadTags.ts";
import { type Subject, xmlRule } from "./report.ts";

export const tagUnclosed = xmlRule("xml-tag-unclosed", "XML 1.0 section 3.1", {
  "end-tag-missing": ([name], subject) => {
    const around = unclosedAround(subject);
    return (
      around && {
        message: endTagsMissing(name, around.length),
        related: [
          subject.problem.related[0]?.start === subject.xml.end
            ? l10n.t("Expected </{0}> before the end of the document", name)
            : l10n.t("Expected </{0}> before this", name),
        ],
        others: around.slice(0, mostRelated).map((problem) => ({
          at: { start: problem.start, end: problem.end },
          message: l10n.t("<{0}> isn't closed either", problem.args[0] ?? ""),
        })),
        fixes: () => endTagFixes(subject, name, around),
      }
    );
  },
  "end-tag-slash-missing": ([name], { problem }) => ({
    message: l10n.t("<{0}> is opened again inside <{0}>, and neither is closed. Did you mean </{0}>?", name),
    related: [l10n.t("The first <{0}>", name)],
    fixes: () => [{ title: l10n.t("Change to </{0}>", name), edits: [insert(problem.start, "/")] }],
  }),
  "start-tag-unclosed": ([name], subject) => ({
    message: l10n.t("The start tag <{0} has no closing >.", name),
    related: [l10n.t("Expected > here")],
    fixes: () => insertAtRelated(subject, ">"),
  }),
  "start-tag-less-missing": ([name], { problem }) => ({
    message: l10n.t("The start tag {0} has no <.", name),
    fixes: () => [{ title: l10n.t("Insert <"), edits: [insert(problem.start, "<")] }],
  }),
  "end-tag-unclosed": ([name], subject) => ({
    message: l10n.t("The end tag </{0} has no closing >.", name),
    related: [l10n.t("Expected > here")],
    fixes: () => insertAtRelated(subject, ">"),
  }),
});

export const tagMismatch = xmlRule("xml-tag-mismatch", "XML 1.0 section 3, Element Type Match", {
  "end-tag-mismatch": ([name, wanted], { xml, problem }) => ({
    message: l10n.t("Expected </{1}>, found </{0}>.", name, wanted),
    related: [l10n.t("The start tag")],
    fixes: () => {
      const start = problem.related[0];
      const toEnd = { title: l10n.t("Change the end tag to </{0}>", wanted), edits: [replace(problem, wanted)] };
      if (!start || elementAt(xml, start.start)?.endTag?.nameStart !== problem.start) return [toEnd];
      const toStart = { title: l10n.t("Change the start tag to <{0}>", name), edits: [replace(start, name)] };
      return isLikelier(xml, start.start, name, wanted) ? [toStart, toEnd] : [toEnd, toStart];
    },
  }),
  "tags-overlap": ([outer, inner], { problem }) => ({
    message: l10n.t("</{0}> comes before </{1}>, but <{1}> is inside <{0}> and must be closed first.", outer, inner),
    related: [l10n.t("<{0}> is opened here", inner), l10n.t("</{0}> is here", inner)],
    fixes: () => {
      const late = problem.related[1];
      if (!late) return [];
      const edits = [insert(problem.start - "</".length, `</${inner}>`), remove(late)];
      return [{ title: l10n.t("Close <{0}> before <{1}>", inner, outer), edits }];
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
        if (unopened !== undefined) return [{ title: l10n.t("Insert <"), edits: [insert(unopened, "<")] }];
        const start = startTagPlace(text, before, name);
        const removal = { title: l10n.t("Remove </{0}>", name), edits: [removeNode(text, problem)] };
        if (start === undefined) return [removal];
        return [{ title: l10n.t("Insert <{0}>", name), edits: [insert(start, `<${name}>`)] }, removal];
      },
    };
  },
});

export const attributeDuplicate = xmlRule(
  "xml-attribute-duplicate",
  "XML 1.0 section 3.1, Unique Att Spec; Namespaces in XML 1.0 section 6.3",
  {
    "attribute-duplicate": ([name], subject) => ({
      message: l10n.t("Duplicate attribute {0}.", name),
      related: [l10n.t("The first one")],
      fixes: () => removeDuplicate(subject, name),
    }),
    "attribute-duplicate-expanded": ([name, first, namespace], subject) => ({
      message: l10n.t("{0} is the same attribute as {1}. Both prefixes stand for {2}.", name, first, namespace),
      related: [l10n.t("The first one")],
      fixes: () => removeDuplicate(subject, name),
    }),
  },
);

/** Of the elements around one that is not closed. */
const mostRelated = 10;

/**
 * The problems of the elements around this one whose end tags are missing at the same place, from the inside out: one
 * cause, which the innermost element reports. `undefined` where this is not the innermost.
 */
function unclosedAround({ xml, problem }: Subject): readonly XmlProblem[] | undefined {
  const place = problem.related[0]?.start;
  const together = xml.problems.filter(
    ({ reason, related }) => reason === "end-tag-missing" && related[0]?.start === place,
  );
  return together.at(-1) === problem ? together.slice(0, -1).reverse() : undefined;
}

function endTagsMissing(name: string, around: number): string {
  switch (around) {
    case 0:
      return l10n.t("<{0}> has no end tag. Add </{0}>.", name);
    case 1:
      return l10n.t("<{0}> and the element around it have no end tags.", name);
    default:
      return l10n.t("<{0}> and {1} elements around it have no end tags.", name, around);
  }
}

function endTagFixes({ xml, problem }: Subject, name: string, around: readonly XmlProblem[]): readonly Fix[] {
  const element = elementAt(xml, problem.start);
  const expected = problem.related[0];
  if (!element || !expected) return [];
  const slash = endTagWithoutLess(xml.text, element);
  if (slash !== undefined) return [{ title: l10n.t("Insert <"), edits: [insert(slash, "<")] }];
  const edits = [problem, ...around].flatMap(({ start }) => {
    const unclosed = elementAt(xml, start);
    return unclosed ? [endTagPlace(xml, unclosed, expected.start)] : [];
  });
  const title = around.length > 0 ? l10n.t("Insert the missing end tags") : l10n.t("Insert </{0}>", name);
  const fixes: Fix[] = [{ title, edits }];
  if (isEmpty(xml.text, element)) {
    fixes.push({ title: l10n.t("Change to <{0}/>", name), edits: [insert(element.startTagEnd - 1, "/")] });
  }
  return fixes;
}

function isEmpty(text: string, element: XmlElement): boolean {
  return (
    text.charAt(element.startTagEnd - 1) === ">" &&
    element.children.every(({ kind, start, end }) => kind === "text" && text.slice(start, end).trim() === "")
  );
}

/** What is missing, put where it was expected. */
export function insertAtRelated({ problem }: Subject, missing: string): readonly Fix[] {
  const place = problem.related[0];
  return place ? [{ title: l10n.t("Insert {0}", missing), edits: [insert(place.start, missing)] }] : [];
}

function removeDuplicate({ xml, text, problem }: Subject, name: string): readonly Fix[] {
  const element = elementAt(xml, problem.start);
  const attribute = element && attributeAt(element, problem.end);
  if (attribute?.start !== problem.start) return [];
  const edits: Edit[] = [removeAttribute(text, attribute)];
  return [{ title: l10n.t("Remove the second {0}", name), edits }];
}
