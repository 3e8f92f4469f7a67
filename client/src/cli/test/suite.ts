import type { RunRequest } from "../../../../server/src/protocol/protocol.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import {
  type Analysis,
  areIndependent,
  diagnoseFile,
  fileData,
  responseDifferences,
  runRequests,
} from "../../../../server/src/service/languageService.ts";
import { type ComparedHost, ComparedResults } from "../../core/run/compared.ts";
import { Places } from "../../core/run/places.ts";
import { isBad, nameFilter, type TestOutcome, type TestResult, tagFilter, testName } from "../../core/run/results.ts";
import { calledReport } from "../../core/testing/called.ts";
import type { BaselineChange, Counts, TestReport } from "../../core/testing/report.ts";
import { placed } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { readExchange } from "../send/exchanged.ts";
import type { ChosenRequest, OpenFile } from "../send/openFiles.ts";
import { visible } from "../terminalText.ts";
import type { Baseline } from "./baseline.ts";
import type { Shown } from "./fileHost.ts";
import { LastRun } from "./lastRun.ts";
import { Outputs } from "./outputs.ts";
import { reportsOf } from "./reports.ts";
import { Side, type SideParts } from "./side.ts";
import { countsText } from "./textReporter.ts";
import type { TestCommand } from "./usage.ts";

export interface SuiteParts extends Omit<SideParts, "command" | "console" | "signal"> {
  readonly baseline: Baseline;
}

export class Suite {
  readonly #command: TestCommand;
  readonly #console: Console;
  readonly #outside: SideParts["reading"]["outside"];
  /** One side, or the two sides of a comparison. */
  readonly #sides: readonly Side[];
  /** The last opened file: files are opened one after the other, so that both sides read their contracts together. */
  #opening: Promise<unknown> = Promise.resolve();
  readonly #stop = new AbortController();
  /** Why the run was stopped: `--bail` or a signal. */
  #stopped: string | undefined;
  readonly #outputs: Outputs;
  readonly #counts: Record<TestOutcome, number> = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
  readonly #baseline: Baseline;
  readonly #changes: Record<BaselineChange["kind"], number> = { slower: 0, newlyFailing: 0 };
  readonly #last: LastRun;
  readonly #begin = performance.now();
  /** The places that `--jobs` leaves beside the files that run. */
  #places = new Places(0);
  readonly #files = new Set<string>();
  #listed = 0;
  #unreadable = false;

  constructor(command: TestCommand, console: Console, { baseline, ...parts }: SuiteParts) {
    this.#baseline = baseline;
    this.#last = new LastRun(console);
    this.#sides = sidesOf({ ...parts, command, console, signal: this.#stop.signal });
    this.#outside = parts.reading.outside;
    this.#command = command;
    this.#console = console;
    this.#outputs = new Outputs(command.lists ? [] : command.reports, console);
  }

  /** Stops the run. Only requests of `# @after` are still sent. */
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
        // Results are reported in the order of the files, whichever is finished first.
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
    for (const side of this.#sides) await side.finish();
  }

