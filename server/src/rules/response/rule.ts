import type { ReceivedMessage } from "../../response/received.ts";
import type { Report, Rule } from "../rule.ts";

/** A rule for what was received. It has no fixes: a response can't be changed. */
export interface ResponseRule extends Omit<Rule, "check"> {
  readonly code: `response-${string}`;
  check(received: ReceivedMessage): Iterable<Report>;
}
