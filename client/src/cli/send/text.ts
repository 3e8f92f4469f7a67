import {
  encryptionLines,
  sendingDirectives,
  type Verification,
  verificationLines,
} from "../../../../server/src/service/languageService.ts";
import { hexLines } from "../../../../server/src/text/bytes.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { authenticationText, schemeName } from "../../core/exchange/authenticationText.ts";
import { changeText, messageFacts, statusOf, summary, unsentLines } from "../../core/exchange/details.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import { withheldText } from "../../core/exchange/secretSources.ts";
import { evidenceLines, explain, failureTitle } from "../../core/failures/failures.ts";
import { countBytes } from "../../core/text/quantities.ts";
import { followRedirect, isRedirect, lastRequest } from "../../transport/redirect.ts";
import type { Failure, Response, ResponseMessage, SendResult } from "../../transport/result.ts";
import { findingText, type TextOptions } from "../check/textFormat.ts";
import type { PaintStyle } from "../colors.ts";
import { exitCode } from "../exitCode.ts";
import { visible, visibleText } from "../terminalText.ts";
import { type Exchanged, exitCodeOf, leftOut } from "./exchanged.ts";
import type { PreparedRequest } from "./prepared.ts";

/**
 * For people: where a request went, the response with its body formatted, and its findings. In pieces, because a copy of a long
 * response takes memory.
 */
export function exchangeText(exchanged: Exchanged, options: TextOptions): readonly string[] {
  const { paint } = options;
  const { sent, result, shown, fault, settled } = exchanged;
  const say = (text: string) => visible(sent.redact(text));
  const name = sent.request.name ?? sent.request.title;
  const heading = `${sent.file}:${sent.line}${name === undefined ? "" : ` ${name}`}`;
  const lines = [
    `${paint("strong", say(heading))} ${paint("faint", say(attemptText(result.redirects[0] ?? result)))}`,
    ...earlierLines(result, (message, next) => {
      return `${paint(styleOf(message.status), visible(statusOf(message)))} → ${paint("faint", say(next))}`;
    }),
    ...(result.kind === "response" ? [paint(outcomeStyle(exchanged), visible(summary(result)))] : []),
    ...(fault === undefined ? [] : [paint("error", visible(`Fault: ${fault.summary}`))]),
    ...signatureLines(exchanged.verification, paint),
    ...(result.kind === "response"
      ? [...refusedLines(result), ...unfollowedLines(sent, result)].map(say)
      : failureLines(result, (title) => paint("error", say(title)), say)),
    ...factLines(result),
    ...surplusLines(settled?.surplus ?? new Uint8Array(0)),
    ...[...sent.changes, ...result.changes.map(changeText)].map((change) => say(`Not as typed: ${change}`)),
    ...unsentLines(result),
    "",
  ];
  if (shown === undefined) return [lines.join("\n")];
  const findings = shown.findings.map((finding) => findingText(shown, finding, options)).join("");
  const text = shown.document.getText();
  const body = shown.note === "" ? [trimTrailing(text, "\r\n"), "\n"] : [text, shown.note];
  return [`${lines.join("\n")}\n`, ...body.map(visibleText), findings === "" ? "" : `\n${findings}`];
}

/** Redirects and challenges, in the order in which they were received. */
function earlierLines(result: SendResult, line: (message: ResponseMessage, next: string) => string): readonly string[] {
  const { redirects, authentication = [] } = result;
  const asked = (count: number) =>
    authentication
      .filter((one) => one.redirects === count)
      .map(({ message, scheme }) => line(message, `the same request with ${schemeName(scheme)}`));
  const redirected = redirects.flatMap(({ message }, at) => [
    ...asked(at),
    line(message, attemptText(redirects[at + 1] ?? result)),
  ]);
  return [...redirected, ...asked(redirects.length)];
}

function refusedLines(result: Response): readonly string[] {
  const why = authenticationText(result);
  return why === undefined ? [] : [why];
}

/** Returns lines about the encrypted parts and the signatures of the response, and their errors. */
function signatureLines(verification: Verification, paint: TextOptions["paint"]): readonly string[] {
  const { signatures, findings, encrypted = [] } = verification;
  const isGood =
    findings.length === 0 && signatures.every(({ state, trust }) => state.kind === "valid" && trust === "trusted");
  const isBad = findings.some(({ code }) => code === "signature-invalid" || code === "signature-wrapped");
  const style = isGood ? "success" : isBad ? "error" : "warning";
  const lines = [...encryptionLines({ parts: encrypted }), ...verificationLines(verification)];
  return lines.map((line) => paint(style, visible(line)));
}

/** By the class of the status, but an error for a failed exchange with a 2xx status. */
function outcomeStyle(exchanged: Exchanged): PaintStyle {
  const { result } = exchanged;
  const style = result.kind === "response" ? styleOf(result.status) : "error";
  return style === "success" && exitCodeOf(exchanged) !== exitCode.good ? "error" : style;
}

function styleOf(status: number): PaintStyle {
  if (status >= 500) return "error";
  if (status >= 400) return "warning";
  return status >= 300 ? "information" : "success";
}

function attemptText({ method, url }: Pick<SendResult, "method" | "url">): string {
  return `${method} ${url}`;
}

export function unfollowedLines({ request, outgoing }: PreparedRequest, response: Response): readonly string[] {
  if (!isRedirect(response.status)) return [];
  const next = followRedirect(lastRequest(outgoing, response.redirects), response);
  if (next.kind === "location-missing") return ["The redirect can't be followed: it has no Location header."];
  const redirect = `The redirect to ${next.location}`;
  if (next.kind === "location-invalid") return [`${redirect} can't be followed: it isn't an http or https address.`];
  if (next.kind === "secrets") return [withheldText(next)];
  if (!sendingDirectives(request).redirects) return [`${redirect} was not followed because of # @no-redirect.`];
  const option = `--follow ${next.sameOrigin ? "same-origin" : "always"}`;
  return next.unencrypted
    ? [
        `${redirect} was not followed, because it leads from https to http. Use ${option} --allow-unencrypted to follow it.`,
      ]
    : [`${redirect} was not followed. Use ${option} to follow it.`];
}

function failureLines(
  failure: Failure,
  heading: (title: string) => string,
  say: (text: string) => string,
): readonly string[] {
  const { cause, remedies } = explain(failure, "cli");
  return [
    heading(failureTitle(failure, "cli")),
    say(cause),
    ...remedies.map((one) => say(`- ${one.trim()}`)),
    ...evidenceLines(failure),
  ];
}

function factLines(result: SendResult): readonly string[] {
  const response = responseOf(result);
  return response === undefined ? [] : messageFacts(response).map(([label, value]) => factLine(label, value));
}

function factLine(label: string, value: string): string {
  return visible(`${label.padEnd(15)} ${value}`);
}

/** Maximum bytes after a response that are shown. */
const surplusShown = 64;

function surplusLines(surplus: Uint8Array): readonly string[] {
  const { length } = surplus;
  if (length === 0) return [];
  return [
    factLine("surplus", `${countBytes(length)} after the response`),
    ...hexLines(surplus.subarray(0, surplusShown)),
    ...(length > surplusShown ? [`… ${leftOut(length - surplusShown)}`] : []),
  ];
}
