import * as l10n from "@vscode/l10n";
import { html, type Markup, nothing } from "../../../../../server/src/text/markup.ts";
import { type VariantName, variantOf } from "../../../../../server/src/text/variantName.ts";
import type { TestReport } from "../report.ts";
import { type Verdict, verdictOf } from "../variants.ts";

type Cell = Map<Verdict, number>;

/** Returns a table of how the service handled generated requests: kinds of variants by operation. */
export function variantMatrix(tests: readonly TestReport[]): Markup {
  const parts = [true, false].map((valid) => matrixOf(tests, valid));
  return parts.every((part) => part === nothing)
    ? nothing
    : html`<h2>${l10n.t("Requests from the contract")}</h2>\n${parts}`;
}

function matrixOf(tests: readonly TestReport[], valid: boolean): Markup {
  const rows = new Map<string, Map<string, Cell>>();
  const operations = new Set<string>();
  for (const test of tests) {
    const variant = variantOf(test.name);
    if (!variant || variant.valid !== valid || test.outcome === "skipped") continue;
    operations.add(variant.operation);
    const row = rows.get(variant.kind) ?? new Map<string, Cell>();
    rows.set(variant.kind, row);
    count(row, variant, verdictOf(test, variant));
  }
  if (rows.size === 0) return nothing;
  const title = valid
    ? l10n.t("Valid requests, which the service must accept")
    : l10n.t("Invalid requests, which the service must refuse");
  return html`<h3>${title}</h3>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table class="matrix"><thead><tr><th scope="col">${l10n.t("Variant")}</th>${[...operations].map((operation) => html`<th scope="col">${operation}</th>`)}</tr></thead><tbody>
${[...rows].map(
  ([kind, row]) =>
    html`<tr><th scope="row">${kind}</th>${[...operations].map((operation) => html`<td>${cellText(row.get(operation), valid)}</td>`)}</tr>\n`,
)}</tbody></table></div>
`;
}

function count(row: Map<string, Cell>, { operation }: VariantName, verdict: Verdict): void {
  const cell: Cell = row.get(operation) ?? new Map<Verdict, number>();
  row.set(operation, cell);
  cell.set(verdict, (cell.get(verdict) ?? 0) + 1);
}

function cellText(cell: Cell | undefined, valid: boolean): readonly Markup[] {
  return [...(cell ?? [])].map(([verdict, number]) => {
    const isExpected = verdict === (valid ? "accepted" : "refused");
    return html`<span class="${isExpected ? "passed" : "failed"}">${isExpected ? "✓" : "✗"} ${number} ${verdictWord(verdict, valid)}</span> `;
  });
}

function verdictWord(verdict: Verdict, valid: boolean): string {
  switch (verdict) {
    case "accepted":
      return valid ? l10n.t("accepted") : l10n.t("wrongly accepted");
    case "refused":
      return valid ? l10n.t("wrongly refused") : l10n.t("refused");
    case "broken":
      return l10n.t("broken response");
    case "notSent":
      return l10n.t("without response");
  }
}
