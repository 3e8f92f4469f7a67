import * as l10n from "@vscode/l10n";
import type { Fact } from "../../http/facts.ts";
import { paragraphs, prose, strong } from "../support/markdown.ts";
import { sourceLinks } from "../support/sources.ts";

/** A fact as a hover says it: name, meaning, what is the case here, source. */
export function factMarkdown(
  { source, meaning }: Pick<Fact, "source" | "meaning">,
  name: string,
  ...here: readonly (string | undefined)[]
): string {
  return paragraphs(`${strong(name)} — ${prose(meaning())}`, ...here, sourceMarkdown(source));
}

export function sourceMarkdown(source: string): string {
  return l10n.t("Source: {0}", sourceLinks(source));
}
