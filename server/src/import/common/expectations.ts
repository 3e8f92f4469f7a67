import type { Text } from "../collection.ts";

/*
 * Expectations as the readers of all sources write them. A text that is compared is always in quotes, because a bare number
 * would be compared as a number: 5.50 isn't the text 5.5.
 */

interface BodyTest {
  /** Whether the text may not be in the body. */
  readonly not?: boolean;
  readonly ignoreCase?: boolean;
}

/** `//m:Result = "5.5"`, also after `header NAME`. */
export function equals(subject: string, text: Text): Text {
  if (isQuotable(text)) return joined(`${subject} = `, quoted(text));
  return joined(`${subject} matches `, quoted(["^", ...patternOf(text), "$"]));
}

/** `subject matches "regex"`. The expression is JavaScript's or Java's. */
export function matchesRegex(subject: string, regex: Text): Text {
  return joined(`${subject} matches `, quoted(withoutBreaks(withSafeEnd(regex))));
}

function withSafeEnd(regex: Text): Text {
  const last = regex.at(-1);
  const end = typeof last === "string" && last.endsWith("\\\\") ? `${last.slice(0, -2)}${backslash}` : undefined;
  return end === undefined ? regex : [...regex.slice(0, -1), end];
}

/** `subject contains "text"`. */
export function contains(subject: string, text: Text): Text {
  if (isQuotable(text)) return joined(`${subject} contains `, quoted(text));
  return joined(`${subject} matches `, quoted(patternOf(text)));
}

/** `body [not] contains "text"`; as a regular expression where case doesn't matter, or where the text has line breaks. */
export function bodyContains(text: Text, { not = false, ignoreCase = false }: BodyTest = {}): Text {
  const subject = not ? "body not" : "body";
  if (!ignoreCase) return contains(subject, text);
  return joined(`${subject} matches `, quoted(["(?is)", ...patternOf(text)]));
}

/** `body [not] matches "(?s)regex"`: as with Java's DOTALL, a dot matches line breaks, too. */
export function bodyMatches(regex: Text, { not = false, ignoreCase = false }: BodyTest = {}): Text {
  const flags = ignoreCase ? "(?is)" : "(?s)";
  return matchesRegex(not ? "body not" : "body", [flags, ...regex]);
}

/** Whether a value in quotes can be the text: the value is one line, and a backslash at its end would escape the quote. */
function isQuotable(text: Text): boolean {
  const last = text.at(-1);
  const breaks = text.some((part) => typeof part === "string" && /[\r\n]/.test(part));
  return !breaks && !(typeof last === "string" && last.endsWith("\\"));
}

/** A regular expression that matches the text. Values that are inserted are a part of the expression. */
export function patternOf(text: Text): Text {
  const escaped = text.map((part) =>
    typeof part === "string"
      ? part.replace(/[.*+?^${}()|[\]]|\\/g, (one) => (one === "\\" ? backslash : `\\${one}`))
      : part,
  );
  return withoutBreaks(escaped);
}

/** In a class: at the end of a value in quotes, a backslash would escape the quote. */
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
