import type { FlowState, PresentedFault, ResponseRows } from "../../../../server/src/protocol/protocol.ts";
import {
  atReceived,
  charactersOf,
  checkPresented,
  decryptedResponse,
  decryptionKeys,
  evaluateRequest,
  expectsSignature,
  hostCertificates,
  type LastExchanges,
  mayBeSigned,
  noVerification,
  presentBytes,
  ReadExchange,
  responseRows,
  type Searched,
  type Sending,
  type Verification,
  verifyExpected,
  verifyResponse,
  withSettings,
  wsiResponseRules,
} from "../../../../server/src/service/languageService.ts";
import { isDamaged } from "../../core/exchange/contentCoding.ts";
import { shownOf } from "../../core/exchange/presentation.ts";
import type { ReceivedResponse } from "../../core/run/received.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type { ResponseMessage, SendResult, Settled } from "../../transport/result.ts";
import { type CheckedFile, placed } from "../check/checkedFile.ts";
import { setFlagsForMessage } from "../engineFlags.ts";
import { exitCode } from "../exitCode.ts";
import { exceeds } from "../sharedOptions.ts";
import type { PreparedRequest } from "./prepared.ts";
import type { SendCommand } from "./usage.ts";

export interface Exchanged {
  readonly sent: PreparedRequest;
  readonly at: Date;
  readonly result: SendResult;
  /** Bytes that were received after a complete response; undefined for an incomplete response. */
  readonly settled: Settled | undefined;
  /** The response as text with its findings; undefined if nothing was received, and for `raw` without `--strict`. */
  readonly shown: ShownResponse | undefined;
  readonly fault: PresentedFault | undefined;
  /** The results of verifying the signatures of a complete response, whose encrypted parts were decrypted first. */
  readonly verification: Verification;
}

interface ShownResponse extends CheckedFile {
  /** The line after the text about the bytes that aren't shown, or "". */
  readonly note: string;
}

/** `languages`: the user's languages, for a Fault that gives its reason in several languages. */
export async function understand(
  sent: PreparedRequest,
  at: Date,
  result: SendResult,
  { format, rules, strict }: Pick<SendCommand, "format" | "rules" | "strict">,
  languages: readonly string[],
): Promise<Exchanged> {
  if (result.kind === "response") setFlagsForMessage(result.body.length);
  const settled = result.kind === "response" ? await result.settled : undefined;
  const readable = result.kind === "response" && !isDamaged(result) ? await decrypted(sent, result) : undefined;
  if (format === "raw" && !strict && !(readable && mayHaveFault(readable))) {
    return { sent, at, result, settled, shown: undefined, fault: undefined, verification: noVerification };
  }
  const verification = readable ? await verify(sent, readable) : noVerification;
  const exchanged = { sent, at, result, settled, shown: undefined, fault: undefined, verification };
  const { method, authentication } = sent.outgoing;
  const { understood } = sent;
  const message = {
    method,
    authentication,
    soapVersion: understood.soapVersion,
    get errors() {
      return understood.errors;
    },
  };
  const received = shownOf({ message, result }, settled?.surplus.length ?? 0);
  if (received === undefined) return exchanged;
  const presented = presentBytes(
    { ...received, format: format === "text", leftOut, decryption: readable?.decryption },
    languages,
  );
  const { text, note, fault } = presented;
  if (format === "raw" && !strict) return { ...exchanged, fault };
  const { contract, operation } = understood.operation ?? {};
  const checked = checkPresented(
    presented,
    received.facts,
    contract && operation && { schemas: contract.schemas, operation },
    wsiResponseRules,
    readable?.decryption && format !== "text" ? atReceived(verification, readable) : verification,
  );
  const findings = withSettings(checked, { rules });
  return { ...exchanged, shown: { ...placed("response", text, findings), note }, fault };
}

type Readable = Parameters<typeof decryptedResponse>[0];

function decrypted<Response extends Readable>({ analysis, compute }: PreparedRequest, response: Response) {
  const decrypting = { keys: decryptionKeys(analysis.resolver.keys), compute };
  return decryptedResponse(response, decrypting, searched(response));
}

