/*
 * Responses that were not or not completely received, are too large, or violate RFC 9112.
 */
import * as l10n from "@vscode/l10n";
import { defaultMaxHeadBytes, maxFields } from "../../../../server/src/text/limits.ts";
import type { Chunk, ProtocolFailure } from "../../transport/result.ts";
import { countBytes, formatBytes, formatDuration } from "../text/quantities.ts";
import { checkHttpPort, duringStage, type Entries, type ExplainedCase, type FailureOf } from "./explanation.ts";

const checkService = () => l10n.t("Check the service, and any proxy or gateway in front of it.");

export const responseFailures: Entries<"timeout" | "truncated" | "too-large" | "protocol" | "callback"> = {
  callback: {
    label: () => l10n.t("No Request"),
    explain: ({ path, within, arrived }) => ({
      title: l10n.t("no callback"),
      cause: [
        l10n.t("No request for {0} arrived within {1} s.", path, within / 1000),
        ...(arrived.length === 0 ? [] : [l10n.t("These arrived: {0}.", arrived.join(", "))]),
      ].join(" "),
      remedies: [l10n.t("Check that the service calls {0}, or allow more time with within.", "{{callback.address}}")],
    }),
  },
  timeout: { label: () => l10n.t("Timed Out"), explain: explainTimeout, setting: () => "soaphttp.timeout" },
  truncated: {
    label: () => l10n.t("Cut Off"),
    explain: explainTruncated,
    evidence: ({ bytes }) => bytes && { bytes, at: 0 },
  },
  "too-large": {
    label: () => l10n.t("Too Large"),
    explain: ({ limit, what }) => ({
      title: l10n.t("stopped after {0}", formatBytes(limit)),
      cause:
        what === "decoded"
          ? l10n.t("The decoded body is larger than {0}.", formatBytes(limit))
          : l10n.t("The body is larger than {0}.", formatBytes(limit)),
      remedies: [l10n.t("Increase the limit with the setting soaphttp.response.maxBytes (in bytes).")],
      onCommandLine: [],
    }),
    setting: () => "soaphttp.response.maxBytes",
  },
  protocol: {
    label: () => l10n.t("Not HTTP"),
    explain: (failure) => ({ remedies: [checkService()], ...protocolCases[failure.reason](failure) }),
    evidence: (failure) => failure,
  },
};

