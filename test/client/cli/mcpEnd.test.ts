import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderOf, programs } from "./built.ts";

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
}

/** The server as a process, without a library on the side of the client. */
async function start(...args: readonly string[]) {
  const program = join(await programs(), "dist/cli/soaphttp.js");
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [program, "mcp", ...args], {
    cwd: folderOf({}),
  });
  let out = "";
  let errors = "";
  child.stdout.on("data", (piece) => {
    out += piece;
  });
  child.stderr.on("data", (piece) => {
    errors += piece;
  });
  const send = (...messages: readonly (object | string)[]) => {
    for (const one of messages) child.stdin.write(`${typeof one === "string" ? one : JSON.stringify(one)}\n`);
  };
  const replies = () =>
    out
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Reply => JSON.parse(line));
  const replyTo = async (id: number): Promise<Reply> => {
    for (;;) {
      const found = replies().find((one) => one.id === id);
      if (found) return found;
      await sleep(20);
    }
  };
  return { child, send, replyTo, replies, errors: () => errors };
}

const initialize = (protocolVersion: string) => ({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});

async function codeWithin(child: ChildProcessWithoutNullStreams, milliseconds: number): Promise<unknown> {
  const ended = once(child, "exit").then(([code]) => code as unknown);
  return Promise.race([ended, sleep(milliseconds, "still running")]);
}

suite("the process of soaphttp mcp", () => {
  for (const [version, expected] of [
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
    ["", "2025-11-25"],
  ]) {
    test(`the process answers the protocol version ${JSON.stringify(version)} with ${expected}`, async () => {
      const { child, send, replyTo } = await start();
      send(initialize(version ?? ""));
      const { result } = await replyTo(1);
      assert.equal(result?.["protocolVersion"], expected);
      child.stdin.end();
      assert.equal(await codeWithin(child, 4000), 0);
    });
  }

  test("the process skips lines that aren't JSON or a message, and goes on", async () => {
    const { child, send, replyTo, replies, errors } = await start();
    send("not json", "", "[]", "{", '{"jsonrpc":"1.0"}', "\u0000\u001b[31m", initialize("2025-11-25"));
    send({ jsonrpc: "2.0", method: "notifications/initialized" }, "x".repeat(100_000));
    send({ jsonrpc: "2.0", id: 2, method: "tools/list" }, { jsonrpc: "2.0", id: 3, method: "no/such" });
    const { result } = await replyTo(2);
    assert.equal((result?.["tools"] as unknown[] | undefined)?.length, 5);
    assert.equal((await replyTo(3)).error?.code, -32601);
    assert.deepEqual(new Set(replies().map(({ id }) => id)), new Set([1, 2, 3]));
    assert.equal(errors(), "");
    child.stdin.end();
    assert.equal(await codeWithin(child, 4000), 0);
  });

  test("the process ends with 0 when standard input closes while a call is under way, and closes its connection", async () => {
    const server = createServer(() => {});
    const connected = once(server, "connection");
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const { child, send, replyTo, replies } = await start("--allow-send", "*");
    send(initialize("2025-11-25"));
    await replyTo(1);
    const text = `GET / HTTP/1.1\nHost: 127.0.0.1:${port}\n`;
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
    send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "send_request", arguments: { text } } });
    const [socket] = await connected;
    const closed = once(socket, "close");
    child.stdin.end();
    assert.equal(await codeWithin(child, 4000), 0);
    await closed;
    assert.ok(!replies().some(({ id }) => id === 2));
    server.close();
  });

  test("the process ends with 0 at once without any message, and if its output is closed, too", async () => {
    const first = await start();
    first.child.stdin.end();
    assert.equal(await codeWithin(first.child, 4000), 0);
    const second = await start();
    second.send(initialize("2025-11-25"));
    await second.replyTo(1);
    second.child.stdout.destroy();
    second.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    second.child.stdin.end();
    assert.equal(await codeWithin(second.child, 4000), 0);
  });

  test("the process refuses wrong options with the exit code 2", async () => {
    for (const [args, message] of [
      [["--root", "nowhere"], /nowhere is not a folder/],
      [["--timeout", "soon"], /Invalid value for --timeout/],
      [["calc.wsdl"], /Unexpected argument: calc\.wsdl\. Use --root/],
      [["--allow-sent", "x"], /Unknown option: --allow-sent\. Did you mean --allow-send\?/],
    ] as const) {
      const { child, errors } = await start(...args);
      assert.equal(await codeWithin(child, 4000), 2);
      assert.match(errors(), message);
    }
  });
});
