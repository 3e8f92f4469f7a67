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

/** The URL that a request goes to; `undefined` where it has no address, or a value of its target isn't known. */
export function requestUrl({ address, target }: Message): string | undefined {
  if (!address || !target?.typed.known) return undefined;
  const { scheme, host, port } = address;
  const { start, end } = target.parts.pathAndQuery;
  const path = target.typed.text.slice(start, end);
  const name = host.includes(":") ? `[${host}]` : host;
  const isUsual = port === (scheme === "https" ? 443 : 80);
  return `${scheme}://${name}${isUsual ? "" : `:${port}`}${path.startsWith("/") ? path : `/${path}`}`;
}
