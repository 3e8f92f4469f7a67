import { sha1 } from "@noble/hashes/legacy.js";
import { type Analysis, analyze, messageOf } from "../analysis/analysis.ts";
import { diagnose } from "../analysis/findings.ts";
import { outgoing } from "../analysis/outgoing.ts";
import type { Contract } from "../contract/contract.ts";
import { referenceTo } from "../contract/operationReference.ts";
import { render } from "../mock/render.ts";
import { MockResponse } from "../mock/response.ts";
import { capturedComment, capturedText, writtenRequest } from "../mock/write/capturedRequest.ts";
import {
  requestWithoutSecrets,
  responseWithoutSecrets,
  unwritable,
  type WrittenMessage,
} from "../mock/write/messageText.ts";
import { recordedSegment } from "../mock/write/recordedExchange.ts";
import type { ResponseFacts } from "../protocol/responseProtocol.ts";
import type { CapturedRequest, FindingCounts, ServedRequest, UpstreamResponse } from "../protocol/served.ts";
import { noContracts } from "../resources/contractLookup.ts";
import { emptyResolver } from "../resources/resolver.ts";
import { toBinary } from "../text/base64.ts";
import { sameBytes } from "../text/bytes.ts";
import { utf8 } from "../text/charset.ts";

type RequestFacts = Pick<ResponseFacts["request"], "soapVersion" | "contract">;

/** Writes the exchanges of a mock service as text, each request once, without secrets. */
export class MockExchanges {
  readonly #contracts: () => readonly Contract[];
  readonly #redact: (text: string) => string;
  /** Hashes of the conditions of recorded responses. */
  readonly #recorded = new Set<string>();
  readonly #captured = new Set<string>();

  /**
   * @param contracts completely read
   * @param redact removes the secrets of the service, besides values whose names suggest one
   */
  constructor(contracts: () => readonly Contract[], redact = (text: string) => text) {
    this.#contracts = contracts;
    this.#redact = redact;
  }

  /** A `.soapmock` segment that gives the request the same response; undefined if it was recorded before. */
  recorded(received: ServedRequest, response: UpstreamResponse): string | undefined {
    const request = requestWithoutSecrets(received, this.#redact);
    const kept = responseWithoutSecrets(response, this.#redact);
    const { text, message, conditions, title } = recordedSegment(request, kept, this.#contracts());
    if (isKnown(this.#recorded, utf8.encode(conditions))) return undefined;
    return responds(text, message, request.method) ? text : unwritable(title, message);
  }

  /**
   * The text of a `.soaphttp` segment that sends the same bytes, unless the same request was captured before. Also
   * the number of errors and warnings in the received request, by the WSDLs.
   */
  captured(received: ServedRequest): CapturedRequest {
    const contracts = this.#contracts();
    const request = requestWithoutSecrets(received, this.#redact);
    const message = writtenRequest(request);
    const text = capturedText(request);
    const analysis = analysisOf(text, contracts);
    const original = hasSecrets(received, request) ? analysisOf(capturedText(received), contracts) : analysis;
    const isOld = isKnown(this.#captured, headBytes(message), message.body);
    const kept = () => (sends(analysis, message) ? text : capturedComment(request));
    return { ...findingCounts(original), text: isOld ? undefined : kept() };
  }

  /** The facts of a request that its response is checked by. */
  factsOf(received: ServedRequest): RequestFacts {
    const message = onlyMessage(analysisOf(capturedText(received), this.#contracts()));
    const operation = message?.contract.kind === "found" ? message.contract.operation : undefined;
    return { soapVersion: message?.envelope?.version, contract: operation && referenceTo(operation) };
  }
}

function analysisOf(text: string, contracts: readonly Contract[]): Analysis {
  return analyze(text, undefined, {
    ...emptyResolver,
    contracts: { ...noContracts, ofSetting: () => contracts },
  });
}

/** Whether a request has secrets. `kept`: the same request without its secrets. */
function hasSecrets(request: ServedRequest, kept: ServedRequest): boolean {
  return (
    kept.body !== request.body ||
    kept.target !== request.target ||
    kept.fields.some((one, at) => one !== request.fields[at])
  );
}

function findingCounts(analysis: Analysis): FindingCounts {
  const findings = diagnose(analysis);
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
  return { errors: count("error"), warnings: count("warning") };
}

/** Whether a text contains exactly one request with the bytes of a message. */
function sends(analysis: Analysis, expected: WrittenMessage): boolean {
  const message = onlyMessage(analysis);
  const sent = message && outgoing(message);
  if (!sent) return false;
  const head = `${sent.typedRequestLine}\r\n${sent.head}${sent.emptyLine ? "\r\n" : ""}`;
  return sameBytes(new TextEncoder().encode(head), headBytes(expected)) && sameBytes(sent.body, expected.body);
}

/** Whether a text contains exactly one response with the bytes of a message. */
function responds(text: string, expected: WrittenMessage, method: string): boolean {
  const message = onlyMessage(analyze(text, { rules: {}, kind: "response" }));
  if (!(message instanceof MockResponse)) return false;
  const { bytes } = render(message, unused, method);
  const head = headBytes(expected);
  return sameBytes(bytes.subarray(0, head.length), head) && sameBytes(bytes.subarray(head.length), expected.body);
}

/** Fixed values, for texts without variables such as times and random values. */
const unused = { now: new Date(0), guid: () => "", random: () => 0, nonce: () => "", secret: () => undefined };

function onlyMessage(analysis: Analysis) {
  const messages = analysis.document.segments.flatMap(({ segment }) => messageOf(analysis, segment) ?? []);
  return messages.length === 1 ? messages[0] : undefined;
}

function headBytes({ startLine, fields }: WrittenMessage): Uint8Array {
  const lines = [startLine, ...fields.map(({ name, value }) => `${name}: ${value}`), "", ""];
  return Uint8Array.from(lines.join("\r\n"), (character) => character.charCodeAt(0));
}

/** Whether the hash of these bytes was seen before. Adds the hash. */
function isKnown(seen: Set<string>, ...parts: readonly Uint8Array[]): boolean {
  const key = parts.map((bytes) => toBinary(sha1(bytes))).join("");
  const isOld = seen.has(key);
  seen.add(key);
  return isOld;
}
