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
        "{0} bytes come after the end of the {1} stream. They are no part of the body, and are ignored.",
        trailingBytes,
        coding,
      );
    case "cut":
      return decoded
        ? l10n.t(
            "The {0} stream of the body ends before its end: what could be decoded is shown, and more may be missing.",
            coding,
          )
        : l10n.t(
            "The {0} stream of the body ends before its end: nothing of it could be decoded, and it is shown as it came.",
            coding,
          );
    case "damaged":
      return decoded
        ? l10n.t("The {0} stream of the body is damaged: what could be decoded before the damage is shown.", coding)
        : l10n.t(
            "The {0} stream of the body is damaged: nothing of it could be decoded, and it is shown as it came.",
            coding,
          );
    case "not-coded":
      return l10n.t("The body is not coded with {0}, though this header says so: it is shown as it came.", coding);
    case "unknown":
      return l10n.t("The content coding {0} is not known here: the body is shown as it came.", coding);
    case "no-decoder":
      return l10n.t(
        "The content coding {0} can only be undone by Node 22.15 or later: the body is shown as it came.",
        coding,
      );
  }
}

/** The header that names it. A transfer may be coded, too. */
function placeOf({ text, statusLine, fields }: ResponseText, coding: string): Span | undefined {
  const naming = fields.filter((field) => {
    return /^(content|transfer)-encoding$/i.test(field.name) && fieldValue(text, field).toLowerCase().includes(coding);
  });
  return naming[0]?.value ?? statusLine;
}
