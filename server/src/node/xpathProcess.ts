import { type ChildProcess, fork } from "node:child_process";
import { dirname } from "node:path";
import { type Context, createContext, Script } from "node:vm";
import { isMainThread, workerData } from "node:worker_threads";
import type { XPathOutcome } from "../expectations/xpath.ts";
import { longestFound } from "../text/limits.ts";
import { parseXml } from "../xml/parser.ts";
import { type DocumentNode, nodesOf } from "../xpath/domNodes.ts";
import { evaluateHere, failureOf } from "../xpath/evaluateHere.ts";
import * as fontoxpath from "./fontoxpath.mjs";
import { longestPreparation, type SentTask, type ThreadData } from "./xpathTask.ts";

class TaskEvaluator {
  #document: DocumentNode | undefined;

  evaluate({ expression, body, prefixes, milliseconds }: SentTask): XPathOutcome {
    if (body !== undefined) this.#document = nodesOf(parseXml(body));
    const document = this.#document;
    if (!document) return { kind: "error", message: "There is no body." };
    const namespaces = new Map(prefixes);
    const start = performance.now();
    try {
      const steps = { left: Number.POSITIVE_INFINITY };
      const result = within(milliseconds, () => {
        return evaluateHere(expression, document, (prefix) => namespaces.get(prefix) ?? null, steps, fontoxpath);
      });
      const values = result.map((one) => (typeof one === "string" ? one : one.number));
      if (isTooMuch(values)) return { kind: "memory" };
      return { kind: "values", values, milliseconds: performance.now() - start };
    } catch (error) {
      return isTimeout(error) ? { kind: "time" } : failureOf(error);
    }
  }
}

const maxValues = 1_000_000;

/** Whether the values would take too much memory in the process that gets them. */
function isTooMuch(values: readonly (number | string)[]): boolean {
  if (values.length > maxValues) return true;
  return values.reduce((sum: number, one) => sum + (typeof one === "string" ? one.length : 0), 0) > longestFound;
}

const call = new Script("work()");
let context: Context | undefined;

/** Runs a function and returns its result. Throws an error of Node if the function takes longer than the time limit. */
function within<Result>(milliseconds: number, work: () => Result): Result {
  const results: Result[] = [];
  context ??= createContext({});
  context["work"] = () => void results.push(work());
  call.runInContext(context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
  const [result] = results;
  return result as Result;
}

/** Whether an error is Node's timeout. It comes from another realm, so `instanceof Error` is false for it. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** Runs tasks in a process, one at a time. Starts another process when the process ends. */
class TaskSupervisor {
  readonly #file: string;
  readonly #finish: (outcome: XPathOutcome) => void;
  #running: { readonly process: ChildProcess; readonly heap: number } | undefined;
  #body = "";
  #timer: NodeJS.Timeout | undefined;

  /** @param finish gets the outcome of each task */
  constructor(file: string, finish: (outcome: XPathOutcome) => void) {
    this.#file = file;
    this.#finish = finish;
  }

  start(task: SentTask): void {
    this.#body = task.body ?? this.#body;
    const heap = heapFor(task.nodes, this.#body.length);
    if (this.#running && this.#running.heap < heap) this.#end();
    const isNew = this.#running === undefined;
    this.#running ??= { process: this.#fork(heap), heap };
    this.#timer = setTimeout(() => this.#stop({ kind: "time" }), task.milliseconds + longestPreparation);
    this.#running.process.send(isNew ? { ...task, body: this.#body } : task);
  }

  #fork(heap: number): ChildProcess {
    const started = fork(this.#file, {
      // Not the user's folder, which Windows couldn't remove while the process runs.
      cwd: dirname(this.#file),
      execArgv: [`--max-old-space-size=${heap}`],
      serialization: "advanced",
      // V8 prints the stack to stderr when its heap is full.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    started.on("message", (outcome) => this.#finished(outcome as XPathOutcome));
    started.on("error", ({ message }) => {
      if (this.#running?.process === started) this.#stop({ kind: "error", message });
    });
    started.on("exit", () => {
      if (this.#running?.process === started) this.#stop({ kind: "memory" });
    });
    started.unref();
    started.channel?.unref();
    return started;
  }

  #stop(outcome: XPathOutcome): void {
    this.#end();
    this.#finished(outcome);
  }

  #end(): void {
    this.#running?.process.kill("SIGKILL");
    this.#running = undefined;
  }

  #finished(outcome: XPathOutcome): void {
    clearTimeout(this.#timer);
    this.#finish(outcome);
  }
}

/** The heap limit in MB. A node takes about 1 KB. */
function heapFor(nodes: number, length: number): number {
  return 512 + Math.ceil((nodes * 2048 + length * 8) / 2 ** 20);
}

/*
 * Two programs in one file: the process that evaluates XPath, and the thread of another process that starts it.
 */
if (isMainThread) {
  const evaluator = new TaskEvaluator();
  process.on("message", (task) => process.send?.(evaluator.evaluate(task as SentTask)));
} else {
  const { port, done } = workerData as ThreadData;
  const supervisor = new TaskSupervisor(__filename, (outcome) => {
    port.postMessage(outcome);
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
  port.on("message", (task: SentTask) => supervisor.start(task));
}
