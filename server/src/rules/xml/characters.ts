import * as l10n from "@vscode/l10n";
import { insert, remove, replace } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { htmlEntity } from "./htmlEntities.ts";
import { type Subject, xmlRule } from "./report.ts";

export const referenceInvalid = xmlRule("xml-reference-invalid", "XML 1.0 sections 2.4 and 4.1", {
  "ampersand-bare": (_, { problem }) => ({
    message: l10n.t("& isn't followed by a reference. For the character & use &amp;."),
    fixes: () => [{ title: l10n.t("Change to {0}", "&amp;"), edits: [replace(problem, "&amp;")] }],
  }),
  "reference-semicolon-missing": ([reference], { problem }) => ({
    message: l10n.t("The reference {0} has no closing semicolon.", reference),
    fixes: () => [{ title: l10n.t("Change to {0}", `${reference};`), edits: [insert(problem.end, ";")] }],
  }),
  "entity-undefined": ([name], subject) => ({
    message:
      htmlEntity(name) === undefined
        ? l10n.t("The entity {0} isn't defined. Without a DOCTYPE, only lt, gt, amp, apos, and quot are defined.", name)
        : l10n.t("{0} is an HTML entity. A SOAP message can use only lt, gt, amp, apos, and quot.", name),
    fixes: () => [...characterFixes(subject, name), escapeFix(subject)],
  }),
  "entity-unknown": ([name]) => ({
    message: l10n.t(
      "The entity {0} can't be checked, nor can any other: the DOCTYPE that may define it isn't read.",
      name,
    ),
  }),
  "character-reference-malformed": ([typed], subject) => ({
    message: l10n.t(
      "{0} isn't a character reference. Use &#…; with decimal digits or &#x…; with hexadecimal digits.",
      typed,
    ),
    fixes: () => [escapeFix(subject)],
  }),
  "character-reference-forbidden": ([point], { problem, typed }) => ({
    message: l10n.t("{0} refers to {1}, which isn't allowed in XML.", typed, point),
    fixes: () => [{ title: l10n.t("Remove {0}", typed), edits: [remove(problem)] }],
  }),
});

/** The character itself where it can be seen, and a reference that every charset can hold. */
function characterFixes({ problem }: Subject, name: string): readonly Fix[] {
  const point = htmlEntity(name);
  if (point === undefined) return [];
  const character = String.fromCodePoint(point);
  const written = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? [character, `&#${point};`] : [`&#${point};`];
  return written.map((text) => ({ title: l10n.t("Change to {0}", text), edits: [replace(problem, text)] }));
}

function escapeFix({ problem, typed }: Subject): Fix {
  const text = `&amp;${typed.slice(1)}`;
  return { title: l10n.t("Change to {0}", text), edits: [replace(problem, text)] };
}

export const charInvalid = xmlRule("xml-char-invalid", "XML 1.0 section 2.2", {
  "character-forbidden": ([point], { problem }) => ({
    message: l10n.t("The character {0} isn't allowed in XML, not even as a reference.", point),
    fixes: () => [{ title: l10n.t("Remove {0}", point), edits: [remove(problem)] }],
  }),
  "surrogate-lone": ([unit], { problem }) => ({
    message: l10n.t("{0} is half of a surrogate pair. The other half is missing.", unit),
    fixes: () => [{ title: l10n.t("Remove {0}", unit), edits: [remove(problem)] }],
  }),
});

export const textCDataEnd = xmlRule("xml-text-cdata-end", "XML 1.0 section 2.4", {
  "cdata-end-in-text": (_, { problem }) => ({
    message: l10n.t("]]> isn't allowed in text because it ends a CDATA section. Use ]]&gt;."),
    fixes: () => [{ title: l10n.t("Change to {0}", "]]&gt;"), edits: [replace(problem, "]]&gt;")] }],
  }),
});
