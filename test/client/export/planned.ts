import assert from "node:assert/strict";
import { type Engine, planEngine } from "../../../client/src/export/engines.ts";
import { type ExportPlan, type PlannedRow, type PlanProblem, planOf } from "../../../client/src/export/plan.ts";
import { analyze, exportedRequests } from "../../../server/src/service/languageService.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { type Around, around } from "../../support/resolver.ts";

export interface Given extends Around {
  /** The ids of the selected requests; all by default. */
  readonly selected?: readonly number[];
  readonly rows?: readonly PlannedRow[];
  /** Whether errors are no problems; true by default. */
  readonly asWritten?: boolean;
  /** The load-test tool; Locust by default. */
  readonly engine?: Engine;
}

export function plannedOf(
  text: string,
  { selected, rows, asWritten = true, engine = "locust", ...host }: Given = {},
): { readonly plan: ExportPlan; readonly problems: readonly PlanProblem[] } {
  const requests = exportedRequests(analyze(text, undefined, around(host)), fixedSending);
  const ids = requests.map(({ run }) => run.id);
  const withData = requests.filter(({ run }) => run.data !== undefined).map(({ run }) => [run.id, rows ?? []] as const);
  return planOf(
    [{ file: "one.soaphttp", requests, selected: new Set(selected ?? ids), rows: new Map(withData) }],
    asWritten,
    planEngine(engine),
  );
}

export function planFor(text: string, given: Given = {}): ExportPlan {
  const { plan, problems } = plannedOf(text, given);
  assert.deepEqual(problems, []);
  return plan;
}
