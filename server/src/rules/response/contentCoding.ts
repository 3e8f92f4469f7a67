import * as l10n from "@vscode/l10n";
import type { ContentCodingFacts } from "../../protocol.ts";
import { fieldValue, type ResponseText } from "../../response/parse.ts";
import type { Span } from "../../text/span.ts";
import type { ResponseRule } from "./rule.ts";

export const contentCoding: ResponseRule = {
  code: "response-content-coding",
  severity: "error",
  source: "RFC 9110 section 8.4",
  *check({ response, facts }) {
    const coding = facts?.contentCoding;
    const at = coding && placeOf(response, coding.coding);
    if (!at || (coding.outcome === "complete" && coding.trailingBytes === 0)) return;
    // Where the response is cut off, that says it all.
    if (coding.outcome === "cut" && facts.truncated) return;
    const readable = coding.outcome !== "cut" && coding.outcome !== "damaged" && coding.outcome !== "not-coded";
    yield { at, message: inWords(coding), ...(readable ? { severity: "warning" } : {}) };
  },
};

function inWords({ coding, outcome, decoded, trailingBytes }: ContentCodingFacts): string {
  switch (outcome) {
    case "complete":
      return l10n.t(
        "{0} bytes follow the end of the {1} stream. They aren't part of the body and are ignored.",
        trailingBytes,
        coding,
      );
    case "cut":
      return decoded
        ? l10n.t("The {0} stream of the body is incomplete. Only the part that could be decoded is shown.", coding)
        : l10n.t(
            "The {0} stream of the body is incomplete and can't be decoded. The body is shown as received.",
            coding,
          );
    case "damaged":
      return decoded
        ? l10n.t("The {0} stream of the body is damaged. Only the part before the damage is shown.", coding)
        : l10n.t("The {0} stream of the body is damaged and can't be decoded. The body is shown as received.", coding);
    case "not-coded":
      return l10n.t(
        "The body isn't encoded with {0}, although this header says so. The body is shown as received.",
        coding,
      );
    case "unknown":
      return l10n.t("The content coding {0} is unknown. The body is shown as received.", coding);
    case "no-decoder":
      return l10n.t("The content coding {0} requires Node.js 22.15 or later. The body is shown as received.", coding);
  }
}

/** The header that names it. A transfer may be coded, too. */
function placeOf({ text, statusLine, fields }: ResponseText, coding: string): Span | undefined {
  const naming = fields.filter((field) => {
    return /^(content|transfer)-encoding$/i.test(field.name) && fieldValue(text, field).toLowerCase().includes(coding);
  });
  return naming[0]?.value ?? statusLine;
}
