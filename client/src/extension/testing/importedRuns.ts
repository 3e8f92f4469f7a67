import type { FileRun } from "../../core/run/run.ts";
import type { Sent } from "../send/sent.ts";

interface OpenRun {
  readonly id: string;
  readonly run: FileRun<Sent>;
  readonly dispose: () => void;
}

/** The runs of imported files: one for all files of a run, or one for a file that imports them for itself. */
export class ImportedRuns {
  readonly #open: (uri: string, use: readonly string[]) => Promise<OpenRun>;
  /** The opened runs, by the URI of their file. */
  readonly #opened = new Map<string, Promise<OpenRun>>();

  /** @param open rejects if a file can't be opened */
  constructor(open: (uri: string, use: readonly string[]) => Promise<OpenRun>) {
    this.#open = open;
  }

  /** Returns an object for other runs of the same files. */
  more(): ImportedRuns {
    return new ImportedRuns(this.#open);
  }

  /** Resolves with the run of an imported file. `use`: the file that imports it for itself. */
  open(uri: string, use: readonly string[]): Promise<OpenRun> {
    const opening = this.#opened.get(uri) ?? this.#open(uri, use);
    this.#opened.set(uri, opening);
    return opening;
  }

  /** Sends the `# @after` requests of the runs, and forgets their responses. */
  async end(): Promise<void> {
    const opened: OpenRun[] = [];
    // A `# @after` request may import further files, whose runs are opened meanwhile.
    for (const opening of this.#opened.values()) {
      const open = await opening.catch(() => undefined);
      await open?.run.finish();
      if (open) opened.push(open);
    }
    for (const { dispose } of opened) dispose();
  }
}
