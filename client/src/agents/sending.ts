import * as l10n from "@vscode/l10n";
import type { AgentMessage, AgentOutgoing } from "../../../server/src/protocol/agentProtocol.ts";
import { fromBase64, toBase64 } from "../../../server/src/text/base64.ts";
import { redactor } from "../../../server/src/text/redactor.ts";
import { charsetOf, shownOf } from "../core/exchange/presentation.ts";
import { sourcesText } from "../core/exchange/secretSources.ts";
import { explain } from "../core/failures/failures.ts";
import { CookieJar } from "../core/run/cookies.ts";
import { type Redaction, redactionOf } from "../export/har/redaction.ts";
import type { Failure, Response } from "../transport/result.ts";
import type { TransportRequest } from "../transport/transport.ts";
import { type Source, sourceOf, type TextArguments } from "./checking.ts";
import { type AgentHost, type AgentRefusal, isRefusal, type Question } from "./host.ts";
import { reporterOf } from "./progress.ts";
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
  /** The body of the request. */
  readonly request: string;
}

/** A shorter value of an element in a response may also be a usual word elsewhere in it. */
const longEnough = 8;

/** Sends requests, and keeps the last response. */
export class AgentSender {
  readonly #cookies = new CookieJar();
  #last: KeptResponse | undefined;

  get last(): KeptResponse | undefined {
    return this.#last;
  }

  async send(given: SendArguments, host: AgentHost): Promise<ToolResult> {
    const source = await sourceOf(given, host);
    if (isRefusal(source)) return failed(source.refused);
    const made = await outgoingOf(source, given, host);
    if (isRefusal(made)) return failed(made.refused);
    if (made.kind === "refused") return refusedErrors(made, source);
    const { message } = made;
    const outside = await Promise.all((message.bodyFiles ?? []).map((uri) => host.outside(uri)));
    if (outside.some((one) => one !== undefined)) {
      return failed(
        `Not sent: the body file is outside of the workspace. Move it, or write its content in the request.`,
      );
    }
    const mayBeSent = await host.mayBeSent(questionOf(message, source));
    if (mayBeSent !== true) return failed(mayBeSent.refused);
    return this.#exchange(message, source, host);
  }

  async #exchange(typed: AgentMessage, source: Source, host: AgentHost): Promise<ToolResult> {
    const message = this.#cookies.appliedTo(typed, Date.now());
    const request: TransportRequest = { ...message, body: fromBase64(message.body) };
    const report = reporterOf(host, redactor([...message.secrets, ...source.secrets])(request.host));
    const result = await host.send(request, message, report.progress);
    report.end();
    this.#cookies.keep(result, Date.now());
    if (result.kind === "response") return this.#received(result, message, source, host);
    return failed(failureText(result, redactionOf({ request, secrets: secretsOf(message, source), result }), host));
  }

  async #received(result: Response, message: AgentMessage, source: Source, host: AgentHost): Promise<ToolResult> {
    const { uri, wsdl } = source;
    const request: TransportRequest = { ...message, body: fromBase64(message.body) };
    const shown = shownOf({ message: { ...message, errors: [] }, result }, result.surplus.length);
    const { head = new Uint8Array(0), body = new Uint8Array(0), facts } = shown ?? {};
    if (!facts) return failed("The response can't be read.");
    const read = await host.language.response({
      uri,
      wsdl,
      head: toBase64(head),
      body: toBase64(body),
      facts,
    });
    const own = namedSecrets(read.body);
    const secrets = [...secretsOf(message, source), ...own.filter((one) => one.length >= longEnough)];
    const redaction = redactionOf({ request, secrets, result });
    const text = redaction.body(read.body);
    this.#last = { status: result.status, body: text, type: read.type, request: redaction.body(bodyText(request)) };
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
    return succeeded({
      sent: true,
      status: result.status,
      headers,
      body: part,
      ...rest,
      truncated: isCut,
      findings,
    });
  }
}

/** The message of the request, with its secrets. */
async function outgoingOf(
  { uri, text, wsdl, environmentVariables }: Source,
  { name, environment }: SendArguments,
  host: AgentHost,
): Promise<Extract<AgentOutgoing, { readonly kind: "message" | "refused" }> | AgentRefusal> {
  const secrets = new Map<string, string>();
  for (;;) {
    const given = Object.fromEntries(secrets);
    const params = { uri, text, wsdl, environmentVariables, name, environment, secrets: given };
    const made = await host.language.outgoing(params);
    if (isRefusal(made)) return made;
    switch (made.kind) {
      case "none":
        return { refused: whyNoRequest(name, made.names) };
      case "unsigned":
        return {
          refused: "Not sent: the request has signatures. Ask the user to send it with soaphttp send or in VS Code.",
        };
      case "environment": {
        const available = made.available.length === 0 ? "No environments are defined." : made.available.join(", ");
        return { refused: `The environment ${environment ?? ""} is unknown. Available: ${available}` };
      }
      case "secrets":
        for (const one of made.names) {
          const value = await host.secret(one);
          if (isRefusal(value)) return value;
          secrets.set(one, value);
        }
        break;
      default:
        return made;
    }
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

/** The question to the user. Typed values can be secrets, too, not only those of variables. */
function questionOf(message: AgentMessage, source: Source): Question {
  const request: TransportRequest = { ...message, body: fromBase64(message.body) };
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

/** Values of variables, and of what is named like a secret, unless the model has written them itself. */
function secretsOf(message: AgentMessage, { secrets, isFile, text }: Source): readonly string[] {
  const sent = `${message.head}\r\n${bodyText({ ...message, body: fromBase64(message.body) })}`;
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

function failureText(failure: Failure, { text }: Redaction, { shell }: AgentHost): string {
  const { title, cause } = explain(failure, shell);
  return text(`${failure.kind}: ${title}. ${cause}`);
}
