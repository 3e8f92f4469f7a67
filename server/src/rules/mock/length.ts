import * as l10n from "@vscode/l10n";
import type { MockResponse } from "../../mock/response.ts";
import { lengthMismatch } from "../contentLength.ts";
import { countText, insertHeaderFix, removeFieldFix } from "../edits.ts";
import type { Report } from "../rule.ts";

export function* responseLengthMissing(response: MockResponse): Iterable<Report> {
  if (!response.statusLine || !mayHaveBody(response)) return;
  if (response.hasOrMalformed("content-length") || response.field("transfer-encoding")) return;
  const count = countText(response);
  yield {
    at: response.headPlace,
    message: l10n.t(
      "The response has neither Content-Length nor Transfer-Encoding: chunked. A complete body can't be distinguished from a lost connection.",
    ),
    fixes: () => (count === undefined ? [] : [insertHeaderFix(response, `Content-Length: ${count}`)]),
  };
}

/** RFC 9110 section 8.6: a response to HEAD, and a 304, have the length of the body that isn't sent. */
export function responseLengthMismatch(response: MockResponse): Iterable<Report> {
  const isToHead = response.directives.conditions.some((one) => one.kind === "method" && one.name === "HEAD");
  if (!response.hasBody && (isToHead || response.statusLine?.code === 304)) return [];
  return lengthMismatch(response);
}

/** RFC 9112 section 6.1. */
export function* chunksMissing(response: MockResponse): Iterable<Report> {
  const withLength = response.field("content-length") !== undefined;
  for (const field of response.fieldsNamed("transfer-encoding")) {
    if (withLength) {
      const message = l10n.t(
        "Transfer-Encoding can't be combined with Content-Length. Clients disagree about the end of such a response.",
      );
      yield { at: field.line.name, message, fixes: () => [removeFieldFix(response, field)] };
    } else if (!response.isInChunks && !response.bodyFile) {
      const message = l10n.t("The body isn't written in chunks, so clients can't find its end.");
      yield { at: field.line.name, message, fixes: () => [removeFieldFix(response, field)] };
    }
  }
}

/** Whether the status allows a body (RFC 9112 section 6.3). */
function mayHaveBody({ statusLine }: MockResponse): boolean {
  const code = statusLine?.code ?? 200;
  return code >= 200 && code !== 204 && code !== 304;
}
