import * as l10n from "@vscode/l10n";
import type { AgentMessage, AgentOutgoing } from "../../../server/src/protocol/agentProtocol.ts";
import { fromBase64, toBase64 } from "../../../server/src/text/base64.ts";
import { redactor } from "../../../server/src/text/redactor.ts";
import { addedSecrets } from "../core/exchange/exchange.ts";
import { charsetOf, shownOf } from "../core/exchange/presentation.ts";
import { sourcesText } from "../core/exchange/secretSources.ts";
import { explain } from "../core/failures/failures.ts";
import type { CookieJar } from "../core/run/cookies.ts";
import { supplied } from "../core/sending/prepare.ts";
import { redactionOf } from "../export/har/redaction.ts";
import type { Failure, Response, SendResult } from "../transport/result.ts";
import type { Progress, TransportRequest } from "../transport/transport.ts";
import { type Source, sourceOf, type TextArguments } from "./checking.ts";
import { type AgentHost, type AgentRefusal, isRefusal, type Question } from "./host.ts";
import {
  bodyPart,
  failed,
  fitting,
  fittingFindings,
  lengthOf,
  maxResult,
  shortened,
  slice,
  succeeded,
  type ToolResult,
} from "./results.ts";
import { hideIn, namedSecrets } from "./secrets.ts";

export interface SendArguments extends TextArguments {
  readonly name?: string;
  readonly environment?: string;
}

/** The last response of a session, without secrets. */
export interface KeptResponse {
  readonly status: number;
  readonly body: string;
  readonly type: string;
  readonly request: string;
}

/** A shorter value of an element in a response may also be a usual word elsewhere in it. */
const longEnough = 8;

export interface AgentState {
  readonly cookies: CookieJar;
  last: KeptResponse | undefined;
}

/** Sends a request, and keeps its response. The steps are the editor's: find, prepare, confirm, transport, evaluate, show. */
export async function sendRequest(given: SendArguments, host: AgentHost, state: AgentState): Promise<ToolResult> {
  const source = await sourceOf(given, host);
  if (isRefusal(source)) return failed(source.refused);
  const prepared = await outgoingOf(source, given, host);
  if (isRefusal(prepared)) return failed(prepared.refused);
  if (prepared.kind === "refused") return refusedErrors(prepared, source);
  const confirmed = await confirm(prepared.message, source, host);
  if (isRefusal(confirmed)) return failed(confirmed.refused);
  const applied = state.cookies.appliedTo(prepared.message, Date.now());
  const result = await transport(applied, source, host);
  const message = { ...applied, secrets: [...applied.secrets, ...addedSecrets(result)] };
  state.cookies.keep(result, Date.now());
  if (result.kind !== "response") return failed(failureText(result, message, source, host));
  const read = await readResponse(result, message, source, host);
  if (isRefusal(read)) return failed(read.refused);
  state.last = read.kept;
  return read.shown;
}

/** Asks the user, unless a body file must not be sent. */
async function confirm(message: AgentMessage, source: Source, host: AgentHost): Promise<true | AgentRefusal> {
  const outside = await Promise.all((message.bodyFiles ?? []).map((uri) => host.outside(uri)));
  if (outside.some((file) => file !== undefined)) {
    return {
      refused: `Not sent: the body file is outside of the workspace. Move it, or write its content in the request.`,
    };
  }
  return host.mayBeSent(questionOf(message, source));
}

async function transport(message: AgentMessage, source: Source, host: AgentHost): Promise<SendResult> {
  const request = toRequest(message);
  const report = reporterOf(host, redactor([...message.secrets, ...source.secrets])(request.host));
  const result = await host.send(request, message, report.progress);
  report.end();
  return result;
}

async function readResponse(
  result: Response,
  message: AgentMessage,
  source: Source,
  host: AgentHost,
): Promise<{ readonly kept: KeptResponse; readonly shown: ToolResult } | AgentRefusal> {
  const { uri, wsdl } = source;
  const request = toRequest(message);
  const received = shownOf({ message: { ...message, errors: [] }, result }, result.surplus.length);
  if (!received) return { refused: "The response can't be read." };
  const { head, body, facts } = received;
  const read = await host.language.response({
    ...{ uri, wsdl, facts, head: toBase64(head), body: toBase64(body) },
  });
  const own = namedSecrets(read.body);
  const secrets = [...secretsOf(message, source), ...own.filter((one) => one.length >= longEnough)];
  const redaction = redactionOf({ request, secrets, result });
  const text = redaction.body(read.body);
  const kept = { status: result.status, body: text, type: read.type, request: redaction.body(bodyText(request)) };
  const fault = read.fault && {
    code: shortened(redaction.text(read.fault.code)),
    reason: shortened(redaction.text(read.fault.reason)),
  };
  const headers = fitting(
    result.fields.map(({ name, value }) => [name, shortened(redaction.value(name, value))] as const),
    100,
    maxResult * 0.75,
  );
  const part = bodyPart(text, 0, maxResult * 0.6);
  const named = redactor(own);
  const all = read.findings.map((one) => hideIn(one, (given) => named(redaction.text(given))));
  const rest = { fault, milliseconds: Math.round(result.timings.total), bytes: result.body.length };
  const findings = fittingFindings(all, lengthOf([rest, headers, part]));
  const isCut = part.length < text.length || headers.length < result.fields.length || findings.length < all.length;
  const note = noteOn(message);
  const status = { sent: true, ...(note && { note }), status: result.status };
  return { kept, shown: succeeded({ ...status, headers, body: part, ...rest, truncated: isCut, findings }) };
}

