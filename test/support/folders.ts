import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// Each test file is bundled separately, but all of them run in one process: share through globalThis.
const shared = globalThis as { soaphttpFolders?: string[] };

/** Returns a new folder, which is deleted after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "soaphttp-cli-"));
  const folders = shared.soaphttpFolders ?? removedAtExit();
  folders.push(folder);
  return folder;
}

export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function filesBelow(folder: string): readonly (readonly [name: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() ? [[name, readFileSync(path, "utf8")] as const] : [];
  });
}

function removedAtExit(): string[] {
  const folders: string[] = [];
  shared.soaphttpFolders = folders;
  process.once("exit", () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return folders;
}