  /** Reports `# @expect` of mock services, unless requests that they wait for may not be sent. */
  reportMocks(called: readonly CalledResponse[]): void {
    const { isPart, names, tags } = this.#command;
    if (isPart || names.length > 0 || tags.length > 0 || this.#stopped !== undefined) return;
    for (const name of new Set(called.map(({ file }) => file))) {
      const tests = called.filter(({ file }) => file === name).map(calledReport);
      this.#files.add(name);
      for (const { outcome } of tests) this.#counts[outcome]++;
      this.#reportFile(name, tests);
    }
  }

  async finish(): Promise<number> {
    this.#console.progress(() => "");
    // A stopped run hasn't read all files, so it can't know which values are unused.
    if (this.#stopped === undefined) this.#outside.complain(this.#console);
    const counts: Counts = {
      ...this.#counts,
      files: this.#files.size,
      duration: performance.now() - this.#begin,
      changes: this.#command.baselines.length > 0 ? this.#changes : undefined,
    };
    if (!this.#command.lists && !this.#command.compared)
      await this.#last.write(this.#command.isPart || this.#stopped !== undefined);
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
    const files = await this.#open(name);
    if (this.#stop.signal.aborted) return [];
    if (typeof files === "string") {
      this.#console.complain(files);
      this.#unreadable = true;
      return [];
    }
    if (!files.some(([file]) => file && requestsOf(file, this.#command).some(({ isTest }) => isTest))) {
      const { compared } = this.#command;
      this.#console.complain(
        compared ? `${name}: there are no requests.` : `${name}: no request has an expectation (# @expect).`,
      );
    }
    const reports: (readonly TestReport[])[] = [];
    for (const block of files) reports.push(await this.#runRequests(block));
    // A file may have more tests than a call can have arguments.
    return reports.flat();
  }

  /** Resolves with the file, or each block of a Markdown file, for each side; or with why it can't be read. */
  #open(name: string): Promise<readonly (readonly OpenFile[])[] | string> {
    const opening = this.#opening.then(async () => {
      const sides: (readonly OpenFile[])[] = [];
      for (const side of this.#sides) {
        const blocks = await side.open(name);
        if (typeof blocks === "string") return blocks;
        sides.push(blocks);
      }
      return sides[0]?.map((_, index) => sides.flatMap((blocks) => blocks[index] ?? [])) ?? [];
    });
    this.#opening = opening;
    return opening;
  }

  #progressText(): string {
    return countsText({ ...this.#counts, files: this.#files.size, duration: performance.now() - this.#begin });
  }

  async #runRequests(files: readonly OpenFile[]): Promise<readonly TestReport[]> {
    const [file] = files;
    if (!file) return [];
    const { name, analysis } = file;
    for (const lost of lostDirectives(name, analysis)) {
      this.#console.complain(lost);
      this.#unreadable = true;
    }
    const { compared } = this.#command;
    const requests = requestsOf(file, this.#command);
    if (!requests.some(({ isTest }) => isTest)) return [];
    const [matches, hasTags] = [nameFilter(this.#command.names), tagFilter(this.#command.tags)];
    const isChosen = (test: string) => !this.#command.failed || this.#last.hasFailed(name, test);
    const chosen = requests.filter((one) => matches(one.name) && hasTags(one.tags) && isChosen(one.name));
    if (chosen.length === 0) return [];
    this.#files.add(name);
    if (this.#command.lists) {
      this.#list(
        chosen.filter(({ isTest }) => isTest),
        file.requests,
      );
      return [];
    }
    const { sideBySide, saveExpected } = this.#command;
    // Two requests may have the same file with an expected body.
    const mayOverlap = sideBySide && !saveExpected && !compared && fileData(analysis) === undefined;
    const places = mayOverlap && areIndependent(analysis, requests) ? this.#places : undefined;
    const taken: TestResult<Shown>[] = [];
    const take = (result: TestResult<Shown>) => {
      // Tests that --bail leaves out have no result.
      if (this.#stop.signal.aborted && result.outcome === "skipped" && result.request.skip === undefined) return;
      taken.push(result);
      this.#last.take(name, result);
      this.#counts[result.outcome]++;
      if (this.#command.bail && isBad(result.outcome)) this.stop("--bail");
    };
    const pairs = compared && new ComparedResults(compared.names, comparedHost(compared), this.#stop.signal);
    const runs = this.#sides.map((side, index) =>
      side.run(files[index] ?? file, requestsOf(files[index] ?? file, this.#command), {
        selected: new Set(chosen.map(({ id }) => id)),
        places,
        onStart: (test) => this.#console.progress(() => `${this.#progressText()}: ${testName(test)}`),
        onResult: pairs ? (result) => pairs.take(index, result) : take,
      }),
    );
    const secrets = new Set<string>();
    for (const run of await Promise.all(runs)) {
      if (typeof run === "string") {
        this.#console.complain(`${name}: ${run}`);
        this.#unreadable = true;
        return [];
      }
      for (const secret of run) secrets.add(secret);
    }
    for (const result of (await pairs?.finish()) ?? []) take(result);
    if (places) taken.sort((a, b) => a.request.id - b.request.id);
    return reportsOf(taken, file.requests, secrets, this.#command.seed).map((test) => this.#compared(test));
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

function sidesOf(parts: SideParts): readonly Side[] {
  const { command, reading } = parts;
  if (!command.compared) return [new Side(parts)];
  return command.compared.names.map(
    (name) => new Side({ ...parts, reading: { ...reading, outside: reading.outside.in(name) } }),
  );
}

function comparedHost(compared: NonNullable<TestCommand["compared"]>): ComparedHost<Shown> {
  const read = (exchange: Shown) => {
    const { sent, received } = exchange ?? {};
    return sent && received?.kind === "response" ? readExchange(sent, received) : undefined;
  };
  return {
    statusOf: (exchange) => (exchange?.received.kind === "response" ? exchange.received.status : undefined),
    async differences(first, other) {
      const [a, b] = [await read(first), await read(other)];
      return a && b ? responseDifferences(a, b, compared.names, compared) : [];
    },
  };
}

/** Returns the requests to run. A comparison runs all requests, with or without expectations. */
function requestsOf({ analysis }: OpenFile, { compared, replay }: TestCommand): readonly RunRequest[] {
  const all = runRequests(analysis);
  const requests =
    replay === undefined
      ? all
      : all.map((one) => (one.receive ? { ...one, skip: "A replay doesn't receive requests." } : one));
  return compared ? requests.map((one) => ({ ...one, isTest: true })) : requests;
}

function whyNoTests({ names, tags, failed, compared }: TestCommand): string {
  if (compared) return "There are no such requests.";
  if (failed) return "None of these tests failed in the last run of this folder.";
  if (tags.length > 0) return `No test has the tags ${tags.join(" ")}${names.length > 0 ? " and such a name" : ""}.`;
  if (names.length === 0) return "No tests were found. Write # @expect above a request.";
  return `No test has a name that matches ${names.join(" or ")}.`;
}

/** Directives that a test would miss: above no request, or with an invalid value for the file. */
function lostDirectives(file: string, analysis: Analysis): readonly string[] {
  const lost = diagnoseFile(analysis).filter(({ code }) => /^directive-(?:without-request|value)$/.test(code));
  return placed(file, analysis.document.text, lost).findings.map(({ line, message }) => `${file}:${line}: ${message}`);
}