/** Returns a sentence about directives in the text that a tool ignores. */
function noteOn({ withoutEffect }: AgentMessage): string | undefined {
  if (withoutEffect.length === 0) return undefined;
  const names = withoutEffect.map((name) => `# @${name}`).join(", ");
  return `The request was sent once, and no file was written: ${names} had no effect. Ask the user to send it in VS Code or with soaphttp send.`;
}

/** The message of the request, with its secrets. */
async function outgoingOf(
  { uri, text, wsdl, environmentVariables }: Source,
  { name, environment }: SendArguments,
  host: AgentHost,
): Promise<Extract<AgentOutgoing, { readonly kind: "message" | "refused" }> | AgentRefusal> {
  const prepared = await supplied(
    (secrets) => host.language.outgoing({ uri, text, wsdl, environmentVariables, name, environment, secrets }),
    async (asked) =>
      // Requesting a token would send a request without a question, to an address that the user doesn't see.
      typeof asked === "object"
        ? { refused: `The request needs the token ${asked.name}, which tools don't request. Ask the user to send it.` }
        : host.secret(asked),
  );
  if (isRefusal(prepared)) return prepared;
  switch (prepared.kind) {
    case "none":
      return { refused: whyNoRequest(name, prepared.names) };
    case "unsigned":
      return {
        refused: "Not sent: the request has signatures. Ask the user to send it with soaphttp send or in VS Code.",
      };
    case "environment": {
      const available =
        prepared.available.length === 0 ? "No environments are defined." : prepared.available.join(", ");
      return { refused: `The environment ${environment ?? ""} is unknown. Available: ${available}` };
    }
    default:
      return prepared;
  }
}

function whyNoRequest(name: string | undefined, names: readonly string[]): string {
  if (name === undefined) return "The text contains no request. Write one with write_request.";
  const hint = names.length > 0 ? `Available: ${names.slice(0, 50).join(", ")}.` : "Add # @name above a request.";
  return `No request is named ${shortened(name, 100)}. ${hint}`;
}

function refusedErrors(made: Extract<AgentOutgoing, { readonly kind: "refused" }>, source: Source): ToolResult {
  const hide = redactor([...made.secrets, ...source.secrets]);
  const findings = fittingFindings(
    made.findings.map((one) => hideIn(one, hide)),
    0,
  );
  return failed("Not sent: the request has errors. Correct them, and check it with check_request.", {
    sent: false,
    findings,
  });
}

/** The beginning of a body that a person can read before agreeing. */
const asked = 2_000;

/** The question to the user. Typed values can be secrets, too, not only values of variables. */
function questionOf(message: AgentMessage, source: Source): Question {
  const request = toRequest(message);
  const body = bodyText(request);
  const secrets = secretsOf(message, source);
  const { url, body: hideIn, text } = redactionOf({ request, secrets, result: undefined });
  const { scheme, host, port, target, method } = message;
  const authority = `${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
  const sources = (message.secretUses ?? []).map((use) => use.source);
  const to = text(authority);
  return {
    secrets: sources.length === 0 ? undefined : l10n.t("The request sends {0} to {1}.", sourcesText(sources), to),
    method: text(method),
    url: `${scheme}://${to}${url(target)}`,
    host,
    port,
    shownHost: text(host),
    body: slice(hideIn(body), 0, asked),
    note: message.note === undefined ? undefined : shortened(text(message.note), 500),
  };
}

/** Values of variables, and values whose names suggest a secret, unless the model wrote them. */
function secretsOf(message: AgentMessage, { secrets, isFile, text }: Source): readonly string[] {
  const sent = `${message.head}\r\n${bodyText(toRequest(message))}`;
  const named = namedSecrets(sent).filter((value) => isFile || !text.includes(value));
  return [...message.secrets, ...secrets, ...named];
}

function bodyText({ fields, body }: TransportRequest): string {
  try {
    return new TextDecoder(charsetOf(fields)).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function failureText(failure: Failure, message: AgentMessage, source: Source, { shell }: AgentHost): string {
  const { title, cause } = explain(failure, shell);
  const secrets = secretsOf(message, source);
  return redactionOf({ request: toRequest(message), secrets, result: failure }).text(
    `${failure.kind}: ${title}. ${cause}`,
  );
}

function toRequest(message: AgentMessage): TransportRequest {
  return { ...message, body: fromBase64(message.body) };
}

/** Milliseconds between two messages about the same stage. */
const interval = 1000;

/** Returns a reporter of progress. `host` must contain no secrets. */
function reporterOf({ progress, signal }: AgentHost, host: string) {
  if (!progress) return { progress: () => {}, end: () => {} };
  let step = 0;
  let stage: "connecting" | "sent" | "receiving" | undefined;
  let shown = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tell = (message: string) => {
    if (!signal.aborted) progress(++step, message);
    shown = Date.now();
  };
  const end = () => clearInterval(timer);
  const enter = (next: typeof stage, message: string) => {
    if (stage === next) return;
    stage = next;
    end();
    tell(message);
  };
  const wait = () => {
    const since = Date.now();
    timer = setInterval(() => tell(`Waiting for the response: ${Math.round((Date.now() - since) / 1000)} s`), interval);
  };
  return {
    end,
    progress: ({ stage: reached, receivedBytes }: Progress) => {
      if (reached === "response" && stage !== "sent") {
        enter("sent", "Sent");
        wait();
      } else if (reached === "head" || reached === "body") {
        if (stage !== "receiving") enter("receiving", "Receiving");
        else if (Date.now() - shown >= interval) tell(`Receiving: ${receivedBytes} bytes`);
      } else if (stage === undefined) enter("connecting", `Connecting to ${host}`);
    },
  };
}
