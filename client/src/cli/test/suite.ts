import type { RunRequest } from "../../../../server/src/protocol/protocol.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import {
  type Analysis,
  areIndependent,
  diagnoseFile,
  fileData,
  runRequests,
} from "../../../../server/src/service/languageService.ts";
import { runFile } from "../../core/run/fileRows.ts";
import {
  failureSentence,
  isBad,
  nameFilter,
  type TestOutcome,
  type TestResult,
  tagFilter,
  testName,
} from "../../core/run/results.ts";
import { FileRun, Places, type RunOptions } from "../../core/run/run.ts";
import type { BaselineChange, Counts, TestReport } from "../../core/testing/report.ts";
import { placed } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { type ChosenRequest, type OpenFile, OpenFiles, type ReadingOptions } from "../send/openFiles.ts";
import { noOverrides } from "../send/overrides.ts";
import type { CommandSecrets } from "../send/secrets.ts";
import { visible } from "../terminalText.ts";
import type { Baseline } from "./baseline.ts";
import { FileHost, type OneUse, type OpenRun, type Shown } from "./fileHost.ts";
import { LastRun } from "./lastRun.ts";
import { Outputs } from "./outputs.ts";
import { calledReport, reportsOf } from "./reports.ts";
import { countsText } from "./textReporter.ts";
import type { TestCommand } from "./usage.ts";
import type { ExchangeOnWire } from "./wire.ts";

/** What a run of files is given. */
export interface SuiteParts {
  readonly wire: ExchangeOnWire;
  readonly baseline: Baseline;
  readonly secrets: CommandSecrets;
  readonly reading: Omit<ReadingOptions, "rules" | "allowOutside">;
  /** Is called with the path of each file that was written. */
  readonly wrote: ((path: string) => void) | undefined;
}

/** A run of files. */
export class Suite {
  readonly #command: TestCommand;
  readonly #console: Console;
  readonly #wire: ExchangeOnWire;
  readonly #outside: ReadingOptions["outside"];
  readonly #open: OpenFiles;
  /** Those of imported files, for all files that import them. */
  readonly #imported = new Map<OpenFile, OpenRun>();
  readonly #secrets: CommandSecrets;
  readonly #stop = new AbortController();
  /** `--bail` or a signal. */
  #stopped: string | undefined;
  readonly #outputs: Outputs;
  readonly #counts: Record<TestOutcome, number> = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
  readonly #baseline: Baseline;
  readonly #changes: Record<BaselineChange["kind"], number> = { slower: 0, newlyFailing: 0 };
  readonly #last: LastRun;
  readonly #begin = performance.now();
  /** Those that `--jobs` leaves beside the files that run. */
  #places = new Places(0);
  #files = 0;
  #listed = 0;
  #unreadable = false;

  readonly #wrote: SuiteParts["wrote"];

  constructor(command: TestCommand, console: Console, { wire, baseline, secrets, reading, wrote }: SuiteParts) {
    this.#baseline = baseline;
    this.#last = new LastRun(console);
    this.#open = new OpenFiles({ ...command, ...reading }, console);
    this.#outside = reading.outside;
    this.#command = command;
    this.#console = console;
    this.#wire = wire;
    this.#wrote = wrote;
    this.#secrets = secrets;
    this.#outputs = new Outputs(command.lists ? [] : command.reports, console);
  }

  /** Sends nothing more but what `# @after` says. */
  stop(why: string): void {
    this.#stopped ??= why;
    this.#stop.abort();
  }

