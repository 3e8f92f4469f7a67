import { readFileSync, type Stats, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { globSync } from "tinyglobby";
import { trimTrailing } from "../../../server/src/text/trailing.ts";

export const standardInput = "-";

export const standardInputName = "<stdin>";

/**
 * Returns the files that an operand names as the user would write them, or why there are none. An operand is `-`, a file,
 * a pattern (unless a file has this name) or a folder: all files in it and its subfolders with the extensions that are
 * searched; without any, folders are refused.
 */
export function filesOf(operand: string, cwd: string, searched: readonly Extension[]): readonly string[] | string {
  if (operand === standardInput) return [operand];
  if (operand === "") return "The file name is empty.";
  const path = resolve(cwd, operand);
  const stats = statsOf(path);
  if (stats?.isDirectory()) {
    if (searched.length === 0) return `${operand} is a folder. Specify files.`;
    const files = filesMatching(
      searched.map((one) => `**/*${one}`),
      path,
    );
    const within = trimTrailing(operand, "\\/");
    return files.length > 0
      ? files.map((name) => `${within}/${name}`)
      : `${operand} contains no ${searched.join(" or ")} files.`;
  }
  if (stats || !/[*?[{]/.test(operand)) return [operand];
  const matches = filesMatching([operand], cwd);
  return matches.length > 0 ? matches : `${operand} matches no files.`;
}

/** Returns the files of all operands, which may be folders, each once; and why operands name none. */
export function filesOfAll(
  operands: readonly string[],
  cwd: string,
  searched: readonly Extension[] = [".soaphttp"],
): { readonly names: readonly string[]; readonly problems: readonly string[] } {
  const files = operands.map((operand) => filesOf(operand, cwd, searched));
  const names = new Set(files.flatMap((one) => (typeof one === "string" ? [] : one)));
  return { names: [...names], problems: files.filter((one) => typeof one === "string") };
}

type Extension = ".soaphttp" | ".soapmock";

/**
 * Returns sorted names, relative if the pattern is. As in shells, only a dot in the pattern matches a dot at the beginning
 * of a name. `**` doesn't match folders with such names, `node_modules`, and links to folders, which may form a loop.
 */
function filesMatching(patterns: readonly string[], cwd: string): readonly string[] {
  const [first = ""] = patterns;
  return globSync(process.platform === "win32" ? patterns.map((one) => one.replaceAll("\\", "/")) : [...patterns], {
    cwd,
    absolute: isAbsolute(first),
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: first.includes("node_modules") ? [] : ["**/node_modules/**"],
  }).sort();
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a file, or why it can't be read. */
export function readBytes(name: string, cwd: string): Buffer | string {
  const path = resolve(cwd, name);
  // Some devices are endless. A pipe isn't: shells make one of `<(command)`.
  if (statsOf(path)?.isCharacterDevice()) return `${name} is a device. Specify a file.`;
  try {
    return readFileSync(path);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const code = String(error.code);
    return `${name}: ${reasons[code] ?? `the file can't be read (${code})`}.`;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  ENOTDIR: "file not found",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ERR_FS_FILE_TOO_LARGE: "the file is larger than 2 GB",
};

/** The name of a file for annotations: in GitHub Actions, the current folder may be a subfolder of the repository. */
export function nameInRepository(
  name: string,
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): string {
  const root = env["GITHUB_WORKSPACE"];
  if (!root || name === standardInputName) return name;
  const path = relative(root, resolve(cwd, name));
  return path.startsWith("..") || isAbsolute(path) ? name : path.split(sep).join("/");
}
