import type { Scope } from "../message/scope.ts";
import type { GivenValue, SecretSource } from "../protocol/protocol.ts";
import { resolve } from "../text/resolved.ts";

/** A text with its variables replaced, which is secret if one of them is; `undefined` if one has no value. */
export function filledText(text: string, lookup: (name: string) => GivenValue | undefined): GivenValue | undefined {
  let secret = false;
  const sources: SecretSource[] = [];
  const filled = resolve(text, { start: 0, end: text.length }, (name) => {
    const value = lookup(name);
    if (!value) return undefined;
    secret ||= value.secret;
    sources.push(...(value.sources ?? []));
    return value.text;
  });
  return filled.known ? { text: filled.text, secret, sources } : undefined;
}

/** The value of a variable, which is secret if one that it contains is; `undefined` if it has none. */
export function definedValue(scope: Scope, name: string): GivenValue | undefined {
  const value = scope.lookup(name);
  if (value.kind !== "text") return undefined;
  const { text, sources, secrets = [] } = value;
  return { text, secret: value.secret || secrets.length > 0, sources };
}
