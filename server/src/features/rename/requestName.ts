import * as l10n from "@vscode/l10n";
import { shift } from "../../text/span.ts";
import type { Section } from "../support/section.ts";
import { type Rename, refused, replaced } from "./result.ts";

/** The name that `# @name` gives a request. */
export function requestName(sections: readonly Section[], section: Section, offset: number): Rename | undefined {
  const at = offset - section.start;
  const own = requestNames(section).find(({ value }) => value.start <= at && at <= value.end);
  if (!own || own.name === "") return undefined;
  return {
    kind: "renamable",
    at: shift(own.value, section.start),
    name: own.name,
    to(newName) {
      if (newName.trim() === "" || /[\r\n]/.test(newName)) {
        return refused(l10n.t("Enter a name for the request, on one line. The current name is {0}.", own.name));
      }
      const others = sections.flatMap(requestNames);
      if (newName !== own.name && others.some(({ name }) => name === newName)) {
        return refused(
          l10n.t("Another request is already named {0}. A request name must be unique in its file.", newName),
        );
      }
      return replaced([shift(own.value, section.start)], newName);
    },
  };
}

function requestNames({ preamble, text }: Section) {
  return preamble.flatMap((item) => {
    if (item.kind !== "directive" || text.slice(item.name.start, item.name.end) !== "name") return [];
    return [{ value: item.value, name: text.slice(item.value.start, item.value.end) }];
  });
}
