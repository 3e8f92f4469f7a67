import * as l10n from "@vscode/l10n";
import type { ContentCodingFacts } from "../../../../server/src/protocol.ts";
import type { Content, SendResult } from "../../transport/result.ts";
import { countBytes } from "../text/quantities.ts";

/**
 * A complete response, but no good one: the content coding of its body doesn't hold, or there is no decoder. Whether it
 * holds a Fault, nobody knows.
 */
export function isDamaged(result: SendResult): boolean {
  if (result.kind !== "response") return false;
  const { content } = result;
  return content.kind === "broken" || (content.kind === "unsupported" && content.why === "runtime");
}

/** What became of a content coding, in words; undefined where there is none. */
export function contentText(content: Content): string | undefined {
  switch (content.kind) {
    case "identity":
      return undefined;
    case "decoded": {
      const codings = content.codings.join(", ");
      const { trailing = 0 } = content;
      return trailing === 0
        ? l10n.t("{0}, undone", codings)
        : l10n.t("{0}, decoded; {1} after it ignored", codings, countBytes(trailing));
    }
    case "unsupported":
      return content.why === "runtime"
        ? l10n.t("{0} requires Node 22.15 or later: the body is shown as received", content.coding)
        : l10n.t("{0} is not supported: the body is shown as received", content.coding);
    case "broken":
      switch (content.how) {
        case "not-coded":
          return l10n.t("{0} is specified, but the body is not encoded", content.coding);
        case "cut":
          return l10n.t("{0} is truncated", content.coding);
        default:
          return l10n.t("{0} is damaged: {1}", content.coding, content.detail);
      }
  }
}

/** The same for the server. */
export function contentFacts(content: Content): ContentCodingFacts | undefined {
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
