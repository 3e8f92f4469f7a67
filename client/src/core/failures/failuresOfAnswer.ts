/*
 * An answer that did not come, or not to its end, or is more than is read.
 */
import * as l10n from "@vscode/l10n";
import type { Chunk } from "../../transport/bodyReader.ts";
import type { Failure, TimeoutFailure, TooLargeFailure, TruncatedFailure } from "../../transport/result.ts";
import { countBytes, formatBytes, formatDuration } from "../text/quantities.ts";
import type { Explanation } from "./explanation.ts";
import { whileIn } from "./stages.ts";

export function explainTimeout(failure: TimeoutFailure & Pick<Failure, "partial">): Explanation {
  const { declaredLength = 0, bodyLength, limit, stage, sentAll, chunk } = failure;
  if (declaredLength > bodyLength && sentAll && stage === "answer") return serviceWaits(declaredLength, failure);
  if (stage === "body" && failure.partial?.framing === "close") return nothingTellsEnd(failure);
  const reached = l10n.t("The time limit of {0} was reached {1}.", formatDuration(limit), whileIn(stage));
  return {
    title: l10n.t("timed out after {0}", formatDuration(limit)),
    cause: chunk === undefined ? reached : `${reached} ${chunkText(chunk)}`,
    ways: [
      stage === "answer" || stage === "head" || stage === "body"
        ? l10n.t("Check the service's log: it may be busy or hang.")
        : l10n.t("Check the host, the port and any firewall in between."),
      l10n.t(
        "Increase the timeout: use the setting soaphttp.timeout (in seconds), or # @timeout 120s above the request.",
      ),
    ],
  };
}

/** Without a length the body ends with the connection (RFC 9112 section 6.3), and this one stays open. */
function nothingTellsEnd({ limit, partial }: TimeoutFailure & Pick<Failure, "partial">): Explanation {
  return {
    title: l10n.t("the end of the response is unknown"),
    cause: l10n.t(
      "The response has neither a Content-Length nor Transfer-Encoding: chunked, so only closing the connection ends its body. {0} of the body arrived, then the service sent nothing for {1} and kept the connection open.",
      countBytes(partial?.rawBody?.length ?? 0),
      formatDuration(limit),
    ),
    ways: [
      l10n.t(
        "Have the service send Content-Length or Transfer-Encoding: chunked, or close the connection after the response.",
      ),
      l10n.t("With Connection: close in the request, most services close the connection."),
    ],
  };
}

function chunkText({ size, got }: Chunk): string {
  return l10n.t(
    "The chunk that was being received announces {0}; {1} of it arrived.",
    countBytes(size),
    countBytes(got),
  );
}

/** A Content-Length over the body's length leaves most services waiting for the rest: they never answer. */
function serviceWaits(declaredLength: number, { bodyLength, limit }: TimeoutFailure): Explanation {
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
    ways: [l10n.t("Change Content-Length to {0}, for example with its quick fix.", bodyLength)],
  };
}

export function explainTruncated(failure: TruncatedFailure & Pick<Failure, "partial">): Explanation {
  const { stage, how, expected, got, chunk } = failure;
  const ended = how === "reset" ? l10n.t("The connection was reset") : l10n.t("The service closed the connection");
  if (stage === "head") {
    return {
      title: l10n.t("cut off in the header section"),
      cause: l10n.t(
        "{0} before the header section of the response was complete. The bytes received are shown below.",
        ended,
      ),
      ways: [mayHaveCrashed()],
    };
  }
  const came = countBytes(got);
  if (expected !== undefined) {
    return {
      title: l10n.t("cut off, received {0} of {1}", got, countBytes(expected)),
      cause: l10n.t("{0} after {1} of the body, but Content-Length is {2}.", ended, came, expected),
      ways: [l10n.t("Check the service's log: it may have crashed, or its Content-Length may be wrong.")],
    };
  }
  const title = l10n.t("cut off after {0}", came);
  switch (failure.partial?.framing) {
    case "chunked": {
      const cause = l10n.t("{0} before the last chunk of the response, after {1} of its body.", ended, came);
      return {
        title,
        cause: chunk === undefined ? cause : `${cause} ${chunkText(chunk)}`,
        ways: [mayHaveCrashed()],
      };
    }
    case "hidden":
      return {
        title,
        cause: l10n.t("{0} after {1} of the body. The browser doesn't show its full length.", ended, came),
        ways: [l10n.t("Check the service's log: it may have crashed, or its framing or content coding may be wrong.")],
      };
    default:
      return {
        title,
        cause: l10n.t("{0} after {1} of the body. The response doesn't specify its length.", ended, came),
        ways: [mayHaveCrashed()],
      };
  }
}

function mayHaveCrashed(): string {
  return l10n.t("Check the service's log: it may have crashed while sending the response.");
}

export function explainTooLarge({ limit, what }: TooLargeFailure): Explanation {
  return {
    title: l10n.t("stopped after {0}", formatBytes(limit)),
    cause:
      what === "decoded"
        ? l10n.t("The decoded body is larger than {0}.", formatBytes(limit))
        : l10n.t("The body is larger than {0}.", formatBytes(limit)),
    ways: [l10n.t("Increase the limit with the setting soaphttp.response.maxBytes (in bytes).")],
  };
}
