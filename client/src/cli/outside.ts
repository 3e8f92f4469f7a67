import { dirname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import * as l10n from "@vscode/l10n";
import { createResolver, type HostResolver, type Resolver } from "../../../server/src/languageService.ts";
import { readFile } from "../../../server/src/node/readFile.ts";
import { environmentFiles } from "../../../server/src/variables/environmentFiles.ts";
import type { Console } from "./console.ts";
import { standardInput, standardInputName } from "./files.ts";

/**
 * What a file refers to: environments in its folder or one above it, up to the current one; the process's environment;
 * files. In words, where the file has no such environment: the shared variables alone could lead anywhere.
 * @param name as the user has given it
 */
export function outsideOfFile(name: string, environment: string | undefined, { cwd, env }: Console): Resolver | string {
  const path = resolve(cwd, name === standardInput ? "stdin" : name);
  const resolver = createResolver({
    uri: pathToFileURL(path).href,
    roots: [pathToFileURL(cwd).href],
    environment,
    environments: undefined,
    read: readFile,
    processEnv: (variable) => env[variable],
    version: "",
  });
  if (environment === undefined || resolver.environmentNames.includes(environment)) return resolver;
  const problem = unknownEnvironment(name === standardInput ? standardInputName : name, environment, resolver);
  const { problems } = resolver.lookedIn();
  if (problems.length > 0 || resolver.environmentNames.length > 0) return [problem, ...problems].join(" ");
  return `${problem} ${whereLooked(dirname(path), cwd)}`;
}

function unknownEnvironment(file: string, environment: string, { environmentNames }: HostResolver): string {
  if (environmentNames.length === 0)
    return l10n.t("{0}: unknown environment {1}. No environments are defined.", file, environment);
  return l10n.t("{0}: unknown environment {1}. Available: {2}.", file, environment, environmentNames.join(", "));
}

/** As far as the files of environments are looked for. */
function whereLooked(folder: string, cwd: string): string {
  const files = environmentFiles.map(({ name }) => name).join(", ");
  if (folder === cwd) {
    return l10n.t("Searched for {0} in the current folder {1}, but not above it.", files, cwd);
  }
  return folder.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep)
    ? l10n.t("Searched for {0} in {1} and above it, up to the current folder {2}.", files, folder, cwd)
    : l10n.t("Searched for {0} in {1}.", files, folder);
}
