import { namesOfOthers } from "../../variables/namesOfOthers.ts";
import type { Text, TextInsertion } from "../collection.ts";
import { formText } from "./bodyText.ts";

/** A text of Postman: `{{name}}` is a variable. One that only Postman computes stays a variable without a value. */
export function template(text: string): Text {
  return text.split(/\{\{([^{}\r\n]*)\}\}/).map((part, at): string | TextInsertion => {
    if (at % 2 === 0) return part;
    const name = part.trim();
    // Of the environment of the process, in Bruno.
    const [, variable] = /^process\.env\.(\w{1,100})$/.exec(name) ?? [];
    const reference =
      variable !== undefined
        ? `$processEnv ${variable}`
        : Object.hasOwn(namesOfOthers, name)
          ? namesOfOthers[name]
          : undefined;
    return reference === undefined ? { kind: "variable", name } : { kind: "builtIn", name: reference };
  });
}

/** Form-encoded, except for variables, whose values are sent as they are. */
export function encodedTemplate(text: string): Text {
  return template(text).map((part) => (typeof part === "string" ? formText(part) : part));
}
