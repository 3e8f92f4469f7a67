import type { TlsOptions } from "node:tls";
import type { CalledResponse, FindingCounts } from "../../../../server/src/protocol/served.ts";
import type { MockService } from "../../../../server/src/service/languageService.ts";
import { writeFile } from "../../core/node/writeFile.ts";
import { callFailures, callLine } from "../../core/testing/called.ts";
import { startService } from "../../mock/node/service.ts";
import { type PassingOn, responsesOf } from "../../mock/responses.ts";
import type { RunningService, ServedExchange } from "../../mock/service.ts";
import { passingOn } from "../../mock/upstream.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { secureOptions } from "../../transport/node/secureOptions.ts";
import type { Console } from "../console.ts";
import { readAuthorities, readCertificate } from "../credentials.ts";
import { exitCode } from "../exitCode.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { named, whyNotNamed, whyNotWritten, writeNamed } from "../namedFiles.ts";
import { type Outside, readOutside } from "../outside.ts";
import { visible } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import type { Door } from "../wsdl/documentReader.ts";
import { openDoor } from "../wsdl/door.ts";
import { Callbacks } from "./callbacks.ts";
import { whyNotListening } from "./listening.ts";
import { MockLog } from "./log.ts";
import { MockSources } from "./sources.ts";
import { type MockOptions, mockUsage } from "./usage.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(mockUsage, mock, args, console);
}

/** Minimum time between two checks of the files, in milliseconds. */
const watchInterval = 400;
/** Checking the files takes at most one tenth of the time, because a folder may be large. */
const watchShare = 10;

async function mock(command: MockOptions, console: Console): Promise<number | string> {
  const outside = readOutside(command, console);
  if (typeof outside === "string") return outside;
  const door = await openDoor(command.door, console);
  if (typeof door === "string") return door;
  const keys = await readCommandKeys(command, console);
  if (typeof keys === "string") return keys;
  const stopped = signaled();
  const sources = new MockSources(command, outside, console, door, keys);
  const opened = await open(command, sources, outside, door, console);
  if ("problems" in opened) {
    for (const problem of opened.problems) console.complain(problem);
    return exitCode.usage;
  }
  const { running, callbacks, log, written, service } = opened;
  const endWatching = watch(sources, console);
  await stopped;
  endWatching();
  await running.close();
  await callbacks.close();
  await written();
  log.flush();
  return reportCalled(service.called(), command.report, console);
}

/** Reports the results of `# @expect`. Resolves with the exit code, or with why the report can't be written. */
async function reportCalled(
  called: readonly CalledResponse[],
  report: string | undefined,
  console: Console,
): Promise<number | string> {
  const failures = callFailures(called);
  for (const failure of failures) console.complain(failure);
  const lines = called.flatMap((one) => one.results.map((result) => `${visible(callLine(one, result))}\n`));
  const why = report === undefined ? undefined : await writeNamed(report, lines.join(""), console.cwd);
  return why ?? (failures.length === 0 ? exitCode.good : exitCode.bad);
}

function signaled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

interface Opened {
  readonly service: MockService;
  readonly running: RunningService;
  readonly callbacks: Callbacks;
  readonly log: MockLog;
  /** Resolves when everything is written to the files. */
  readonly written: () => Promise<void>;
}

