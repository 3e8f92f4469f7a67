import { writeFile } from "../../core/node/writeFile.ts";
import type { Console } from "../console.ts";
import { named, whyNotWritten } from "../namedFiles.ts";

/** A file that the user has named, to which texts are appended in the order in which they come. */
export class AppendedFile {
  readonly #path: string;
  readonly #console: Console;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(path: string, console: Console) {
    this.#path = path;
    this.#console = console;
  }

  /** Creates the file. Resolves with why it can't be written, as a sentence. */
  create({ isNew }: { readonly isNew: boolean }): Promise<string | undefined> {
    return this.#write("", isNew);
  }

  /** Reports on standard error, once, if the file can't be written anymore. */
  append(text: string): void {
    this.#writing = this.#writing.then(async () => {
      const why = this.#hasFailed ? undefined : await this.#write(text, false);
      if (why === undefined) return;
      this.#hasFailed = true;
      this.#console.complain(why);
    });
  }

  /** Resolves when everything is written. */
  written(): Promise<void> {
    return this.#writing;
  }

  #write(text: string, isNew: boolean): Promise<string | undefined> {
    const { cwd } = this.#console;
    return whyNotWritten(writeFile(named(this.#path, cwd), text, { isNew, appends: true }), cwd);
  }
}
