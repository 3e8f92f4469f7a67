import * as l10n from "@vscode/l10n";
import { type VariantName, variantOf } from "../../../../server/src/text/variantName.ts";
import type { TestReport } from "./report.ts";

/** `broken`: the request was accepted, but the response doesn't match the contract. */
export type Verdict = "accepted" | "refused" | "broken" | "notSent";

export function verdictOf({ outcome, results }: TestReport, { valid }: VariantName): Verdict {
  if (outcome === "passed") return valid ? "accepted" : "refused";
  if (outcome !== "failed") return "notSent";
  if (!valid) return "accepted";
  // Only a response without a Fault is compared with the contract.
  const isFault = results.some(({ held, text }) => !held && /^no\s+fault\b/.test(text));
  return isFault || results.every(({ text }) => !/^contract\b/.test(text)) ? "refused" : "broken";
}

interface OperationCounts {
  readonly accepted: number;
  readonly refused: number;
  readonly wronglyAccepted: number;
  readonly wronglyRefused: number;
  readonly broken: number;
}

/** Counts how a service handled requests that were generated from its contract, for each operation. */
export class VariantCounts {
  readonly #operations = new Map<string, OperationCounts>();

  add(test: TestReport): void {
    const variant = variantOf(test.name);
    const verdict = variant && verdictOf(test, variant);
    if (!variant || verdict === undefined || verdict === "notSent") return;
    const { valid, operation } = variant;
    const kind = countedAs(verdict, valid);
    const counts = this.#operations.get(operation) ?? none;
    this.#operations.set(operation, { ...counts, [kind]: counts[kind] + 1 });
  }

  lines(): readonly string[] {
    return [...this.#operations].map(([operation, counts]) => {
      const words = [
        l10n.t("{0} valid accepted", counts.accepted),
        l10n.t("{0} invalid refused", counts.refused),
        ...(counts.wronglyAccepted > 0 ? [l10n.t("{0} invalid accepted", counts.wronglyAccepted)] : []),
        ...(counts.wronglyRefused > 0 ? [l10n.t("{0} valid refused", counts.wronglyRefused)] : []),
        ...(counts.broken > 0
          ? [l10n.t("{0} accepted, but with a response that violates the contract", counts.broken)]
          : []),
      ];
      return `${operation}: ${words.join(", ")}`;
    });
  }
}

const none: OperationCounts = { accepted: 0, refused: 0, wronglyAccepted: 0, wronglyRefused: 0, broken: 0 };

function countedAs(verdict: Exclude<Verdict, "notSent">, valid: boolean): keyof OperationCounts {
  if (verdict === "broken") return "broken";
  if (verdict === "accepted") return valid ? "accepted" : "wronglyAccepted";
  return valid ? "wronglyRefused" : "refused";
}
