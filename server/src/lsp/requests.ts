import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { faultPlace } from "../features/faultPlace.ts";
import {
  type Analysis,
  type Finding,
  fixEverything,
  outgoingOf,
  type RequestInfo,
  requestAt,
  requestsOf,
  type Sending,
  sendingDirectives,
} from "../languageService.ts";
import type {
  FaultPlaceParams,
  FixAllResult,
  OutgoingResult,
  RequestSummary,
  RequestsResult,
  StandingProblem,
} from "../protocol.ts";
import { toBase64 } from "../text/base64.ts";
import { shift } from "../text/span.ts";
import { toRange, toTextEdit } from "./documents.ts";

export function requests(document: TextDocument, analysis: Analysis): RequestsResult {
  return { version: document.version, requests: requestsOf(analysis).map((request) => toSummary(document, request)) };
}

/** `line` is zero-based. */
export function outgoing(document: TextDocument, analysis: Analysis, line: number, sending: Sending): OutgoingResult {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  if (!request) return { kind: "none" };
  const summary = toSummary(document, request);
  const result = outgoingOf(analysis, request, sending);
  if (result.kind === "secrets") return { kind: "secrets", names: result.wanted };
  if (result.kind === "unsendable") {
    return { kind: "unsendable", request: summary, problems: result.problems.map((one) => toProblem(document, one)) };
  }
  const { message } = request;
  const { address, body, ...rest } = result.outgoing;
  return {
    kind: "message",
    message: {
      ...rest,
      ...address,
      request: summary,
      body: toBase64(body),
      charset: message.charset.charset?.name ?? message.charset.name,
      soapVersion: result.soapVersion,
      ...sendingDirectives(request),
      errors: result.errors.map((one) => toProblem(document, one)),
      secrets: result.secrets,
    },
  };
}

/** `line` is zero-based. */
export function placeOfFault(
  document: TextDocument,
  analysis: Analysis,
  { line, cause }: FaultPlaceParams,
): Range | null {
  const request = requestAt(analysis, document.offsetAt({ line, character: 0 }));
  const place = request && faultPlace(request.message, cause);
  return request && place ? toRange(document, shift(place, request.segment.start)) : null;
}

export function fixAll(document: TextDocument, analysis: Analysis, line: number | undefined): FixAllResult {
  const offset = line === undefined ? undefined : document.offsetAt({ line, character: 0 });
  return {
    version: document.version,
    edits: fixEverything(analysis, offset).map((edit) => toTextEdit(document, edit)),
  };
}

function toSummary(document: TextDocument, { message, range, line, name, title, errors }: RequestInfo): RequestSummary {
  return {
    range: toRange(document, range),
    line: toRange(document, line),
    name,
    title,
    method: message.method,
    target: message.target?.typed.text ?? "",
    address: message.address,
    errors: errors.length,
  };
}

function toProblem(document: TextDocument, finding: Finding): StandingProblem {
  return {
    code: finding.code,
    message: finding.message,
    range: toRange(document, finding.at),
    automatic: finding.fixes?.().some((fix) => fix.automatic) ?? false,
  };
}