function explainTimeout(failure: FailureOf<"timeout">): ExplainedCase {
  const { declaredLength = 0, bodyLength, limit, stage, sentAll, chunk, partial } = failure;
  const increaseOnCommandLine = "Increase the timeout: use --timeout SECONDS, or # @timeout 120s above the request.";
  // If Content-Length is larger than the body, most services wait for the rest and never respond.
  if (declaredLength > bodyLength && sentAll && stage === "response") {
    const missing = countBytes(declaredLength - bodyLength);
    return {
      title: l10n.t("the service waits for {0} more", missing),
      cause: l10n.t(
        "Content-Length is {0}, but the body has {1}. The service was waiting for the missing {2} when the request timed out after {3}.",
        declaredLength,
        countBytes(bodyLength),
        missing,
        formatDuration(limit),
      ),
      remedies: [l10n.t("Change Content-Length to {0}, for example with its quick fix.", bodyLength)],
      onCommandLine: [`Change Content-Length to ${bodyLength}.`],
    };
  }
  if (failure.whole) {
    return {
      title: l10n.t("the response didn't end within {0}", formatDuration(limit)),
      cause: withChunk(
        l10n.t("Bytes of the response kept coming, but after {0} it was still incomplete.", formatDuration(limit)),
        chunk,
      ),
      remedies: [
        l10n.t("Check the service: a response without an end, such as a stream of events, can't be received."),
        l10n.t(
          "Increase the timeout, for example with # @timeout 10min above the request: this limit is ten times the timeout.",
        ),
      ],
      onCommandLine: [
        "Check the service: a response without an end, such as a stream of events, can't be received.",
        "Increase the timeout with --timeout SECONDS, or # @timeout 10min above the request: this limit is ten times the timeout.",
      ],
    };
  }
  // A body without a length ends with the connection (RFC 9112 section 6.3), but this one stays open.
  if (stage === "body" && partial?.framing === "close") {
    const remedies = [
      l10n.t(
        "Have the service send Content-Length or Transfer-Encoding: chunked, or close the connection after the response.",
      ),
      l10n.t("With Connection: close in the request, most services close the connection."),
    ];
    return {
      title: l10n.t("the end of the response is unknown"),
      cause: l10n.t(
        "The response has neither a Content-Length nor Transfer-Encoding: chunked, so only closing the connection ends its body. {0} of the body arrived, then the service sent nothing for {1} and kept the connection open.",
        countBytes(partial.rawBody?.length ?? 0),
        formatDuration(limit),
      ),
      remedies,
      onCommandLine: [...remedies, increaseOnCommandLine],
    };
  }
  if (failure.missing && sentAll && stage === "response")
    return waitsFor(failure.missing, limit, increaseOnCommandLine);
  const reached = l10n.t("The time limit of {0} was reached {1}.", formatDuration(limit), duringStage(stage));
  const check =
    stage === "response" || stage === "head" || stage === "body"
      ? l10n.t("Check the service's log: it may be busy or hang.")
      : stage === "login"
        ? l10n.t("Check the connection to the domain: the command klist shows the tickets that you have.")
        : l10n.t("Check the host, the port and any firewall in between.");
  return {
    title: l10n.t("timed out after {0}", formatDuration(limit)),
    cause: withChunk(reached, chunk),
    remedies: [
      check,
      l10n.t(
        "Increase the timeout: use the setting soaphttp.timeout (in seconds), or # @timeout 120s above the request.",
      ),
    ],
    onCommandLine: [check, increaseOnCommandLine],
  };
}

/** Whatever follows, the service has no reason to respond before receiving it. */
function waitsFor(missing: "body" | "chunks", limit: number, increase: string): ExplainedCase {
  const remedies =
    missing === "body"
      ? [l10n.t("Add a SOAP envelope as the body."), l10n.t("If the service expects no body, check its log.")]
      : [
          l10n.t(
            "Correct the chunks: each has its size in hexadecimal before it, and a chunk of size 0 ends the body.",
          ),
          l10n.t("Remove Transfer-Encoding, and add a Content-Length."),
        ];
  return {
    title: l10n.t("timed out after {0}", formatDuration(limit)),
    cause:
      missing === "body"
        ? l10n.t(
            "The request has no body. The service may have been waiting for one until the time limit of {0}.",
            formatDuration(limit),
          )
        : l10n.t(
            "The body isn't a complete sequence of chunks, although Transfer-Encoding is chunked. The service may have been waiting for the rest until the time limit of {0}.",
            formatDuration(limit),
          ),
    remedies,
    onCommandLine: [...remedies, increase],
  };
}

function explainTruncated({ stage, how, expected, got, chunk, partial }: FailureOf<"truncated">): ExplainedCase {
  const ended = how === "reset" ? l10n.t("The connection was reset") : l10n.t("The service closed the connection");
  const mayHaveCrashed = l10n.t("Check the service's log: it may have crashed while sending the response.");
  if (stage === "head") {
    return {
      title: l10n.t("cut off in the header section"),
      cause: l10n.t(
        "{0} before the header section of the response was complete. The bytes received are shown below.",
        ended,
      ),
      remedies: [mayHaveCrashed],
    };
  }
  const received = countBytes(got);
  if (expected !== undefined) {
    return {
      title: l10n.t("cut off, received {0} of {1}", got, countBytes(expected)),
      cause: l10n.t("{0} after {1} of the body, but Content-Length is {2}.", ended, received, expected),
      remedies: [l10n.t("Check the service's log: it may have crashed, or its Content-Length may be wrong.")],
    };
  }
  const title = l10n.t("cut off after {0}", received);
  switch (partial?.framing) {
    case "chunked": {
      const cause = l10n.t("{0} before the last chunk of the response, after {1} of its body.", ended, received);
      return { title, cause: withChunk(cause, chunk), remedies: [mayHaveCrashed] };
    }
    case "hidden":
      return {
        title,
        cause: l10n.t("{0} after {1} of the body. The browser doesn't show its full length.", ended, received),
        remedies: [
          l10n.t("Check the service's log: it may have crashed, or its framing or content coding may be wrong."),
        ],
      };
    default:
      return {
        title,
        cause: l10n.t("{0} after {1} of the body. The response doesn't specify its length.", ended, received),
        remedies: [mayHaveCrashed],
      };
  }
}

