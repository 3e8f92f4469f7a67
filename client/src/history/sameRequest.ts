import type { RequestSummary } from "../../../server/src/protocol.ts";
import { redacted } from "./redactText.ts";

/**
 * The request of a file that was sent and stored: by its name; else by its title, its method and its target, and of
 * several the one at its old line. Undefined where none is surely the same, for it is sent without a question.
 */
export function sameRequest(
  { name, title, method, target, line }: RequestSummary,
  requests: readonly RequestSummary[],
): RequestSummary | undefined {
  if (name !== undefined) return requests.find((one) => one.name === name);
  const alike = requests.filter((one) => one.title === title && one.method === method && fits(one.target, target));
  const [first, ...others] = alike;
  if (others.length === 0) return first;
  // What was redacted may be what told them apart.
  if (target.includes(redacted)) return undefined;
  return alike.find((one) => one.line.start.line === line.start.line);
}

/** Whether a target may have been stored like this. */
function fits(target: string, stored: string): boolean {
  const [begin = "", ...parts] = stored.split(redacted);
  const end = parts.pop();
  if (end === undefined) return target === stored;
  if (!target.startsWith(begin) || !target.endsWith(end)) return false;
  let at = begin.length;
  for (const part of parts) {
    const found = target.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= target.length - end.length;
}
