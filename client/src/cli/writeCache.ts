import { deleteFile, writeFile } from "../core/node/writeFile.ts";

/** Unless another process is writing it. Readers recognize an incomplete file by its length. */
export async function writeCache(file: string, content: () => Uint8Array): Promise<void> {
  const place = { path: file, folders: [], elsewhere: true };
  try {
    await deleteFile(place);
    await writeFile(place, content(), { isNew: true, mode: 0o600 });
  } catch {
    // The next process compiles the module again.
  }
}
