import { type ExternalFile, sameUri } from "../languageService.ts";

/** Reads files, in the order of the URIs. It never rejects. */
export type ReadFiles = (uris: readonly string[]) => Promise<readonly ExternalFile[]>;

/** How often what was read may ask for more: a path may use a variable of a file, and that file's text another one. */
const maxRounds = 10;

interface ReadFile {
  readonly file: ExternalFile;
  readonly edition: number;
  /** The number of the reading that it came with. */
  readonly reading: number;
}

/** The files that documents refer to. `read` returns what is available; `settle` waits for the rest. */
export class ExternalFiles {
  readonly #files = new Map<string, ReadFile>();
  readonly #wanted = new Set<string>();
  /** The readings that have not ended yet, by URI. */
  readonly #underway = new Map<string, Promise<void>>();
  readonly #readFiles: ReadFiles;
  #editions = 0;
  #readings = 0;

  constructor(readFiles: ReadFiles) {
    this.#readFiles = readFiles;
  }

  /** A number that no other reading of a file has; 0 where it isn't read. */
  edition(uri: string): number {
    return this.#files.get(uri)?.edition ?? 0;
  }

  /** Of all requested files. */
  get uris(): readonly string[] {
    return [...this.#files.keys()];
  }

  get(uri: string): ExternalFile {
    const read = this.#files.get(uri);
    if (read) return read.file;
    this.#wanted.add(uri);
    return { kind: "pending" };
  }

  /** What `make` gives once the files that it was made of have been read; `used` lists them. */
  async settled<T>(make: () => T, used: () => readonly string[]): Promise<T> {
    for (let round = 0; round < maxRounds; round++) {
      const made = make();
      this.#readWanted();
      const underway = used().flatMap((uri) => this.#underway.get(uri) ?? []);
      if (underway.length === 0) return made;
      await Promise.all(underway);
    }
    return make();
  }

  /**
   * Reads files again that were read before. What is the same keeps its edition, so that nothing that was made of it is
   * made again. True where one is another.
   */
  async reread(uris: readonly string[]): Promise<boolean> {
    const known = this.uris.filter((uri) => uris.some((one) => sameUri(one, uri)));
    return known.length > 0 && this.#read(known);
  }

  /** All others are of no use any more. */
  keep(uris: ReadonlySet<string>): void {
    for (const uri of this.uris) if (!uris.has(uri)) this.#files.delete(uri);
  }

  #readWanted(): void {
    // Each by itself: another document may want one of them, and not the one that takes long.
    for (const uri of this.#wanted) {
      if (this.#underway.has(uri)) continue;
      const reading = this.#read([uri]).then(() => void this.#underway.delete(uri));
      this.#underway.set(uri, reading);
    }
    this.#wanted.clear();
  }

  async #read(uris: readonly string[]): Promise<boolean> {
    const reading = ++this.#readings;
    const files = await this.#readFiles(uris);
    let changed = false;
    for (const [index, uri] of uris.entries()) {
      const file = files[index] ?? { kind: "missing" };
      const before = this.#files.get(uri);
      // A later reading may have been answered before this one.
      if (before && before.reading > reading) continue;
      const isSame = before !== undefined && same(before.file, file);
      // What is the same stays the same object: what was made of its bytes goes with them.
      this.#files.set(uri, isSame ? { ...before, reading } : { file, reading, edition: ++this.#editions });
      changed ||= !isSame;
    }
    return changed;
  }
}

function same(a: ExternalFile, b: ExternalFile): boolean {
  if (a.kind === "bytes") return b.kind === "bytes" && equal(a.bytes, b.bytes);
  if (a.kind === "refused") return b.kind === "refused" && a.why === b.why;
  return a.kind === b.kind;
}

/** Without a function for each byte: a file may have many millions, and each sending asks. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
