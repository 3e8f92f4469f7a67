import * as l10n from "@vscode/l10n";
import { nearest } from "../text/similar.ts";
import { slice } from "../text/span.ts";
import type { Segment } from "./document.ts";

const ofTests = ["expect", "set", "needs", "data", "retry", "repeat", "skip", "cookies"];

export const knownDirectives: readonly string[] = [
  ...["name", "scheme", "timeout", "no-redirect", "auth", "note", "title", "ignore", "wsdl", "operation", "no-wsdl"],
  ...ofTests,
  "weight",
];

/** A sentence about an unknown directive, with the most similar known one. */
export function unknownDirective(typed: string): string {
  const near = nearest(typed, knownDirectives);
  return near
    ? l10n.t("Unknown directive @{0}. Did you mean @{1}?", typed, near)
    : l10n.t("Unknown directive @{0}. Use one of {1}.", typed, knownDirectives.map((one) => `@${one}`).join(", "));
}

/** A sentence about the first misspelled directive without which a test would pass that checks nothing. */
export function misspelledTestDirective({ text, preamble }: Segment): string | undefined {
  for (const item of preamble) {
    if (item.kind !== "directive") continue;
    const typed = slice(text, item.name);
    if (isMisspelledTestDirective(typed)) return unknownDirective(typed);
  }
  return undefined;
}

/** Whether an unknown name is most similar to one of a directive of tests. */
export function isMisspelledTestDirective(name: string): boolean {
  return !knownDirectives.includes(name) && ofTests.includes(nearest(name, knownDirectives) ?? "");
}
