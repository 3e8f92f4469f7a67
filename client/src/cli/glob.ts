import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { resolve } from "node:path";
import { trimTrailing } from "../../../server/src/text/trailing.ts";

/*
 * Path patterns, for shells that don't expand them (and for `**`, which few do): `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`,
 * and `**` for any number of folders. As in shells, a name that begins with a dot is matched only by a dot in the
 * pattern; `**` goes into no such folder, nor into `node_modules`.
 */

export function isPattern(path: string): boolean {
  return /[*?[{]/.test(path);
}

/** The files that a pattern matches, relative as the pattern is, in order and each once. `/` divides everywhere. */
export function filesMatching(pattern: string, cwd: string): readonly string[] {
  const found = new Set<string>();
  const slashes = process.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
  for (const one of expandBraces(slashes)) {
    const root = /^(?:[A-Za-z]:)?\//.exec(one)?.[0] ?? "";
    const parts = one.slice(root.length).split("/");
    collect({ cwd, found }, root, parts);
  }
  return [...found].sort();
}

/** The files below a folder whose name matches. */
export function filesBelow(folder: string, name: string, cwd: string): readonly string[] {
  const found = new Set<string>();
  collect({ cwd, found }, `${trimTrailing(folder, "\\/")}/`, ["**", name]);
  return [...found].sort();
}

/** `a{b,c}` is `ab` and `ac`; braces without a comma are text. */
export function expandBraces(pattern: string): readonly string[] {
  const match = [...pattern.matchAll(/\{[^{}]*\}/g)].find(([braces]) => braces.includes(","));
  if (!match) return [pattern];
  const before = pattern.slice(0, match.index);
  const after = pattern.slice(match.index + match[0].length);
  return match[0]
    .slice(1, -1)
    .split(",")
    .flatMap((choice) => expandBraces(`${before}${choice}${after}`));
}

/** Whether a part of a pattern, between slashes, matches a name. */
export function matchesName(pattern: string, name: string): boolean {
  return (pattern.startsWith(".") || !name.startsWith(".")) && matchesAll(wildcardsOf(pattern), [...name]);
}

/** Undefined where there is nothing of that name, or it may not be looked at. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

interface Search {
  readonly cwd: string;
  readonly found: Set<string>;
}

function collect(search: Search, folder: string, parts: readonly string[]): void {
  const [part = "", ...rest] = parts;
  if (part === "**") {
    collect(search, folder, rest.length > 0 ? rest : ["*"]);
    for (const name of foldersIn(search, folder)) {
      if (!name.startsWith(".") && name !== "node_modules") collect(search, `${folder}${name}/`, parts);
    }
  } else if (rest.length > 0) {
    const names = isPattern(part) ? foldersIn(search, folder).filter((name) => matchesName(part, name)) : [part];
    for (const name of names) collect(search, `${folder}${name}/`, rest);
  } else {
    const names = isPattern(part) ? entriesOf(search, folder).map(({ name }) => name) : [part];
    for (const name of names) {
      if (isPattern(part) && !matchesName(part, name)) continue;
      if (statsOf(resolve(search.cwd, folder + name))?.isFile()) search.found.add(folder + name);
    }
  }
}

/** Links to folders are not followed: they may lead in a circle. */
function foldersIn(search: Search, folder: string): readonly string[] {
  return entriesOf(search, folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** A folder that isn't there, or that may not be read, has nothing that matches. */
function entriesOf({ cwd }: Search, folder: string): readonly Dirent[] {
  try {
    return readdirSync(resolve(cwd, folder), { withFileTypes: true });
  } catch {
    return [];
  }
}

/** One character of a name, or `undefined` for any number of them. */
type Wildcard = ((character: string) => boolean) | undefined;

/** Goes back only to the last `*`, so that it takes time linear in the name's length for each character of the pattern. */
function matchesAll(wildcards: readonly Wildcard[], characters: readonly string[]): boolean {
  let next = 0;
  let star = -1;
  let resumed = 0;
  for (let at = 0; at < characters.length; ) {
    if (next < wildcards.length && wildcards[next] === undefined) {
      star = next++;
      resumed = at;
    } else if (wildcards[next]?.(characters[at] ?? "")) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++resumed;
    } else return false;
  }
  return wildcards.slice(next).every((one) => one === undefined);
}

function wildcardsOf(pattern: string): readonly Wildcard[] {
  const wildcards: Wildcard[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    const inverted = /[!^]/.test(characters[at + 1] ?? "");
    const close = character === "[" ? characters.indexOf("]", at + (inverted ? 3 : 2)) : -1;
    if (character === "*") wildcards.push(undefined);
    else if (character === "?") wildcards.push(() => true);
    else if (close >= 0) {
      const set = characters.slice(at + (inverted ? 2 : 1), close);
      wildcards.push((one) => isIn(set, one) !== inverted);
      at = close;
    } else wildcards.push((one) => one === character);
  }
  return wildcards;
}

/** Of `a-z` the characters from `a` to `z`; a set such as `z-a` has no member. */
function isIn(set: readonly string[], character: string): boolean {
  const code = codeOf(character);
  for (let at = 0; at < set.length; at++) {
    const isRange = set[at + 1] === "-" && at + 2 < set.length;
    const last = isRange ? at + 2 : at;
    if (codeOf(set[at]) <= code && code <= codeOf(set[last])) return true;
    at = last;
  }
  return false;
}

function codeOf(character = ""): number {
  return character.codePointAt(0) ?? 0;
}
