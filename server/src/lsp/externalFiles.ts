import { type ExternalFile, isAtOrBelow } from "../service/languageService.ts";

/** Reads files. The result has the order of the URIs. Never rejects. */
export type ReadFiles = (uris: readonly string[]) => Promise<readonly ExternalFile[]>;

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
  #rereading: Promise<unknown> = Promise.resolve();
  #editions = 0;
  #readings = 0;

  constructor(readFiles: ReadFiles) {
    this.#readFiles = readFiles;
  }

  /** A number that changes with the content of a file; 0 if it isn't read yet. */
  edition(uri: string): number {
    return this.#files.get(uri)?.edition ?? 0;
  }

  /** A number that changes when the edition of any file changes. */
  get changes(): number {
    return this.#editions;
  }

  get uris(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** A file that has been read. Other files are pending, and aren't requested. */
  known(uri: string): ExternalFile {
    return this.#files.get(uri)?.file ?? { kind: "pending" };
  }

  get(uri: string): ExternalFile {
    const read = this.#files.get(uri);
    if (read) return read.file;
    this.#requested.add(uri);
    return { kind: "pending" };
  }

  /** Starts to read the requested files. Returns promises that resolve when the files at `uris` have been read. */
  reading(uris: readonly string[]): readonly Promise<void>[] {
    // Each file is read with its own request, so that a slow file delays only the documents that use it.
    for (const uri of this.#requested) this.#start([uri]);
    this.#requested.clear();
    return uris.flatMap((uri) => this.#pending.get(uri) ?? []);
  }

  /** Reads files that haven't been read yet, all with one request. */
  async read(uris: readonly string[]): Promise<void> {
    for (const uri of uris) this.#requested.delete(uri);
    this.#start(uris.filter((uri) => !this.#files.has(uri)));
    await Promise.all(uris.flatMap((uri) => this.#pending.get(uri) ?? []));
  }

  /** Reads known files at or below `uris` again, and returns whether one has changed. Others keep their edition. */
  async reread(uris: readonly string[]): Promise<boolean> {
    const affected = this.uris.filter(isAtOrBelow(uris));
    if (affected.length === 0) return false;
    const reading = this.#read(affected);
    this.#rereading = Promise.all([this.#rereading, reading]);
    return reading;
  }

  /** Resolves when the files that are currently being read again have been read. */
  async upToDate(): Promise<void> {
    await this.#rereading;
  }

  keep(uris: ReadonlySet<string>): void {
    for (const uri of this.uris) if (!uris.has(uri) && this.#files.delete(uri)) this.#editions++;
  }

  #start(uris: readonly string[]): void {
    const started = uris.filter((uri) => !this.#pending.has(uri));
    if (started.length === 0) return;
    const reading = this.#read(started).then(() => {
      for (const uri of started) this.#pending.delete(uri);
    });
    for (const uri of started) this.#pending.set(uri, reading);
  }

  async #read(uris: readonly string[]): Promise<boolean> {
    const reading = ++this.#readings;
    const files = await this.#readFiles(uris);
    let changed = false;
    for (const [index, uri] of uris.entries()) {
      const file = files[index] ?? { kind: "missing" };
      const before = this.#files.get(uri);
      // A later call for the same file may have ended earlier.
      if (before && before.reading > reading) continue;
      const isSame = before !== undefined && same(before.file, file);
      // Equal bytes stay the same object, because it is the key of decoded texts.
      this.#files.set(uri, isSame ? { ...before, reading } : { file, reading, edition: ++this.#editions });
      changed ||= !isSame;
    }
    return changed;
  }
}

function same(a: ExternalFile, b: ExternalFile): boolean {
  if (a.kind === "bytes") return b.kind === "bytes" && a.outside === b.outside && equal(a.bytes, b.bytes);
  if (a.kind === "refused") return b.kind === "refused" && a.why === b.why && a.unallowed === b.unallowed;
  return a.kind === b.kind;
}

/** Whether two arrays are equal. Compares without a function call for each byte, because files may be large. */
function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
