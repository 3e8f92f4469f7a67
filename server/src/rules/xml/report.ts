import { slice } from "../../text/span.ts";
import { codesByReason, type ReasonOf, type XmlCode, type XmlProblem, type XmlReason } from "../../xml/problems.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import { type Fix, type Report, type Rule, rule, type Traits } from "../rule.ts";
import type { SoapCheck, XmlMessage } from "../soap/xmlMessage.ts";

/** The message and the fixes for a problem. */
export interface Wording {
  readonly message: string;
  /** The messages of the problem's related spans. The last message is also used for further spans. */
  readonly related?: readonly string[];
  /** Related places that the parser doesn't report. */
  readonly others?: NonNullable<Report["related"]>;
  readonly fixes?: () => readonly Fix[];
}

export interface ProblemContext {
  readonly text: string;
  readonly xml: XmlDocument;
  /** The request or response that contains the XML document. */
  readonly owner: XmlMessage;
  readonly problem: XmlProblem;
  /** The text with the problem, as typed. */
  readonly typed: string;
}

type WordingOf = (args: readonly [string, string, string], context: ProblemContext) => Wording | undefined;

/** The wording of each reason, from the problem's `args`. `undefined` if another problem is reported instead. */
type Wordings<Code extends XmlCode> = Readonly<Record<ReasonOf<Code>, WordingOf>>;

/** Returns the rule that reports the parser's problems with one code. */
export function xmlRule<Code extends XmlCode>(
  code: Code,
  source: string,
  wordings: Wordings<Code>,
  traits?: Traits,
): Rule<SoapCheck> {
  const check = function* (owner: XmlMessage) {
    const { xml, text } = owner;
    for (const problem of xml?.problems ?? []) {
      const { reason } = problem;
      if (!xml || !isReasonOf(code, reason)) continue;
      const [first = "", second = "", third = ""] = problem.args;
      const context = { text, xml, owner, problem, typed: slice(xml.text, problem) };
      const wording = wordings[reason]([first, second, third], context);
      if (wording) yield reportOf(problem, wording);
    }
  };
  return rule(code, "error", source, check, traits);
}

function isReasonOf<Code extends XmlCode>(code: Code, reason: XmlReason): reason is ReasonOf<Code> {
  return codesByReason()[reason] === code;
}

function reportOf(problem: XmlProblem, { message, related: labels = [], others = [], fixes }: Wording): Report {
  const related = problem.related.flatMap((at, index) => {
    const label = labels[index] ?? labels.at(-1);
    return label === undefined ? [] : { at, message: label };
  });
  const at = { start: problem.start, end: problem.end };
  return { at, message, related: [...related, ...others], ...(fixes ? { fixes } : {}) };
}
