import { resolve } from "node:path";
import { type Analysis, diagnoseFile, runRequests } from "../../../../server/src/service/languageService.ts";
import { createFolder } from "../../core/node/writeFile.ts";
import { isBad, type TestOutcome, type TestResult, testName } from "../../core/run/results.ts";
import { nameFilter, runFile } from "../../core/run/run.ts";
import type { Counts, Reporter, TestReport } from "../../core/testing/report.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import { CheckedContracts } from "../check/checkedContracts.ts";
import { placed } from "../check/checkedFile.ts";
import { painter, wantsColors } from "../colors.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { filesOfAll } from "../files.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { named, whyNotNamed, whyNotWritten, writeNamed } from "../namedFiles.ts";
import { nameInRepository } from "../repository.ts";
import { type ChosenRequest, type ReadingOptions, requestsOfFile } from "../send/chosen.ts";
import { readCredentials, tlsOfProxy } from "../send/credentials.ts";
import { CommandSecrets } from "../send/secrets.ts";
import { runCommand } from "../usage.ts";
import { FileHost, type Shown } from "./fileHost.ts";
import { recordingWire, replayingWire } from "./recording.ts";
import { reporters } from "./reporters.ts";
import { reportsOf } from "./reports.ts";
import { countsText, textReporter } from "./textReporter.ts";
import { type TestCommand, testUsage } from "./usage.ts";
import { type ExchangeOnWire, sendingWire } from "./wire.ts";

/** Runs `soaphttp test` with the arguments after its name. Resolves with the exit code. */
export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(testUsage, test, args, console);
}

/** Runs the files side by side, and reports them in order. Resolves with the exit code. */
async function test(command: TestCommand, console: Console): Promise<number> {
  const { names, problems } = filesOfAll(command.operands, console.cwd);
  const wire = await wireOf(command, console);
  const contracts = command.noWsdl ? undefined : new CheckedContracts(command, console);
  const unreadable = await contracts?.open(command.wsdl);
  const keys = await readCommandKeys(command, console);
  const { output } = command;
  const unwritable = output === undefined ? undefined : await whyNotNamed(output, console.cwd);
  const complaints = [...problems, unwritable, wire, keys, unreadable].filter((one) => typeof one === "string");
  for (const complaint of complaints) console.complain(complaint);
  if (typeof wire === "string" || typeof keys === "string" || complaints.length > 0) return exitCode.usage;
  const suite = new Suite(command, console, wire, { contracts, keys });
  await suite.run(names);
  return suite.finish();
}

async function wireOf(command: TestCommand, console: Console): Promise<ExchangeOnWire | string> {
  const { record, recordSecrets, replay, insecureHosts } = command;
  if (replay !== undefined) return replayingWire(resolve(console.cwd, replay));
  const credentials = await readCredentials(command.credentials, console);
  if (typeof credentials === "string") return credentials;
  const transport = nodeTransport(proxyEnvironment(console.env, tlsOfProxy(credentials, insecureHosts)));
  const wire = sendingWire(transport, command, credentials);
  if (record === undefined) return wire;
  const folder = named(record, console.cwd);
  const why = await whyNotWritten(createFolder(folder), console.cwd);
  if (why !== undefined) return `The folder of --record can't be created. ${why}`;
  if (recordSecrets) {
    console.complain(`--record-secrets writes secrets as plain text to ${record}. Keep it out of version control.`);
  }
  return recordingWire(wire, folder, recordSecrets, console);
}

class Suite {
  readonly #command: TestCommand;
  readonly #console: Console;
  readonly #wire: ExchangeOnWire;
  readonly #reading: Pick<ReadingOptions, "contracts" | "keys">;
  /** The last file that was opened. Contracts are completed for one file at a time. */
  #opened: Promise<unknown> = Promise.resolve();
  readonly #secrets: CommandSecrets;
  readonly #stop = new AbortController();
  readonly #reporter: Reporter;
  /** On standard output, if the report is written to a file. */
  readonly #text: Reporter | undefined;
  readonly #report: string[] = [];
  readonly #counts: Record<TestOutcome, number> = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
  readonly #begin = performance.now();
  #files = 0;
  #unreadable = false;

