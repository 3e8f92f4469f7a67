import type { OutgoingRun } from "../protocol/protocol.ts";
import { comparableUri, LastExchanges } from "../service/languageService.ts";

/** Maximum files whose last exchanges are kept for the window. */
const maxFiles = 100;

/** The last exchanges of this window and of each run. */
export class Exchanges {
  readonly #byFile = new Map<string, LastExchanges>();
  readonly #byRun = new Map<string, LastExchanges>();

  /** The last exchanges of a file in this window. Those of the least recently used files are removed. */
  ofFile(uri: string): LastExchanges {
    const key = comparableUri(uri);
    const last = this.#byFile.get(key) ?? new LastExchanges();
    this.#byFile.delete(key);
    this.#byFile.set(key, last);
    const [oldest] = this.#byFile.keys();
    if (this.#byFile.size > maxFiles && oldest !== undefined) this.#byFile.delete(oldest);
    return last;
  }

  /** Exchanges of a run and its imports. `id` may be that of a run of all rows, followed by `/` and a row's number. */
  ofRun({ id, imports = {} }: Pick<OutgoingRun, "id" | "imports">): LastExchanges {
    const whole = id.includes("/") ? this.#byRun.get(id.replace(/\/.*/, "")) : undefined;
    const last = this.#byRun.get(id) ?? new LastExchanges(whole);
    this.#byRun.set(id, last);
    for (const [alias, run] of Object.entries(imports)) {
      const other = this.ofRun({ id: run });
      last.imports.set(alias, other);
      last.addSecrets(other.sentSecrets);
    }
    return last;
  }

  endRun(run: string): void {
    this.#byRun.delete(run);
  }
}
