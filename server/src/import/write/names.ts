import { isDeviceName } from "../../text/paths.ts";
import { trimTrailing } from "../../text/trailing.ts";

/*
 * Creates names of files, requests and variables from names of the source. Such file names are valid and have the same meaning on
 * all systems, and never refer to a place outside of the folder.
 */

const longestFileName = 60;

/** What file names can't contain in Windows, control characters, and what changes how a name is displayed. */
const illegal = /[<>:"/\\|?*]|\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Cs}/gu;

/** A name without extension. Dots at both ends are removed: they would hide the file, or refer to an outer folder. */
export function fileName(name: string): string {
  const legal = name
    .slice(0, 10 * longestFileName)
    .trim()
    .replace(illegal, "-");
  const short = [...legal].slice(0, longestFileName).join("").trim();
  const end = trimTrailing(short, ".");
  const named = end.replace(/^\.+/, dashes) + dashes(short.slice(end.length));
  return isDeviceName(named) ? named.replace(/^[^.]*/, "$&_") : named || "unnamed";
}

function dashes(dots: string): string {
  return "-".repeat(dots.length);
}

export function fileNameWithExtension(name: string): string {
  const at = name.lastIndexOf(".");
  const extension = /^\.[A-Za-z0-9]{1,10}$/.exec(at > 0 ? name.slice(at) : "")?.[0] ?? "";
  return fileName(name.slice(0, name.length - extension.length)) + extension;
}

/** A name for `# @name`. If others refer to it, it must begin with an ASCII letter. */
export function requestName(name: string, isReferred: boolean): string {
  const word = wordOf(name) || "request";
  return isReferred && !/^[A-Za-z_]/.test(word) ? `_${word}` : word;
}

function wordOf(name: string): string {
  const word = name.slice(0, 2 * longestName).replace(/[^\p{L}\p{M}\p{N}_-]+/gu, "-");
  return [...word].slice(0, longestName).join("").replace(/^-|-$/g, "");
}

const longestName = 100;

/** A name that is valid between braces and behind `@`. */
export function variableName(name: string): string {
  const word = wordOf(name);
  return /^[A-Za-z_]/.test(word) ? word : `_${word}`;
}

/** Creates names that are distinct even if case is ignored: the second of two equal ones gets a number such as `-2`. */
export class Names {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** @param extension the extension, which follows the number */
  take(name: string, extension = ""): string {
    const key = (one: string) => one.normalize("NFC").toLowerCase();
    const first = key(name + extension);
    let count = this.#next.get(first) ?? 1;
    const numbered = () => `${name}${count === 1 ? "" : `-${count}`}${extension}`;
    while (this.#taken.has(key(numbered()))) count++;
    this.#next.set(first, count + 1);
    this.#taken.add(key(numbered()));
    return numbered();
  }
}