  constructor(
    command: TestCommand,
    console: Console,
    wire: ExchangeOnWire,
    reading: Pick<ReadingOptions, "contracts" | "keys">,
  ) {
    this.#reading = reading;
    this.#command = command;
    this.#console = console;
    this.#wire = wire;
    const { env } = console;
    // The recorded requests were sent with secrets. A replay needs no secrets.
    this.#secrets = new CommandSecrets(command.replay === undefined ? console : { env, secret: async () => "" });
    this.#reporter = reporters[command.reporter].create({
      paint: painter(command.output === undefined && wantsColors(console)),
      nameInRepository: (name) => nameInRepository(name, console),
    });
    this.#text = command.output === undefined ? undefined : textReporter(painter(wantsColors(console)));
    this.#write(this.#reporter.begin());
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
    await Promise.all(Array.from({ length: Math.min(this.#command.jobs, names.length) }, work));
  }

  /** Writes the end of the report. Resolves with the exit code. */
  async finish(): Promise<number> {
    this.#console.progress(() => "");
    const counts: Counts = { ...this.#counts, files: this.#files, duration: performance.now() - this.#begin };
    this.#write(this.#reporter.end(counts));
    if (this.#text) this.#console.out(this.#text.end(counts));
    const { output } = this.#command;
    if (output !== undefined) {
      const why = await writeNamed(output, this.#report.join(""), this.#console.cwd);
      if (why !== undefined) {
        this.#console.complain(why);
        return exitCode.usage;
      }
    }
    const { passed, failed, noResponse, unsent, skipped } = this.#counts;
    if (passed + failed + noResponse + unsent + skipped === 0) {
      if (!this.#unreadable) this.#console.complain(whyNoTests(this.#command.names));
      return exitCode.usage;
    }
    if (this.#stop.signal.aborted) this.#console.complain("Stopped after the first test that did not pass (--bail).");
    if (noResponse > 0) return exitCode.noResponse;
    if (unsent > 0 || this.#unreadable) return exitCode.usage;
    return failed > 0 ? exitCode.bad : exitCode.good;
  }

  async #runFile(name: string): Promise<readonly TestReport[]> {
    if (this.#stop.signal.aborted) return [];
    const opening = this.#opened.then(() =>
      requestsOfFile(name, { ...this.#command, ...this.#reading }, this.#console),
    );
    this.#opened = opening;
    const requests = await opening;
    if (typeof requests === "string") {
      this.#console.complain(requests);
      this.#unreadable = true;
      return [];
    }
    return this.#runRequests(name, requests);
  }

  async #runRequests(name: string, chosen: readonly ChosenRequest[]): Promise<readonly TestReport[]> {
    const [first] = chosen;
    const requests = first ? runRequests(first.analysis) : [];
    for (const lost of first ? lostDirectives(name, first.analysis) : []) {
      this.#console.complain(lost);
      this.#unreadable = true;
    }
    if (!requests.some(({ isTest }) => isTest)) {
      this.#console.complain(`${name}: no request has an expectation (# @expect).`);
      return [];
    }
    const matches = nameFilter(this.#command.names);
    const selected = new Set(requests.filter((one) => matches(one.name)).map(({ id }) => id));
    if (selected.size > 0) this.#files++;
    const results: TestResult<Shown>[] = [];
    const host = new FileHost(chosen, this.#command, this.#console, this.#secrets, this.#wire);
    await runFile(requests, host, {
      selected,
      signal: this.#stop.signal,
      onStart: (test) =>
        this.#console.progress(
          () =>
            `${countsText({ ...this.#counts, files: this.#files, duration: performance.now() - this.#begin })}: ${testName(test)}`,
        ),
      onResult: (result) => {
        // Tests that --bail leaves out have no result.
        if (this.#stop.signal.aborted && result.outcome === "skipped" && result.request.skip === undefined) return;
        results.push(result);
        this.#counts[result.outcome]++;
        if (this.#command.bail && isBad(result.outcome)) this.#stop.abort();
      },
    });
    return reportsOf(results, chosen, host.secrets);
  }

  #reportFile(name: string, tests: readonly TestReport[]): void {
    this.#console.progress(() => "");
    this.#write(this.#reporter.file(name, tests));
    if (this.#text) this.#console.out(this.#text.file(name, tests));
  }

  #write(text: string): void {
    if (this.#command.output !== undefined) this.#report.push(text);
    else this.#console.out(this.#reporter.writesCommands ? Buffer.from(text) : text);
  }
}

function whyNoTests(names: readonly string[]): string {
  if (names.length === 0) return "No tests were found. Write # @expect above a request.";
  return `No test has a name that matches ${names.join(" or ")}.`;
}

/** Sentences about directives that are above no request, so that a test would miss its expectations. */
function lostDirectives(file: string, analysis: Analysis): readonly string[] {
  const lost = diagnoseFile(analysis).filter(({ code }) => code === "directive-without-request");
  return placed(file, analysis.document.text, lost).findings.map(({ line, message }) => `${file}:${line}: ${message}`);
}
