import { type ChildProcess, fork } from "node:child_process";
import { dirname } from "node:path";
import type { XPathOutcome } from "../expectations/xpath.ts";
import { longestPreparation, type SentTask } from "./xpathTask.ts";

/** Runs tasks in a process, one at a time, and starts another one when it ends. */
export class TaskSupervisor {
  readonly #file: string;
  readonly #finish: (outcome: XPathOutcome) => void;
  #running: { readonly process: ChildProcess; readonly heap: number } | undefined;
  #body = "";
  #timer: NodeJS.Timeout | undefined;

  /** `file`: of the process. `finish` gets the outcome of each task. */
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
      // Not the folder of the user, which couldn't be removed on Windows.
      cwd: dirname(this.#file),
      execArgv: [`--max-old-space-size=${heap}`],
      serialization: "advanced",
      // V8 prints the stack when its heap is full.
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

/** The limit of the heap in MB. A node takes about 1 KB. */
function heapFor(nodes: number, length: number): number {
  return 512 + Math.ceil((nodes * 2048 + length * 8) / 2 ** 20);
}
