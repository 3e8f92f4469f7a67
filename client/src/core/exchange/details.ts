import * as l10n from "@vscode/l10n";
import type {
  CertificateFacts,
  Failure,
  FramingProblem,
  HiddenFact,
  MessageChange,
  ResponseMessage,
  SendResult,
  TlsInfo,
} from "../../transport/result.ts";
import { evidenceLines, explain, failureTitle, reportedFacts, type Shell } from "../failures/failures.ts";
import { countBytes, formatBytes, formatDuration, formatTime } from "../text/quantities.ts";
import { wrapText } from "../text/wrap.ts";
import { authenticationText, schemeName } from "./authenticationText.ts";
import { contentText } from "./contentCoding.ts";
import { type Exchange, responseOf } from "./exchange.ts";
import { sourcesText } from "./secretSources.ts";

export type Detail = readonly [label: string, value: string];
/** A detail that isn't shown if it has no value. */
type PossibleFact = readonly [label: string, value: string | undefined];

/** Returns a summary such as `200 OK · 132 ms · 1.4 KB`. An incomplete response has the size of the received part. */
export function summary(result: SendResult): string {
  const response = responseOf(result);
  const time = formatDuration(result.timings.total);
  return response === undefined ? time : [statusOf(response), time, formatBytes(response.body.length)].join(" · ");
}

/** Everything that is known about an exchange except the response itself, as lines of plain text. */
export function detailLines({ result, at }: Pick<Exchange, "result" | "at">): readonly string[] {
  const { method, url, remote, redirects, changes, known } = result;
  const response = responseOf(result);
  return [
    `${method} ${url}`,
    ...factLines([
      [l10n.t("sent"), formatTime(at)],
      [l10n.t("address"), remote && `${remote.address} port ${remote.port}`],
      [l10n.t("proxy"), result.proxy],
      ...timingFacts(result),
      ...(response === undefined ? [] : [sizeFact(response), ...messageFacts(response)]),
      ...tlsFacts(result.tls),
      ...(result.authentication ?? []).map(
        (one): Detail => [schemeName(one.scheme), `${statusOf(one.message)} ${one.url}`],
      ),
      [
        result.authenticationProblem?.kind === "unproven" ? l10n.t("unproven") : l10n.t("refused"),
        authenticationText(result),
      ],
      ...redirects.map((one): Detail => [l10n.t("redirected"), `${one.status} ${one.url} → ${one.location}`]),
      ...changes.map((change): Detail => [l10n.t("not as typed"), changeText(change)]),
      ...unsentLines(result).map((sentence): Detail => [l10n.t("not sent"), sentence]),
      [
        l10n.t("hidden"),
        known === "all" ? undefined : l10n.t("the browser does not show: {0}", known.hidden.map(hiddenText).join(", ")),
      ],
    ]),
  ];
}

