import * as l10n from "@vscode/l10n";
import { commandLineMaxBytes } from "../../../../server/src/limits.ts";
import { evidenceLines, explain } from "../../core/failures/failures.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { SendOptions, Transport } from "../../transport/transport.ts";
import { placed, withoutSecrets } from "../check/checkedFile.ts";
import { findingText, type TextOptions } from "../check/text.ts";
import { painter, wantsColours } from "../colours.ts";
import type { Console } from "../console.ts";
import { exitCode, refuse, show } from "../usage.ts";
import { visible } from "../visible.ts";
import { type ChosenRequest, choose } from "./chosen.ts";
import { type Credentials, readCredentials, tlsFor, tlsOfProxy } from "./credentials.ts";
import { discreet, type Exchanged, exitCodeOf, understand } from "./exchanged.ts";
import { exchangeObject, jsonPieces } from "./json.ts";
import { type PreparedRequest, prepare, type Unsent } from "./prepared.ts";
import { CommandSecrets } from "./secrets.ts";
import { exchangeText } from "./text.ts";
import { readSendCommand, type SendCommand, sendHelp } from "./usage.ts";

/** Runs `soaphttp send` with the arguments after its name. Resolves with the exit code. */
export async function run(args: readonly string[], console: Console): Promise<number> {
  const options = readSendCommand(args);
  switch (options.kind) {
    case "help":
      return show(sendHelp(), console);
    case "wrong":
      return refuse(options, "soaphttp send --help", console);
    default:
      return send(options, console);
  }
}

/** Sends what is named, if all of it can be sent, one request after the other. Resolves with the exit code. */
async function send(command: SendCommand, console: Console): Promise<number> {
  const { requests, problems } = await choose(command, console);
  for (const problem of problems) console.complain(problem);
  const secrets = new CommandSecrets(console);
  const prepared: { readonly request: ChosenRequest; readonly outcome: PreparedRequest | Unsent }[] = [];
  for (const request of requests)
    prepared.push({ request, outcome: await prepare(request, command, secrets, console.cwd) });
  for (const { request, outcome } of prepared) {
    if (outcome.kind === "unsent")
      console.error(unsentText(request, outcome, textOptions(console, console.isErrorTerminal)));
  }
  const ready = prepared.flatMap(({ outcome }) => (outcome.kind === "prepared" ? outcome : []));
  if (problems.length > 0 || ready.length < requests.length) return exitCode.usage;
  const credentials = await readCredentials(command.credentials, console);
  if (credentials.kind === "problem") {
    console.complain(credentials.problem);
    return exitCode.usage;
  }

  const transport = nodeTransport(proxyEnvironment(console.env, tlsOfProxy(credentials, command.insecureHosts)));
  const languages = languagesOf(console.env);
  const write = writer(command, console);
  let worst: number = exitCode.good;
  write.begin();
  for (const request of ready) {
    const exchanged = await sendOne(transport, request, { command, credentials, languages });
    warnOfTls(exchanged, console);
    write.exchange(exchanged);
    worst = Math.max(worst, exitCodeOf(exchanged));
  }
  write.end();
  return worst;
}

interface SendingContext {
  readonly command: SendCommand;
  readonly credentials: Credentials;
  readonly languages: readonly string[];
}

async function sendOne(
  transport: Transport,
  request: PreparedRequest,
  { command, credentials, languages }: SendingContext,
): Promise<Exchanged> {
  const at = new Date();
  const result = await transport.send(request.outgoing, sendOptions(request, command, credentials));
  return understand(request, at, result, { format: command.format, rules: command.rules, languages });
}

function sendOptions(
  { outgoing, timeout, redirects }: PreparedRequest,
  { insecureHosts, allowUnencrypted, maxHeadBytes }: SendCommand,
  credentials: Credentials,
): SendOptions {
  return {
    signal: new AbortController().signal,
    timeout,
    redirects,
    mayGoUnencrypted: () => allowUnencrypted,
    maxBytes: commandLineMaxBytes,
    ...(maxHeadBytes === undefined ? {} : { maxHeadBytes }),
    tls: tlsFor(outgoing, credentials, insecureHosts),
  };
}

interface Writer {
  begin(): void;
  exchange(exchanged: Exchanged): void;
  end(): void;
}

function writer({ format }: SendCommand, console: Console): Writer {
  let first = true;
  const separator = (text: string) => {
    if (!first) console.out(text);
    first = false;
  };
  switch (format) {
    case "text":
      return {
        begin: () => {},
        exchange: (exchanged) => {
          separator("\n");
          console.out(exchangeText(exchanged, textOptions(console, console.isTerminal)));
        },
        end: () => {},
      };
    case "json":
      return {
        begin: () => console.out("["),
        exchange: (exchanged) => {
          separator(",");
          console.out("\n");
          writeInBlocks(jsonPieces(exchangeObject(exchanged)), console);
        },
        end: () => console.out("\n]\n"),
      };
    case "raw":
      return { begin: () => {}, exchange: (exchanged) => writeRaw(exchanged, console), end: () => {} };
  }
}

/** Short pieces together, long ones each for itself. */
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

/** The bytes that came, whatever they are; why they are not a complete response goes to standard error. */
function writeRaw({ sent, result, settled }: Exchanged, console: Console): void {
  console.out(settled?.received ?? result.wire?.received ?? new Uint8Array(0));
  if (result.kind === "response") return;
  const { title, cause } = explain(result, "cli");
  const words = discreet(sent)(`${sent.file}:${sent.line}: ${title}. ${cause}`);
  const lines = [visible(`soaphttp: ${words}`), ...evidenceLines(result)];
  console.error(`${lines.join("\n")}\n`);
}

function unsentText({ file, line, analysis }: ChosenRequest, unsent: Unsent, options: TextOptions): string {
  const { why } = unsent;
  const findings = unsent.findings.map(withoutSecrets(unsent.secrets));
  const found = placed(file, analysis.document.text, findings);
  const texts = found.findings.map((finding) => `${findingText(found, finding, options)}\n`);
  return `${texts.join("")}${visible(`soaphttp: ${l10n.t("{0}:{1} is not sent: {2}.", file, line, why)}`)}\n`;
}

function warnOfTls({ sent, result: { tls } }: Exchanged, console: Console): void {
  if (tls === undefined || tls.verified) return;
  const { host, port } = sent.outgoing;
  const reason = tls.verifyError ?? "";
  const words = l10n.t("The certificate of {0}:{1} is not verified ({2}).", host, port, reason);
  console.complain(discreet(sent)(words));
}

function textOptions({ env, columns }: Console, isTerminal: boolean): TextOptions {
  return { paint: painter(wantsColours({ env, isTerminal })), columns };
}

/** POSIX: `de_DE.UTF-8` in the first of these that is set. */
function languagesOf(env: Console["env"]): readonly string[] {
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  const language = /^[a-z]{2,3}(?![a-z])/.exec(locale)?.[0];
  return language === undefined ? [] : [language];
}
