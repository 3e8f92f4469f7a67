import { eastAsianWidth } from "get-east-asian-width";
import { lazily } from "../../../server/src/text/memoized.ts";
import { ownColor } from "./colors.ts";

/**
 * Makes a text harmless for a terminal: a picture or a number replaces each character that would move the cursor, change
 * colors or hide text (control and format characters, line separators, lone surrogates), or that XML doesn't allow.
 */
export function visible(text: string): string {
  return text.replace(notPlain, (run) => run.replace(unprintable(), shown));
}

/** Like `visible`, for text of several lines from elsewhere: tabs stay, and each line break becomes LF. */
export function visibleText(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return lines.replace(notPlainInLines, (run) => run.replace(unprintableInLines(), shown));
}

/** Like `visible`, for output of our own: line breaks (LF or CRLF), tabs, and the colors of `colors.ts` stay. */
export function visibleOutput(text: string): string {
  // Nearly every output is printable, and may be long.
  if (isPrintable(text)) return text;
  return text.replace(ownColorOrUnprintable(), (matched) =>
    matched === "\n" || matched === "\r\n" || matched === "\t" || matched.length > 2 ? matched : shown(matched),
  );
}

function isPrintable(text: string): boolean {
  for (const [run] of text.matchAll(notPlainInLines)) if (run.search(unprintableInLines()) >= 0) return false;
  return true;
}

/** Changes lines so that a build server finds no commands in them (`::add-mask::`, `##[error]`, `##vso[…]`). */
export function withoutCommands(lines: string): string {
  return lines.replace(command, (found) => found.slice(0, -1) + numbered(found.slice(-1)));
}

export interface Cell {
  readonly text: string;
  readonly width: number;
}

/** Returns the characters of a line as a terminal shows them. A tab is always four columns wide. */
export function cellsOf(line: string): readonly Cell[] {
  return Array.from(line, (character): Cell => {
    if (character === "\t") return { text: "    ", width: 4 };
    const text = visible(character);
    if (text !== character) return { text, width: text.length };
    return { text, width: zeroWidth().test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0) };
  });
}

/** The beginning of a command of a build server. GitHub Actions skips whitespace before `::`. */
const command = /^[^\S\r\n\u2028\u2029]*:(?=:)|#(?=#\w*\[)/gm;
/*
 * Classes of Unicode take time to compile, and most output doesn't need them: only ASCII, and the letters and signs up to U+02FF, all
 * of which are printable. Such text is also found much faster.
 */

const notPlain = /[^ -~\u00a1-\u00ac\u00ae-\u02ff]+/g;
const notPlainInLines = /[^\n\t -~\u00a1-\u00ac\u00ae-\u02ff]+/g;
const unprintable = lazily(() => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu);
const unprintableInLines = lazily(() => /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu);
const ownColorOrUnprintable = lazily(() => new RegExp(`${ownColor.source}|\\r\\n|${unprintable().source}`, "gu"));
const zeroWidth = lazily(() => /\p{Mn}|\p{Me}/u);

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : numbered(character);
}

function numbered(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

/**
 * Returns a value as JSON in which no character can control a terminal or a build server: format characters, line
 * separators, DEL, C1 controls and the beginnings of commands are escaped, too. A JSON parser returns the same value.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(unprintableInJson(), escaped);
}

/** Returns a function that writes the next element of a JSON array, on a new line. */
export function jsonElements(): (element: object) => string {
  let separator = "";
  return (element) => {
    const text = `${separator}\n${jsonText(element)}`;
    separator = ",";
    return text;
  };
}

/** The characters to escape in JSON. `\p{Cs}` isn't necessary, because JSON.stringify escapes lone surrogates. */
const unprintableInJson = lazily(() => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffe\uffff]|#(?=#\w*\[)/gu);

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
