import * as l10n from "@vscode/l10n";
import { parameter } from "../../http/mediaType.ts";
import { findCharset } from "../../text/charset.ts";
import type { ResponseRule } from "./rule.ts";

const unknown: ResponseRule = {
  code: "response-charset-unknown",
  severity: "warning",
  source: "RFC 7303 section 3; IANA character sets",
  *check({ rootType, hasBody, decoding }) {
    const charset = parameter(rootType?.mediaType, "charset");
    if (!rootType || !charset || !hasBody || findCharset(charset.value)) return;
    yield {
      at: rootType.at(charset.valueSpan),
      message:
        decoding === undefined || decoding.charset === "binary"
          ? l10n.t('The charset "{0}" is unknown.', charset.value)
          : l10n.t('The charset "{0}" is unknown. The body is shown as {1}.', charset.value, decoding.charset),
    };
  },
};

const mismatch: ResponseRule = {
  code: "response-charset-mismatch",
  severity: "error",
  source: "RFC 7303 section 3; XML 1.0 appendix F",
  *check({ rootType, decoding }) {
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
  },
};

/** Whoever gets rubbish is told so often enough. */
const maxReports = 100;

/** Its own row beside the binding's: what is shown must not pass for what was sent. */
const undecodable: ResponseRule = {
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
          "Bytes that aren't valid in the body's charset are shown here as U+FFFD, unless the service sent U+FFFD itself.",
        ),
      };
    }
  },
};

export const charsetRules: readonly ResponseRule[] = [unknown, mismatch, undecodable];
