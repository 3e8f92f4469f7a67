import { dirname, resolve } from "node:path";
import type {
  Asked,
  ExpectationResult,
  FileData,
  FlowState,
  GivenValue,
  ImportedNeed,
  Receiving,
  RowSource,
  RunRequest,
  SendingTurn,
  TokenRequest,
} from "../../../../server/src/protocol/protocol.ts";
import {
  dataRows,
  givenValues,
  isSkipped,
  LastExchanges,
  type ReceivedValue,
  type ResponseReference,
  type Sending,
} from "../../../../server/src/service/languageService.ts";
import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import { writeFile } from "../../core/node/writeFile.ts";
import { CookieJar } from "../../core/run/cookies.ts";
import { fileRows } from "../../core/run/fileRows.ts";
import { pause, rowsOf, SendingTurns } from "../../core/run/flow.ts";
import type { Listening } from "../../core/run/listener.ts";
import type { ReceivedResponse } from "../../core/run/received.ts";
import type { DataRow, FileRow, RunAttempt } from "../../core/run/results.ts";
import { type FileRun, type ImportedRun, isOwn, type RunHost } from "../../core/run/run.ts";
import { inMarkdown, placed, redactFinding } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { whyNotWritten } from "../namedFiles.ts";
import { type CommandListener, startListener } from "../send/callbacks.ts";
import { afterResponse, evaluated, receivedRows } from "../send/exchanged.ts";
import type { ChosenRequest, OpenFile } from "../send/openFiles.ts";
import { prepare, sendingPlace, type Unsent, withCookies } from "../send/prepared.ts";
import { saveFile } from "../send/saveFile.ts";
import type { CommandSecrets } from "../send/secrets.ts";
import type { TestCommand } from "./usage.ts";
import { type ExchangeOnWire, receivingWire, type WireExchange } from "./wire.ts";

/** Undefined after success, which reports don't show, unless the exchange is compared. */
export type Shown = WireExchange | undefined;

export interface OpenRun {
  readonly run: FileRun<Shown>;
  readonly host: FileHost;
}

/** The use of an imported file that isn't shared: its values, and the first parts of its recordings' names. */
export interface OneUse {
  readonly given: ReadonlyMap<string, GivenValue>;
  readonly use: readonly string[];
}

interface FileHostParts {
  readonly requests: readonly ChosenRequest[];
  readonly command: TestCommand;
  readonly console: Console;
  readonly asked: CommandSecrets;
  readonly wire: ExchangeOnWire;
  /** Starts the run of an imported file: one for all files that import it, or one for a single use. */
  readonly runImported: (file: OpenFile, use: OneUse | undefined) => OpenRun;
  /** Whether other files import it, whose reports name its places. */
  readonly isImported: boolean;
  /** Called with the path of each file that was written. */
  readonly wrote: ((path: string) => void) | undefined;
  /** Prefix of the names of its recordings, if the file was imported for one use or is run for a row. */
  readonly use: readonly string[];
}

export class FileHost implements RunHost<Shown> {
  readonly #parts: FileHostParts;
  /** All values in this file that reports redact. */
  readonly secrets: Set<string>;
  /** The exchanges that importing files may use. */
  readonly last: LastExchanges;
  readonly cookies = new CookieJar();
  readonly #own = new Map<string, OpenRun>();
  /** How often each request imported another file with values, which have recordings of their own. */
  readonly #uses = new SendingTurns<number>();
  readonly #sendings = new Map<number, number>();
  #listener: CommandListener | undefined;

  constructor(parts: FileHostParts, whole?: FileHost) {
    this.#parts = parts;
    this.secrets = whole?.secrets ?? new Set();
    this.last = new LastExchanges(whole?.last);
    if (whole) this.cookies.adopt(whole.cookies);
  }

