import { isAbsolute, join } from "node:path";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { provideXPath, type XPathOutcome, type XPathTask } from "../expectations/xpath.ts";
import * as fontoxpath from "./fontoxpath.mjs";
import { longestPreparation, type SentTask, type ThreadData } from "./xpathTask.ts";

/** The bundle of `xpathProcess.ts`: absolute, or relative to the bundle that this is in. */
declare const XPATH_PROCESS: string;

/** Provides XPath from a bundle of its own, which is loaded at first use, as is the process that evaluates it. */
export function provideXPathHere(): void {
  const evaluator = new LimitedEvaluator();
  provideXPath(
    () => fontoxpath,
    (task) => evaluator.evaluate(task),
  );
}

/**
 * Evaluates XPath in a process with a limited heap: a thread that exceeds its own limit can end the whole process. A thread
 * starts it and waits for it, because this thread must wait without returning to its event loop: values of responses are
 * needed wherever a variable is. The process is kept for further expressions.
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
    // The thread gives up sooner.
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
  // Neither keeps this process running.
  worker.unref();
  port.unref();
  return { port, done, worker };
}
