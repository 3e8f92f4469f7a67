import type { Text, TextInsertion } from "../collection.ts";
import { formText } from "./bodyText.ts";

/** Postman's own variables that have an equivalent. */
const dynamic: Readonly<Record<string, string>> = {
  $guid: "$guid",
  $randomUUID: "$guid",
  $timestamp: "$timestamp",
  $isoTimestamp: "$datetime iso8601",
  $randomInt: "$randomInt 0 1001",
};

/** A text of Postman: `{{name}}` is a variable. One that only Postman computes stays a variable without a value. */
export function template(text: string): Text {
  return text.split(/\{\{([^{}\r\n]*)\}\}/).map((part, at): string | TextInsertion => {
    if (at % 2 === 0) return part;
    const name = part.trim();
    // Of the environment of the process, in Bruno.
    const [, variable] = /^process\.env\.(\w{1,100})$/.exec(name) ?? [];
    const reference =
      variable !== undefined ? `$processEnv ${variable}` : Object.hasOwn(dynamic, name) ? dynamic[name] : undefined;
    return reference === undefined ? { kind: "variable", name } : { kind: "builtIn", name: reference };
  });
}

/** Form-encoded, except for variables, whose values are sent as they are. */
export function encodedTemplate(text: string): Text {
  return template(text).map((part) => (typeof part === "string" ? formText(part) : part));
}
