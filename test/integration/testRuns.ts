import type * as vscode from "vscode";

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

/** Adds the runs of a controller to a list from now on: VS Code has no API for their results. Returns how to stop. */
export function recordRuns(controller: vscode.TestController, runs: RecordedRun[]): () => void {
  const create = controller.createTestRun;
  controller.createTestRun = (...given) => {
    const run = create(...given);
    const recorded: RecordedRun = { reported: [], started: [], output: [], ended: false };
    runs.push(recorded);
    const { reported } = recorded;
    const all = (messages: vscode.TestMessage | readonly vscode.TestMessage[]): readonly vscode.TestMessage[] =>
      "message" in messages ? [messages] : messages;
    return {
      ...run,
      token: run.token,
      started(item) {
        recorded.started.push(item.label);
        run.started(item);
      },
      passed(item, duration) {
        reported.push({ label: item.label, state: "passed", messages: [] });
        run.passed(item, duration);
      },
      skipped(item) {
        reported.push({ label: item.label, state: "skipped", messages: [] });
        run.skipped(item);
      },
      failed(item, messages, duration) {
        reported.push({ label: item.label, state: "failed", messages: all(messages) });
        run.failed(item, messages, duration);
      },
      errored(item, messages, duration) {
        reported.push({ label: item.label, state: "errored", messages: all(messages) });
        run.errored(item, messages, duration);
      },
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
