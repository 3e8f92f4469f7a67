import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import type { OutsideFile } from "../languageService.ts";
import { largestFile } from "../variables/largestFile.ts";
import { tooLarge } from "../variables/outside.ts";

/** A file that a document refers to, for those who read by themselves. Never throws. */
export function readFile(uri: string): OutsideFile {
  try {
    const path = fileURLToPath(uri);
    const found = statSync(path);
    // A device or a pipe may never end.
    if (!found.isFile()) return { kind: "refused", why: l10n.t("It is no file.") };
    if (found.size > largestFile) return tooLarge();
    return { kind: "bytes", bytes: readFileSync(path) };
  } catch (error) {
    const missing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (missing) return { kind: "missing" };
    return { kind: "refused", why: error instanceof Error ? error.message : String(error) };
  }
}