/** The document that is shown instead of a response: what happened, what to do, and all known facts. */
export function failureText(failure: Failure, at: Exchange["at"], shell: Shell): string {
  const { cause, remedies } = explain(failure, shell);
  const certificate = failure.kind === "tls" && failure.tls?.certificate === undefined && failure.certificate;
  const evidence = evidenceLines(failure);
  const lines = [
    failureTitle(failure, shell),
    "",
    ...wrapText(cause),
    "",
    ...(remedies.length > 0
      ? [remediesHeading(), ...remedies.flatMap((one) => (one.startsWith(" ") ? one : wrapText(one, "- "))), ""]
      : []),
    l10n.t("Details"),
    ...detailLines({ result: failure, at }),
    ...factLines(reportedFacts(failure)),
    ...(certificate ? certificateLines(certificate) : []),
    ...(evidence.length > 0 ? ["", ...evidence] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The line above the remedies, where the lenses with commands are shown. */
export function remediesHeading(): string {
  return l10n.t("What to do");
}

/** Facts that a message's own text doesn't show: content coding, earlier 1xx responses, trailers, and framing errors. */
export function messageFacts(response: ResponseMessage): readonly Detail[] {
  const coding = contentText(response.content);
  return [
    ...(coding === undefined ? [] : [[l10n.t("content coding"), coding] as const]),
    ...response.informational.map(({ statusLine }): Detail => [l10n.t("before"), statusLine]),
    ...response.trailers.map(({ name, value }): Detail => [l10n.t("trailer"), `${name}: ${value}`]),
    ...response.problems.map((problem): Detail => [l10n.t("framing"), framingText(problem)]),
  ];
}

export function certificateLines(certificate: CertificateFacts): readonly string[] {
  return factLines(certificateFacts(certificate));
}

export function statusOf({ status, reason, framing }: ResponseMessage): string {
  return framing === "http09" ? "HTTP/0.9" : `${status} ${reason}`.trim();
}

/** Returns lines such as `label        value`, with aligned values. */
function factLines(facts: readonly PossibleFact[]): readonly string[] {
  return facts.flatMap(([label, value]) => (value === undefined ? [] : wrapText(value, `${label.padEnd(15)} `)));
}

function timingFacts({ timings }: SendResult): readonly PossibleFact[] {
  const stages = [
    [l10n.t("name lookup"), timings.dns],
    [l10n.t("TCP connection"), timings.tcp],
    [l10n.t("TLS handshake"), timings.tls],
    [l10n.t("first byte"), timings.firstByte],
    [l10n.t("download"), timings.download],
    [l10n.t("total"), timings.total],
  ] as const;
  return stages.map(([label, value]) => [label, value === undefined ? undefined : formatDuration(value)]);
}

function sizeFact({ body, rawBody }: ResponseMessage): Detail {
  const size = countBytes(body.length);
  const isCoded = rawBody !== undefined && rawBody.length !== body.length;
  return [l10n.t("body"), isCoded ? l10n.t("{0}, {1} as received", size, countBytes(rawBody.length)) : size];
}

function tlsFacts(tls: TlsInfo | undefined): readonly PossibleFact[] {
  if (tls === undefined) return [];
  const { version, cipher = "", verified, verifyError, certificate } = tls;
  return [
    ["TLS", version && `${version} ${cipher}`.trim()],
    [l10n.t("not verified"), verified ? undefined : (verifyError ?? l10n.t("the certificate is invalid"))],
    ...(certificate === undefined ? [] : certificateFacts(certificate)),
  ];
}

function certificateFacts(certificate: CertificateFacts): readonly PossibleFact[] {
  const { subject, issuer, validFrom, validTo, names, fingerprint256 } = certificate;
  return [
    [l10n.t("certificate"), subject],
    [l10n.t("issued by"), issuer],
    [l10n.t("valid"), l10n.t("{0} to {1}", formatTime(validFrom), formatTime(validTo))],
    [l10n.t("valid for"), names.length > 0 ? names.join(", ") : undefined],
    [l10n.t("fingerprint"), fingerprint256],
  ];
}

/** A difference between the typed and the sent header section, in words. Shows no values that may be secret. */
export function changeText(change: MessageChange): string {
  switch (change.kind) {
    case "request-line":
      return l10n.t("request line “{0}” was sent as “{1}”", change.typed, change.sent);
    case "replaced":
      return change.sent === undefined
        ? l10n.t("{0} was replaced by the browser's own", change.name)
        : /^(?:host|content-length)$/i.test(change.name)
          ? l10n.t("{0}: {1} was sent as {2}", change.name, change.typed, change.sent)
          : l10n.t("{0} was sent with another value", change.name);
    case "dropped":
      return change.sources
        ? l10n.t("{0} was not sent to another origin: it contains {1}", change.name, sourcesText(change.sources))
        : l10n.t("{0} was not sent", change.name);
    case "added":
      return change.sent === undefined || change.secret
        ? l10n.t("{0} was added", change.name)
        : l10n.t("{0}: {1} was added", change.name, change.sent);
    case "body-dropped":
      return l10n.t("the body ({0}) was not sent", countBytes(change.bytes));
  }
}

/** Returns a sentence about how much of the request was not sent; empty if all or nothing was sent. */
export function unsentLines({ wire }: Pick<SendResult, "wire">): readonly string[] {
  const { unsent = 0 } = wire ?? {};
  if (!wire || unsent === 0 || wire.sent.length === 0) return [];
  const [missing, size] = [countBytes(unsent), countBytes(wire.sent.length + unsent)];
  return [l10n.t("The last {0} of the request ({1}) were not sent, because the exchange ended first.", missing, size)];
}

function hiddenText(fact: HiddenFact): string {
  const texts: Readonly<Record<HiddenFact, string>> = {
    statusLine: l10n.t("the status line as received"),
    fieldOrder: l10n.t("order and case of the headers"),
    unexposedFields: l10n.t("headers that the service does not expose"),
    framing: l10n.t("how the end of the body was determined"),
    rawBody: l10n.t("the body with its content coding"),
    informational: l10n.t("1xx responses"),
    trailers: l10n.t("trailers"),
    surplus: l10n.t("bytes after the response"),
    connection: l10n.t("address and TLS"),
    wire: l10n.t("the bytes on the connection"),
    redirects: l10n.t("redirects"),
  };
  return texts[fact];
}

function framingText(problem: FramingProblem): string {
  const texts: Readonly<Record<FramingProblem, string>> = {
    "lf-line-ends": l10n.t("lines of the header section end with LF instead of CRLF"),
    "cr-alone": l10n.t("CR without LF in the header section: it was read as a space"),
    "content-lengths-differ": l10n.t("different Content-Length values: the smallest was used"),
    "content-length-invalid": l10n.t(
      "Content-Length is not a number: the body was read until the end of the connection",
    ),
    "transfer-encoding-with-content-length": l10n.t(
      "both Transfer-Encoding and Content-Length: Content-Length was ignored",
    ),
    "transfer-encoding-not-chunked": l10n.t(
      "Transfer-Encoding doesn't end with chunked: the body was read until the end of the connection",
    ),
    "chunked-end-missing": l10n.t("the empty line after the last chunk is missing; the body is complete"),
    "field-malformed": l10n.t("a malformed header"),
    "leading-empty-lines": l10n.t("empty lines before the status line"),
  };
  return texts[problem];
}
