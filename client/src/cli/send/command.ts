import {
  type Analysis,
  LastExchanges,
  type ResponseReference,
  type Sending,
  shownName,
} from "../../../../server/src/service/languageService.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import { evidenceLines, explain } from "../../core/failures/failures.ts";
import { CookieJar } from "../../core/run/cookies.ts";
import { receivedOf } from "../../core/run/received.ts";
import { firstFailure } from "../../core/testing/output.ts";
import { emptyHar, harEntries } from "../../export/har/har.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { SendResult } from "../../transport/result.ts";
import type { Transport } from "../../transport/transport.ts";
import { CheckedContracts } from "../check/checkedContracts.ts";
import type { TextOptions } from "../check/textFormat.ts";
import { painter, wantsColors } from "../colors.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { jsonText, visible } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { version } from "../version.ts";
import { type ChosenRequest, choose } from "./chosen.ts";
import { type Credentials, readCredentials, tlsOfProxy } from "./credentials.ts";
import { type Exchanged, evaluated, exitCodeOf, strictCodeOf, understand } from "./exchanged.ts";
import { explained } from "./explain.ts";
import { exchangeObject, jsonPieces } from "./json.ts";
import { type PreparedRequest, prepare, standingRefusal, type Unsent, unsent, withCookies } from "./prepared.ts";
import { CommandSecrets } from "./secrets.ts";
import { sendOptions } from "./sendOptions.ts";
import { exchangeText } from "./text.ts";
import { unsentText } from "./unsentText.ts";
import { type SendCommand, sendUsage } from "./usage.ts";

/** Runs `soaphttp send` with the arguments after its name. Resolves with the exit code. */
export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(sendUsage, send, args, console);
}

/** Sends one request after the other, if all of them can be sent. Resolves with the exit code. */
async function send(command: SendCommand, console: Console): Promise<number | string> {
  const secrets = new CommandSecrets(console);
  if (command.explain) return printValues(command, console, secrets);
  const planned = await plan(command, console, secrets);
  if (typeof planned !== "object") return planned;
  const credentials = await readCredentials(command.credentials, console);
  if (typeof credentials === "string") return credentials;
  const languages = languagesOf(console.env);
  const [open, between, close] = framesOf(command.format);
  let worst: number = exitCode.good;
  let next = open;
  const sender = new Sender(planned, command, console, secrets, credentials);
  for (const request of planned) {
    const sent = await sender.complete(request);
    if (typeof sent === "number") {
      worst = Math.max(worst, sent);
      continue;
    }
    const exchanged = await understand(sent.request, sent.at, sent.result, command, languages);
    console.out(next);
    next = between;
    write(exchanged, command, console);
    worst = Math.max(worst, exitCodeOf(exchanged), command.strict ? strictCodeOf(exchanged) : exitCode.good);
  }
  console.out(next === open ? open + close : close);
  return worst;
}

/** Prints how the values of the requests are computed. */
async function printValues(command: SendCommand, console: Console, secrets: CommandSecrets): Promise<number | string> {
  const chosen = await chooseRequests(command, console);
  if (typeof chosen === "string") return chosen;
  let worst: number = chosen.areAll ? exitCode.good : exitCode.usage;
  for (const [index, request] of chosen.requests.entries()) {
    const text = await explained(request, secrets);
    if (typeof text === "string") console.out(`${index === 0 ? "" : "\n"}${text}`);
    else {
      console.error(errorText(request, text, console));
      worst = exitCode.usage;
    }
  }
  return worst;
}

/** Reports the operands that can't be used. Resolves with why nothing can be read, if it can't. */
async function chooseRequests(command: SendCommand, console: Console) {
  const contracts = command.noWsdl ? undefined : new CheckedContracts(command, console);
  const unreadable = await contracts?.open(command.wsdl);
  if (unreadable !== undefined) return unreadable;
  const keys = await readCommandKeys(command, console);
  if (typeof keys === "string") return keys;
  const { requests, problems } = await choose({ ...command, contracts, keys }, console);
  for (const problem of problems) console.complain(problem);
  return { requests, areAll: problems.length === 0 };
}

/** A request to send after those that it needs, which are in order. Without needs, it is prepared before anything is sent. */
interface PlannedRequest {
  readonly chosen: ChosenRequest;
  readonly needs: readonly ChosenRequest[];
  readonly prepared: PreparedRequest | undefined;
}

