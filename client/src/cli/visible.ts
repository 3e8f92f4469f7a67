import { eastAsianWidth } from "get-east-asian-width";
import { ownColour } from "./colours.ts";

/**
 * Text for a terminal: what would move the cursor, change colours or hide (control and format characters, lone
 * surrogates) is shown by a picture or its number. Nothing that a file holds can steer the terminal.
 */
export function visible(text: string): string {
  return text.replace(unprintable, shown);
}

/** Text of several lines: line feeds and tabs stay, and so do the colours that `colours.ts` writes. */
export function visibleLines(text: string): string {
  // Nearly every output is all printable, and may be long.
  if (!unprintableInLines.test(text)) return text;
  return text.replace(ownColourOrUnprintable, (found) =>
    found === "\n" || found === "\t" || found.length > 2 ? found : shown(found),
  );
}

/** Lines that a build server doesn't take for its commands (`::add-mask::`, `##[error]`, `##vso[…]`). */
export function withoutCommands(lines: string): string {
  return lines.replace(command, (found) => found.slice(0, -1) + numbered(found.slice(-1)));
}

export interface Cell {
  readonly text: string;
  /** Columns. */
  readonly width: number;
}

/** A line as it stands in a terminal, character by character; a tab is four columns wherever it stands. */
export function cellsOf(line: string): readonly Cell[] {
  return Array.from(line, (character): Cell => {
    if (character === "\t") return { text: "    ", width: 4 };
    const text = visible(character);
    if (text !== character) return { text, width: text.length };
    return { text, width: zeroWidth.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0) };
  });
}

/** The runner of GitHub Actions skips white space before `::`. */
const command = /^[^\S\r\n\u2028\u2029]*:(?=:)|#(?=#\w*\[)/gm;
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const unprintableInLines = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const ownColourOrUnprintable = new RegExp(`${ownColour.source}|${unprintable.source}`, "gu");

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : numbered(character);
}

function numbered(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}

const zeroWidth = /\p{Mn}|\p{Me}/u;

/**
 * A value as JSON in which no character can steer a terminal or a build server: beyond the controls that JSON escapes
 * anyway, DEL and C1 controls, format characters (bidirectional ones among them), line separators and what would begin
 * a command (`##[error]`, `##vso[…]`) stand as \uXXXX. A reader of JSON gets the same value.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(unprintableInJson, escaped);
}

/** Not `\p{Cs}`: JSON.stringify escapes lone surrogates. */
const unprintableInJson = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}
