import type * as vscode from "vscode";
import { extension } from "./support.ts";

/** The reports of a run of the Testing view, in order. */
export interface RecordedRun {
  readonly reported: {
    readonly label: string;
    readonly state: "passed" | "failed" | "errored" | "skipped";
    readonly messages: readonly vscode.TestMessage[];
  }[];
  readonly started: string[];
  readonly output: string[];
  ended: boolean;
}

/** The runs of the Testing view during the suite that calls it: VS Code has no API for their results. */
export function recordedRuns(): RecordedRun[] {
  const runs: RecordedRun[] = [];
  let stop = () => {};
  suiteSetup(async () => {
    stop = recordRuns((await extension()).forTests.tests, runs);
  });
  suiteTeardown(() => stop());
  return runs;
}

function recordRuns(controller: vscode.TestController, runs: RecordedRun[]): () => void {
  const create = controller.createTestRun;
  controller.createTestRun = (...given) => {
    const run = create(...given);
    const recorded: RecordedRun = { reported: [], started: [], output: [], ended: false };
    runs.push(recorded);
    const { reported } = recorded;
    const report = (state: "passed" | "skipped" | "failed" | "errored") => {
      const method = run[state] as (item: vscode.TestItem, ...given: unknown[]) => void;
      return (item: vscode.TestItem, ...given: unknown[]) => {
        const messages = state === "failed" || state === "errored" ? given[0] : [];
        reported.push({ label: item.label, state, messages: [messages as vscode.TestMessage].flat() });
        method.call(run, item, ...given);
      };
    };
    return {
      ...run,
      token: run.token,
      started(item) {
        recorded.started.push(item.label);
        run.started(item);
      },
      passed: report("passed"),
      skipped: report("skipped"),
      failed: report("failed"),
      errored: report("errored"),
      appendOutput(text, place, item) {
        recorded.output.push(text);
        run.appendOutput(text, place, item);
      },
      end() {
        recorded.ended = true;
        run.end();
      },
    };
  };
  return () => {
    controller.createTestRun = create;
  };
}
