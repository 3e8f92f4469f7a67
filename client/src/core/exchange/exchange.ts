import type { OutgoingMessage } from "../../../../server/src/protocol/protocol.ts";
import { withoutSecretParameters } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import type { ResponseMessage, SendResult } from "../../transport/result.ts";
import { longestTimer } from "../../transport/transport.ts";

export interface Exchange {
  /** Unique across windows and restarts; part of the URIs of its documents. */
  readonly id: string;
  /** The document that contains the request, in the form of `Uri.toString()`. */
  readonly from: string;
  /** See `labelOf`. */
  readonly label: string;
  readonly message: OutgoingMessage;
  readonly result: SendResult;
  /** The time it was sent, in the form of `Date.now()`. */
  readonly at: number;
  readonly fromHistory?: true;
}

/** Values that the transport added and that must not be shown: credentials for a challenge or a proxy. */
export function addedSecrets({ changes }: Pick<SendResult, "changes">): readonly string[] {
  return changes.flatMap((change) => (change.kind === "added" && change.secret ? (change.sent ?? []) : []));
}

/** The response message, or the received part of it. */
export function responseOf(result: SendResult): ResponseMessage | undefined {
  return result.kind === "response" ? result : result.partial;
}

/**
 * `add`, `Add two numbers` or `POST calc`: the request's name, its title, or its method and the end of its path. VS Code
 * stores it in tabs and logs, so it contains no secrets and no path parameters such as `;jsessionid=`.
 */
export function labelOf({ request, method, target, secrets }: OutgoingMessage): string {
  const path = target.split(/[?#;]/, 1)[0] ?? "";
  const last = path.split("/").findLast((part) => part !== "");
  const address = last === undefined ? method : `${method} ${last}`;
  return redactor(secrets)(request.name ?? request.title ?? address);
}

/** The URL that an exchange was sent to, for lists: without secrets. */
export function shownUrl({ message, result }: Pick<Exchange, "message" | "result">): string {
  return withoutSecretParameters(redactor(message.secrets)(result.url));
}

/** Time limit in milliseconds, from `# @timeout` or else from the setting in seconds. 0 means no limit. */
export function timeoutOf(message: Pick<OutgoingMessage, "timeout">, settingSeconds: number): number {
  const timeout = message.timeout ?? settingSeconds * 1000;
  return timeout > 0 && timeout < longestTimer ? timeout : longestTimer;
}
