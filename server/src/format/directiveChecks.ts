import * as l10n from "@vscode/l10n";
import type { SegmentKind } from "../http/head.ts";
import { nearest } from "../text/similar.ts";
import { slice } from "../text/span.ts";
import { directiveInfo, directivesOf } from "./directives.ts";
import type { Segment } from "./document.ts";
import type { Directive } from "./preamble.ts";

/** A sentence about an unknown directive, and the name of the most similar known directive. */
export function unknownDirective(kind: SegmentKind, typed: string): { message: string; instead?: string } {
  if (kind === "response" && directiveInfo("request", typed))
    return { message: l10n.t("@{0} has no effect in a mock service.", typed) };
  if (kind === "callback" && directiveInfo("request", typed))
    return { message: l10n.t("@{0} has no effect under @receive.", typed) };
  const names = directivesOf(kind).map(({ name }) => name);
  const instead = nearest(typed, names);
  if (instead !== undefined) {
    return { message: l10n.t("Unknown directive @{0}. Did you mean @{1}?", typed, instead), instead };
  }
  const all = names.map((name) => `@${name}`).join(", ");
  return { message: l10n.t("Unknown directive @{0}. Use one of {1}.", typed, all) };
}

/** A sentence about the first misspelled directive of a test, which would pass without checking anything. */
export function misspelledTestDirective({ kind, text, preamble }: Segment): string | undefined {
  for (const item of preamble) {
    const typed = item.kind === "directive" ? slice(text, item.name) : "";
    if (isMisspelledTestDirective(kind, typed)) return unknownDirective(kind, typed).message;
  }
  return undefined;
}

/** Whether an unknown name is most similar to the name of a directive for tests. */
function isMisspelledTestDirective(kind: SegmentKind, typed: string): boolean {
  if (typed === "" || directiveInfo(kind, typed)) return false;
  const { instead = "" } = unknownDirective(kind, typed);
  return directiveInfo(kind, instead)?.ofTests ?? false;
}

/** The first directive without effect in a segment without a message. `isAbove`: all messages of the file follow. */
export function directiveWithoutMessage({ kind, text, preamble }: Segment, isAbove: boolean): Directive | undefined {
  return preamble.find((item): item is Directive => {
    if (item.kind !== "directive") return false;
    const name = slice(text, item.name);
    const { places } = directiveInfo(kind, name) ?? {};
    if (!places) return isMisspelledTestDirective(kind, name);
    return !places.includes("segment") && !(isAbove && places.includes("file"));
  });
}
