import {
  callbackNames,
  explanation,
  type Sending,
  sendingNow,
} from "../../../../server/src/service/languageService.ts";
import { evidenceLines, explain } from "../../core/failures/failures.ts";
import { callFailures } from "../../core/testing/called.ts";
import { emptyHar, harEntries } from "../../export/har/har.ts";
import { CheckedContracts } from "../check/checkedContracts.ts";
import { askingBeside, type Console } from "../console.ts";
import { type Credentials, readCredentials } from "../credentials.ts";
import { exitCode } from "../exitCode.ts";
import { type CommandKeys, readCommandKeys } from "../keys/commandKeys.ts";
import { SideMocks } from "../mock/sideMocks.ts";
import { type Outside, readOutside } from "../outside.ts";
import { jsonText, visible, visibleText } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { version } from "../version.ts";
import type { Door } from "../wsdl/documentReader.ts";
import { doorWith } from "../wsdl/door.ts";
import { choose } from "./chosen.ts";
import { type Exchanged, exitCodeOf, strictCodeOf, understand } from "./exchanged.ts";
import { exchangeObject, jsonPieces } from "./json.ts";
import type { ChosenRequest } from "./openFiles.ts";
import { prepare, sendingPlace, standingRefusal, type Unsent, unsent } from "./prepared.ts";
import { CommandSecrets } from "./secrets.ts";
import { type PlannedRequest, type Segment, Sender, segmentOf } from "./sender.ts";
import { commandTokens } from "./sendOptions.ts";
import { exchangeText } from "./text.ts";
import { errorText, textOptions } from "./unsentText.ts";
import { type SendCommand, sendUsage } from "./usage.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(sendUsage, send, args, console);
}

async function send(command: SendCommand, console: Console): Promise<number | string> {
  const credentials = await readCredentials(command.credentials, askingBeside(command.operands, console));
  if (typeof credentials === "string") return credentials;
  return sendBy(command, console, credentials, doorWith(credentials, command, console));
}

/** Sends one after the other, if all can be sent. `door`: for the addresses of WSDLs. Resolves with the exit code. */
export async function sendBy(
  command: SendCommand,
  console: Console,
  credentials: Credentials,
  door: Door,
): Promise<number | string> {
  const outside = readOutside(command, console);
  if (typeof outside === "string") return outside;
  const keys = await readCommandKeys(command, console);
  if (typeof keys === "string") return keys;
  const tokens = commandTokens(command, credentials, console);
  const secrets = new CommandSecrets(console, outside.values, command.secretCommand, tokens);
  if (command.explain) return printValues(command, console, { secrets, outside, door, keys });
  const mocks = new SideMocks(command, outside, console, door, keys);
  try {
    return (
      (await mocks.start(command.mockFiles)) ??
      (await sendAll(command, console, { secrets, credentials, outside, door, keys, mocks }))
    );
  } finally {
    await mocks.close();
  }
}

interface SendParts {
  readonly secrets: CommandSecrets;
  readonly credentials: Credentials;
  readonly outside: Outside;
  readonly door: Door;
  readonly keys: CommandKeys;
  readonly mocks: SideMocks;
}

async function sendAll(command: SendCommand, console: Console, parts: SendParts): Promise<number | string> {
  const { secrets, credentials, mocks } = parts;
  const chosen = await plan(command, console, parts);
  if (typeof chosen !== "object") return chosen;
  const { planned, isPart } = chosen;
  const languages = languagesOf(console.env);
  const [open, between, close] = framesOf(command.format);
  let worst: number = exitCode.good;
  let next = open;
  const sender = new Sender(planned, command, console, secrets, credentials);
  try {
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
      const { failed } = sent;
      if (failed) console.complain(`${request.chosen.file}:${request.chosen.line}: ${failed.text}.`);
      worst = Math.max(worst, exitCodeOf(exchanged), failed?.code ?? exitCode.good);
      if (command.strict) worst = Math.max(worst, strictCodeOf(exchanged));
    }
  } finally {
    await sender.close();
  }
  console.out(next === open ? open + close : close);
  // If only a part of a file is sent, mock services may not get all requests that `# @expect` expects.
  const failures = isPart ? [] : callFailures(await mocks.called());
  for (const failure of failures) console.complain(failure);
  return failures.length === 0 ? worst : Math.max(worst, exitCode.bad);
}

