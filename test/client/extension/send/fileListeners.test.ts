import assert from "node:assert/strict";
import type { EditorListener } from "../../../../client/src/extension/send/callbacks.ts";
import { FileListeners } from "../../../../client/src/extension/send/fileListeners.ts";

suite("what listens for the callbacks of files in the editor", () => {
  test("a file listens after a try that failed, and until it is closed", async () => {
    const log: string[] = [];
    let close = (_: { uri: string }) => {};
    const start = async () => {
      log.push("start");
      if (log.length === 1) throw new Error("no port is free");
      return { close: async () => void log.push("close") } as EditorListener;
    };
    const onDidClose = (listener: typeof close) => {
      close = listener;
      return { dispose: () => {} };
    };
    const listeners = new FileListeners(start, { onDidClose, onDidChange: () => ({ dispose: () => {} }) });
    await assert.rejects(listeners.of("file:///a"), /no port is free/);
    const listener = await listeners.of("file:///a");
    assert.equal(await listeners.of("file:///a"), listener);
    close({ uri: "file:///a" });
    listeners.dispose();
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(log, ["start", "start", "close"]);
  });
});
