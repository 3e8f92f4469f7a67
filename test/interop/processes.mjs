// Starts servers as processes that listen on loopback.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { requirePackages } from "../support/debian.mjs";
import { startRelay } from "./relay.mjs";

/**
 * Starts a server before the tests of the calling suite, and stops it after them. Skips the tests if its Debian packages can't be
 * installed.
 * @typedef {readonly [string, ...string[]]} Command
 * @param {string} name for the reason
 * @param {readonly string[]} packages
 * @param {(port: number) => Command | Promise<Command>} prepare returns the command of a server that listens on the port
 * @param {{ relayed?: boolean }} [how] `relayed`: whether `relay`, in front of the server, records the connections of each test
 * @returns {{ port: number, stop(): Promise<void>, relay?: Awaited<ReturnType<typeof startRelay>> }} filled by the hook
 */
export function suiteServer(name, packages, prepare, { relayed = false } = {}) {
  const server = {};
  suiteSetup(async function () {
    requirePackages(this, name, packages);
    server.port = await freePort();
    Object.assign(server, await startServer(await prepare(server.port), server.port));
    if (relayed) server.relay = await startRelay(server.port);
  });
  setup(() => server.relay?.connections.splice(0));
  suiteTeardown(async () => {
    await server.relay?.close();
    await server.stop?.();
  });
  return server;
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const running = new Set();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Starts a server and waits until it accepts connections.
 * @param {readonly [string, ...string[]]} command
 * @param {number} port
 * @returns {Promise<{ stop(): Promise<void> }>} rejects with the server's output if it ends or doesn't listen within 30 s
 */
export async function startServer([program, ...args], port) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      printed += data;
    });
  }
  let failure;
  const ended = new Promise((resolve) => {
    const fail = (why) => {
      failure = why;
      resolve();
    };
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`ended with ${code ?? signal}`));
  });
  running.add(child);
  const stop = async () => {
    running.delete(child);
    if (failure === undefined) child.kill("SIGKILL");
    await ended;
  };
  const end = Date.now() + 30_000;
  while (!(await listens(port))) {
    if (failure === undefined && Date.now() < end) {
      await Promise.race([sleep(100), ended]);
      continue;
    }
    await stop();
    throw new Error(`${program}: ${failure ?? "no connection within 30 s"}\n${printed}`);
  }
  return { stop };
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
