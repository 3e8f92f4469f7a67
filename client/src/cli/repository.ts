import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Console } from "./console.ts";
import { standardInputName } from "./files.ts";

/** The name of a file for annotations: in GitHub Actions, the current folder may be a subfolder of the repository. */
export function nameInRepository(name: string, { env, cwd }: Console): string {
  const root = env["GITHUB_WORKSPACE"];
  if (!root || name === standardInputName) return name;
  const path = relative(root, resolve(cwd, name));
  return path.startsWith("..") || isAbsolute(path) ? name : path.split(sep).join("/");
}
