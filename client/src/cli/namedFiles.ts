import { relative, resolve, sep } from "node:path";
import { isWithin } from "../../../server/src/text/paths.ts";
import { allowedPath, type WritePlace, type WriteRefusal, writeFile } from "../core/node/writeFile.ts";
import { systemErrorText } from "./systemError.ts";

/** A file or folder that the user has named on the command line: below the current folder, no link is followed. */
export function named(path: string, cwd: string): WritePlace {
  return { path: resolve(cwd, path), folders: [cwd], elsewhere: true };
}

/** Writes a file that the user has named. Resolves with why it can't be written, as a sentence. */
export function writeNamed(
  path: string,
  content: string | Uint8Array | Iterable<string>,
  cwd: string,
  options?: Parameters<typeof writeFile>[2],
): Promise<string | undefined> {
  return whyNotWritten(writeFile(named(path, cwd), content, options), cwd);
}

/** Resolves with why a file that the user has named must not be written, if nothing changes until then. */
export function whyNotNamed(path: string, cwd: string): Promise<string | undefined> {
  const place = allowedPath(named(path, cwd));
  return whyNotWritten(
    place.then((found) => (typeof found === "string" ? undefined : found)),
    cwd,
  );
}

/** Resolves with a sentence about why something can't be written; undefined if it can. */
export async function whyNotWritten(
  writing: Promise<WriteRefusal | undefined>,
  cwd: string,
): Promise<string | undefined> {
  try {
    const refusal = await writing;
    return refusal && refusalText(refusal, cwd);
  } catch (error) {
    const why = systemErrorText(error);
    if (why === undefined) throw error;
    return why;
  }
}

function refusalText({ refused, path }: WriteRefusal, cwd: string): string {
  const shown = isWithin(path, cwd, sep) ? relative(cwd, path) : path;
  switch (refused) {
    case "outside":
      return `${shown} is outside of the current folder and this file's folder. Use --allow-outside to use it.`;
    case "link":
      return `${shown} is a symbolic link, which is not followed. Specify what it leads to.`;
    case "exists":
      return `${shown} already exists. Specify a new file.`;
    case "notFile":
      return `${shown} is not a file.`;
    case "notFolder":
      return `${shown} is not a folder.`;
  }
}
