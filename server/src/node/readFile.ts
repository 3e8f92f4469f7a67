import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import { tooLarge } from "../resources/resolver.ts";
import type { ExternalFile } from "../service/languageService.ts";
import { largestFile } from "../text/limits.ts";
import { type ReadPlace, readFileAtSync } from "./openFile.ts";

/** The folders whose files may be read, and what happens with other files. */
export interface ReadBounds {
  readonly folders: ReadPlace["folders"];
  /** What happens with other files: they are read, read and marked, or refused with a sentence for the real path. */
  readonly others: "read" | "mark" | ((path: string) => string);
}

/** Reads a file that a document refers to. Never throws. */
export function readFile(uri: string, { folders, others }: ReadBounds): ExternalFile {
  const path = filePath(uri);
  if (path === undefined) return { kind: "refused", why: l10n.t("It is not a valid path.") };
  try {
    const file = readFileAtSync({ path, folders, elsewhere: typeof others === "string", limit: largestFile });
    switch (file.kind) {
      case "notFile":
        return { kind: "refused", why: l10n.t("Not a file.") };
      case "secrets":
        return { kind: "refused", why: linkToSecrets(file.path) };
      case "tooLarge":
        return tooLarge();
      case "outside":
        return { kind: "refused", why: typeof others === "string" ? l10n.t("Not a file.") : others(file.path) };
      case "bytes":
        return others === "mark" ? file : { kind: "bytes", bytes: file.bytes };
      case "missing":
        return { kind: "missing" };
    }
  } catch (error) {
    return { kind: "refused", why: error instanceof Error ? error.message : String(error) };
  }
}

/** The sentence about a link to a file of secrets, which isn't read. `path`: the path of that file. */
export function linkToSecrets(path: string): string {
  return l10n.t("It is a link to {0}, which contains secrets. Use its values as variables.", path);
}

/** The path of a file's URI; undefined if this system has no such path, for example if the URI names another host. */
export function filePath(uri: string): string | undefined {
  try {
    const path = fileURLToPath(uri);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}
