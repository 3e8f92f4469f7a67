// Starts servers as processes that listen on loopback.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Returns a free port of 127.0.0.1. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The servers that are running. */
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
