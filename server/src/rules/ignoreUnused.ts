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

/** Whether they find something depends on the environment, the files and the keys of a machine, too. */
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
/** The others are never ignored, depend on the host, or aren't about a single request. */
const judged = lazily(
  (): ReadonlySet<string> =>
    new Set(requestRules.flatMap(({ code, traits }) => (traits.preventsSending || ofHost().has(code) ? [] : [code]))),
);

/**
 * The codes in `# @ignore` that nothing in the request has.
 * @param codes the codes of all findings, ignored ones too
 */
export function* unusedCodes(message: Message, codes: ReadonlySet<string>): Iterable<Report> {
  const { segment, text, contract } = message;
  const words = ignoredWords(message);
  const unused = words.filter(({ code }) => judged().has(code) && !codes.has(code));
  if (unused.length === 0 || isUncertain(message)) return;
  const hasContract = contract.kind === "found" && contract.contract.pending.length === 0;
  for (const { code, at } of unused) {
    // What a document contains is checked in the messages that insert it.
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

/** Values that are known only when sending, secrets, and body files that aren't read hide what would be found. */
function isUncertain({ text, scope, bodyFile, inlined }: Message): boolean {
  if (bodyFile && !inlined) return true;
  return references(text).some(({ name }) => {
    const value = scope.lookup(name);
    // The samples of built-in variables are of the right form.
    return value.kind === "text" ? value.secret : value.kind !== "atSending" || !name.startsWith("$");
  });
}

interface IgnoredWord {
  readonly code: string;
  /** In the segment's text. */
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

/** A word with the whitespace and commas after it; before it, at the end of the line. */
function withSeparator(text: string, { start, end }: Span, lineEnd: number): Span {
  let to = end;
  while (to < lineEnd && /[\s,]/.test(text.charAt(to))) to++;
  if (to < lineEnd) return { start, end: to };
  let from = start;
  while (/[\s,]/.test(text.charAt(from - 1))) from--;
  return { start: from, end };
}
