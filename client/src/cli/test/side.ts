import type { RunRequest } from "../../../../server/src/protocol/protocol.ts";
import { fileData, runRequests } from "../../../../server/src/service/languageService.ts";
import { queue } from "../../core/queue.ts";
import { runFile } from "../../core/run/fileRows.ts";
import { failureSentence, isBad, type TestResult } from "../../core/run/results.ts";
import { FileRun, type RunOptions } from "../../core/run/run.ts";
import type { Console } from "../console.ts";
import { type OpenFile, OpenFiles, type ReadingOptions } from "../send/openFiles.ts";
import { noOverrides } from "../send/overrides.ts";
import type { CommandSecrets } from "../send/secrets.ts";
import { FileHost, type OneUse, type OpenRun, type Shown } from "./fileHost.ts";
import { reportsOf } from "./reports.ts";
import type { TestCommand } from "./usage.ts";
import type { ExchangeOnWire } from "./wire.ts";

export interface SideParts {
  readonly command: TestCommand;
  readonly console: Console;
  readonly wire: ExchangeOnWire;
  readonly secrets: CommandSecrets;
  readonly reading: Omit<ReadingOptions, "rules" | "allowOutside">;
  readonly wrote: ((path: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** The files of a run with the values of its environments. */
export class Side {
  readonly #parts: SideParts;
  readonly #open: OpenFiles;
  /** The runs of imported files, for all files that import them. */
  readonly #imported = new Map<OpenFile, OpenRun>();
  /** For runs that listen: only one listener can use a port, whichever side it belongs to. */
  static readonly #listening = queue();

  constructor(parts: SideParts) {
    this.#parts = parts;
    const { command, console, reading } = parts;
    this.#open = new OpenFiles({ ...command, ...reading }, console);
  }

  open(name: string): Promise<readonly OpenFile[] | string> {
    return this.#open.openAll(name);
  }

  /** Resolves with the secrets of the reports, or with why the rows of the file can't be read, as a sentence. */
  async run(
    file: OpenFile,
    requests: readonly RunRequest[],
    options: Pick<RunOptions<Shown>, "selected" | "places" | "onStart" | "onResult">,
  ): Promise<ReadonlySet<string> | string> {
    const { command, signal } = this.#parts;
    const host = this.#hostOf(file, command, file.block ? [`block-${file.block.number}`] : []);
    const data = fileData(file.analysis);
    const rows = data && host.rowsOfFile(data);
    if (typeof rows === "string") return rows;
    const atOnce = data?.parallel && command.listen.port === 0 ? command.jobs : 1;
    const ofRows = rows && {
      rows,
      atOnce,
      run: ({ number }: { readonly number: number }, send: (own: FileHost) => Promise<void>) =>
        send(host.forRow(number)),
    };
    const run = () => runFile(requests, host, { ...options, signal }, ofRows);
    const isAlone = command.listen.port !== 0 && requests.some(({ receive }) => receive);
    await (isAlone ? Side.#listening(run) : run());
    return host.secrets;
  }

  async finish(): Promise<void> {
    for (const { run } of this.#imported.values()) await run.finish();
  }

  /** `use`: the use of an imported file, or the number of the block in a Markdown file. */
  #hostOf(file: OpenFile, command: TestCommand, use: readonly string[], isImported = false): FileHost {
    const { console, wire, secrets: asked, wrote } = this.#parts;
    const runImported = (other: OpenFile, own: OneUse | undefined) => this.#runImported(other, own);
    return new FileHost({
      requests: file.requests,
      command,
      console,
      asked,
      wire,
      runImported,
      isImported,
      wrote,
      use,
    });
  }

  /** The run of an imported file: one for all files that import it, or one for a use. */
  #runImported(file: OpenFile, ownUse: OneUse | undefined): OpenRun {
    const before = ownUse ? undefined : this.#imported.get(file);
    if (before) return before;
    const { command, console, signal } = this.#parts;
    const { given, use } = ownUse ?? { given: undefined, use: ["import"] };
    const host = this.#hostOf(file, { ...command, ...noOverrides }, use, true);
    const onResult = (result: TestResult<Shown>) => {
      // Files that need any other request report its failure themselves.
      if (result.request.hook?.when !== "after" || !isBad(result.outcome)) return;
      for (const { name, why, results } of reportsOf([result], file.requests, host.secrets, command.seed)) {
        console.complain(`${file.name}: ${name} did not succeed. ${why ?? failureSentence(results)}`);
      }
    };
    const run = new FileRun(
      runRequests(file.analysis),
      host,
      { selected: new Set<number>(), signal, onResult },
      { given },
    );
    if (!ownUse) this.#imported.set(file, { run, host });
    return { run, host };
  }
}
