import { isMainThread, workerData } from "node:worker_threads";
import { TaskEvaluator } from "./taskEvaluator.ts";
import { TaskSupervisor } from "./taskSupervisor.ts";
import type { SentTask, ThreadData } from "./xpathTask.ts";

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
