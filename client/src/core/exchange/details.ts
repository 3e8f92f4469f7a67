import * as l10n from "@vscode/l10n";
import type {
  Certificate,
  Change,
  FramingProblem,
  HiddenFact,
  Message,
  SendResult,
  Timings,
} from "../../transport/result.ts";
import { countBytes, formatBytes, formatDuration, formatTime } from "../text/quantities.ts";
import { wrap } from "../text/wrap.ts";
import { contentText } from "./content.ts";
import { answerOf, type Exchange } from "./exchange.ts";

/** `200 OK · 132 ms · 1.4 KB`; where the response is not complete, how far it came. */
export function summary(result: SendResult): string {
  const answer = answerOf(result);
  const parts = answer === undefined ? [] : [statusOf(answer)];
  parts.push(formatDuration(result.timings.total));
  if (answer !== undefined) parts.push(formatBytes(answer.body.length));
  return parts.join(" · ");
}

/** Everything that is known of an exchange and that a response's own text doesn't say: lines of plain text. */
export function detailLines({ result, at }: Pick<Exchange, "result" | "at">): readonly string[] {
  const answer = answerOf(result);
  return [
    `${result.method} ${result.url}`,
    ...line(l10n.t("sent"), formatTime(at)),
    ...(result.remote ? line(l10n.t("address"), `${result.remote.address} port ${result.remote.port}`) : []),
    ...timingLines(result.timings),
    ...(answer === undefined ? [] : messageLines(answer)),
    ...tlsLines(result),
    ...result.redirects.flatMap(({ status, url, location }) =>
      line(l10n.t("redirected"), `${status} ${url} → ${location}`),
    ),
    ...result.changes.flatMap((change) => line(l10n.t("not as typed"), changeText(change))),
    ...unsentLines(result).flatMap((sentence) => line(l10n.t("not sent"), sentence)),
    ...(result.known === "all"
      ? []
      : line(
          l10n.t("hidden"),
          l10n.t("the browser does not show: {0}", result.known.hidden.map(hiddenText).join(", ")),
        )),
  ];
}

/** A label and what is said under it. */
export type Fact = readonly [label: string, value: string];

/** What a message's own text doesn't say: content coding, 1xx responses before it, trailers, and what its framing breaks. */
export function messageFacts(answer: Message): readonly Fact[] {
  const coding = contentText(answer.content);
  return [
    ...(coding === undefined ? [] : [[l10n.t("content coding"), coding] as const]),
    ...answer.informational.map(({ statusLine }): Fact => [l10n.t("before"), statusLine]),
    ...answer.trailers.map(({ name, value }): Fact => [l10n.t("trailer"), `${name}: ${value}`]),
    ...answer.problems.map((problem): Fact => [l10n.t("framing"), framingText(problem)]),
  ];
}

/** `label        value`, the values below each other. */
export function line(label: string, value: string): readonly string[] {
  return wrap(value, `${label.padEnd(15)} `);
}

/** The lines of a certificate. */
export function certificateLines(certificate: Certificate): readonly string[] {
  return [
    ...line(l10n.t("certificate"), certificate.subject),
    ...line(l10n.t("issued by"), certificate.issuer),
    ...line(l10n.t("valid"), l10n.t("{0} to {1}", formatTime(certificate.validFrom), formatTime(certificate.validTo))),
    ...(certificate.names.length > 0 ? line(l10n.t("good for"), certificate.names.join(", ")) : []),
    ...line(l10n.t("fingerprint"), certificate.fingerprint256),
  ];
}

/** `200 OK` */
export function statusOf({ status, reason, framing }: Message): string {
  return framing === "http09" ? "HTTP/0.9" : `${status} ${reason}`.trim();
}

function timingLines(timings: Timings): readonly string[] {
  const stages: readonly (readonly [string, number | undefined])[] = [
    [l10n.t("name lookup"), timings.dns],
    [l10n.t("TCP connection"), timings.tcp],
    [l10n.t("TLS handshake"), timings.tls],
    [l10n.t("first byte"), timings.firstByte],
    [l10n.t("download"), timings.download],
    [l10n.t("total"), timings.total],
  ];
  return stages.flatMap(([label, value]) => (value === undefined ? [] : line(label, formatDuration(value))));
}

function messageLines(answer: Message): readonly string[] {
  const raw = answer.rawBody?.length;
  const size =
    raw === undefined || raw === answer.body.length
      ? countBytes(answer.body.length)
      : l10n.t("{0}, {1} as received", countBytes(answer.body.length), countBytes(raw));
  return [...line(l10n.t("body"), size), ...messageFacts(answer).flatMap(([label, value]) => line(label, value))];
}

function tlsLines({ tls }: SendResult): readonly string[] {
  if (tls === undefined) return [];
  return [
    ...(tls.version === undefined ? [] : line("TLS", [tls.version, tls.cipher ?? ""].join(" ").trim())),
    ...(tls.verified ? [] : line(l10n.t("not verified"), tls.verifyError ?? l10n.t("the certificate is invalid"))),
    ...(tls.certificate === undefined ? [] : certificateLines(tls.certificate)),
  ];
}

/** Where the head that was sent differs from the author's, in words. Of a field whose value may be a secret only the name. */
export function changeText(change: Change): string {
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
      return l10n.t("{0} was not sent", change.name);
    case "added":
      return change.sent === undefined || change.secret
        ? l10n.t("{0} was added", change.name)
        : l10n.t("{0}: {1} was added", change.name, change.sent);
    case "body-dropped":
      return l10n.t("the body ({0}) was not sent", countBytes(change.bytes));
  }
}

/** How much of the request was not sent, in a sentence; none where all of it was, or nothing. */
export function unsentLines({ wire }: Pick<SendResult, "wire">): readonly string[] {
  const { sent, unsent = 0 } = wire ?? {};
  if (!sent?.length || unsent === 0) return [];
  const size = countBytes(sent.length + unsent);
  return [
    l10n.t(
      "The last {0} of the request ({1}) were not sent, because the exchange ended first.",
      countBytes(unsent),
      size,
    ),
  ];
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
