import * as l10n from "@vscode/l10n";
import { matches } from "../xsd/pattern/matcher.ts";
import { compilePattern } from "../xsd/pattern/program.ts";
import { parsePattern } from "../xsd/pattern/syntax.ts";

/*
 * The regular expressions of `matches`: the syntax that JavaScript and Java share, except features that need backtracking. The
 * automaton for patterns of schemas matches them in linear time. As in Java, an expression may begin with `(?i)` to ignore case,
 * `(?s)` to let a dot match line breaks, or both.
 */

/** Returns whether a text contains a match of a regular expression, or why the expression can't be used. */
export function searchPattern(expression: string): { find(text: string): boolean } | { readonly why: string } {
  if (expression.length > longestPattern)
    return { why: l10n.t("The pattern is longer than {0} characters.", longestPattern) };
  const branches = branchesOf(expression);
  if (typeof branches === "string") return { why: branches };
  const pattern = parsePattern(branches.join("|"));
  if (!pattern) return { why: l10n.t("This is not a regular expression.") };
  let program: ReturnType<typeof compilePattern> | undefined;
  return {
    find(text) {
      program ??= compilePattern(pattern);
      return matches(program, text);
    },
  };
}

/** Maximum length in characters. */
export const longestPattern = 1000;
const any = "[\\s\\S]*";

/** Alternatives of an expression, as expressions that match the whole text: sides without an anchor are extended by any text. */
function branchesOf(expression: string): readonly string[] | string {
  const branches: string[] = [];
  const { length, letters } = patternFlags(expression);
  let [body, starts, ends, depth] = ["", false, false, 0];
  const close = () => {
    // The group keeps alternatives inside of the branch.
    branches.push(`${starts ? "" : any}(${body})${ends ? "" : any}`);
    [body, starts, ends] = ["", false, false];
  };
  for (const token of patternTokens(expression.slice(length))) {
    if (ends && token !== "|") return l10n.t("In a pattern, $ is allowed only at the end of an alternative.");
    if (token === "|" && depth === 0) close();
    else if (token === "^" && body === "" && depth === 0) starts = true;
    else if (token === "$" && depth === 0) ends = true;
    else if (token === "^" || token === "$") return l10n.t("In a pattern, {0} isn't allowed in a group.", token);
    else {
      const unsupported = unsupportedIn(token);
      if (unsupported !== undefined) return unsupported;
      depth += token.startsWith("(") ? 1 : token === ")" ? -1 : 0;
      body += translated(token, letters.includes("i"), letters.includes("s"));
    }
  }
  close();
  return branches;
}

/** The flags at the beginning of an expression, and the length of their text. */
export function patternFlags(expression: string): { readonly length: number; readonly letters: string } {
  const [text = "", letters = ""] = /^\(\?([is]{1,2})\)/.exec(expression) ?? [];
  return { length: text.length, letters };
}

/** A sentence if a token can't be matched in linear time; `undefined` for other tokens. */
export function unsupportedIn(token: string): string | undefined {
  if (!/^\(\?[^:]/.test(token) && !/^\\[bBAzZGk1-9]/.test(token)) return undefined;
  return l10n.t("{0} isn't supported in a pattern, because it can't be matched in linear time.", token);
}

/** The tokens of an expression: groups, escapes, classes, quantifiers, and single characters. */
export function patternTokens(expression: string): readonly string[] {
  return [...expression.matchAll(tokens)].map(([token]) => token);
}

const tokens =
  /\(\?(?:[:=!>]|<[=!]|P?<[\w$]{0,99}>|[a-zA-Z-]{0,9}:?)|\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]?|[?*+]\??|\{(?:\d{1,9}(?:,\d{0,9})?|,\d{1,9})\}\??|[\s\S]/gu;

const controls: Readonly<Record<string, string>> = { f: "\f", v: "\v", 0: "\0", e: "\u001b", a: "\u0007" };

/** A token in the syntax of regular expressions in schemas. */
export function translated(token: string, ignoreCase: boolean, dotAll: boolean): string {
  if (token === "(?:") return "(";
  if (token === "." && dotAll) return "[\\s\\S]";
  // A lazy quantifier changes the length of the match, but not whether there is a match.
  if (/^(?:[?*+]|\{.*\})\?$/.test(token)) return token.slice(0, -1);
  if (token.startsWith("[")) {
    const own = token.replace(/\\(?:[xu][0-9A-Fa-f]+|[\s\S])|(?!^)\[/g, inClass);
    return ignoreCase ? withOtherCases(own) : own;
  }
  const character = token.startsWith("\\") ? escaped(token) : token;
  const other = ignoreCase ? otherCase(character) : undefined;
  return other === undefined ? character : `[${character}${other}]`;
}

/** A character class that also contains the other case of its letters, and of its ranges of ASCII letters. */
function withOtherCases(own: string): string {
  const [, start = "", content = "", end = ""] = /^(\[\^?)([\s\S]*?)(\]?)$/.exec(own) ?? [];
  const others = [...content.matchAll(classItems)].map(([item, first = "", last]) => {
    if (last === undefined) return otherCase(item) ?? "";
    return [lowerLetters, upperLetters].map((letters) => otherRange(first, last, letters)).join("");
  });
  const separate = content.startsWith("-") ? `\\${content}` : content;
  return `${start}${others.join("")}${separate}${end}`;
}

const classItems = /\\[\s\S]|([^\\])-([^\\])|[\s\S]/gu;
const lowerLetters = ["a", "z"] as const;
const upperLetters = ["A", "Z"] as const;

/** The range of letters in the other case, for the letters that two ranges share. */
function otherRange(first: string, last: string, [least, most]: readonly [string, string]): string {
  const [from, to] = [first > least ? first : least, last < most ? last : most];
  return from > to ? "" : `${otherCase(from)}-${otherCase(to)}`;
}

function otherCase(character: string): string | undefined {
  const other = character.toLowerCase() === character ? character.toUpperCase() : character.toLowerCase();
  return other !== character && [...other].length === 1 && [...character].length === 1 ? other : undefined;
}

function inClass(content: string): string {
  return content === "[" ? "\\[" : escaped(content);
}

/** The character that an escape stands for, if schemas don't support the escape. */
function escaped(token: string): string {
  const letter = token[1] ?? "";
  const code = /^\\[xu][0-9A-Fa-f]+$/.test(token) ? Number.parseInt(token.slice(2), 16) : undefined;
  const character = code === undefined ? controls[letter] : String.fromCharCode(code);
  if (character === undefined) return token;
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
}