function withChunk(cause: string, chunk: Chunk | undefined): string {
  if (chunk === undefined) return cause;
  const { size, got } = chunk;
  return `${cause} ${l10n.t("The chunk that was being received declares {0}; {1} of it arrived.", countBytes(size), countBytes(got))}`;
}

/** Explanations by reason. If an explanation has no remedies, `checkService` is its only remedy. */
const protocolCases: Readonly<
  Record<
    ProtocolFailure["reason"],
    (failure: ProtocolFailure) => Omit<ExplainedCase, "remedies"> & Partial<ExplainedCase>
  >
> = {
  "not-http": ({ bytes }) => ({
    title: l10n.t("the response is not HTTP"),
    cause: l10n.t(
      "The response doesn't start with a status line. Its first {0} are shown below.",
      countBytes(bytes.length),
    ),
    remedies: [l10n.t("Check that the host and port are those of an HTTP service."), checkHttpPort()],
  }),
  http09: () => ({
    title: l10n.t("a response without a header section"),
    cause: l10n.t(
      "The service sent only a body, as in HTTP/0.9. Some services do this if the request line has no version.",
    ),
    remedies: [l10n.t("Check that the request line ends with HTTP/1.1.")],
  }),
  "status-line": () => ({
    title: l10n.t("the status line can't be read"),
    cause: l10n.t("Expected a status line such as HTTP/1.1 200 OK. The bytes received are shown below."),
  }),
  "head-too-large": ({ limit = defaultMaxHeadBytes, bytes }) => ({
    title: l10n.t("the header section is too large"),
    cause: l10n.t(
      "The header section of the response has more than {0}. Its first {1} are shown below.",
      countBytes(limit),
      countBytes(bytes.length),
    ),
    remedies: [
      l10n.t("Increase the limit with the setting soaphttp.response.maxHeadBytes (in bytes)."),
      checkService(),
    ],
    onCommandLine: ["Increase the limit with --max-head BYTES."],
  }),
  "too-many-fields": () => ({
    title: l10n.t("too many headers"),
    cause: l10n.t("The response has more than {0} headers.", maxFields),
  }),
  "too-many-informational": () => ({
    title: l10n.t("too many 1xx responses"),
    cause: l10n.t("The service kept sending informational responses, but no final response."),
  }),
  "chunk-size": ({ at }) => ({
    title: l10n.t("a chunk of the body can't be read"),
    cause: l10n.t("The size of a chunk must be a hexadecimal number. The bytes from {0} on are shown below.", at),
  }),
  "chunk-end": ({ at }) => ({
    title: l10n.t("a chunk of the body can't be read"),
    cause: l10n.t("The length of a chunk doesn't match its size. The bytes from {0} on are shown below.", at),
  }),
  "chunk-size-too-large": ({ at }) => ({
    title: l10n.t("the size of a chunk is too large"),
    cause: l10n.t("A chunk has a size of 2^48 bytes (256 TB) or more. The bytes from {0} on are shown below.", at),
  }),
  "chunk-line-too-long": () => ({
    title: l10n.t("a chunk of the body can't be read"),
    cause: l10n.t("The line with the size of a chunk is too long: its extensions exceed the limit."),
  }),
  "trailers-too-large": () => ({
    title: l10n.t("the trailer section is too large"),
    cause: l10n.t("The trailer section of the response exceeds the limit."),
  }),
};
