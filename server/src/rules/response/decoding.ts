import * as l10n from "@vscode/l10n";
import { parameter } from "../../http/mediaType.ts";
import type { ContentCodingFacts } from "../../protocol/protocol.ts";
import { fieldValue, type ResponseText } from "../../response/parse.ts";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import { findCharset } from "../../text/charset.ts";
import type { Span } from "../../text/span.ts";
import type { Report } from "../rule.ts";

export function* contentCoding({ response, facts }: ReceivedMessage): Iterable<Report> {
  const coding = facts?.contentCoding;
  const at = coding && placeOf(response, coding.coding);
  if (!at || (coding.outcome === "complete" && coding.trailingBytes === 0)) return;
  // Another rule reports that the response is cut off.
  if (coding.outcome === "cut" && facts.truncated) return;
  const isUnreadable = coding.outcome === "cut" || coding.outcome === "damaged" || coding.outcome === "not-coded";
  yield { at, message: wordings[coding.outcome](coding), severity: isUnreadable ? "error" : "warning" };
}

const wordings: Readonly<Record<ContentCodingFacts["outcome"], (facts: ContentCodingFacts) => string>> = {
  complete: ({ coding, trailingBytes }) =>
    l10n.t(
      "{0} bytes follow the end of the {1} stream. They aren't part of the body and are ignored.",
      trailingBytes,
      coding,
    ),
  cut: ({ coding, decoded }) =>
    decoded
      ? l10n.t("The {0} stream of the body is incomplete. Only the part that could be decoded is shown.", coding)
      : l10n.t("The {0} stream of the body is incomplete and can't be decoded. The body is shown as received.", coding),
  damaged: ({ coding, decoded }) =>
    decoded
      ? l10n.t("The {0} stream of the body is damaged. Only the part before the damage is shown.", coding)
      : l10n.t("The {0} stream of the body is damaged and can't be decoded. The body is shown as received.", coding),
  "not-coded": ({ coding }) =>
    l10n.t("The body isn't encoded with {0}, although this header says so. The body is shown as received.", coding),
  unknown: ({ coding }) => l10n.t("The content coding {0} is unknown. The body is shown as received.", coding),
  "no-decoder": ({ coding }) =>
    l10n.t("The content coding {0} requires Node.js 22.15 or later. The body is shown as received.", coding),
};

/** Where a problem of a coding is reported: at the value of the header that names it, or at the status line. */
function placeOf({ text, statusLine, fields }: ResponseText, coding: string): Span | undefined {
  const field = fields.find(
    (one) => /^(content|transfer)-encoding$/i.test(one.name) && fieldValue(text, one).toLowerCase().includes(coding),
  );
  return field?.value ?? statusLine;
}

export function* charsetUnknown({ rootType, hasBody, decoding }: ReceivedMessage): Iterable<Report> {
  const charset = parameter(rootType?.mediaType, "charset");
  if (!rootType || !charset || !hasBody || findCharset(charset.value)) return;
  yield {
    at: rootType.at(charset.valueSpan),
    message:
      decoding === undefined || decoding.charset === "binary"
        ? l10n.t('The charset "{0}" is unknown.', charset.value)
        : l10n.t('The charset "{0}" is unknown. The body is shown as {1}.', charset.value, decoding.charset),
  };
}

export function* charsetMismatch({ rootType, decoding }: ReceivedMessage): Iterable<Report> {
  const charset = parameter(rootType?.mediaType, "charset");
  if (!rootType || !charset || !decoding?.contradicted) return;
  yield {
    at: rootType.at(charset.valueSpan),
    message: l10n.t(
      "Content-Type says {0}, but the body is {1}. It is shown as {1}; other clients may not be able to read it.",
      charset.value,
      decoding.charset,
    ),
  };
}

export function* undecodable({ text, response }: ReceivedMessage): Iterable<Report> {
  const run = /\ufffd+/g;
  run.lastIndex = response.body.start;
  for (let match = run.exec(text); match; match = run.exec(text)) {
    yield {
      at: { start: match.index, end: run.lastIndex },
      message: l10n.t(
        "Bytes that aren't valid in the body's charset are shown here as U+FFFD, unless the service sent U+FFFD itself.",
      ),
    };
  }
}
