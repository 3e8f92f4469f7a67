import { Message } from "../../message.ts";
import type { Scope, Value } from "../../variables/scope.ts";

/** What stands in the place of a secret. */
export const hidden = "•••";

/** A value as it may be seen by whoever looks over the author's shoulder. */
export function shownValue({ text, secret }: Extract<Value, { kind: "text" }>): string {
  return secret ? hidden : text;
}

/** A message whose values may be seen; itself where nothing in it is secret. For what is shown, not for what is counted. */
export function shownMessage(message: Message): Message {
  const { references, request, scope, segment } = message;
  const lookup: Scope["lookup"] = (name) => {
    const value = scope.lookup(name);
    return value.kind === "text" ? { ...value, text: shownValue(value) } : value;
  };
  const holdsSecret = references.some(({ name }) => {
    const value = scope.lookup(name);
    return value.kind === "text" && value.secret;
  });
  return holdsSecret ? new Message(segment, request, { ...scope, lookup }) : message;
}
