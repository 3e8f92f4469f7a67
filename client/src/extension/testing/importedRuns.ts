import type { FileRun } from "../../core/run/run.ts";
import type { Sent } from "../send/sent.ts";

interface OpenRun {
  readonly id: string;
  readonly run: FileRun<Sent>;
  readonly dispose: () => void;
}

/** The runs of imported files: for all files of a run, or for one that imports them for itself. */
export class ImportedRuns {
  readonly #open: (uri: string, use: readonly string[]) => Promise<OpenRun>;
  /** By URI. */
  readonly #opened = new Map<string, Promise<OpenRun>>();

  /** `open` rejects if a file can't be opened. */
  constructor(open: (uri: string, use: readonly string[]) => Promise<OpenRun>) {
    this.#open = open;
  }

  /** Other runs of the same files. */
  more(): ImportedRuns {
    return new ImportedRuns(this.#open);
  }

  /** `use`: the file that imports it for itself. */
  open(uri: string, use: readonly string[]): Promise<OpenRun> {
    const opening = this.#opened.get(uri) ?? this.#open(uri, use);
    this.#opened.set(uri, opening);
    return opening;
  }

  /** Sends their requests with `# @after`, and forgets their responses. */
  async end(): Promise<void> {
    const opened: OpenRun[] = [];
    // What `# @after` of one uses may be opened meanwhile.
    for (const opening of this.#opened.values()) {
      const open = await opening.catch(() => undefined);
      await open?.run.finish();
      if (open) opened.push(open);
    }
    for (const { dispose } of opened) dispose();
  }
}
