import assert from "node:assert/strict";
import type { LineChange } from "../../../../client/src/core/exchange/movedLine.ts";
import { type EditorListener, FileListeners } from "../../../../client/src/extension/send/callbacks.ts";
import type { Receiving, RequestSummary } from "../../../../server/src/protocol/protocol.ts";

const receiving = (path: string): Receiving => ({ method: "POST", path, within: 1000 });

/** A request or, with a path, a callback: from a line to the next but two. */
function summary(start: number, path?: string): RequestSummary {
  const at = (line: number) => ({ line, character: 0 });
  const facts = { name: undefined, title: undefined, method: "POST", target: "/", address: undefined, errors: 0 };
  return {
    range: { start: at(start), end: at(start + 2) },
    line: { start: at(start + 1), end: at(start + 1) },
    ...facts,
    ...(path && { receive: receiving(path) }),
  };
}

/** A request with two callbacks, and one with another. */
const requests = [summary(0), summary(10, "/a"), summary(20, "/b"), summary(30), summary(40, "/c")];

suite("the listeners for callbacks of files in the editor", () => {
  let listeners: FileListeners;
  let log: string[];
  let close: (closed: { uri: string }) => void;
  let change: (changed: { document: { uri: string }; contentChanges: LineChange[] }) => void;
  const disposable = { dispose: () => {} };
  setup(() => {
    log = [];
    const start = async () => {
      log.push("start");
      if (log.length === 1) throw new Error("no port is free");
      const values = (all: readonly Receiving[]) => new Map([["paths", all.map(({ path }) => path).join(" ")]]);
      return { close: async () => void log.push("close"), values } as unknown as EditorListener;
    };
    listeners = new FileListeners(start, {
      onDidClose: (listener: typeof close) => {
        close = listener;
        return disposable;
      },
      onDidChange: (listener: typeof change) => {
        change = listener;
        return disposable;
      },
    });
  });
  teardown(() => listeners.dispose());

  /** After the start that fails. */
  async function callbacks(line: number) {
    if (log.length === 0) await assert.rejects(listeners.callbacks("file:///a", line, requests), /no port is free/);
    const result = await listeners.callbacks("file:///a", line, requests);
    assert.ok(result);
    return result;
  }

  function edit(uri: string, line: number, text: string, endLine = line): void {
    const range = { start: { line, character: 0 }, end: { line: endLine, character: 0 } };
    change({ document: { uri }, contentChanges: [{ range, text }] });
  }

  test("a file without callbacks needs no listener", async () => {
    assert.equal(await listeners.callbacks("file:///a", 1, [summary(0), summary(10)]), undefined);
    assert.deepEqual(log, []);
  });

  test("a file listens after a try that failed, and until it is closed", async () => {
    const { listener } = (await callbacks(1)).how.callback;
    assert.equal((await callbacks(31)).how.callback.listener, listener);
    close({ uri: "file:///a" });
    listeners.dispose();
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(log, ["start", "start", "close"]);
  });

  const below: readonly (readonly [title: string, line: number, paths: readonly string[]])[] = [
    ["a request waits for the callbacks up to the next request", 1, ["/a", "/b"]],
    ["the last line of a request is a part of it", 9, ["/a", "/b"]],
    ["a callback waits for no other callback", 11, []],
    ["a request after callbacks waits for its own", 31, ["/c"]],
  ];
  for (const [title, line, paths] of below) {
    test(title, async () => {
      const { how, below } = await callbacks(line);
      assert.deepEqual(
        below.map((one) => one.receiving.path),
        paths,
      );
      assert.deepEqual(how.callbackValues, { paths: "/a /b /c" });
      assert.ok(below.every(({ callback }) => callback.listener === how.callback.listener));
    });
  }

  test("requests and callbacks have different ids, which stay the same for other sendings", async () => {
    const first = await callbacks(1);
    const ids = [first.how.callback.id, ...first.below.map(({ callback }) => callback.id)];
    assert.equal(new Set(ids).size, 3);
    assert.ok(!ids.includes((await callbacks(31)).how.callback.id));
    assert.equal((await callbacks(11)).how.callback.id, ids[1]);
    assert.equal((await callbacks(1)).how.callback.id, ids[0]);
  });

  test("the line of a callback follows edits of its file, until it is deleted", async () => {
    const { below } = await callbacks(1);
    const lines = () => below.map(({ line }) => line());
    edit("file:///b", 5, "\n");
    assert.deepEqual(lines(), [11, 21]);
    edit("file:///a", 15, "a\nb\n");
    assert.deepEqual(lines(), [11, 23]);
    edit("file:///a", 10, "", 14);
    assert.deepEqual(lines(), [undefined, 19]);
  });

  test("the id of a request follows edits, and is given anew after the file is closed", async () => {
    const { id } = (await callbacks(31)).how.callback;
    edit("file:///a", 5, "a\nb\n");
    const moved = requests.map(({ range }, index) =>
      summary(range.start.line + (index > 0 ? 2 : 0), index ? "/a" : undefined),
    );
    assert.equal((await listeners.callbacks("file:///a", 33, moved))?.how.callback.id, id);
    assert.notEqual((await listeners.callbacks("file:///a", 1, moved))?.how.callback.id, id);
    const before = (await listeners.callbacks("file:///a", 1, moved))?.how.callback.id;
    close({ uri: "file:///a" });
    assert.notEqual(before, 0);
    assert.equal((await listeners.callbacks("file:///a", 1, moved))?.how.callback.id, 0);
  });
});
