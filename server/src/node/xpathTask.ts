import type { MessagePort } from "node:worker_threads";
import type { XPathTask } from "../expectations/xpath.ts";

/** A task as it is sent to the process. Its body is undefined if it is the same as in the task before. */
export interface SentTask extends Omit<XPathTask, "body"> {
  readonly body: string | undefined;
}

/** The data that the thread gets. It sets `done` to 1 when an outcome is in the port. */
export interface ThreadData {
  readonly port: MessagePort;
  readonly done: Int32Array;
}

/** Maximum time for starting the process and reading the body, in milliseconds, in addition to the evaluation. */
export const longestPreparation = 30_000;
