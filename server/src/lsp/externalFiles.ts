import { type ExternalFile, sameUri } from "../languageService.ts";

/** The result has the order of the URIs. Never rejects. */
type ReadFiles = (uris: readonly string[]) => Promise<readonly ExternalFile[]>;

/** Of reading files: a path may use a variable from a file, whose text refers to another file. */
const maxRounds = 10;

interface ReadFile {
  readonly file: ExternalFile;
  readonly edition: number;
  readonly reading: number;
}

export class ExternalFiles {
  readonly #files = new Map<string, ReadFile>();
  readonly #requested = new Set<string>();
  readonly #pending = new Map<string, Promise<void>>();
  readonly #readFiles: ReadFiles;
  #editions = 0;
  #readings = 0;

  constructor(readFiles: ReadFiles) {
    this.#readFiles = readFiles;
  }

  /** A number that changes with the content of a file; 0 if it isn't read yet. */
  edition(uri: string): number {
    return this.#files.get(uri)?.edition ?? 0;
  }

  /** Of all files that were read. */
  get uris(): readonly string[] {
    return [...this.#files.keys()];
  }

  get(uri: string): ExternalFile {
    const read = this.#files.get(uri);
    if (read) return read.file;
    this.#requested.add(uri);
    return { kind: "pending" };
  }

  /** The result of `compute` after the files that it uses have been read. */
  async settled<T>(compute: () => T, used: () => readonly string[]): Promise<T> {
    for (let round = 0; round < maxRounds; round++) {
      const result = compute();
      this.#readRequested();
      const pending = used().flatMap((uri) => this.#pending.get(uri) ?? []);
      if (pending.length === 0) return result;
      await Promise.all(pending);
    }
    return compute();
  }

  /** Reads files again that were read before. Returns whether one of them has changed; the others keep their editions. */
  async reread(uris: readonly string[]): Promise<boolean> {
    const known = this.uris.filter((uri) => uris.some((one) => sameUri(one, uri)));
    return known.length > 0 && this.#read(known);
  }

  keep(uris: ReadonlySet<string>): void {
    for (const uri of this.uris) if (!uris.has(uri)) this.#files.delete(uri);
  }

  #readRequested(): void {
    // Each on its own, so that a slow file delays only the documents that use it.
    for (const uri of this.#requested) {
      if (this.#pending.has(uri)) continue;
      const reading = this.#read([uri]).then(() => void this.#pending.delete(uri));
      this.#pending.set(uri, reading);
    }
    this.#requested.clear();
  }

  async #read(uris: readonly string[]): Promise<boolean> {
    const reading = ++this.#readings;
    const files = await this.#readFiles(uris);
    let changed = false;
    for (const [index, uri] of uris.entries()) {
      const file = files[index] ?? { kind: "missing" };
      const before = this.#files.get(uri);
      // A later call may have ended before this one.
      if (before && before.reading > reading) continue;
      const isSame = before !== undefined && same(before.file, file);
      // The same bytes stay the same object, which is the key of decoded texts.
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

/** Without a call for each byte, since files may be large. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
