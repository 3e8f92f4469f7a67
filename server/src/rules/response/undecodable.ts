import * as l10n from "@vscode/l10n";
import type { ResponseRule } from "./rule.ts";

/** Whoever gets rubbish is told so often enough. */
const maxReports = 100;

/** Its own row beside the binding's: what is shown must not pass for what was sent. */
export const undecodable: ResponseRule = {
  code: "response-undecodable",
  severity: "warning",
  source: "RFC 7303 section 3; XML 1.0 section 4.3.3",
  *check({ text, response }) {
    let left = maxReports;
    const run = /\ufffd+/g;
    run.lastIndex = response.body.start;
    for (let match = run.exec(text); match && left > 0; match = run.exec(text)) {
      left--;
      yield {
        at: { start: match.index, end: match.index + match[0].length },
        message: l10n.t(
          "Bytes that are no character in the charset of the body stand here as U+FFFD, unless the service sent U+FFFD itself.",
        ),
      };
    }
  },
};
