import type { Section } from "../support/section.ts";
import { type Token, token } from "./token.ts";

/** The names of variables in definitions and between braces. Spans: in the section's text. */
export function* variableTokens(section: Section): Generator<Token, void, void> {
  const { text, preamble, references } = section;
  const scope = section.kind === "request" ? section.analysis.scope : undefined;
  for (const item of preamble) if (item.kind === "variable") yield token(item.name, "variable", "declaration");
  for (const { start, name } of references) {
    const from = text.indexOf(name, start + 2);
    // The arguments of a built-in variable are left to the grammar.
    const end = from + name.search(/[ \t]|$/);
    const kind = scope?.lookup(name).kind ?? "undefined";
    if (kind === "undefined" || kind === "broken" || kind === "cycle") {
      yield token({ start: from, end: from + name.length }, "variable", "undefined");
    } else if (name.startsWith("$")) yield token({ start: from, end }, "variable", "defaultLibrary");
    else yield token({ start: from, end }, "variable");
  }
}
