import { resolve } from "../text/resolved.ts";
import type { Scope } from "./scope.ts";

/** The function returns undefined if the text has an unknown value, or a secret, which must not be shown. */
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
