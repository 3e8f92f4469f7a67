import { dirname, relative, resolve, sep } from "node:path";
import type { ExpectationResult, GivenValue, RunRequest } from "../../../../server/src/protocol/protocol.ts";
import {
  LastExchanges,
  type ReceivedValue,
  type ResponseReference,
} from "../../../../server/src/service/languageService.ts";
import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import { writeFile } from "../../core/node/writeFile.ts";
import { CookieJar } from "../../core/run/cookies.ts";
import { dataRows } from "../../core/run/dataRows.ts";
import type { Received, ReceivedResponse } from "../../core/run/received.ts";
import type { DataRow, RunAttempt } from "../../core/run/results.ts";
import type { RunHost } from "../../core/run/run.ts";
import { pause } from "../../core/run/run.ts";
import { placed, redactFinding } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { whyNotWritten } from "../namedFiles.ts";
import type { ChosenRequest } from "../send/chosen.ts";
import { evaluated } from "../send/exchanged.ts";
import { type PreparedRequest, prepare, type Unsent, withCookies } from "../send/prepared.ts";
import type { CommandSecrets } from "../send/secrets.ts";
import type { TestCommand } from "./usage.ts";
import type { ExchangeOnWire } from "./wire.ts";

/** What reports show of an exchange; undefined after success, which they don't show. */
export type Shown = { readonly sent: PreparedRequest; readonly received: Received } | undefined;

/** Runs the requests of one file as `soaphttp send` sends them. */
export class FileHost implements RunHost<Shown> {
  /** All values in this file that reports redact. */
  readonly secrets = new Set<string>();
  readonly #requests: readonly ChosenRequest[];
  readonly #command: TestCommand;
  readonly #console: Console;
  readonly #asked: CommandSecrets;
  readonly #wire: ExchangeOnWire;
  readonly #last = new LastExchanges();
  readonly #cookies = new CookieJar();
  readonly #sendings = new Map<number, number>();

  constructor(
    requests: readonly ChosenRequest[],
    command: TestCommand,
    console: Console,
    asked: CommandSecrets,
    wire: ExchangeOnWire,
  ) {
    this.#requests = requests;
    this.#command = command;
    this.#console = console;
    this.#asked = asked;
    this.#wire = wire;
  }

  now(): number {
    return performance.now();
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return pause(milliseconds, signal);
  }

  async rows({ id, data = "" }: RunRequest): Promise<readonly DataRow[] | string> {
    const chosen = this.#requests[id];
    if (!chosen) return "There is no such request.";
    return dataRows(data, chosen.analysis.resolver.file(data));
  }

  async attempt(
    request: RunRequest,
    values: ReadonlyMap<string, GivenValue>,
    signal: AbortSignal,
  ): Promise<RunAttempt<Shown>> {
    const chosen = this.#requests[request.id];
    if (!chosen) return { kind: "unsent", why: "There is no such request." };
    const given = { values, reference: (one: ResponseReference) => this.#valueOf(one, chosen) };
    const prepared = await prepare(chosen, this.#command, this.#asked, given);
    const noted =
      prepared.kind === "unsent" ? prepared.secrets : [...prepared.secrets, ...secretFields(prepared.outgoing.fields)];
    for (const secret of noted) this.secrets.add(secret);
    if (prepared.kind === "unsent") return { kind: "unsent", why: whyUnsent(chosen, prepared) };
    const number = (this.#sendings.get(request.id) ?? 0) + 1;
    this.#sendings.set(request.id, number);
    const key = [this.#fileKey(chosen.file), `${request.id + 1}-${request.name}-${number}`];
    const sent = withCookies(prepared, this.#cookies);
    const received = await this.#wire(sent, key, signal, this.#cookies);
    if (received.kind === "cancelled") return received;
    const exchange = { sent, received };
    for (const secret of sent.secrets) this.secrets.add(secret);
    this.#last.addSecrets(sent.sentSecrets);
    if (received.kind === "failed") return { kind: "noResponse", exchange, why: received.why };
    for (const secret of secretFields(received.fields)) this.secrets.add(secret);
    return this.#evaluated(request, chosen, exchange, received, given);
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
  ): Promise<RunAttempt<Shown>> {
    const sending = { secret: this.#asked.get, ...given };
    const { results, set } = await evaluated(exchange.sent, received, isTest, this.#last, sending);
    const kept: ExpectationResult[] = [];
    for (const result of results) kept.push(await this.#saved(result, chosen, received.body));
    for (const { text, secret } of set.values()) if (secret) this.secrets.add(text);
    const isGood = kept.every(({ held }) => held);
    return { kind: "complete", exchange: isGood ? undefined : exchange, results: kept, set, note: received.note };
  }

  /** With `--save-expected`, writes the body that was expected to its file. */
  async #saved(result: ExpectationResult, { file }: ChosenRequest, body: Uint8Array): Promise<ExpectationResult> {
    const { expectedFile, held, text } = result;
    if (held || expectedFile === undefined || !this.#command.saveExpected || !/^body[ \t]*=/.test(text)) return result;
    const { cwd } = this.#console;
    const beside = resolve(cwd, dirname(file));
    const elsewhere = this.#command.allowOutside;
    const destination = { path: resolve(beside, expectedFile), folders: elsewhere ? [] : [cwd, beside], elsewhere };
    const why = await whyNotWritten(writeFile(destination, body), cwd);
    if (why !== undefined) return { ...result, why };
    this.#console.error(`Saved ${expectedFile}.\n`);
    return { text, at: result.at, held: true };
  }

  /** The same however the user writes the name: `tests/a.soaphttp` for `./tests/a.soaphttp`. */
  #fileKey(file: string): string {
    const { cwd } = this.#console;
    return relative(cwd, resolve(cwd, file)).replaceAll(sep, "/");
  }

  #valueOf(reference: ResponseReference, { request }: ChosenRequest): ReceivedValue | string {
    const value = this.#last.valueOf(reference, request.name);
    if (typeof value === "object" && value.secret) this.secrets.add(value.text);
    return value;
  }
}

function secretFields(fields: readonly { readonly name: string; readonly value: string }[]): readonly string[] {
  return fields.filter(({ name }) => isSecretHeader(name)).map(({ value }) => value);
}

/** The findings, one after the other, and what they mean for sending. */
function whyUnsent({ file, analysis }: ChosenRequest, { why, findings, secrets }: Unsent): string {
  const placedFindings = placed(file, analysis.document.text, findings.map(redactFinding(secrets)));
  const texts = placedFindings.findings.map(({ line, column, message }) => `${line}:${column}: ${message}`);
  return [...texts, `It is not sent: ${why}.`].join("\n");
}
