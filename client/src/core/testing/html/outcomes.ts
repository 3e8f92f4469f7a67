import * as l10n from "@vscode/l10n";
import type { TestOutcome } from "../../run/results.ts";

/** In the order in which they are listed. */
export const outcomes: readonly TestOutcome[] = ["failed", "noResponse", "unsent", "skipped", "passed"];

/** A sign and a word, so that nothing depends on color. */
export function signOf(outcome: TestOutcome): string {
  return outcome === "passed" ? "✓" : outcome === "skipped" ? "–" : "✗";
}

export function wordOf(outcome: TestOutcome): string {
  switch (outcome) {
    case "passed":
      return l10n.t("passed");
    case "failed":
      return l10n.t("failed");
    case "noResponse":
      return l10n.t("without response");
    case "unsent":
      return l10n.t("not sent");
    case "skipped":
      return l10n.t("skipped");
  }
}