/** Reports what can't be sent. Resolves with the exit code if something can't, or with why nothing can be read. */
async function plan(
  command: SendCommand,
  console: Console,
  secrets: CommandSecrets,
): Promise<readonly PlannedRequest[] | string | number> {
  const chosenRequests = await chooseRequests(command, console);
  if (typeof chosenRequests === "string") return chosenRequests;
  const planned: PlannedRequest[] = [];
  const errors: string[] = [];
  const checked = new Set<Segment>();
  for (const chosen of chosenRequests.requests) {
    const needs = command.only ? [] : chosen.needs();
    if (typeof needs === "string") {
      errors.push(`soaphttp: ${visible(`${chosen.file}:${chosen.line}: ${needs}`)}\n`);
    } else if (needs.length === 0) {
      const outcome = await prepare(chosen, command, secrets);
      if (outcome.kind === "prepared") planned.push({ chosen, needs, prepared: outcome });
      else errors.push(errorText(chosen, outcome, console));
    } else {
      planned.push({ chosen, needs, prepared: undefined });
      for (const request of [...needs, chosen]) {
        const refusal = checked.has(segmentOf(request)) ? undefined : standingRefusal(request, command);
        checked.add(segmentOf(request));
        if (refusal) errors.push(errorText(request, refusal, console));
      }
    }
  }
  for (const error of errors) console.error(error);
  return chosenRequests.areAll && errors.length === 0 ? planned : exitCode.usage;
}

function errorText(chosen: ChosenRequest, unsent: Unsent, console: Console): string {
  return unsentText(chosen, unsent, textOptions(console, console.isErrorTerminal));
}

type Segment = ReturnType<typeof segmentOf>;

function segmentOf({ request }: ChosenRequest) {
  return request.segment.segment;
}

interface SentRequest {
  readonly request: PreparedRequest;
  readonly at: Date;
  readonly result: SendResult;
}

/** Why a request did not succeed: `text` is the end of a sentence. */
interface Failed {
  readonly text: string;
  readonly code: number;
}

/** Sends requests, each after those that it needs. */
class Sender {
  readonly #command: SendCommand;
  readonly #console: Console;
  readonly #secrets: CommandSecrets;
  readonly #credentials: Credentials;
  readonly #transport: Transport;
  readonly #cookies = new CookieJar();
  readonly #chosen: ReadonlySet<Segment>;
  readonly #needed: ReadonlySet<Segment>;
  /** The responses of each file that its requests may use. */
  readonly #last = new Map<Analysis, LastExchanges>();
  /** The needed requests that were sent; undefined: with success. */
  readonly #outcomes = new Map<Segment, Failed | undefined>();
  /** Sent for others before their turn. */
  readonly #early = new Map<Segment, SentRequest>();

  constructor(
    planned: readonly PlannedRequest[],
    command: SendCommand,
    console: Console,
    secrets: CommandSecrets,
    credentials: Credentials,
  ) {
    this.#command = command;
    this.#console = console;
    this.#secrets = secrets;
    this.#credentials = credentials;
    this.#transport = nodeTransport(proxyEnvironment(console.env, tlsOfProxy(credentials, command.insecureHosts)));
    this.#chosen = new Set(planned.map(({ chosen }) => segmentOf(chosen)));
    this.#needed = new Set(planned.flatMap(({ needs }) => needs.map(segmentOf)));
  }

  /** Resolves with an exit code if the request isn't sent, and the user knows why. */
  async complete({ chosen, needs, prepared }: PlannedRequest): Promise<SentRequest | number> {
    const segment = segmentOf(chosen);
    const early = this.#early.get(segment);
    this.#early.delete(segment);
    if (early) return early;
    for (const need of needs) {
      const failed = await this.#completeNeed(need);
      if (!failed) continue;
      const why = `it needs ${shownName(need.request)}, which did not succeed (${failed.text})`;
      this.#console.error(errorText(chosen, unsent(why), this.#console));
      return failed.code;
    }
    return this.#send(chosen, prepared);
  }

