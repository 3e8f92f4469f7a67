import * as l10n from "@vscode/l10n";
import { valuesIn } from "../evaluation/pathValues.ts";
import { ReadContent } from "../evaluation/readContent.ts";
import { pathProblem, readPath } from "../expectations/path.ts";
import { hostXPath } from "../expectations/xpath.ts";
import { utf8 } from "../text/charset.ts";
import { slice } from "../text/span.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { isStepsAlone } from "../xpath/evaluateHere.ts";
import { prefixesOf } from "../xpath/prefixes.ts";
import { EvaluationBudget, type FoundValue } from "../xpath/xpath.ts";
import type { Section } from "./support/section.ts";

/** The values that an XPath finds, or a sentence that explains why it finds nothing. */
export type Queried =
  /** The spans of the values are in the section's text. `hint`: a suggestion if the path finds nothing. */
  { readonly values: readonly FoundValue[]; readonly hint: string | undefined } | { readonly why: string };

/** The bodies of displayed documents, so that their nodes are read only once. */
const contents = new WeakMap<XmlDocument, ReadContent>();
const utf8Xml = [{ name: "content-type", value: "text/xml; charset=utf-8" }];

/** Evaluates an XPath in a displayed body. `request`: the XML of the request, whose prefixes the path may use. */
export function queryIn(section: Section, expression: string, request: XmlDocument | undefined): Queried {
  const { xml, text } = section;
  const body = section.multipart ? section.multipart.root?.body : section.body;
  const path = readPath(expression, { start: 0, end: expression.length });
  const problem = pathProblem(path);
  if (problem) return { why: problem.message };
  if (!xml || !body || path.kind === "json")
    return { why: l10n.t("Only XPath in a response that is XML can be queried.") };
  // In a browser, an evaluation can't be stopped, so while the user types, only paths without functions are evaluated.
  if (hostXPath()?.limited === undefined && !isStepsAlone(expression)) {
    return { why: l10n.t("In a browser, only paths of names are queried, such as //m:Row[1]/@id.") };
  }
  const own = slice(text, body);
  const content = contents.get(xml) ?? new ReadContent({ fields: utf8Xml, body: utf8.encode(own) });
  contents.set(xml, content);
  const evaluation = { prefixes: () => prefixesOf(request, xml), budget: new EvaluationBudget() };
  const result = valuesIn(content, path, evaluation);
  if ("why" in result) return result;
  // Decoding removes the byte order mark.
  const start = body.start + (own.startsWith("\ufeff") ? 1 : 0);
  const values = result.values.map(({ at, ...value }) => {
    return { ...value, at: at && { start: start + at.start, end: start + at.end } };
  });
  return { values, hint: result.hint?.why };
}
