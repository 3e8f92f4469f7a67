import { isAbsolute, join } from "node:path";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { provideXPath, type XPathOutcome, type XPathTask } from "../expectations/xpath.ts";
import * as fontoxpath from "./fontoxpath.mjs";
import { longestPreparation, type SentTask, type ThreadData } from "./xpathTask.ts";

/** Path of the bundle of `xpathProcess.ts`: absolute, or relative to the bundle of this file. */
declare const XPATH_PROCESS: string;

/** Provides XPath from a bundle of its own. The bundle is loaded at first use, like the process that evaluates XPath. */
export function provideXPathHere(): void {
  const evaluator = new LimitedEvaluator();
  provideXPath(
    () => fontoxpath,
    (task) => evaluator.evaluate(task),
  );
}

/**
 * Evaluates XPath in a process with a limited heap, because a thread that exceeds its heap limit can end the whole
 * process. A second thread starts the process and waits for it: the calling thread must wait without returning to its
 * event loop, as a value can be needed wherever a variable is. The process is kept for further expressions.
 */
class LimitedEvaluator {
  #thread: (ThreadData & { readonly worker: Worker }) | undefined;
  #sent: string | undefined;

  evaluate({ body, ...task }: XPathTask): XPathOutcome {
    this.#thread ??= startThread();
    const { port, done, worker } = this.#thread;
    const sent: SentTask = { ...task, body: body === this.#sent ? undefined : body };
    this.#sent = body;
    Atomics.store(done, 0, 0);
    port.postMessage(sent);
    // The thread stops waiting sooner than this.
    Atomics.wait(done, 0, 0, task.milliseconds + 2 * longestPreparation);
    const received = receiveMessageOnPort(port);
    if (received) return received.message as XPathOutcome;
    void worker.terminate();
    this.#thread = undefined;
    this.#sent = undefined;
    return { kind: "time" };
  }
}

function startThread() {
  const { port1: port, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const file = isAbsolute(XPATH_PROCESS) ? XPATH_PROCESS : join(__dirname, XPATH_PROCESS);
  const workerData: ThreadData = { port: port2, done };
  const worker = new Worker(file, { workerData, transferList: [port2], execArgv: [] });
  // The worker and the port don't keep this process running.
  worker.unref();
  port.unref();
  return { port, done, worker };
}
