import { namesOfOthers } from "../../variables/builtInReferences.ts";
import type { Text, TextInsertion } from "../collection.ts";

/** Converts a text of Postman, in which `{{name}}` is a variable. One that only Postman can compute gets no value. */
export function template(text: string): Text {
  return text.split(/\{\{([^{}\r\n]*)\}\}/).map((part, at): string | TextInsertion => {
    if (at % 2 === 0) return part;
    const name = part.trim();
    // In Bruno, these are variables of the process environment.
    const [, variable] = /^process\.env\.(\w{1,100})$/.exec(name) ?? [];
    if (variable !== undefined) return { kind: "builtIn", name: `$processEnv ${variable}` };
    const builtIn = Object.hasOwn(namesOfOthers, name) ? namesOfOthers[name] : undefined;
    return builtIn === undefined ? { kind: "variable", name } : { kind: "builtIn", name: builtIn };
  });
}