  forRow(number: number): FileHost {
    return new FileHost({ ...this.#parts, use: [...this.#parts.use, `row-${number}`] }, this);
  }

  /** The rows that the whole file is run for, or a sentence about why they can't be read. */
  rowsOfFile(data: FileData): readonly FileRow[] | string {
    const resolver = this.#parts.requests[0]?.analysis.resolver;
    return resolver ? fileRows(data, dataRows(data, resolver.file(data.path))) : [];
  }

  now(): number {
    return performance.now();
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return pause(this.#parts.command.replay === undefined ? milliseconds : 0, signal);
  }

  /** A replay and a comparison write nothing. */
  get save(): RunHost<Shown>["save"] {
    if (this.#parts.command.replay !== undefined || this.#parts.command.compared) return undefined;
    return async ({ id }, file) => {
      const chosen = this.#parts.requests[id];
      return chosen
        ? saveFile(chosen.file, file, this.#parts.command, this.#parts.console, this.#parts.wrote)
        : "There is no such request.";
    };
  }

  async imported(
    request: RunRequest,
    need: ImportedNeed,
    values: ReadonlyMap<string, GivenValue>,
  ): Promise<ImportedRun<Shown> | string> {
    const chosen = this.#parts.requests[request.id];
    const file = chosen?.imports.get(need.path);
    if (typeof file === "string") return file;
    if (!chosen || !file) return `${need.path} can't be read.`;
    const opened = await this.#importedRun(file, chosen, request, need, values);
    if (typeof opened === "string") return opened;
    const { run, host } = opened;
    const share = () => {
      for (const secret of host.secrets) this.secrets.add(secret);
      this.last.addSecrets(host.last.sentSecrets);
      this.last.imports.set(need.alias, host.last);
      this.cookies.adopt(host.cookies);
    };
    return { run, share };
  }

  /** The run of an imported file: shared by all files, or only for this one. */
  async #importedRun(
    file: OpenFile,
    chosen: ChosenRequest,
    { id, name }: RunRequest,
    need: ImportedNeed,
    values: ReadonlyMap<string, GivenValue>,
  ): Promise<OpenRun | string> {
    if (!isOwn(need)) return this.#parts.runImported(file, undefined);
    const given = await this.#asking(chosen, values, (sending) => givenValues(chosen.analysis, need, sending));
    if (typeof given === "string") return given;
    for (const { text, secret } of given.values()) if (secret) this.secrets.add(text);
    const isGiven = need.given.length > 0;
    const texts = [...given].map(([name, { text }]) => [name, text]);
    const key = JSON.stringify([need.uri, isGiven ? id : "", texts]);
    const before = this.#own.get(key);
    if (before) return before;
    const { file: from } = sendingPlace(chosen, this.#parts.console);
    const number = isGiven ? this.#uses.next(id).number : 1;
    const use = isGiven ? [from, `${id + 1}-${name}${number > 1 ? `-${number}` : ""}`] : [from];
    const run = this.#parts.runImported(file, { given, use: [...this.#parts.use, ...use] });
    this.#own.set(key, run);
    return run;
  }

  async rows(
    { id }: RunRequest,
    data: RowSource,
    values: ReadonlyMap<string, GivenValue>,
  ): Promise<readonly DataRow[] | string> {
    const chosen = this.#parts.requests[id];
    if (!chosen) return "There is no such request.";
    if (data.kind === "file") return dataRows(data, chosen.analysis.resolver.file(data.path));
    const given = { values, reference: (one: ResponseReference) => this.#valueOf(one, chosen) };
    const rows = receivedRows(chosen, this.last, { secret: this.#parts.asked.get, ...given });
    const cells = typeof rows?.values === "object" ? rows.values : [];
    for (const { secret, text } of cells) if (secret) this.secrets.add(text);
    return rows ? rowsOf(rows) : [];
  }

  async skipped({ id }: RunRequest, values: ReadonlyMap<string, GivenValue>): Promise<boolean | string> {
    const chosen = this.#parts.requests[id];
    if (!chosen) return "There is no such request.";
    return this.#asking(chosen, values, (sending) => isSkipped(chosen.analysis, chosen.request, sending));
  }

  /** Evaluates a value before a request is sent, and again after asking for the secrets and answers that it uses. */
  async #asking<Value>(
    chosen: ChosenRequest,
    values: ReadonlyMap<string, GivenValue>,
    evaluate: (sending: Sending) => Value | string,
  ): Promise<Value | string> {
    const asked = this.#parts.asked.forRequest();
    for (;;) {
      const unknown = new Map<string, Asked>();
      const secret = (name: string, token?: TokenRequest) => {
        const value = asked.get(name, token);
        if (value === undefined) unknown.set(name, token ?? name);
        return value;
      };
      const value = evaluate(afterResponse({ secret, values, reference: (one) => this.#valueOf(one, chosen) }));
      const missing = unknown.size > 0 && (await asked.ask([...unknown.values()]));
      if (missing === false) return value;
      if (missing !== undefined) return typeof value === "string" ? `It is not sent: ${missing}.` : value;
    }
  }

  async listen(): Promise<Listening | string> {
    const listener = await startListener(this.#parts.command.listen);
    if (typeof listener === "object") this.#listener = listener;
    return listener;
  }

  expect(request: RunRequest, receiving: Receiving, values: () => ReadonlyMap<string, GivenValue>): void {
    const chosen = this.#parts.requests[request.id];
    if (!chosen) return;
    const reference = (one: ResponseReference) => this.#valueOf(one, chosen);
    this.#listener?.expect(request.id, receiving, () =>
      prepare(chosen, this.#parts.command, this.#parts.asked, { values: values(), reference }),
    );
  }

  async attempt(
    request: RunRequest,
    values: ReadonlyMap<string, GivenValue>,
    signal: AbortSignal,
    flow: FlowState,
    turn: SendingTurn,
  ): Promise<RunAttempt<Shown>> {
    const chosen = this.#parts.requests[request.id];
    if (!chosen) return { kind: "unsent", why: "There is no such request." };
    const number = (this.#sendings.get(request.id) ?? 0) + 1;
    const place = sendingPlace(chosen, this.#parts.console, { ...turn, use: this.#parts.use });
    const key = [...this.#parts.use, place.file, `${request.id + 1}-${request.name}-${number}`];
    const reference = (one: ResponseReference) => this.#valueOf(one, chosen);
    const given = { values, reference, place };
    const prepared =
      (await this.#listener?.rendered(request.id)) ??
      (await prepare(chosen, this.#parts.command, this.#parts.asked, given));
    const noted =
      prepared.kind === "unsent" ? prepared.secrets : [...prepared.secrets, ...secretFields(prepared.outgoing.fields)];
    for (const secret of noted) this.secrets.add(secret);
    if (prepared.kind === "unsent") return { kind: "unsent", why: whyUnsent(chosen, prepared, this.#parts.isImported) };
    this.#sendings.set(request.id, number);
    const wire = request.receive && this.#listener ? receivingWire(this.#listener, request.id) : this.#parts.wire;
    const exchange = await wire(withCookies(prepared, this.cookies), key, signal, this.cookies);
    const { sent, received } = exchange;
    if (received.kind === "cancelled") return received;
    for (const secret of sent.secrets) this.secrets.add(secret);
    this.last.addSecrets(sent.sentSecrets);
    if (received.kind === "failed") return { kind: "noResponse", exchange, why: received.why };
    for (const secret of secretFields(received.fields)) this.secrets.add(secret);
    return this.#evaluated(request, chosen, exchange, received, given, flow);
  }

  async #evaluated(
    { isTest }: RunRequest,
    chosen: ChosenRequest,
    exchange: Shown & object,
    received: ReceivedResponse,
    given: {
      readonly values: ReadonlyMap<string, GivenValue>;
      readonly reference: (reference: ResponseReference) => ReceivedValue | string;
    },
    flow: FlowState,
  ): Promise<RunAttempt<Shown>> {
    const sending = { secret: this.#parts.asked.get, ...given };
    // A file without expectations may be imported.
    const mustSucceed = isTest || chosen.request.name !== undefined;
    const { results, set, next, saves } = await evaluated(
      exchange.sent,
      received,
      mustSucceed,
      this.last,
      sending,
      flow,
    );
    const kept: ExpectationResult[] = [];
    for (const result of results) kept.push(await this.#saved(result, chosen, received.body));
    for (const { text, secret } of set.values()) if (secret) this.secrets.add(text);
    const isGood = kept.every(({ held }) => held);
    return {
      kind: "complete",
      exchange: isGood && !this.#parts.command.compared ? undefined : exchange,
      results: kept,
      set,
      next,
      saves,
      note: received.note,
    };
  }

  /** Writes the body to the expectation's file, with `--save-expected`. */
  async #saved(result: ExpectationResult, { file }: ChosenRequest, body: Uint8Array): Promise<ExpectationResult> {
    const { expectedFile, held, text } = result;
    if (held || expectedFile === undefined || !this.#parts.command.saveExpected || !/^body[ \t]*=/.test(text))
      return result;
    const { cwd } = this.#parts.console;
    const beside = resolve(cwd, dirname(file));
    const elsewhere = this.#parts.command.allowOutside;
    const destination = { path: resolve(beside, expectedFile), folders: elsewhere ? [] : [cwd, beside], elsewhere };
    const why = await whyNotWritten(writeFile(destination, body), cwd);
    if (why !== undefined) return { ...result, why };
    this.#parts.wrote?.(destination.path);
    this.#parts.console.error(`Saved ${expectedFile}.\n`);
    return { text, at: result.at, held: true };
  }

  #valueOf(reference: ResponseReference, { request }: ChosenRequest): ReceivedValue | string {
    const value = this.last.valueOf(reference, request.name);
    if (typeof value === "object" && value.secret) this.secrets.add(value.text);
    return value;
  }
}

function secretFields(fields: readonly { readonly name: string; readonly value: string }[]): readonly string[] {
  return fields.filter(({ name }) => isSecretHeader(name)).map(({ value }) => value);
}

/** `isElsewhere`: the findings are in a file other than the report's. */
function whyUnsent(
  { file, analysis, block }: ChosenRequest,
  { why, findings, secrets }: Unsent,
  isElsewhere: boolean,
): string {
  const at = isElsewhere ? `${file}:` : "";
  const inText = placed(file, analysis.document.text, findings.map(redactFinding(secrets)));
  const texts = inMarkdown(inText, block).findings.map(
    ({ line, column, message }) => `${at}${line}:${column}: ${message}`,
  );
  return [...texts, `It is not sent: ${why}.`].join("\n");
}
