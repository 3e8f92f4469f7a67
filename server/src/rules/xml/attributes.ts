import * as l10n from "@vscode/l10n";
import { startOfTrailing } from "../../text/trailing.ts";
import { changeTo, fix, insert, insertFix, removeFix } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { type ProblemContext, xmlRule } from "./report.ts";

/** Maximum length of a text in a message. */
const maxLength = 40;

export const attributeSyntax = xmlRule("xml-attribute-syntax", "XML 1.0 section 3.1, productions 10, 40 to 42 and 44", {
  "attribute-value-missing": ([name], { problem, typed }) => ({
    message: l10n.t('The attribute {0} has no value. Use {0}="…".', name),
    fixes: () => [fix(l10n.t('Change to {0}=""', name), insert(problem.end, typed.endsWith("=") ? '""' : '=""'))],
  }),
  "attribute-equals-missing": ([name], { problem }) => ({
    message: l10n.t("Missing = between the attribute {0} and its value.", name),
    fixes: () => [insertFix(problem.start, "=")],
  }),
  "attribute-quotes-missing": ([value], { problem }) => ({
    message: l10n.t("Missing quotes around the value {0}.", shown(value)),
    fixes: () => quote(problem, value),
  }),
  "attribute-quotes-typographic": ([value], { problem, typed }) => ({
    message: l10n.t("{0} and {1} are typographic quotes. Use \" or '.", typed.charAt(0), typed.slice(-1)),
    fixes: () => quote(problem, value),
  }),
  "attribute-quote-unclosed": ([name, sign], { problem }) => ({
    message: l10n.t("The value of {0} has no closing {1}.", name, sign),
    fixes: () => [insertFix(problem.end, sign)],
  }),
  "attribute-quote-inside": ([sign], { problem, typed }) => {
    const reference = sign === '"' ? "&quot;" : "&apos;";
    return {
      message: l10n.t("{0} isn't allowed inside a value that is enclosed in {0}. Use {1}.", sign, reference),
      fixes: () => [changeTo(problem, typed.replaceAll(sign, reference), reference)],
    };
  },
  "attribute-space-missing": ([name], { problem }) => ({
    message: l10n.t("Missing whitespace before the attribute {0}.", name),
    fixes: () => [fix(l10n.t("Insert a space"), insert(problem.start, " "))],
  }),
  "attribute-less-than": (_, { problem }) => ({
    message: l10n.t("< isn't allowed in an attribute value. Use &lt;."),
    fixes: () => [changeTo(problem, "&lt;")],
  }),
  "tag-text": ([text], context) => ({
    message: l10n.t(
      '{0} isn\'t an attribute. A tag can contain only its name and attributes, name="value".',
      shown(text),
    ),
    fixes: () => removeText(context),
  }),
  "tag-slash": (_, { problem, xml }) => ({
    message: l10n.t("/ is allowed in a tag only directly before >."),
    fixes: () => (xml.text.charAt(problem.end) === ">" ? [changeTo(problem, "/", "/>")] : [removeFix(problem, "/")]),
  }),
  "end-tag-text": ([text], context) => ({
    message: l10n.t("{0} isn't allowed here. An end tag can contain only its name.", shown(text)),
    fixes: () => removeText(context),
  }),
});

function quote(problem: ProblemContext["problem"], value: string): readonly Fix[] {
  // The value may already have one of its quotes.
  const bare = value.replace(/^["']|["']$/g, "");
  const sign = bare.includes('"') ? "'" : '"';
  if (bare.includes(sign)) return [];
  const quoted = sign + bare + sign;
  return [changeTo(problem, quoted, shown(quoted))];
}

/** Removes the invalid text with the whitespace before it. */
function removeText({ xml, problem, typed }: ProblemContext): readonly Fix[] {
  return [removeFix({ start: startOfTrailing(xml.text, /\s/, problem.start), end: problem.end }, shown(typed))];
}

/** A text on one line, shortened for a message or a title. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
