import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { isAbsolute, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { PacMessage, PacOutcome, PacTask } from "./task.ts";

/** The path of the bundle of `worker.ts`, relative to the bundle of the command line. */
declare const PAC_WORKER: string;

const seconds = 2;
const maxRounds = 20;
const maxNames = 100;

/** A script can't wait, so it is called again with the addresses of the names that it looked up. */
export async function evaluatePac(
  task: Pick<PacTask, "script" | "name" | "url" | "host">,
  now = Date.now(),
): Promise<Exclude<PacOutcome, { kind: "names" }>> {
  const worker = new Worker(isAbsolute(PAC_WORKER) ? PAC_WORKER : join(__dirname, PAC_WORKER), { env: {} });
  const addresses = new Map<string, string | null>();
  const ownAddress = ownAddressOf();
  try {
    for (let round = 0; round < maxRounds; round++) {
      const outcome = await ask(worker, { ...task, now, ownAddress, addresses });
      if (outcome.kind !== "names") return outcome;
      if (addresses.size + outcome.names.length > maxNames) break;
      await Promise.all(outcome.names.map(async (name) => addresses.set(name, await addressOf(name))));
    }
    return { kind: "error", message: `${task.name} looks up too many names.` };
  } finally {
    await worker.terminate();
  }
}

function ask(worker: Worker, task: PacTask): Promise<PacOutcome> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (outcome: PacOutcome) => {
      clearTimeout(timer);
      worker.removeAllListeners("error").removeAllListeners("message");
      resolve(outcome);
    };
    const fail = (why: string) => end({ kind: "error", message: `${task.name} ${why}` });
    worker.on("error", ({ message }) => fail(`can't be evaluated: ${message}`));
    worker.on("message", (message: PacMessage) => {
      if (message.kind !== "running") return end(message);
      timer = setTimeout(
        () => fail(`takes more than ${seconds} seconds. It may contain an endless loop.`),
        seconds * 1000,
      );
    });
    worker.postMessage(task);
  });
}

async function addressOf(name: string): Promise<string | null> {
  try {
    return (await lookup(name, { family: 4 })).address;
  } catch {
    return null;
  }
}

function ownAddressOf(): string {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";
}
