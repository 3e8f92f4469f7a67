import * as l10n from "@vscode/l10n";
import { isNear } from "../../xml/near.ts";
import { insert, remove, replace } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { xmlRule } from "./report.ts";

export const nameInvalid = xmlRule(
  "xml-name-invalid",
  "XML 1.0 section 2.3, productions 4 and 5; Namespaces in XML 1.0 section 4",
  {
    "name-character": ([name, point], { typed }) => ({
      message: l10n.t(
        "{0} is no name: it holds {1}, and a name holds letters, digits and - . _ :",
        name,
        shownCharacter(typed, point),
      ),
    }),
    "name-start": ([name, point], { typed }) => ({
      message: l10n.t(
        "{0} is no name: it begins with {1}, and a name begins with a letter or _.",
        name,
        shownCharacter(typed, point),
      ),
    }),
    "name-colon": ([name], { typed }) => ({
      message:
        typed === ":"
          ? l10n.t("{0} is no name: a colon divides a prefix from a local name, once.", name)
          : l10n.t("{0} is no name: after its prefix, {1} can't begin a local name.", name, typed),
    }),
    "name-space": ([name], { problem }) => ({
      message: l10n.t("There is white space between < and {0}.", name),
      fixes: () => [{ title: l10n.t("Remove the white space"), edits: [remove(problem)] }],
    }),
    "tag-name-missing": ([wanted], { problem, typed }) => ({
      message:
        typed === "<"
          ? l10n.t("No name follows this <, so it begins no tag; as a character it is written &lt;.")
          : l10n.t("This end tag has no name."),
      fixes: () =>
        typed === "<"
          ? [{ title: l10n.t("Write {0}", "&lt;"), edits: [replace(problem, "&lt;")] }]
          : nameFix(problem.start, typed, wanted),
    }),
    "end-tag-backslash": (_, { problem }) => ({
      message: l10n.t("An end tag begins with </, not with <\\."),
      fixes: () => [{ title: l10n.t("Write {0}", "/"), edits: [replace(problem, "/")] }],
    }),
    "markup-unknown": ([word], { problem }) => ({
      message: l10n.t("<{0} begins nothing: there are <!-- for a comment and <![CDATA[ for a CDATA section.", word),
      fixes: () =>
        isNear(word.replace(/\W/g, ""), "CDATA") && !/CDATA\w/.test(word)
          ? [{ title: l10n.t("Write {0}", "<![CDATA["), edits: [replace(problem, "<![CDATA[")] }]
          : [],
    }),
  },
);

function nameFix(start: number, typed: string, wanted: string): readonly Fix[] {
  if (wanted === "")
    return [{ title: l10n.t("Remove {0}", typed), edits: [remove({ start, end: start + typed.length })] }];
  const edits = [insert(start + "</".length, typed.endsWith(">") ? wanted : `${wanted}>`)];
  return [{ title: l10n.t("Write {0}", `</${wanted}>`), edits }];
}

export const prefixReserved = xmlRule("xml-prefix-reserved", "Namespaces in XML 1.0 sections 2.2 and 3", {
  "prefix-xml-rebound": () => ({
    message: l10n.t("The prefix xml can't be bound to another namespace than http://www.w3.org/XML/1998/namespace."),
  }),
  "prefix-xmlns-declared": () => ({
    message: l10n.t("The prefix xmlns is what declares prefixes; it can't be declared itself."),
  }),
  "namespace-reserved": ([prefix, owner], { typed }) => ({
    message:
      prefix === ""
        ? l10n.t("{0} can't be the default namespace: it belongs to the prefix {1} alone.", typed, owner)
        : l10n.t("{0} can't have the prefix {1}: it belongs to the prefix {2} alone.", typed, prefix, owner),
  }),
  "prefix-xmlns-used": () => ({
    message: l10n.t("The prefix xmlns is what declares prefixes; no element has it."),
  }),
  "prefix-undeclaring": ([prefix]) => ({
    message: l10n.t("xmlns:{0} is bound to nothing; a prefix needs a namespace.", prefix),
  }),
});

/** A character with its code point, or the code point alone where nothing would be seen. */
function shownCharacter(character: string, point: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(character) ? `${character} (${point})` : point;
}
