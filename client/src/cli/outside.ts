import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Outside, outsideOf } from "../../../server/src/languageService.ts";
import { readFile } from "../../../server/src/node/readFile.ts";
import type { Console } from "./console.ts";
import { standardInput } from "./files.ts";

/**
 * What a file refers to: environments in its folder or one above it, up to the current one; the process's environment;
 * files. @param name as the user has given it
 */
export function outsideOfFile(name: string, environment: string | undefined, { cwd, env }: Console): Outside {
  return outsideOf({
    uri: pathToFileURL(resolve(cwd, name === standardInput ? "stdin" : name)).href,
    roots: [pathToFileURL(cwd).href],
    environment,
    environments: undefined,
    read: readFile,
    processEnv: (variable) => env[variable],
    version: "",
  });
}
