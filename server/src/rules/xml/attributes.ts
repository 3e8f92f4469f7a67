import * as l10n from "@vscode/l10n";
import { insert, remove, replace } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { type Subject, xmlRule } from "./report.ts";

/** How much of a typed text a message shows. */
const SHOWN = 40;

export const attributeSyntax = xmlRule("xml-attribute-syntax", "XML 1.0 section 3.1, productions 10, 40 to 42 and 44", {
  "attribute-value-missing": ([name], { problem, typed }) => ({
    message: l10n.t('The attribute {0} has no value; it is written {0}="…".', name),
    fixes: () => [
      { title: l10n.t('Write {0}=""', name), edits: [insert(problem.end, typed.endsWith("=") ? '""' : '=""')] },
    ],
  }),
  "attribute-equals-missing": ([name], { problem }) => ({
    message: l10n.t("There is no = between the attribute {0} and its value.", name),
    fixes: () => [{ title: l10n.t("Insert ="), edits: [insert(problem.start, "=")] }],
  }),
  "attribute-quotes-missing": ([value], { problem }) => ({
    message: l10n.t("The value {0} has no quotes around it.", shown(value)),
    fixes: () => quote(problem, value),
  }),
  "attribute-quotes-typographic": ([value], { problem, typed }) => ({
    message: l10n.t("{0} and {1} are typographic quotes; XML knows only \" and '.", typed.charAt(0), typed.slice(-1)),
    fixes: () => quote(problem, value),
  }),
  "attribute-quote-unclosed": ([name, sign], { problem }) => ({
    message: l10n.t("The value of {0} has no closing {1}.", name, sign),
    fixes: () => [{ title: l10n.t("Insert {0}", sign), edits: [insert(problem.end, sign)] }],
  }),
  "attribute-quote-inside": ([sign], { problem, typed }) => {
    const reference = sign === '"' ? "&quot;" : "&apos;";
    return {
      message: l10n.t("A {0} inside a value between {0} ends it; it is written {1}.", sign, reference),
      fixes: () => [
        { title: l10n.t("Write {0}", reference), edits: [replace(problem, typed.replaceAll(sign, reference))] },
      ],
    };
  },
  "attribute-space-missing": ([name], { problem }) => ({
    message: l10n.t("There is no white space before the attribute {0}.", name),
    fixes: () => [{ title: l10n.t("Insert a space"), edits: [insert(problem.start, " ")] }],
  }),
  "attribute-less-than": (_, { problem }) => ({
    message: l10n.t("An attribute value may not hold <; it is written &lt;."),
    fixes: () => [{ title: l10n.t("Write {0}", "&lt;"), edits: [replace(problem, "&lt;")] }],
  }),
  "tag-text": ([text], subject) => ({
    message: l10n.t('{0} is no attribute: a tag holds its name and attributes, name="value", alone.', shown(text)),
    fixes: () => removeText(subject),
  }),
  "tag-slash": (_, { problem, xml }) => ({
    message: l10n.t("A / stands in a tag only right before its >."),
    fixes: () =>
      xml.text.charAt(problem.end) === ">"
        ? [{ title: l10n.t("Write {0}", "/>"), edits: [replace(problem, "/")] }]
        : [{ title: l10n.t("Remove {0}", "/"), edits: [remove(problem)] }],
  }),
  "end-tag-text": ([text], subject) => ({
    message: l10n.t("{0} may not stand here: an end tag holds its name alone.", shown(text)),
    fixes: () => removeText(subject),
  }),
});

function quote(problem: Subject["problem"], value: string): readonly Fix[] {
  // One of the quotes may be there.
  const bare = value.replace(/^["']|["']$/g, "");
  const sign = bare.includes('"') ? "'" : '"';
  if (bare.includes(sign)) return [];
  const quoted = sign + bare + sign;
  return [{ title: l10n.t("Write {0}", shown(quoted)), edits: [replace(problem, quoted)] }];
}

/** With the white space before it. */
function removeText({ xml, problem, typed }: Subject): readonly Fix[] {
  let { start } = problem;
  while (start > xml.start && /\s/.test(xml.text.charAt(start - 1))) start--;
  return [{ title: l10n.t("Remove {0}", shown(typed)), edits: [remove({ start, end: problem.end })] }];
}

/** A text of the document as a message or a title shows it: not too much of it, and in one line. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
