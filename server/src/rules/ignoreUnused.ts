import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import { lazily } from "../text/memoized.ts";
import { references } from "../text/references.ts";
import { type Span, slice } from "../text/span.ts";
import { authRules } from "./auth.ts";
import { contractRules } from "./contract.ts";
import { fix, remove, removeLine } from "./edits.ts";
import { operationRules } from "./operation.ts";
import { requestRules } from "./registry.ts";
import type { Report, RuleInfo } from "./rule.ts";
import { schemaRules } from "./schema.ts";
import { signatureRules } from "./signature.ts";
import { variableRules } from "./variables.ts";
import { wsiRules } from "./wsi.ts";

export const ignoreUnused: RuleInfo = {
  code: "ignore-unused",
  severity: "hint",
  source: "the .soaphttp format",
  traits: { waitsFor: "file" },
};

/** Codes of the rules whose findings also depend on the environment, the files and the keys of a machine. */
const ofHost = lazily(
  (): ReadonlySet<string> =>
    new Set([
      ...[...contractRules, ...authRules, ...variableRules, ...signatureRules].map(({ code }) => code),
      ...["directive-value", "data-file-missing"],
    ]),
);
const ofContract = lazily(
  (): ReadonlySet<string> => new Set([...schemaRules, ...operationRules, ...wsiRules].map(({ code }) => code)),
);
/**
 * Codes that are reported if nothing has them. Not included are rules that `# @ignore` can't switch off, that depend
 * on the machine, or that check several requests.
 */
const judged = lazily(
  (): ReadonlySet<string> =>
    new Set(requestRules.flatMap(({ code, traits }) => (traits.preventsSending || ofHost().has(code) ? [] : [code]))),
);

/** Reports codes in `# @ignore` that aren't in `codes`, the codes of all findings, including ignored ones. */
export function* unusedCodes(message: Message, codes: ReadonlySet<string>): Iterable<Report> {
  const { segment, text, contract } = message;
  const words = ignoredWords(message);
  const unused = words.filter(({ code }) => judged().has(code) && !codes.has(code));
  if (unused.length === 0 || isUncertain(message)) return;
  const hasContract = contract.kind === "found" && contract.contract.pending.length === 0;
  for (const { code, at } of unused) {
    // A `# @document` is checked in the messages that insert it.
    if (ofContract().has(code) && (!hasContract || segment.document)) continue;
    const item = segment.preamble.find(({ start, end }) => start <= at.start && at.end <= end);
    const isOnly = words.every(
      (other) => other.at === at || !item || other.at.start < item.start || other.at.end > item.end,
    );
    yield {
      at,
      message: l10n.t("Nothing in this request has the code {0}, so ignoring it has no effect.", code),
      unnecessary: true,
      fixes: () => [
        fix(
          l10n.t("Remove {0}", code),
          isOnly && item ? removeLine(text, item) : remove(withSeparator(text, at, item?.end ?? at.end)),
        ),
      ],
    };
  }
}

/** Whether a value that is unknown before sending, a secret, or an unread body file may hide a finding. */
function isUncertain({ text, scope, bodyFile, inlined }: Message): boolean {
  if (bodyFile && !inlined) return true;
  return references(text).some(({ name }) => {
    const value = scope.lookup(name);
    // The sample values of built-in variables have the correct form.
    return value.kind === "text" ? value.secret : value.kind !== "atSending" || !name.startsWith("$");
  });
}

interface IgnoredWord {
  readonly code: string;
  /** Span in the segment's text. */
  readonly at: Span;
}

function ignoredWords({ segment: { text, preamble } }: Message): readonly IgnoredWord[] {
  return preamble.flatMap((item) => {
    if (item.kind !== "directive" || slice(text, item.name) !== "ignore") return [];
    return [...slice(text, item.value).matchAll(/[^\s,]+/g)].map(({ 0: code, index }) => {
      const start = item.value.start + index;
      return { code, at: { start, end: start + code.length } };
    });
  });
}

/** The span of a word with its separator: the whitespace and commas after it, or before it at the end of the line. */
function withSeparator(text: string, { start, end }: Span, lineEnd: number): Span {
  let to = end;
  while (to < lineEnd && /[\s,]/.test(text.charAt(to))) to++;
  if (to < lineEnd) return { start, end: to };
  let from = start;
  while (/[\s,]/.test(text.charAt(from - 1))) from--;
  return { start: from, end };
}
