import * as l10n from "@vscode/l10n";
import { isSimilar } from "../../text/similar.ts";
import { elementAt } from "../../xml/query.ts";
import { changeTo, fix, insert, remove, removeFix } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { type ProblemContext, xmlRule } from "./report.ts";

export const nameInvalid = xmlRule(
  "xml-name-invalid",
  "XML 1.0 section 2.3, productions 4 and 5; Namespaces in XML 1.0 section 4",
  {
    "name-character": ([name, point], context) => ({
      message: l10n.t(
        "{0} isn't a valid name because it contains {1}. Names can contain letters, digits, and - . _ :",
        name,
        shownCharacter(context.typed, point),
      ),
      fixes: () => removeFromName(context, point),
    }),
    "name-start": ([name, point], { typed }) => ({
      message: l10n.t(
        "{0} isn't a valid name because it begins with {1}. Names must begin with a letter or _.",
        name,
        shownCharacter(typed, point),
      ),
    }),
    "name-colon": ([name], { typed }) => ({
      message:
        typed === ":"
          ? l10n.t("{0} isn't a valid name. Use one colon only, between the prefix and the local name.", name)
          : l10n.t("{0} isn't a valid name because the local name after the prefix can't begin with {1}.", name, typed),
    }),
    "name-space": ([name], { problem }) => ({
      message: l10n.t("Whitespace isn't allowed between < and {0}.", name),
      fixes: () => [fix(l10n.t("Remove the whitespace"), remove(problem))],
    }),
    "tag-name-missing": ([expected], { problem, typed }) => ({
      message:
        typed === "<"
          ? l10n.t("< isn't followed by a name. For the character < use &lt;.")
          : l10n.t("This end tag has no name."),
      fixes: () => (typed === "<" ? [changeTo(problem, "&lt;")] : nameFix(problem.start, typed, expected)),
    }),
    "end-tag-backslash": (_, { problem }) => ({
      message: l10n.t("An end tag must begin with </, not with <\\."),
      fixes: () => [changeTo(problem, "/")],
    }),
    "markup-unknown": ([word], { problem }) => ({
      message: l10n.t("<{0} isn't valid. Use <!-- for a comment or <![CDATA[ for a CDATA section.", word),
      fixes: () =>
        isSimilar(word.replace(/\W/g, ""), "CDATA") && !/CDATA\w/.test(word) ? [changeTo(problem, "<![CDATA[")] : [],
    }),
  },
);

/** Removes the character from both tags, if both contain it. */
function removeFromName({ xml, problem, typed }: ProblemContext, point: string): readonly Fix[] {
  const element = elementAt(xml, problem.start);
  const tags = element?.endTag ? [element, element.endTag] : [];
  const names = tags.map(({ nameStart, nameEnd }) => xml.text.slice(nameStart, nameEnd));
  const tag = tags.find(({ nameStart, nameEnd }) => nameStart <= problem.start && problem.start < nameEnd);
  const places = tag && names[0] === names[1] ? tags.map(({ nameStart }) => nameStart - tag.nameStart) : [0];
  const edits = places.map((by) => remove({ start: problem.start + by, end: problem.end + by }));
  return [fix(l10n.t("Remove {0}", shownCharacter(typed, point)), ...edits)];
}

function nameFix(start: number, typed: string, expected: string): readonly Fix[] {
  if (expected === "") return [removeFix({ start, end: start + typed.length }, typed)];
  const edits = [insert(start + "</".length, typed.endsWith(">") ? expected : `${expected}>`)];
  return [fix(l10n.t("Change to {0}", `</${expected}>`), ...edits)];
}

/** The character, if it is visible, and its code point. */
function shownCharacter(character: string, point: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(character) ? `${character} (${point})` : point;
}
