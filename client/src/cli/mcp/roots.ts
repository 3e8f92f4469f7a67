import { realpathSync, statSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type ReadContent, type ReadPlace, readFileAtSync, realPath } from "../../../../server/src/node/openFile.ts";
import { filePath } from "../../../../server/src/node/readFile.ts";
import { fromHttpFile } from "../../../../server/src/service/languageService.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { isWithin } from "../../../../server/src/text/paths.ts";
import { isSecretFile } from "../../../../server/src/text/secretNames.ts";
import type { AgentRefusal } from "../../agents/host.ts";
import { decodeFile, type SourceText } from "../sourceText.ts";
import { systemErrorText } from "../systemError.ts";

export interface InRoot {
  /** The absolute path without symbolic links. */
  readonly path: string;
  readonly root: string;
}

/** The folders whose files may be read, without symbolic links; the first is the one that paths are relative to. */
export class Roots {
  readonly folders: readonly string[];

  /** Folders that don't exist are left out. */
  constructor(folders: readonly string[]) {
    this.folders = folders.flatMap((one) => realFolder(one) ?? []);
  }

  /** Finds a file by the path that the model gives. Symbolic links are resolved first. */
  find(name: string): InRoot | AgentRefusal {
    const [first] = this.folders;
    if (first === undefined) return { refused: "No folder may be read. Start the server with --root FOLDER." };
    if (name.includes("\0")) return { refused: "The path contains a NUL character." };
    try {
      const path = realpathSync.native(isAbsolute(name) ? name : resolve(first, name));
      const root = this.folders.find((one) => isWithin(path, one, sep) || path === one);
      if (root === undefined) return this.#outside(name);
      if (isSecretFile(path)) return { refused: `${name} contains secrets. Use its values as variables.` };
      const stats = statSync(path);
      if (stats.isDirectory()) return { refused: `${name} is a folder. Specify a file.` };
      if (!stats.isFile()) return { refused: `${name} is not a file, but a device or a pipe.` };
      if (stats.size > largestFile) return { refused: `${name} is larger than ${largestFile / 1_000_000} MB.` };
      return { path, root };
    } catch (error) {
      // The model must not learn whether a file exists elsewhere.
      const isInside = this.folders.some((one) => isWithin(resolve(first, name), one, sep));
      if (!isInside) return this.#outside(name);
      const isMissing = error instanceof Error && "code" in error && /^ENO(?:ENT|TDIR)$/.test(String(error.code));
      return {
        refused: isMissing ? `${name}: file not found.` : `${name}: ${systemErrorText(error) ?? "unreadable."}`,
      };
    }
  }

  /** Whether a file that a text refers to may be sent. */
  mayRead(uri: string): boolean {
    const path = filePath(uri);
    const real = path === undefined ? undefined : realPath(path);
    return real !== undefined && this.folders.some((one) => isWithin(real, one, sep));
  }

  #outside(name: string): AgentRefusal {
    return {
      refused: `${name} is outside of the folders that may be read: ${this.folders.join(", ")}. Use a file in them, or ask the user to start the server with --root FOLDER.`,
    };
  }
}

export function uriOf({ path }: Pick<InRoot, "path">): string {
  return pathToFileURL(path).href;
}

/** A file of REST Client or JetBrains' HTTP Client is converted to the format of `.soaphttp` files. */
export function readText({ path, root }: InRoot, name: string): SourceText | AgentRefusal {
  const file = contentOf({ path, folders: [root], elsewhere: false, limit: largestFile }, name);
  if ("refused" in file) return file;
  // `find` accepts only files, so the path has been replaced since.
  if (file.kind !== "bytes") return { refused: `${name} has changed. Try again.` };
  const source = decodeFile(file.bytes);
  if (typeof source === "string") return { refused: `${name}: ${source}.` };
  if (!/\.(?:http|rest)$/i.test(path)) return source;
  const text = fromHttpFile(source.text, source.text.includes("\r\n") ? "\r\n" : "\n");
  return text === source.text
    ? source
    : { kind: "request", text, bodies: new Map(), encoding: undefined, foreign: undefined };
}

function contentOf(place: ReadPlace, name: string): ReadContent | AgentRefusal {
  try {
    return readFileAtSync(place);
  } catch (error) {
    return { refused: `${name}: ${systemErrorText(error) ?? "unreadable."}` };
  }
}

function realFolder(folder: string): string | undefined {
  try {
    const path = realpathSync.native(folder);
    return statSync(path).isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Why a folder of `--root` can't be used, if it can't. */
export function whyNoFolder(folder: string, cwd: string): string | undefined {
  return realFolder(resolve(cwd, folder)) === undefined ? `${folder} is not a folder.` : undefined;
}
