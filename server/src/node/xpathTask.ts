import type { MessagePort } from "node:worker_threads";
import type { XPathTask } from "../expectations/xpath.ts";

/** A task. Its body is undefined if the task before had the same one. */
export interface SentTask extends Omit<XPathTask, "body"> {
  readonly body: string | undefined;
}

/** What the thread gets. It sets `done` to 1 when an outcome is in the port. */
export interface ThreadData {
  readonly port: MessagePort;
  readonly done: Int32Array;
}

/** In addition to the evaluation, in milliseconds: starting the process and reading the body. */
export const longestPreparation = 30_000;
