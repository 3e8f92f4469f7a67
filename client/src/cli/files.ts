import { readFileSync, type Stats, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import * as l10n from "@vscode/l10n";
import { globSync } from "tinyglobby";
import { trimTrailing } from "../../../server/src/text/trailing.ts";

/** The operand that stands for standard input. */
export const standardInput = "-";

/** What standard input is called where a file's name would stand. */
export const standardInputName = "<stdin>";

export interface Inputs {
  /** File names as the user would write them, each once; `-` for standard input. */
  readonly names: readonly string[];
  /** Operands that stand for no file, in words. */
  readonly problems: readonly string[];
}

/**
 * Operands are files, patterns (but a file that is named like a pattern is that file) and, if they are wanted, folders:
 * every `.soaphttp` file below.
 */
export function inputsOf(
  operands: readonly string[],
  cwd: string,
  folders: "folders" | "no folders" = "folders",
): Inputs {
  const names = new Set<string>();
  const problems: string[] = [];
  for (const operand of operands) {
    const found = namesOf(operand, cwd, folders === "folders");
    if (typeof found === "string") problems.push(found);
    else for (const name of found) names.add(name);
  }
  return { names: [...names], problems };
}

function namesOf(operand: string, cwd: string, folders: boolean): readonly string[] | string {
  if (operand === standardInput) return [operand];
  if (operand === "") return l10n.t("The file name is empty.");
  const path = resolve(cwd, operand);
  const stats = statsOf(path);
  if (stats?.isDirectory()) {
    if (!folders) return l10n.t("{0} is a folder. Specify files.", operand);
    const found = filesMatching("**/*.soaphttp", path).map((name) => `${trimTrailing(operand, "\\/")}/${name}`);
    return found.length > 0 ? found : l10n.t("{0} contains no .soaphttp files.", operand);
  }
  if (stats || !/[*?[{]/.test(operand)) return [operand];
  const found = filesMatching(operand, cwd);
  return found.length > 0 ? found : l10n.t("{0} matches no files.", operand);
}

/**
 * In order and each once, relative where the pattern is. As in shells, a name that begins with a dot is matched only by a
 * dot in the pattern; `**` goes into no such folder, into no link to a folder (it may lead in a circle), nor into
 * `node_modules`.
 */
function filesMatching(pattern: string, cwd: string): readonly string[] {
  return globSync(process.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern, {
    cwd,
    absolute: isAbsolute(pattern),
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: pattern.includes("node_modules") ? [] : ["**/node_modules/**"],
  }).sort();
}

/** Undefined where there is nothing of that name, or it may not be looked at. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** The bytes of a file, or why it can't be read, in words. */
export function readBytes(name: string, cwd: string): Buffer | string {
  try {
    return readFileSync(resolve(cwd, name));
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    switch (error.code) {
      case "ENOENT":
      case "ENOTDIR":
        return l10n.t("{0}: file not found.", name);
      case "EACCES":
      case "EPERM":
        return l10n.t("{0}: permission denied.", name);
      case "ERR_FS_FILE_TOO_LARGE":
        return l10n.t("{0}: the file is larger than 2 GB.", name);
      default:
        return l10n.t("{0}: the file can't be read ({1}).", name, String(error.code));
    }
  }
}