/** Returns the body to search: its bytes if they contain no zeros, because a text would take as much memory again. */
function searched({ body }: Readable): Searched {
  const { buffer, byteOffset, length } = body;
  const bytes = Buffer.from(buffer, byteOffset, length);
  return bytes.includes(0) ? charactersOf(body) : bytes;
}

/** Whether a response has a Fault, as far as its bytes show that. */
function mayHaveFault(response: Readable & Pick<ResponseMessage, "fields">): boolean {
  const isMultipart = /^\s*multipart\//i.test(valuesOfField(response.fields, "content-type")[0] ?? "");
  return isMultipart || response.decryption !== undefined || searched(response).includes("Fault");
}

async function verify({ analysis }: PreparedRequest, response: Readable): Promise<Verification> {
  const isDecrypted = response.decryption !== undefined;
  if (!isDecrypted && !mayBeSigned(response, searched(response))) return noVerification;
  return verifyResponse(response, hostCertificates(analysis.resolver.keys), new Date());
}

/** Returns an exchange whose response has its encrypted parts decrypted. */
export async function readExchange(
  sent: PreparedRequest,
  received: ReceivedResponse,
  flow?: FlowState,
): Promise<ReadExchange> {
  const { fields, body } = sent.outgoing;
  const response = await decrypted(sent, received);
  const { total, connection } = received;
  return new ReadExchange({ request: { fields, body }, response, total, flow, connection });
}

/** Evaluates what a request expects of its response. The exchange becomes the last one of its request, and `last` keeps it. */
export async function evaluated(
  sent: PreparedRequest,
  received: ReceivedResponse,
  isTest: boolean,
  last: LastExchanges,
  given: GivenToSteps,
  flow: FlowState,
): Promise<ReturnType<typeof evaluateRequest>> {
  const { analysis, request } = sent;
  const read = await readExchange(sent, received, flow);
  last.add(request.name, read.keptFor(request.segment.segment));
  const sending = afterResponse(given);
  const verification = expectsSignature(request)
    ? await verifyExpected(
        analysis,
        request,
        read,
        sending,
        last,
        hostCertificates(analysis.resolver.keys),
        received.at ?? new Date(),
      )
    : undefined;
  return evaluateRequest(analysis, request, isTest, read, sending, last, verification);
}

/** The rows of a request, if they are the values of another response. */
export function receivedRows(
  { analysis, request }: Pick<PreparedRequest, "analysis" | "request">,
  last: LastExchanges,
  given: GivenToSteps,
): ResponseRows | undefined {
  return responseRows(analysis, request, last, afterResponse(given));
}

type GivenToSteps = Pick<Sending, "secret" | "values" | "reference">;

/** Returns the parameters for evaluating a response. Nothing new is generated, such as GUIDs or random numbers. */
export function afterResponse(given: GivenToSteps): Sending {
  return { now: new Date(), guid: () => "", random: () => 0, nonce: () => "", ...given };
}

export function leftOut(bytes: number): string {
  return `${bytes} more bytes. Use --format raw or json to see all of them.`;
}

export function exitCodeOf(exchanged: Exchanged): number {
  const { result, fault } = exchanged;
  if (result.kind !== "response") return exitCode.noResponse;
  const good = result.status >= 200 && result.status < 300 && fault === undefined && !isDamaged(result);
  return good && !isPage(exchanged, result) ? exitCode.good : exitCode.bad;
}

/** Whether the response to a SOAP request is a page, such as a login form or an error of a proxy. */
function isPage({ sent }: Exchanged, { fields }: Pick<ResponseMessage, "fields">): boolean {
  const type = valuesOfField(fields, "content-type")[0] ?? "";
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type) && sent.understood.soapVersion !== undefined;
}

export function strictCodeOf({ shown }: Exchanged): number {
  return shown?.findings.some(({ severity }) => exceeds(severity, "information")) ? exitCode.bad : exitCode.good;
}
