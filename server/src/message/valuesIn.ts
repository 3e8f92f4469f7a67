import { resolve } from "../text/resolved.ts";
import type { Scope } from "./scope.ts";

/** Returns a function that replaces variables; undefined if the text has an unknown value, or a secret to hide. */
export function valuesIn(scope: Scope): (text: string) => string | undefined {
  return (text) => {
    const { text: replaced, known } = resolve(text, { start: 0, end: text.length }, (name) => {
      const value = scope.lookup(name);
      if (value.kind === "text") return value.secret ? undefined : value.text;
      return value.kind === "atSending" ? value.sample : undefined;
    });
    return known ? replaced : undefined;
  };
}
