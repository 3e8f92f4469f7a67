import assert from "node:assert/strict";
import { FileRun, type RunHost } from "../../../../client/src/core/run/run.ts";
import type { Sent } from "../../../../client/src/extension/send/sent.ts";
import { ImportedRuns } from "../../../../client/src/extension/testing/importedRuns.ts";
import { runRequest } from "../../support.ts";

const request = runRequest(0, "drop", { isTest: false, hook: { when: "after", how: "row" } });

suite("the runs of imported files in the editor", () => {
  test("A run that is opened while another one ends is forgotten, too", async () => {
    const disposed: string[] = [];
    const host: RunHost<Sent> = {
      rows: async () => [],
      skipped: async () => false,
      imported: async () => "There are no imports.",
      attempt: async () => {
        await runs.open("late", []);
        return { kind: "cancelled" };
      },
      wait: async () => {},
      now: () => 0,
    };
    const options = { selected: new Set<number>(), signal: new AbortController().signal, onResult: () => {} };
    const runs: ImportedRuns = new ImportedRuns(async (uri) => {
      const run = new FileRun([request], host, options);
      return { id: uri, run, dispose: () => disposed.push(uri) };
    });
    const { run } = await runs.open("early", []);
    await run.begin();
    await runs.end();
    assert.deepEqual(disposed, ["early", "late"]);
  });
});