  async run(names: readonly string[]): Promise<void> {
    const waiting = [...names];
    const finished = new Map<string, readonly TestReport[]>();
    let reported = 0;
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        finished.set(name, await this.#runFile(name));
        // In the order of the files, whichever is finished first.
        for (let next = names[reported]; next !== undefined && finished.has(next); next = names[reported]) {
          this.#reportFile(next, finished.get(next) ?? []);
          finished.set(next, []);
          reported++;
        }
      }
    };
    const workers = Math.min(this.#command.jobs, names.length);
    this.#places = new Places(this.#command.jobs - workers);
    await Promise.all(Array.from({ length: workers }, () => work().finally(() => this.#places.giveBack())));
    for (const { run } of this.#imported.values()) await run.finish();
  }

  /** Reports what `# @expect` in the files of mock services says, unless requests that they wait for weren't sent. */
  reportMocks(called: readonly CalledResponse[]): void {
    if (this.#stopped !== undefined) return;
    for (const name of new Set(called.map(({ file }) => file))) {
      const tests = called.filter(({ file }) => file === name).map(calledReport);
      this.#files++;
      for (const { outcome } of tests) this.#counts[outcome]++;
      this.#reportFile(name, tests);
    }
  }

  /** Writes the end of the report. Resolves with the exit code. */
  async finish(): Promise<number> {
    this.#console.progress(() => "");
    // Otherwise, not all files have been read.
    if (this.#stopped === undefined) this.#outside.complain(this.#console);
    const counts: Counts = {
      ...this.#counts,
      files: this.#files,
      duration: performance.now() - this.#begin,
      changes: this.#command.baselines.length > 0 ? this.#changes : undefined,
    };
    if (!this.#command.lists) await this.#last.write(this.#command.isPart || this.#stopped !== undefined);
    const why = await this.#outputs.end(counts);
    if (why !== undefined) {
      this.#console.complain(why);
      return exitCode.usage;
    }
    if (this.#stopped === "--bail") this.#console.complain("Stopped after the first test that did not pass (--bail).");
    else if (this.#stopped !== undefined) {
      this.#console.complain(`Stopped by ${this.#stopped}.`);
      return exitCode.stopped;
    }
    const { passed, failed, noResponse, unsent, skipped } = this.#counts;
    if (passed + failed + noResponse + unsent + skipped + this.#listed === 0) {
      if (this.#unreadable) return exitCode.usage;
      this.#console.complain(whyNoTests(this.#command));
      return this.#command.failed ? exitCode.good : exitCode.usage;
    }
    if (noResponse > 0) return exitCode.noResponse;
    if (unsent > 0 || this.#unreadable) return exitCode.usage;
    return failed > 0 ? exitCode.bad : exitCode.good;
  }

  async #runFile(name: string): Promise<readonly TestReport[]> {
    if (this.#stop.signal.aborted) return [];
    const file = await this.#open.open(name);
    if (this.#stop.signal.aborted) return [];
    if (typeof file === "object") return this.#runRequests(file);
    this.#console.complain(file);
    this.#unreadable = true;
    return [];
  }

  /** `use`: that of an imported file. */
  #hostOf(file: OpenFile, command: TestCommand, use?: readonly string[]): FileHost {
    const runImported = (other: OpenFile, own: OneUse | undefined) => this.#runImported(other, own);
    return new FileHost({
      requests: file.requests,
      command,
      console: this.#console,
      asked: this.#secrets,
      wire: this.#wire,
      runImported,
      isImported: use !== undefined,
      wrote: this.#wrote,
      use: use ?? [],
    });
  }

  /** The run of an imported file: one for all files that import it, or one for a use. */
  #runImported(file: OpenFile, one: OneUse | undefined): OpenRun {
    const before = one ? undefined : this.#imported.get(file);
    if (before) return before;
    const { given, use } = one ?? { given: undefined, use: ["import"] };
    const host = this.#hostOf(file, { ...this.#command, ...noOverrides }, use);
    const onResult = (result: TestResult<Shown>) => {
      // Files that need another request say why it failed.
      if (result.request.hook?.when !== "after" || !isBad(result.outcome)) return;
      for (const { name, why, results } of reportsOf([result], file.requests, host.secrets, this.#command.seed)) {
        this.#console.complain(`${file.name}: ${name} did not succeed. ${why ?? failureSentence(results)}`);
      }
    };
    const options = { selected: new Set<number>(), signal: this.#stop.signal, onResult };
    const run = new FileRun(runRequests(file.analysis), host, options, { given });
    if (!one) this.#imported.set(file, { run, host });
    return { run, host };
  }

  #progressText(): string {
    return countsText({ ...this.#counts, files: this.#files, duration: performance.now() - this.#begin });
  }

  async #runRequests(file: OpenFile): Promise<readonly TestReport[]> {
    const { name, analysis } = file;
    for (const lost of lostDirectives(name, analysis)) {
      this.#console.complain(lost);
      this.#unreadable = true;
    }
    const requests = runRequests(analysis);
    if (!requests.some(({ isTest }) => isTest)) {
      this.#console.complain(`${name}: no request has an expectation (# @expect).`);
      return [];
    }
    const [matches, hasTags] = [nameFilter(this.#command.names), tagFilter(this.#command.tags)];
    const isChosen = (test: string) => !this.#command.failed || this.#last.hasFailed(name, test);
    const chosen = requests.filter((one) => matches(one.name) && hasTags(one.tags) && isChosen(one.name));
    if (chosen.length === 0) return [];
    this.#files++;
    if (this.#command.lists) {
      this.#list(
        chosen.filter(({ isTest }) => isTest),
        file.requests,
      );
      return [];
    }
    const host = this.#hostOf(file, this.#command);
    const data = fileData(analysis);
    const rows = data && host.rowsOfFile(data);
    if (typeof rows === "string") {
      this.#console.complain(`${name}: ${rows}`);
      this.#unreadable = true;
      return [];
    }
    const atOnce = data?.parallel ? this.#command.jobs : 1;
    const { sideBySide, saveExpected } = this.#command;
    // Two requests may have the same file with an expected body.
    const places =
      sideBySide && !saveExpected && !rows && areIndependent(analysis, requests) ? this.#places : undefined;
    const results: TestResult<Shown>[] = [];
    const options: RunOptions<Shown> = {
      selected: new Set(chosen.map(({ id }) => id)),
      signal: this.#stop.signal,
      places,
      onStart: (test) => this.#console.progress(() => `${this.#progressText()}: ${testName(test)}`),
      onResult: (result) => {
        // Tests that --bail leaves out have no result.
        if (this.#stop.signal.aborted && result.outcome === "skipped" && result.request.skip === undefined) return;
        results.push(result);
        this.#last.take(name, result);
        this.#counts[result.outcome]++;
        if (this.#command.bail && isBad(result.outcome)) this.stop("--bail");
      },
    };
    await runFile(
      requests,
      host,
      options,
      rows && { rows, atOnce, run: ({ number }, send) => send(host.forRow(number)) },
    );
    if (places) results.sort((a, b) => a.request.id - b.request.id);
    return reportsOf(results, file.requests, host.secrets, this.#command.seed).map((test) => this.#compared(test));
  }

  #compared(test: TestReport): TestReport {
    const change = this.#baseline.changeOf(test);
    if (change) this.#changes[change.kind]++;
    return change ? { ...test, change } : test;
  }

  #list(tests: readonly RunRequest[], chosen: readonly ChosenRequest[]): void {
    for (const { id, name } of tests) {
      const { file = "", line = 1 } = chosen[id] ?? {};
      this.#console.out(`${visible(`${file}:${line}: ${name}`)}\n`);
    }
    this.#listed += tests.length;
  }

  #reportFile(name: string, tests: readonly TestReport[]): void {
    this.#console.progress(() => "");
    this.#outputs.file(name, tests);
  }
}

function whyNoTests({ names, tags, failed }: TestCommand): string {
  if (failed) return "None of these tests failed in the last run of this folder.";
  if (tags.length > 0) return `No test has the tags ${tags.join(" ")}${names.length > 0 ? " and such a name" : ""}.`;
  if (names.length === 0) return "No tests were found. Write # @expect above a request.";
  return `No test has a name that matches ${names.join(" or ")}.`;
}

/** Sentences about directives that are above no request, so that a test would miss them, or that hold for no file as they are. */
function lostDirectives(file: string, analysis: Analysis): readonly string[] {
  const lost = diagnoseFile(analysis).filter(({ code }) => /^directive-(?:without-request|value)$/.test(code));
  return placed(file, analysis.document.text, lost).findings.map(({ line, message }) => `${file}:${line}: ${message}`);
}
