import * as l10n from "@vscode/l10n";
import { receivedOf } from "../../mock/received.ts";
import type { MockResponse } from "../../mock/response.ts";
import { mediaTypes } from "../../soap/facts.ts";
import { changeTo, insertHeaderFix } from "../edits.ts";
import { contentTypeMissing } from "../response/soap.ts";
import type { Fix, Report } from "../rule.ts";

export function* mediaTypeMissing(response: MockResponse): Iterable<Report> {
  if (response.hasOrMalformed("content-type")) return;
  for (const report of contentTypeMissing(receivedOf(response))) {
    const version = response.envelope?.version;
    const charset = response.charset.name.toLowerCase();
    yield {
      ...report,
      at: response.headPlace,
      fixes: () =>
        version ? [insertHeaderFix(response, `Content-Type: ${mediaTypes[version]}; charset=${charset}`)] : [],
    };
  }
}

/** Changes the media type to that of the envelope's version. */
export function mediaTypeFixes({ contentType, envelope }: MockResponse): () => readonly Fix[] {
  return () => {
    if (!contentType || !envelope?.version || contentType.mediaType.essence.startsWith("multipart/")) return [];
    const { essenceSpan } = contentType.mediaType;
    if (essenceSpan.start === essenceSpan.end) return [];
    const expected = mediaTypes[envelope.version];
    const at = contentType.field.value.at(essenceSpan);
    return [{ ...changeTo(at, expected), title: l10n.t("Change the media type to {0}", expected) }];
  };
}
