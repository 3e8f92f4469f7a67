import type { Value } from "../../variables/scope.ts";

/** A value as it may be seen by whoever looks over the author's shoulder. */
export function shownValue({ text, secret }: Extract<Value, { kind: "text" }>): string {
  return secret ? "•••" : text;
}
