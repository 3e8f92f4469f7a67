import assert from "node:assert/strict";
import { FileMocks } from "../../../../client/src/extension/mock/fileMocks.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";

const file = (name: string, text = "# @mock ./a.soapmock") => ({ uri: `file:///w/${name}`, getText: () => text });

/** A response that was sent to another number of requests than it expects. */
const calledOnce = (line: number): CalledResponse => {
  const result = (text: string, isFinal: boolean) => ({ text, held: false, isFinal, why: "The number of calls is 1." });
  const results = [
    { ...result("called never", true), line },
    { ...result("called 2", false), line: line + 1 },
  ];
  return { uri: "file:///w/a.soapmock", file: "a.soapmock", response: "a.soapmock#sum", line, results };
};

/** The mock services of files, and a log of those that are started and closed. */
function fileMocks(
  start: (uri: string) => Promise<void> = async () => {},
  canStart = true,
  called: (line: number) => Promise<CalledResponse[]> = async (line) => [calledOnce(line)],
) {
  const log: string[] = [];
  const told: string[] = [];
  let close = (_: ReturnType<typeof file>) => {};
  let count = 0;
  const startBeside = async (uri: string) => {
    await start(uri);
    const port = ++count;
    log.push(`+${port}`);
    const close = async () => void log.push(`-${port}`);
    return { address: `http://127.0.0.1:${port}/`, port, close, called: () => called(port) };
  };
  const server = {
    request: async (_: unknown, { uri }: { uri: string }) => ({ mocks: [{ uri: `${uri}.soapmock` }] }) as never,
    notify: async (_: unknown, { addresses }: { addresses: readonly string[] }) => void told.push(addresses.join()),
    onDidStart: () => ({ dispose: () => {} }),
  };
  const mocks = new FileMocks({ startBeside, canStart }, server as never, (listener) => {
    close = listener;
    return { dispose: () => {} };
  });
  return { mocks, log, told, close: (one: ReturnType<typeof file>) => close(one) };
}

suite("the mock services of a file in the editor", () => {
  test("the services of a run go on until the last run of the file ends", async () => {
    const { mocks, log } = fileMocks();
    const endOwn = await mocks.startForRun(file("a"));
    const endImported = await mocks.startForRun(file("a"));
    await endImported();
    assert.deepEqual(log, ["+1"]);
    await endOwn();
    assert.deepEqual(log, ["+1", "-1"]);
  });

  test("each sending has the current addresses of the services, because a block of a Markdown document may name others", async () => {
    const { mocks, told } = fileMocks();
    await mocks.start(file("a"));
    await mocks.start(file("a"));
    assert.deepEqual(told, ["127.0.0.1:1", "127.0.0.1:1"]);
  });

  test("a run begins without a state of what was sent before, and a request after it without that of the run", async () => {
    const { mocks, log } = fileMocks();
    await mocks.start(file("a"));
    await mocks.start(file("a"));
    const end = await mocks.startForRun(file("a"));
    assert.deepEqual(log, ["+1", "-1", "+2"]);
    await mocks.start(file("a"));
    await end();
    await mocks.start(file("a"));
    assert.deepEqual(log, ["+1", "-1", "+2", "-2", "+3"]);
  });

  test("a file that is closed stops its services, unless a run uses them", async () => {
    const { mocks, log, close } = fileMocks();
    const end = await mocks.startForRun(file("a"));
    await mocks.start(file("b"));
    close(file("a"));
    close(file("b"));
    await mocks.start(file("b"));
    assert.deepEqual(log, ["+1", "+2", "-2", "+3"]);
    await end();
  });

  test("a run whose services were stopped doesn't stop those that were started later", async () => {
    const { mocks, log } = fileMocks();
    const end = await mocks.startForRun(file("a"));
    await mocks.start(file("a", "no mocks any longer"));
    await mocks.startForRun(file("a"));
    await end();
    assert.deepEqual(log, ["+1", "-1", "+2"]);
  });

  test("each run ends with what its services expect, also one whose services go on", async () => {
    const { mocks } = fileMocks();
    const [endOwn, endImported] = [await mocks.startForRun(file("a")), await mocks.startForRun(file("a"))];
    assert.deepEqual(await endImported(), [calledOnce(1)]);
    assert.deepEqual(await endOwn(), [calledOnce(1)]);
    const endNone = await mocks.startForRun(file("b", "no mocks"));
    assert.deepEqual(await endNone(), []);
  });

  test("a request that is sent alone reports once what later requests can't make hold", async () => {
    const { mocks } = fileMocks();
    assert.deepEqual(await mocks.failures(file("a")), []);
    await mocks.start(file("a"));
    assert.deepEqual(await mocks.failures(file("a")), [
      "a.soapmock:1: a.soapmock#sum failed: called never. The number of calls is 1.",
    ]);
    assert.deepEqual(await mocks.failures(file("a")), []);
    const end = await mocks.startForRun(file("a"));
    assert.deepEqual(await mocks.failures(file("a")), [], "a run reports it itself");
    await end();
  });

  test("a request that was sent isn't reported as unsent because the server has ended meanwhile", async () => {
    const ended = () => Promise.reject(new Error("the server has ended"));
    const { mocks } = fileMocks(undefined, true, ended);
    await mocks.start(file("a"));
    assert.deepEqual(await mocks.failures(file("a")), []);
  });

  test("in a browser, a file that names services can be sent: only requests with their addresses are refused", async () => {
    const { mocks, log } = fileMocks(() => Promise.reject(new Error("no port")), false);
    await mocks.start(file("a"));
    const end = await mocks.startForRun(file("a"));
    assert.deepEqual([await end(), log], [[], []]);
  });

  test("a file doesn't wait for the services of another file", async () => {
    const { mocks, log } = fileMocks((uri) => (uri.includes("slow") ? new Promise(() => {}) : Promise.resolve()));
    void mocks.start(file("slow"));
    await mocks.start(file("a"));
    await mocks.start(file("b", "no mocks"));
    assert.deepEqual(log, ["+1"]);
  });
});