/** Reads the files and WSDLs, and listens. Resolves with error messages if that fails. */
async function open(
  command: MockOptions,
  sources: MockSources,
  outside: Outside,
  door: Door,
  console: Console,
): Promise<Opened | { readonly problems: readonly string[] }> {
  const service = await sources.open();
  if (!("load" in service)) return { problems: service };
  outside.complain(console);
  const secure = await readSecureOptions(command, console);
  if (typeof secure === "string") return { problems: [secure] };
  const recorded = command.to && new AppendedFile(command.out, console);
  const captured = command.requests === undefined ? undefined : new AppendedFile(command.requests, console);
  const unreported = command.report === undefined ? undefined : await whyNotNamed(command.report, console.cwd);
  const unwritable =
    unreported ?? (await recorded?.create({ isNew: true })) ?? (await captured?.create({ isNew: false }));
  if (unwritable !== undefined) return { problems: [unwritable] };
  const log = new MockLog(command.log, console, service.redact);
  const callbacks = new Callbacks(door, service, console, command.callbacks, (line) => log.later(line));
  const { host, port, cors, timeout, maxBody, maxConnections } = command;
  try {
    const running = await startService({
      ...{ host, port, cors, timeout, maxBody, maxConnections, secure },
      respond: responsesOf(service, {
        ...{ upstream: upstreamOf(command, door, service, recorded), cors },
        callbacks: new Set(command.callbacks),
      }),
      onRefused: (why) => console.complain(why),
      onExchange: (exchange) => {
        log.exchange(exchange, captured && capture(exchange, service, captured));
        callbacks.send(exchange);
      },
    });
    log.listening(
      running.address,
      service.ports.map(({ path, ...one }) => ({ ...one, address: running.address.replace(/\/$/, path) })),
    );
    return {
      service,
      running,
      callbacks,
      log,
      written: async () => void (await Promise.all([recorded?.written(), captured?.written()])),
    };
  } catch (error) {
    return { problems: [whyNotListening(error, command, "another one with --port")] };
  }
}

async function readSecureOptions(
  { certificate, clientAuthorities }: MockOptions,
  console: Console,
): Promise<TlsOptions | undefined | string> {
  if (!certificate) return undefined;
  const read = await readCertificate(certificate, console, "the certificate of the service");
  const ca = readAuthorities(clientAuthorities, console);
  if (typeof read === "string" || typeof ca === "string") return typeof read === "string" ? read : String(ca);
  return { ...secureOptions(read), ca: [...ca], requestCert: ca.length > 0 };
}

function upstreamOf(
  { to, timeout, maxBody }: MockOptions,
  { connect, tls }: Door,
  service: MockService,
  recorded: AppendedFile | undefined,
): PassingOn | undefined {
  if (!to) return undefined;
  const passOn = passingOn({
    ...to,
    ...{ timeout, maxBody },
    transport: nodeTransport(connect),
    tls: tls(true),
    onResponse: (request, response) => {
      const text = service.recorded(request, response);
      if (text !== undefined) recorded?.append(text);
    },
  });
  return async (request, forward) => {
    const response = await passOn(request, forward);
    return { ...response, operation: service.operationOf(request) };
  };
}

function capture(
  { request, isWhole }: ServedExchange,
  service: MockService,
  captured: AppendedFile,
): FindingCounts | undefined {
  if (!request || !isWhole) return undefined;
  const { text, ...findings } = service.captured(request);
  if (text !== undefined) captured.append(text);
  return findings;
}

/** Reads changed files again, until the returned function is called. */
function watch(sources: MockSources, console: Console): () => void {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const next = (wait: number) => {
    timer = setTimeout(async () => {
      const start = performance.now();
      for (const problem of await sources.reload()) console.complain(problem);
      if (!hasEnded) next(Math.max(watchInterval, watchShare * (performance.now() - start)));
    }, wait);
  };
  next(watchInterval);
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}

/** A file that the user has named, to which texts are appended in the order in which they come. */
class AppendedFile {
  readonly #path: string;
  readonly #console: Console;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(path: string, console: Console) {
    this.#path = path;
    this.#console = console;
  }

  /** Creates the file. Resolves with a sentence about why it can't be written. */
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

  written(): Promise<void> {
    return this.#writing;
  }

  #write(text: string, isNew: boolean): Promise<string | undefined> {
    const { cwd } = this.#console;
    return whyNotWritten(writeFile(named(this.#path, cwd), text, { isNew, appends: true }), cwd);
  }
}
