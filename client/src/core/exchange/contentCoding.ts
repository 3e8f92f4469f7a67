import * as l10n from "@vscode/l10n";
import type { ContentCodingFacts } from "../../../../server/src/protocol/protocol.ts";
import type { ContentCoding, SendResult } from "../../transport/result.ts";
import { countBytes } from "../text/quantities.ts";

/** Whether a response is complete, but its body couldn't be decoded: whether it contains a Fault is unknown. */
export function isDamaged(result: SendResult): boolean {
  if (result.kind !== "response") return false;
  const { content } = result;
  return content.kind === "broken" || (content.kind === "unsupported" && content.why === "runtime");
}

/** The result of decoding a body, in words; undefined if the body has no content coding. */
export function contentText(content: ContentCoding): string | undefined {
  const facts = contentFacts(content);
  if (facts === undefined) return undefined;
  const { outcome, coding, trailingBytes } = facts;
  switch (outcome) {
    case "complete":
      return trailingBytes > 0
        ? l10n.t("{0}, decoded; {1} after it ignored", coding, countBytes(trailingBytes))
        : l10n.t("{0}, decoded", coding);
    case "no-decoder":
      return l10n.t("{0} requires Node 22.15 or later: the body is shown as received", coding);
    case "unknown":
      return l10n.t("{0} is not supported: the body is shown as received", coding);
    case "not-coded":
      return l10n.t("{0} is specified, but the body is not encoded", coding);
    case "cut":
      return l10n.t("{0} is truncated", coding);
    case "damaged":
      return l10n.t("{0} is damaged: {1}", coding, content.kind === "broken" ? content.detail : "");
  }
}

export function contentFacts(content: ContentCoding): ContentCodingFacts | undefined {
  switch (content.kind) {
    case "identity":
      return undefined;
    case "decoded": {
      const { codings, trailing = 0 } = content;
      return { coding: codings.join(", "), outcome: "complete", decoded: true, trailingBytes: trailing };
    }
    case "unsupported": {
      const outcome = content.why === "runtime" ? "no-decoder" : "unknown";
      return { coding: content.coding, outcome, decoded: false, trailingBytes: 0 };
    }
    case "broken":
      return { coding: content.coding, outcome: content.how, decoded: content.decodedBytes > 0, trailingBytes: 0 };
  }
}
