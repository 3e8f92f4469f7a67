import { relative, resolve, sep } from "node:path";
import type { SendingTurn } from "../../../../server/src/protocol/protocol.ts";
import {
  type ContractOperation,
  computedOutgoing,
  type Finding,
  type MessageInfo,
  type Sending,
  type SendingPlace,
  type SentSecrets,
  sendingDirectives,
  sendingNow,
} from "../../../../server/src/service/languageService.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { addedSecrets, timeoutOf } from "../../core/exchange/exchange.ts";
import type { ClientCertificate } from "../../core/keys/readKey.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import type { SendResult } from "../../transport/result.ts";
import type { SendOptions, TransportRequest } from "../../transport/transport.ts";
import { redactFinding } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import type { ChosenRequest } from "./openFiles.ts";
import { overridden } from "./overrides.ts";
import type { CommandSecrets } from "./secrets.ts";
import type { SendingOptions } from "./usage.ts";

/** A request with the bytes that will be sent. */
export interface PreparedRequest extends ChosenRequest {
  readonly kind: "prepared";
  readonly outgoing: TransportRequest;
  /** Facts that only the body shows. The body isn't read before one of them is needed. */
  readonly understood: Understood;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  readonly redirects: SendOptions["redirects"];
  /** Client certificate of the key that `# @tls` names. */
  readonly certificate: ClientCertificate | undefined;
  /** The differences between the file and the sent message, without the changes of the transport. */
  readonly changes: readonly string[];
  /** Redacts the request's secrets in texts about it. What the service sends is not such a text. */
  readonly redact: (text: string) => string;
  /** The values that `redact` redacts. */
  readonly secrets: readonly string[];
  /** The sources of the secrets in the file's text. */
  readonly sentSecrets: SentSecrets;
}

interface Understood {
  readonly soapVersion: "1.1" | "1.2" | undefined;
  readonly operation: ContractOperation | undefined;
  readonly errors: readonly { readonly message: string }[];
}

export interface Unsent {
  readonly kind: "unsent";
  readonly findings: readonly Finding[];
  readonly why: string;
  /** Values to redact in the findings. */
  readonly secrets: readonly string[];
}

/** Returns why a request will not be sent, whatever values the responses that it uses have. */
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

/** The place of a sending, the same however the user writes the name of the file: `tests/a.soaphttp` for `./tests/a.soaphttp`. */
export function sendingPlace(
  { file }: ChosenRequest,
  { cwd }: Pick<Console, "cwd">,
  turn: SendingTurn = { number: 1 },
): SendingPlace {
  return { ...turn, file: relative(cwd, resolve(cwd, file)).replaceAll(sep, "/") };
}

export async function prepare(
  chosen: ChosenRequest,
  command: SendingOptions & { readonly replay?: string | undefined },
  asked: CommandSecrets,
  given: Pick<Sending, "values" | "reference" | "place"> = {},
): Promise<PreparedRequest | Unsent> {
  const { request, analysis } = chosen;
  const secrets = asked.forRequest();
  const { get: secret } = secrets;
  const sending = { ...sendingNow(), secret, seed: command.seed, ...given };
  let made = await computedOutgoing(analysis, request, sending, chosen.compute);
  // A token may need secrets itself.
  while (made.kind === "secrets") {
    const missing = await secrets.ask(made.names);
    if (missing !== undefined) {
      return unsent(missing);
    }
    made = await computedOutgoing(analysis, request, sending, chosen.compute);
  }
  if (made.kind !== "message") {
    const { problems, secrets: values } = made.kind === "unsendable" ? made : { problems: [], secrets: new Map() };
    return unsent("it can't be sent, not even with --as-written", problems, [...values.keys()]);
  }
  const message = made;
  const values = [...message.secrets.keys()];
  // A replay has no secrets and signatures, so its body has another length.
  const isLengthKnown = command.replay === undefined;
  const errorsOf = () => message.errors.filter(({ code }) => isLengthKnown || code !== "content-length-mismatch");
  const { changes } = message.outgoing;
  const standing = command.asWritten ? [] : errorsOf();
  if (standing.length > 0) return unsent(hasErrors, standing, values);
  const refusal = unconfirmed(request, command);
  if (refusal) return refusal;
  const { timeout, redirects, tls, proxy } = sendingDirectives(request);
  const { address, body, bodyFiles: _, changes: __, ...parts } = message.outgoing;
  const typed = { ...parts, ...address, body, ...(tls ? { tls } : {}), ...(proxy === undefined ? {} : { proxy }) };
  const sent = overridden(typed, command);
  const isOwn = Object.values(command.credentials).some((one) => typeof one === "string");
  const files = tls?.files && !isOwn && sent.request.scheme === "https";
  const key = tls?.key ?? (files ? analysis.resolver.certificateFiles : undefined);
  const named = key === undefined || !isLengthKnown ? undefined : await chosen.clientCertificate(key);
  if (typeof named === "string") return unsent(`its client certificate can't be used: ${trimTrailing(named, ".")}`);
  const allSecrets = [...values, ...sent.secrets];
  return {
    ...chosen,
    kind: "prepared",
    outgoing: sent.request,
    certificate: named,
    understood: {
      get soapVersion() {
        return message.soapVersion;
      },
      get operation() {
        return message.operation;
      },
      get errors() {
        return errorsOf().map(redactFinding(values));
      },
    },
    timeout: timeoutOf({ timeout }, command.timeout),
    redirects: redirects ? followed[command.follow] : "never",
    changes: [...changes, ...sent.changes, ...secrets.changes()],
    redact: redactor(allSecrets),
    secrets: allSecrets,
    sentSecrets: message.secrets,
  };
}

/** The request with the cookies that it asks for (`# @cookies`). */
export function withCookies(prepared: PreparedRequest, jar: CookieJar): PreparedRequest {
  const { changes: own, secrets: ownSecrets, outgoing: typed } = prepared;
  const { cookies } = sendingDirectives(prepared.request);
  const message = { ...typed, changes: own, secrets: ownSecrets, cookies: cookies === true };
  const { changes, secrets, ...outgoing } = jar.appliedTo(message, Date.now());
  return { ...prepared, outgoing, changes, secrets, redact: redactor(secrets) };
}

/** Returns the request with the headers that the transport added. */
export function asSent(prepared: PreparedRequest, result: SendResult): PreparedRequest {
  const added = addedSecrets(result);
  const secrets = [...prepared.secrets, ...added];
  return added.length === 0 ? prepared : { ...prepared, secrets, redact: redactor(secrets) };
}

export function unsent(why: string, findings: readonly Finding[] = [], secrets: readonly string[] = []): Unsent {
  return { kind: "unsent", findings, why, secrets };
}

const followed = { never: "never", "same-origin": "sameOrigin", always: "always" } as const;
