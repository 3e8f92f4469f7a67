import * as l10n from "@vscode/l10n";
import { type Span, shift } from "../../text/span.ts";
import type { Section } from "../support/section.ts";
import { type Rename, refused, replaced } from "./result.ts";

/** A variable: its definitions, and where it is used, in the whole file. */
export function variableName(sections: readonly Section[], section: Section, offset: number): Rename | undefined {
  const at = offset - section.start;
  const found = names(section).find(({ start, end }) => start <= at && at <= end);
  if (!found) return undefined;
  if (found.name.startsWith("$")) {
    return refused(l10n.t("{0} is built in. Only variables that this file defines can be renamed.", found.name));
  }
  const all = sections.flatMap((one) => names(one).map((name) => shift(name, one.start)));
  const own = all.filter(({ name }) => name === found.name);
  if (!own.some(({ defines }) => defines)) {
    return refused(l10n.t("{0} isn't defined in this file. Rename it where it is defined.", found.name));
  }
  return {
    kind: "renamable",
    at: shift(found, section.start),
    name: found.name,
    to(newName) {
      if (!/^[A-Za-z_][^\s={}]*$/.test(newName)) {
        return refused(
          l10n.t(
            "{0} isn't a valid variable name. Begin with a letter or _, and don't use white space, =, or braces.",
            newName,
          ),
        );
      }
      if (newName !== found.name && all.some(({ name, defines }) => defines && name === newName)) {
        return refused(l10n.t("This file already defines {0}. Enter a different name.", newName));
      }
      return replaced(own, newName);
    },
  };
}

interface VariableName extends Span {
  readonly name: string;
  readonly defines: boolean;
}

/** The names of variables in a segment: where one is defined, and between the braces. */
function names({ preamble, text, references }: Section): VariableName[] {
  const defined = preamble.flatMap((item) =>
    item.kind === "variable" ? [{ ...item.name, name: text.slice(item.name.start, item.name.end), defines: true }] : [],
  );
  const used = references.map(({ start, name }) => {
    const from = start + "{{".length;
    return { start: from, end: from + name.length, name, defines: false };
  });
  return [...defined, ...used];
}
