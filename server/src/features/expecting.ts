import * as l10n from "@vscode/l10n";
import type { Segment } from "../document.ts";
import { prefixesOf } from "../evaluation/prefixes.ts";
import { nameTest, uniquePath } from "../evaluation/uniquePath.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { Expectation } from "../expectations/expectation.ts";
import { isProblem } from "../expectations/problem.ts";
import { readExpectation } from "../expectations/readExpectation.ts";
import { insert, replace } from "../rules/edits.ts";
import type { Edit } from "../rules/rule.ts";
import { firstBreak } from "../text/lines.ts";
import { references } from "../text/references.ts";
import { isSecretHeader } from "../text/secretNames.ts";
import { slice } from "../text/span.ts";
import { XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeAt, attributeValue, elementAt, textContent } from "../xml/query.ts";
import type { XmlDocument } from "../xml/tree.ts";

/** The edit of the request's segment, with offsets in its text, or a sentence about why there is none. */
export type Expecting = { readonly edit: Edit } | { readonly why: string };

/**
 * Expects the value of the attribute or element at an offset of a response.
 * @param request the XML of the request, whose prefixes the path uses
 */
export function expectValue(
  segment: Segment,
  request: XmlDocument | undefined,
  response: XmlDocument | undefined,
  offset: number,
): Expecting {
  const element = response && elementAt(response, offset);
  const isTag = element && (offset < element.startTagEnd || element.selfClosing);
  const found = isTag ? attributeAt(element, offset) : undefined;
  const attribute = found?.namespace === XMLNS_NAMESPACE ? undefined : found;
  if (!element || (!attribute && element.children.some(({ kind }) => kind === "element"))) {
    return { why: l10n.t("Place the cursor in an attribute, or in an element that contains only text.") };
  }
  if (response.problems.length > 0) return { why: l10n.t("The response isn't well-formed XML.") };
  const prefixes = prefixesOfBoth(request, response);
  const path = uniquePath(response, element, prefixes);
  const subject = attribute ? `${path}/@${nameTest(attribute, prefixes)}` : path;
  // The file may be shared.
  if (isSecretHeader((attribute ?? element).local)) return { edit: added(segment, `# @expect ${subject} exists`) };
  const value = attribute ? (attributeValue(response, attribute) ?? "") : textContent(response, element);
  return expectEqual(segment, subject, value);
}

/** Expects a subject to be equal to a value: `body`, or a path. A comparison that is already there gets the new value. */
export function expectEqual(segment: Segment, subject: string, value: string): Expecting {
  const operand = subject === "body" && /^[^\s"{}]+$/.test(value) ? value : `"${value.replaceAll('"', '\\"')}"`;
  const directive = `# @expect ${subject} = ${operand}`;
  if (!segment.request || !isReadAs(directive, value)) {
    return {
      why: l10n.t("An expectation can't contain this value: it has a line break, a variable, or a \\ at its end."),
    };
  }
  const same = testDirectives(segment).expectations.find((one) => isAbout(one, subject));
  const compared = same?.check?.operand;
  return { edit: compared ? replace(compared, operand) : added(segment, directive) };
}

/** After the last expectation, or above the request. */
function added({ text, preamble, request }: Segment, directive: string): Edit {
  const last = preamble.findLast((item) => item.kind === "directive" && slice(text, item.name) === "expect");
  const lineBreak = firstBreak(text);
  return last
    ? insert(last.end, `${lineBreak}${directive}`)
    : insert(request?.start ?? text.length, `${directive}${lineBreak}`);
}

function isReadAs(directive: string, value: string): boolean {
  if (/[\r\n]/.test(value) || references(value).length > 0) return false;
  const read = readExpectation(directive, { start: "# @expect ".length, end: directive.length });
  return !isProblem(read) && read.check?.operand?.text === value;
}

function isAbout({ subject, check }: Expectation, about: string): boolean {
  return check?.operator === "=" && (subject.kind === "path" ? subject.path.text : subject.kind) === about;
}

/** The prefixes of the request that mean the same when the response is evaluated. */
function prefixesOfBoth(request: XmlDocument | undefined, response: XmlDocument): ReadonlyMap<string, string> {
  const evaluated = prefixesOf(request, response);
  return new Map([...prefixesOf(request)].filter(([prefix, uri]) => evaluated.get(prefix) === uri));
}
