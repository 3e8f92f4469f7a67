import assert from "node:assert/strict";
import type { LineChange } from "../../../../client/src/core/exchange/movedLine.ts";
import { type EditorListener, FileListeners } from "../../../../client/src/extension/send/callbacks.ts";

suite("the listeners for callbacks of files in the editor", () => {
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

  test("the id of a request follows edits, and is given anew after the file is closed", () => {
    let change = (_: { document: { uri: string }; contentChanges: LineChange[] }) => {};
    let close = (_: { uri: string }) => {};
    const listeners = new FileListeners(() => assert.fail("nothing listens"), {
      onDidClose: (listener: typeof close) => {
        close = listener;
        return { dispose: () => {} };
      },
      onDidChange: (listener: typeof change) => {
        change = listener;
        return { dispose: () => {} };
      },
    });
    const places = listeners.placesOf("file:///a");
    const [first, second] = [places.idAt(3), places.idAt(9)];
    const at = { line: 5, character: 0 };
    change({ document: { uri: "file:///b" }, contentChanges: [{ range: { start: at, end: at }, text: "\n" }] });
    change({ document: { uri: "file:///a" }, contentChanges: [{ range: { start: at, end: at }, text: "a\nb\n" }] });
    assert.deepEqual([places.lineOf(first), places.lineOf(second)], [3, 11]);
    assert.equal(listeners.placesOf("file:///a").idAt(11), second);
    assert.ok(![first, second].includes(places.idAt(9)));
    close({ uri: "file:///a" });
    assert.equal(listeners.placesOf("file:///a").lineOf(second), undefined);
  });
});