  async #completeNeed(need: ChosenRequest): Promise<Failed | undefined> {
    const segment = segmentOf(need);
    if (this.#outcomes.has(segment)) return this.#outcomes.get(segment);
    const sent = await this.#send(need, undefined);
    if (typeof sent === "object") {
      const response = responseOf(sent.result);
      const line = response && sent.request.redact(`${shownName(need.request)}: ${response.statusLine}`);
      if (line !== undefined) this.#console.error(`${visible(line)}\n`);
      if (this.#chosen.has(segment)) this.#early.set(segment, sent);
    }
    return this.#outcomes.get(segment);
  }

  async #send(chosen: ChosenRequest, ready: PreparedRequest | undefined): Promise<SentRequest | number> {
    const {
      analysis,
      request: { name },
    } = chosen;
    const last = this.#last.get(analysis) ?? new LastExchanges();
    this.#last.set(analysis, last);
    const given = { values: last.values, reference: (one: ResponseReference) => last.valueOf(one, name) };
    const prepared = ready ?? (await prepare(chosen, this.#command, this.#secrets, given));
    const segment = segmentOf(chosen);
    if (prepared.kind === "unsent") {
      this.#outcomes.set(segment, { text: "it is not sent", code: exitCode.usage });
      this.#console.error(errorText(chosen, prepared, this.#console));
      return exitCode.usage;
    }
    const request = withCookies(prepared, this.#cookies);
    const at = new Date();
    const options = sendOptions(request, this.#command, this.#credentials, new AbortController().signal);
    const result = await this.#transport.send(request.outgoing, options);
    this.#cookies.keep(result, Date.now());
    last.addSecrets(request.sentSecrets);
    warnOfTls(request, result, this.#console);
    if (this.#needed.has(segment)) this.#outcomes.set(segment, await this.#failureOf(request, result, last, given));
    return { request, at, result };
  }

  /** Keeps the response for those that need it. Resolves with why the request did not succeed, if it didn't. */
  async #failureOf(
    sent: PreparedRequest,
    result: SendResult,
    last: LastExchanges,
    given: Pick<Sending, "values" | "reference">,
  ): Promise<Failed | undefined> {
    const failed = (text: string, code: number) => ({ text: sent.redact(trimTrailing(text, ".")), code });
    const received = receivedOf(result, "cli");
    if (received.kind !== "response") {
      return failed(received.kind === "failed" ? received.why : "it was canceled", exitCode.noResponse);
    }
    const { get: secret } = this.#secrets;
    const { results, set } = await evaluated(sent, received, true, last, { secret, ...given });
    for (const [name, value] of set) last.values.set(name, value);
    const why = firstFailure(results);
    return why === undefined ? undefined : failed(why, exitCode.bad);
  }
}

/** What is written before the first exchange, between two, and after the last one. */
function framesOf(format: SendCommand["format"]): readonly [open: string, between: string, close: string] {
  switch (format) {
    case "text":
      return ["", "\n", ""];
    case "json":
      return ["[\n", ",\n", "\n]\n"];
    case "raw":
      return ["", "", ""];
    case "har":
      return [`${jsonText(emptyHar(version)).slice(0, -"]}}".length)}\n`, ",\n", "\n]}}\n"];
  }
}

function write(exchanged: Exchanged, { format }: SendCommand, console: Console): void {
  if (format === "json") writeInBlocks(jsonPieces(exchangeObject(exchanged)), console);
  else if (format === "har") writeHar(exchanged, console);
  else if (format === "raw") writeRaw(exchanged, console);
  else console.out(exchangeText(exchanged, textOptions(console, console.isTerminal)));
}

function writeHar({ sent, at, result }: Exchanged, console: Console): void {
  const { request, outgoing, secrets } = sent;
  const exchange = { label: request.name, request: outgoing, secrets, at: at.getTime(), result };
  for (const [index, entry] of harEntries(exchange, "cli").entries()) {
    if (index > 0) console.out(",\n");
    writeInBlocks(jsonPieces(entry), console);
  }
}

/** Joins short pieces and writes long ones alone. */
function writeInBlocks(pieces: Iterable<string>, console: Console): void {
  let block = "";
  for (const piece of pieces) {
    if (block.length + piece.length > blockLength) {
      console.out(block);
      block = "";
    }
    block += piece;
  }
  console.out(block);
}

const blockLength = 64 * 1024;

/** Writes the received bytes, and the reason why they are not a complete response to standard error. */
function writeRaw({ sent, result, settled }: Exchanged, console: Console): void {
  console.out(settled?.received ?? result.wire?.received ?? new Uint8Array(0));
  if (result.kind === "response") return;
  const { title, cause } = explain(result, "cli");
  const words = sent.redact(`${sent.file}:${sent.line}: ${title}. ${cause}`);
  console.error(`${[visible(`soaphttp: ${words}`), ...evidenceLines(result)].join("\n")}\n`);
}

function warnOfTls(sent: PreparedRequest, { tls }: SendResult, console: Console): void {
  if (tls === undefined || tls.verified) return;
  const { host, port } = sent.outgoing;
  console.complain(sent.redact(`The certificate of ${host}:${port} is not verified (${tls.verifyError ?? ""}).`));
}

function textOptions({ env, columns }: Console, isTerminal: boolean): TextOptions {
  return { paint: painter(wantsColors({ env, isTerminal })), columns };
}

/** POSIX: the language in the first of these variables that is set, such as `de_DE.UTF-8`. */
function languagesOf(env: Console["env"]): readonly string[] {
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  const language = /^[a-z]{2,3}(?![a-z])/.exec(locale)?.[0];
  return language === undefined ? [] : [language];
}
