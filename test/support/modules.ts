import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A source file and its imports: paths relative to the project for our own files, else the names of packages. */
export interface Module {
  readonly path: string;
  readonly imports: readonly string[];
  readonly lines: number;
}

const statement =
  /(?:^|\n)\s*(?:import|export)\b[^;"']*?\bfrom\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']/g;
const call = /\b(?:import|require)\(\s*["']([^"']+)["']/g;

/** Returns the TypeScript modules in folders of the project, sorted by path. */
export function readModules(root: string, folders: readonly string[]): readonly Module[] {
  return folders
    .flatMap((folder) => readSources(folder, root))
    .map(({ path, text }) => ({ path, imports: importsOf(path, text), lines: text.split("\n").length - 1 }));
}

/** Returns the TypeScript files in a folder of the project, without declarations, sorted by path. */
export function readSources(folder: string, root = "."): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

export function pathsWith(pattern: RegExp, folder: string): readonly string[] {
  return readSources(folder).flatMap(({ path, text }) => (pattern.test(text) ? [path] : []));
}

/** Returns the imports and re-exports of a module. Includes types, because they also couple modules. */
export function importsOf(path: string, text: string): readonly string[] {
  const code = text.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$/gm, "");
  const named = [...code.matchAll(statement), ...code.matchAll(call)].map((match) => match[1] ?? match[2] ?? "");
  return named.map((name) => (name.startsWith(".") ? posix.join(posix.dirname(path), name) : name));
}
