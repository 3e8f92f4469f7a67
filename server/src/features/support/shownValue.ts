import type { Message } from "../../message/message.ts";
import type { Scope, VariableValue } from "../../message/scope.ts";

export const hidden = "•••";

export function shownValue({ text, secret }: Extract<VariableValue, { kind: "text" }>): string {
  return secret ? hidden : text;
}

/** The message without secrets. It is only for display, because its Content-Length is wrong. */
export function shownMessage(message: Message): Message {
  const { references, scope } = message;
  const lookup: Scope["lookup"] = (name, placed) => {
    const value = scope.lookup(name, placed);
    return value.kind === "text" ? { ...value, text: shownValue(value) } : value;
  };
  const holdsSecret = references.some((reference) => {
    const value = message.lookup(reference);
    return value.kind === "text" && value.secret;
  });
  return holdsSecret ? message.withScope(scope.withValues(lookup)) : message;
}

/** The URL of a request; `undefined` if it has no address, or if a value in its target is unknown. */
export function requestUrl({ address, target }: Message): string | undefined {
  if (!address || !target?.typed.known) return undefined;
  const { scheme, host, port } = address;
  const { start, end } = target.parts.pathAndQuery;
  const path = target.typed.text.slice(start, end);
  const name = host.includes(":") ? `[${host}]` : host;
  const isUsual = port === (scheme === "https" ? 443 : 80);
  return `${scheme}://${name}${isUsual ? "" : `:${port}`}${path.startsWith("/") ? path : `/${path}`}`;
}

/** The correct values of Content-Length: up to the canonical end of the body, or including some of the line breaks after it. */
export function acceptedCounts({ body, bodyLength, charset: { charset } }: Message): readonly number[] {
  if (!body || bodyLength === undefined || !charset) return [];
  const unit = charset.byteLength("\n\n") - charset.byteLength("\n");
  const counts = [bodyLength];
  for (const { 0: lineBreak } of body.source.slice(body.canonicalEnd, body.end).matchAll(/\r\n?|\n/g)) {
    counts.push((counts.at(-1) ?? 0) + lineBreak.length * unit);
  }
  return counts;
}
