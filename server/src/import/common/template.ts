import { namesOfOthers } from "../../variables/builtInReferences.ts";
import type { Text, TextInsertion } from "../collection.ts";

/** A text of Postman: `{{name}}` is a variable. One that only Postman computes stays a variable without a value. */
export function template(text: string): Text {
  return text.split(/\{\{([^{}\r\n]*)\}\}/).map((part, at): string | TextInsertion => {
    if (at % 2 === 0) return part;
    const name = part.trim();
    // Of the environment of the process, in Bruno.
    const [, variable] = /^process\.env\.(\w{1,100})$/.exec(name) ?? [];
    if (variable !== undefined) return { kind: "builtIn", name: `$processEnv ${variable}` };
    const builtIn = Object.hasOwn(namesOfOthers, name) ? namesOfOthers[name] : undefined;
    return builtIn === undefined ? { kind: "variable", name } : { kind: "builtIn", name: builtIn };
  });
}
