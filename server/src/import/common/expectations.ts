import type { Text } from "../collection.ts";

/*
 * Expectations as the readers of all sources write them. Compared texts are always in quotes, because a value without quotes
 * would be compared as a number: then 5.50 and 5.5 are equal.
 */

interface BodyTest {
  readonly not?: boolean;
  readonly ignoreCase?: boolean;
}

/** An expectation such as `//m:Result = "5.5"`. The subject can also be `header NAME`. */
export function equals(subject: string, text: Text): Text {
  if (isQuotable(text)) return joined(`${subject} = `, quoted(text));
  return joined(`${subject} matches `, quoted(["^", ...patternOf(text), "$"]));
}

/** The expectation `subject matches "regex"`. The expression has the syntax of JavaScript or Java. */
export function matchesRegex(subject: string, regex: Text): Text {
  return joined(`${subject} matches `, quoted(withoutBreaks(withSafeEnd(regex))));
}

function withSafeEnd(regex: Text): Text {
  const last = regex.at(-1);
  const end = typeof last === "string" && last.endsWith("\\\\") ? `${last.slice(0, -2)}${backslash}` : undefined;
  return end === undefined ? regex : [...regex.slice(0, -1), end];
}

export function contains(subject: string, text: Text): Text {
  if (isQuotable(text)) return joined(`${subject} contains `, quoted(text));
  return joined(`${subject} matches `, quoted(patternOf(text)));
}

/** `body [not] contains "text"`. If case doesn't matter, or the text has line breaks, it is a regular expression. */
export function bodyContains(text: Text, { not = false, ignoreCase = false }: BodyTest = {}): Text {
  const subject = not ? "body not" : "body";
  if (!ignoreCase) return contains(subject, text);
  return joined(`${subject} matches `, quoted(["(?is)", ...patternOf(text)]));
}

/** The expectation `body [not] matches "(?s)regex"`. A dot also matches line breaks, as with DOTALL in Java. */
export function bodyMatches(regex: Text, { not = false, ignoreCase = false }: BodyTest = {}): Text {
  const flags = ignoreCase ? "(?is)" : "(?s)";
  return matchesRegex(not ? "body not" : "body", [flags, ...regex]);
}

/** Whether a text can be in quotes: without line breaks, and without a backslash at its end to escape the quote. */
function isQuotable(text: Text): boolean {
  const last = text.at(-1);
  const breaks = text.some((part) => typeof part === "string" && /[\r\n]/.test(part));
  return !breaks && !(typeof last === "string" && last.endsWith("\\"));
}

/** A regular expression that matches a text. Inserted values become a part of the expression. */
export function patternOf(text: Text): Text {
  const escaped = text.map((part) =>
    typeof part === "string"
      ? part.replace(/[.*+?^${}()|[\]]|\\/g, (one) => (one === "\\" ? backslash : `\\${one}`))
      : part,
  );
  return withoutBreaks(escaped);
}

/** A backslash as a character class, because a backslash at the end of a value would escape its quote. */
const backslash = "[\\\\]";

function withoutBreaks(regex: Text): Text {
  return regex.map((part) => (typeof part === "string" ? part.replace(/\r\n|\r|\n/g, "\\n") : part));
}

function quoted(text: Text): Text {
  return joined(
    '"',
    text.map((part) => (typeof part === "string" ? part.replaceAll('"', '\\"') : part)),
    '"',
  );
}

function joined(...parts: readonly (string | Text)[]): Text {
  return parts.flat();
}
