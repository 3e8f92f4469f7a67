import type { ReasonOf, XmlCode, XmlProblem, XmlReason } from "../../xml/problems.ts";
import { codeOfReason } from "../../xml/problems.ts";
import type { XmlDocument } from "../../xml/tree.ts";
import type { Fix, Report, Rule } from "../rule.ts";
import type { XmlMessage } from "../soap/xmlMessage.ts";

/** A rule that holds for requests and responses alike. */
export interface XmlRule extends Rule<XmlCode> {
  check(context: XmlMessage): Iterable<Report>;
}

/** What is said about a problem. */
export interface Wording {
  readonly message: string;
  /** For each of the problem's related spans; the last one also for those after it. */
  readonly related?: readonly string[];
  /** Related places that the parser doesn't know of. */
  readonly others?: NonNullable<Report["related"]>;
  readonly fixes?: () => readonly Fix[];
}

/** A problem with what a wording and its fixes need to know of the text around it. */
export interface ProblemContext {
  readonly text: string;
  readonly xml: XmlDocument;
  /** What the document belongs to: a request's message, or a response. */
  readonly owner: XmlMessage;
  readonly problem: XmlProblem;
  /** The problem's own text. */
  readonly typed: string;
}

/** Each reason of a rule gets the problem's `args`, and the problem in its context. `undefined`: nothing to report. */
export type Wordings<Code extends XmlCode> = Readonly<
  Record<ReasonOf<Code>, (args: readonly [string, string, string], context: ProblemContext) => Wording | undefined>
>;

/** The rule that reports the parser's problems of one code. */
export function xmlRule<Code extends XmlCode>(code: Code, source: string, wordings: Wordings<Code>): XmlRule {
  const wordingOf = (reason: XmlReason) => (isReasonOf(code, reason) ? wordings[reason] : undefined);
  return {
    code,
    severity: "error",
    source,
    *check(context) {
      const { xml } = context;
      for (const problem of xml?.problems ?? []) {
        const wording = wordingOf(problem.reason);
        if (xml && wording)
          yield* reports({ text: context.text, xml, owner: context, problem, typed: typedText(xml, problem) }, wording);
      }
    },
  };
}

function isReasonOf<Code extends XmlCode>(code: Code, reason: XmlReason): reason is ReasonOf<Code> {
  return codeOfReason[reason] === code;
}

function typedText(xml: XmlDocument, { start, end }: XmlProblem): string {
  return xml.text.slice(start, end);
}

function* reports(
  context: ProblemContext,
  wordingOf: (args: readonly [string, string, string], context: ProblemContext) => Wording | undefined,
): Iterable<Report> {
  const { start, end, args, related } = context.problem;
  const [first = "", second = "", third = ""] = args;
  const wording = wordingOf([first, second, third], context);
  if (!wording) return;
  const { message, related: labels = [], others = [], fixes } = wording;
  yield {
    at: { start, end },
    message,
    related: [
      ...related.flatMap((at, index) => {
        const label = labels[index] ?? labels.at(-1);
        return label === undefined ? [] : { at, message: label };
      }),
      ...others,
    ],
    ...(fixes ? { fixes } : {}),
  };
}
