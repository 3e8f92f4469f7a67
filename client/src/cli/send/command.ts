import { evidenceLines, explain } from "../../core/failures/failures.ts";
import { CookieJar } from "../../core/run/cookies.ts";
import { emptyHar, harEntries } from "../../export/har/har.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import { CheckedContracts } from "../check/checkedContracts.ts";
import type { TextOptions } from "../check/textFormat.ts";
import { painter, wantsColors } from "../colors.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { jsonText, visible } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { version } from "../version.ts";
import { choose } from "./chosen.ts";
import { readCredentials, tlsOfProxy } from "./credentials.ts";
import { type Exchanged, exitCodeOf, strictCodeOf, understand } from "./exchanged.ts";
import { exchangeObject, jsonPieces } from "./json.ts";
import { type PreparedRequest, prepare, withCookies } from "./prepared.ts";
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
async function send(command: SendCommand, console: Console): Promise<number> {
  const ready = await readyRequests(command, console);
  if (ready === undefined) return exitCode.usage;
  const credentials = await readCredentials(command.credentials, console);
  if (typeof credentials === "string") {
    console.complain(credentials);
    return exitCode.usage;
  }
  const transport = nodeTransport(proxyEnvironment(console.env, tlsOfProxy(credentials, command.insecureHosts)));
  const languages = languagesOf(console.env);
  const [open, between, close] = framesOf(command.format);
  let worst: number = exitCode.good;
  const cookies = new CookieJar();
  for (const [index, prepared] of ready.entries()) {
    const request = withCookies(prepared, cookies);
    const at = new Date();
    const result = await transport.send(
      request.outgoing,
      sendOptions(request, command, credentials, new AbortController().signal),
    );
    cookies.keep(result, Date.now());
    const exchanged = await understand(request, at, result, command, languages);
    warnOfTls(exchanged, console);
    console.out(index === 0 ? open : between);
    write(exchanged, command, console);
    worst = Math.max(worst, exitCodeOf(exchanged), command.strict ? strictCodeOf(exchanged) : exitCode.good);
  }
  console.out(close);
  return worst;
}

/** Reports what can't be sent. Resolves with undefined if something can't. */
async function readyRequests(command: SendCommand, console: Console): Promise<readonly PreparedRequest[] | undefined> {
  const contracts = command.noWsdl ? undefined : new CheckedContracts(command, console);
  const unreadable = await contracts?.open(command.wsdl);
  if (unreadable !== undefined) {
    console.complain(unreadable);
    return undefined;
  }
  const keys = await readCommandKeys(command, console);
  if (typeof keys === "string") {
    console.complain(keys);
    return undefined;
  }
  const { requests, problems } = await choose({ ...command, contracts, keys }, console);
  for (const problem of problems) console.complain(problem);
  const secrets = new CommandSecrets(console);
  const ready: PreparedRequest[] = [];
  const errors: string[] = [];
  for (const request of requests) {
    const outcome = await prepare(request, command, secrets);
    if (outcome.kind === "prepared") ready.push(outcome);
    else errors.push(unsentText(request, outcome, textOptions(console, console.isErrorTerminal)));
  }
  for (const error of errors) console.error(error);
  return problems.length + errors.length > 0 ? undefined : ready;
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

function warnOfTls({ sent, result: { tls } }: Exchanged, console: Console): void {
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
