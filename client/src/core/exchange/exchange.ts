import type { OutgoingMessage } from "../../../../server/src/protocol.ts";
import type { Message, SendResult } from "../../transport/result.ts";
import { longestTimer } from "../../transport/transport.ts";
import { redactor } from "../redaction/redactor.ts";

/** One request that was sent, and what became of it. It never changes. */
export interface Exchange {
  /** Unique over windows and restarts: the first part of its documents' paths. */
  readonly id: string;
  /** The document that the request stands in, as `Uri.toString()` gives it. */
  readonly from: string;
  /** What the author calls the request: see `labelOf`. */
  readonly label: string;
  readonly message: OutgoingMessage;
  readonly result: SendResult;
  /** When it was sent, as `Date.now()` gives it. */
  readonly at: number;
  /** It was read from the history. */
  readonly fromHistory?: true;
}

/** The response message, or as much of it as came. */
export function answerOf(result: SendResult): Message | undefined {
  return result.kind === "response" ? result : result.partial;
}

/**
 * `add`, `Add two numbers` or `POST calc`: the request's name, its title, or its method and the end of its path. It goes
 * into tabs and the log, which VS Code keeps: secrets, and parameters of the path such as `;jsessionid=`, do not.
 */
export function labelOf({ request, method, target, secrets }: OutgoingMessage): string {
  const path = target.split(/[?#;]/, 1)[0] ?? "";
  const last = path.split("/").findLast((part) => part !== "");
  const called = last === undefined ? method : `${method} ${last}`;
  return redactor(secrets)(request.name ?? request.title ?? called);
}

/** Milliseconds: of `# @timeout`, else of the setting, which is in seconds. No limit where it is 0. */
export function timeoutOf({ timeout }: Pick<OutgoingMessage, "timeout">, settingSeconds: number): number {
  const wanted = timeout ?? settingSeconds * 1000;
  return wanted > 0 && wanted < longestTimer ? wanted : longestTimer;
}
