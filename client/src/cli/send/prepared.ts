import { randomUUID } from "node:crypto";
import {
  type ContractOperation,
  computedOutgoing,
  type Finding,
  type MessageInfo,
  newNonce,
  type Sending,
  type SentSecrets,
  sendingDirectives,
} from "../../../../server/src/service/languageService.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { timeoutOf } from "../../core/exchange/exchange.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import { secretVariable } from "../../core/sending/secretVariable.ts";
import type { SendOptions, TransportRequest } from "../../transport/transport.ts";
import { redactFinding } from "../check/checkedFile.ts";
import type { ChosenRequest } from "./chosen.ts";
import type { CommandSecrets } from "./secrets.ts";
import type { SendingOptions } from "./usage.ts";

/** A request with the bytes that will be sent. */
export interface PreparedRequest extends ChosenRequest {
  readonly kind: "prepared";
  readonly outgoing: TransportRequest;
  readonly soapVersion: "1.1" | "1.2" | undefined;
  /** Of its contract. */
  readonly operation: ContractOperation | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly redirects: SendOptions["redirects"];
  /** The remaining errors, without secrets. */
  readonly errors: readonly { readonly message: string }[];
  /** The differences between the file and what is sent, except those that the transport adds. */
  readonly changes: readonly string[];
  /** Redacts the request's secrets in texts about it. What the service sends is not such a text. */
  readonly redact: (text: string) => string;
  /** The values that `redact` redacts. */
  readonly secrets: readonly string[];
  /** Where the secrets of the file's text come from. */
  readonly sentSecrets: SentSecrets;
}

/** Why a request is not sent. */
export interface Unsent {
  readonly kind: "unsent";
  readonly findings: readonly Finding[];
  readonly why: string;
  /** Values to redact in the findings. */
  readonly secrets: readonly string[];
}

/** Why a request will not be sent, whatever the values of responses are that it needs. */
export function standingRefusal({ request, analysis }: ChosenRequest, command: SendingOptions): Unsent | undefined {
  const { errors } = request;
  if (errors.length > 0 && !command.asWritten) return unsent(hasErrors, errors, [...analysis.scope.secrets.keys()]);
  return unconfirmed(request, command);
}

const hasErrors = "it has errors; use --as-written to send it anyway";

function unconfirmed(request: MessageInfo, { yes }: SendingOptions): Unsent | undefined {
  const { note } = sendingDirectives(request);
  return note === undefined || yes ? undefined : unsent(`it requires confirmation: ${note}. Use --yes to confirm`);
}

export async function prepare(
  chosen: ChosenRequest,
  command: SendingOptions & { readonly replay?: string | undefined },
  secrets: CommandSecrets,
  given: Pick<Sending, "values" | "reference"> = {},
): Promise<PreparedRequest | Unsent> {
  const { request, analysis } = chosen;
  const { get: secret } = secrets;
  const random = { guid: () => randomUUID(), random: Math.random, nonce: newNonce() };
  const sending = { now: new Date(), ...random, secret, ...given };
  let made = await computedOutgoing(analysis, request, sending, chosen.compute);
  if (made.kind === "secrets") {
    const missing = await secrets.ask(made.names);
    if (missing !== undefined) {
      return unsent(missingSecret(missing));
    }
    made = await computedOutgoing(analysis, request, sending, chosen.compute);
  }
  if (made.kind !== "message") {
    const { problems, secrets: values } = made.kind === "unsendable" ? made : { problems: [], secrets: new Map() };
    return unsent("it can't be sent, not even with --as-written", problems, [...values.keys()]);
  }
  const values = [...made.secrets.keys()];
  // Without secrets and signatures, the body of a replay has another length.
  const isLengthKnown = command.replay === undefined;
  const errors = made.errors.filter(({ code }) => isLengthKnown || code !== "content-length-mismatch");
  const { changes } = made.outgoing;
  if (errors.length > 0 && !command.asWritten) {
    return unsent(hasErrors, errors, values);
  }
  const refusal = unconfirmed(request, command);
  if (refusal) return refusal;
  const { timeout, redirects } = sendingDirectives(request);
  const { address, body, bodyFiles: _, changes: __, ...parts } = made.outgoing;
  return {
    ...chosen,
    kind: "prepared",
    outgoing: { ...parts, ...address, body },
    soapVersion: made.soapVersion,
    operation: made.operation,
    timeout: timeoutOf({ timeout }, command.timeout),
    redirects: redirects ? followed[command.follow] : "never",
    errors: errors.map(redactFinding(values)),
    changes,
    redact: redactor(values),
    secrets: values,
    sentSecrets: made.secrets,
  };
}

/** The request with the cookies that it asks for (`# @cookies`). */
export function withCookies(prepared: PreparedRequest, jar: CookieJar): PreparedRequest {
  const { changes: own, secrets: known, outgoing: typed } = prepared;
  const { cookies } = sendingDirectives(prepared.request);
  const message = { ...typed, changes: own, secrets: known, cookies: cookies === true };
  const { changes, secrets, ...outgoing } = jar.appliedTo(message, Date.now());
  return { ...prepared, outgoing, changes, secrets, redact: redactor(secrets) };
}

export function missingSecret(name: string): string {
  return `its secret ${name} is missing; set the environment variable ${secretVariable(name)}`;
}

export function unsent(why: string, findings: readonly Finding[] = [], secrets: readonly string[] = []): Unsent {
  return { kind: "unsent", findings, why, secrets };
}

const followed = { never: "never", "same-origin": "sameOrigin", always: "always" } as const;
