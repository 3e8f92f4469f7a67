import type { ShellCommand } from "./shellWords.ts";

/** Whether a text is written for the Windows command prompt: its carets continue lines or escape quotes. */
export function isForCmd(text: string): boolean {
  return /\^[ \t]*\r?\n|\^"/.test(text);
}

/**
 * The commands of a text for the Windows command prompt, as browsers copy them: first cmd.exe takes its carets out, then
 * the program splits its line into arguments (Microsoft C runtime, "Parsing C command-line arguments").
 */
export function readCmd(text: string): readonly ShellCommand[] {
  return withoutCarets(text)
    .map((line) => ({ words: argumentsOf(line), input: undefined, leftOut: [] }))
    .filter(({ words }) => words.length > 0);
}

/** Lines as the program gets them. A caret, a line break and one more stand for a line break in an argument. */
function withoutCarets(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  let inQuotes = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const rest = text.slice(at, at + 6);
    const lineBreak = /^\r\n|^\n|^\r/.exec(rest)?.[0];
    if (character === "^" && !inQuotes) {
      const continued = /^\^[ \t]*(\r\n|\n|\r)(\r\n|\n|\r)?/.exec(text.slice(at, at + 50));
      if (continued) {
        if (continued[2] !== undefined) line += "\n";
        at += continued[0].length - 1;
      } else line += text.charAt(++at);
    } else if (lineBreak !== undefined && !inQuotes) {
      lines.push(line);
      line = "";
      at += lineBreak.length - 1;
    } else {
      if (character === '"' && text.charAt(at - 1) !== "\\") inQuotes = !inQuotes;
      line += character;
    }
  }
  return [...lines, line];
}

function argumentsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let inQuotes = false;
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\+(?=")/.exec(line.slice(at, at + 100))?.[0].length ?? 0;
    if (slashes > 0) {
      word = (word ?? "") + "\\".repeat(slashes >> 1);
      at += slashes - 1;
      if (slashes % 2 === 1) {
        word += '"';
        at++;
      }
      continue;
    }
    const character = line.charAt(at);
    if (character === '"' && inQuotes && line.charAt(at + 1) === '"') {
      word = `${word ?? ""}"`;
      at++;
    } else if (character === '"') {
      inQuotes = !inQuotes;
      word ??= "";
    } else if (/[ \t]/.test(character) && !inQuotes) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  return word === undefined ? words : [...words, word];
}
