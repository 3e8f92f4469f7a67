import * as l10n from "@vscode/l10n";
import type { ResponseFacts } from "../../protocol/protocol.ts";
import { fieldNamed, fieldValue, type ResponseText, type StatusLine } from "../../response/parse.ts";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import type { Span } from "../../text/span.ts";
import type { Report } from "../rule.ts";

export function* lengthMissing({ response, facts, headersComplete }: ReceivedMessage): Iterable<Report> {
  const { statusLine, text } = response;
  if (!statusLine || !headersComplete || facts?.framing !== "close" || facts.truncated) return;
  const coding = fieldNamed(response, "transfer-encoding");
  const length = fieldNamed(response, "content-length");
  if (coding) {
    yield {
      at: coding.value,
      message: l10n.t(
        "Transfer-Encoding is {0}, which doesn't end in chunked. A complete body can't be distinguished from a lost connection.",
        fieldValue(text, coding),
      ),
    };
  } else if (length) {
    yield {
      at: length.value.start < length.value.end ? length.value : length.nameSpan,
      message: l10n.t(
        "Content-Length is \"{0}\", which isn't a valid number of bytes. A complete body can't be distinguished from a lost connection.",
        fieldValue(text, length),
      ),
    };
  } else {
    yield {
      at: statusLine,
      message: l10n.t(
        "The response has neither Content-Length nor Transfer-Encoding: chunked. A complete body can't be distinguished from a lost connection.",
      ),
    };
  }
}

export function* lengthMismatch({ response, facts }: ReceivedMessage): Iterable<Report> {
  const { statusLine } = response;
  if (!statusLine || !facts || facts.framing === "unknown" || facts.framing === "http09") return;
  const at = framingPlace(response, statusLine, facts);
  const message = lengthText(facts);
  if (message !== undefined) yield { at, message };
  if (facts.surplusBytes > 0) yield { at, message: surplusText(statusLine, facts) };
}

function lengthText({ framing, bodyBytes, declaredBytes, truncated }: ResponseFacts): string | undefined {
  if (bodyBytes === undefined || framing === "none") return undefined;
  if (framing === "content-length" && declaredBytes !== undefined) {
    if (bodyBytes === declaredBytes) return undefined;
    return bodyBytes < declaredBytes
      ? l10n.t(
          "Content-Length is {0}, but the response ends after {1} bytes: {2} are missing.",
          declaredBytes,
          bodyBytes,
          declaredBytes - bodyBytes,
        )
      : l10n.t("Content-Length is {0}, but the body is {1} bytes.", declaredBytes, bodyBytes);
  }
  if (!truncated) return undefined;
  return framing === "chunked"
    ? l10n.t("The response is cut off: it ends after {0} bytes of its body, without the last chunk.", bodyBytes)
    : l10n.t("The response ends with an error after {0} bytes of its body. It may be cut off.", bodyBytes);
}

function surplusText({ code }: StatusLine, { framing, declaredBytes, surplusBytes }: ResponseFacts): string {
  const after =
    framing === "content-length" && declaredBytes !== undefined
      ? l10n.t("{0} bytes were received after the {1} that Content-Length declares.", surplusBytes, declaredBytes)
      : framing === "chunked"
        ? l10n.t("{0} bytes were received after the last chunk.", surplusBytes)
        : l10n.t(
            "{0} bytes were received after the end of the response. A response with status {1} has no body.",
            surplusBytes,
            code,
          );
  const why = l10n.t(
    "They aren't part of this response and aren't processed. A Content-Length that is too small in the request often causes a second response.",
  );
  return `${after} ${why}`;
}

/** The header that determines the end of the body, or the status line. */
function framingPlace(response: ResponseText, statusLine: StatusLine, { framing }: ResponseFacts): Span {
  const name = framing === "content-length" ? "content-length" : framing === "chunked" ? "transfer-encoding" : "";
  const value = fieldNamed(response, name)?.value;
  return value && value.start < value.end ? value : statusLine;
}
