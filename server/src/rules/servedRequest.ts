import { requestProblems } from "../contract/check/messageProblems.ts";
import type { CheckedRequest } from "../mock/contract/contractResponder.ts";
import type { RequestProblem } from "../mock/contract/faults.ts";
import { compareSpans } from "../text/span.ts";
import { findingsOf } from "./check.ts";
import type { Report, Rule } from "./rule.ts";
import { schemaServedRules } from "./schema.ts";
import { otherMedia } from "./soap/media.ts";
import { envelopeRules, versionMediaRule } from "./soap.ts";

const media: Rule<(request: CheckedRequest) => Iterable<Report>> = { ...versionMediaRule, check: versionMedia };

/** None of the others raises its severity. */
const errorRules = envelopeRules.filter(({ severity }) => severity === "error");

function* versionMedia({ mediaType, envelope }: CheckedRequest): Iterable<Report> {
  const media = envelope && otherMedia(mediaType, envelope);
  if (media && !media.isAccepted) yield { at: { start: 0, end: 0 }, message: media.message };
}

/** The errors in a request that a mock service received, by the rules that authors see, in the order of the text. */
export function errorsInServed(request: CheckedRequest): readonly RequestProblem[] {
  const { document, envelope } = request;
  const ofEnvelope = findingsOf(errorRules, { text: document.text, xml: document, envelope });
  const problems = envelope ? requestProblems(request) : [];
  const ofContract = problems.length > 0 ? findingsOf(schemaServedRules, { ...request, problems }) : [];
  return [...findingsOf([media], request), ...ofEnvelope, ...ofContract]
    .filter(({ severity }) => severity === "error")
    .sort((a, b) => compareSpans(a.at, b.at))
    .map(({ code, message }) => ({ code, message }));
}