async function printValues(
  command: SendCommand,
  console: Console,
  { secrets, ...parts }: Omit<SendParts, "credentials" | "mocks">,
): Promise<number | string> {
  const chosen = await chooseRequests(command, console, parts);
  if (typeof chosen === "string") return chosen;
  let worst: number = chosen.areAll ? exitCode.good : exitCode.usage;
  for (const [index, request] of chosen.requests.entries()) {
    const text = await explained(request, command, secrets, console);
    if (typeof text === "string") console.out(`${index === 0 ? "" : "\n"}${text}`);
    else {
      console.error(errorText(request, text, console));
      worst = exitCode.usage;
    }
  }
  return worst;
}

/** Resolves with a text about how the values of a request are computed, or with why that is unknown. */
async function explained(
  chosen: ChosenRequest,
  { seed }: SendCommand,
  secrets: CommandSecrets,
  console: Console,
): Promise<string | Unsent> {
  const { analysis, request, compute } = chosen;
  const place = sendingPlace(chosen, console);
  // Explaining a value requests no token, so the token's name takes its place.
  const secret: Sending["secret"] = (name, token) => (token ? name : secrets.get(name));
  const sending: Sending = { ...sendingNow(), secret, seed, place };
  for (;;) {
    const made = explanation(analysis, request, sending);
    if (made.kind === "explained") return visibleText(await made.text(compute));
    const missing = await secrets.ask(made.names);
    if (missing !== undefined) return unsent(missing);
  }
}

/** Reports the operands that can't be used. Resolves with the reason if nothing can be read. */
async function chooseRequests(
  command: SendCommand,
  console: Console,
  { outside, door, keys, mocks }: Pick<SendParts, "outside" | "door" | "keys"> & Partial<Pick<SendParts, "mocks">>,
) {
  const contracts = command.noWsdl ? undefined : new CheckedContracts(command, console, door);
  const unreadable = await contracts?.open(command.wsdl);
  if (unreadable !== undefined) return unreadable;
  const { requests, problems, isPart } = await choose({ ...command, contracts, keys, outside, mocks }, console);
  outside.complain(console);
  for (const problem of problems) console.complain(problem);
  return { requests, areAll: problems.length === 0, isPart };
}

/** Reports requests that can't be sent. Resolves with the exit code if there are any, or why nothing can be read. */
async function plan(
  command: SendCommand,
  console: Console,
  { secrets, ...parts }: SendParts,
): Promise<{ readonly planned: readonly PlannedRequest[]; readonly isPart: boolean } | string | number> {
  const chosenRequests = await chooseRequests(command, console, parts);
  if (typeof chosenRequests === "string") return chosenRequests;
  const planned: PlannedRequest[] = [];
  const errors: string[] = [];
  const checked = new Set<Segment>();
  const { requests } = chosenRequests;
  for (const chosen of command.only ? requests : requests.flatMap((one) => withCallbacks(one, requests))) {
    const needs = command.only ? [] : chosen.needs();
    if (typeof needs === "string") {
      errors.push(`soaphttp: ${visible(`${chosen.file}:${chosen.line}: ${needs}`)}\n`);
    } else if (needs.length === 0 && callbackNames(chosen.analysis.document).length === 0) {
      const outcome = await prepare(chosen, command, secrets, { place: sendingPlace(chosen, console) });
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
  const { areAll, isPart } = chosenRequests;
  return areAll && errors.length === 0 ? { planned, isPart } : exitCode.usage;
}

/** Returns a request and the callbacks below it, unless the callbacks are chosen themselves. */
function withCallbacks(request: ChosenRequest, chosen: readonly ChosenRequest[]): readonly ChosenRequest[] {
  return [request, ...request.callbacks().filter((one) => !chosen.includes(one))];
}

/** Returns the texts before the first exchange, between two exchanges, and after the last one. */
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
  else for (const piece of exchangeText(exchanged, textOptions(console, console.isTerminal))) console.out(piece);
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

/** Writes the received bytes, and writes the reason why they are not a complete response to standard error. */
function writeRaw({ sent, result, settled }: Exchanged, console: Console): void {
  console.out(settled?.received ?? result.wire?.received ?? new Uint8Array(0));
  if (result.kind === "response") return;
  const { title, cause } = explain(result, "cli");
  const words = sent.redact(`${sent.file}:${sent.line}: ${title}. ${cause}`);
  console.error(`${[visible(`soaphttp: ${words}`), ...evidenceLines(result)].join("\n")}\n`);
}

/** POSIX: the language in the first of these variables that is set, such as `de_DE.UTF-8`. */
function languagesOf(env: Console["env"]): readonly string[] {
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  const language = /^[a-z]{2,3}(?![a-z])/.exec(locale)?.[0];
  return language === undefined ? [] : [language];
}
