import * as l10n from "@vscode/l10n";
import type { MessageProblem } from "../../contract/check/messageProblems.ts";
import type { QName } from "../../xsd/components.ts";

type MessagePartProblem = Extract<
  MessageProblem,
  { readonly kind: "payload-unexpected" | "payload-missing" | "payload-unknown" | "header-missing" | "header-unknown" }
>;

/** An element as a start tag, with its prefix in the message. */
export type TagOf = (name: QName) => string;

/** What is wrong with the parts of a request. `tag`: of the element with the problem. */
export function describeRequest(problem: MessagePartProblem, tag: string, tagOf: TagOf): string {
  switch (problem.kind) {
    case "header-missing":
      return l10n.t("The operation requires the header {0}.", tagOf(problem.expected));
    case "header-unknown":
      return describeHeader(problem, tag, tagOf);
    case "payload-missing":
      return l10n.t("{0} is missing in {1}.", tagOf(problem.expected), tag);
    case "payload-unknown":
      return l10n.t("No operation of the WSDL has {0}. Did you mean {1}?", tag, tagOf(problem.similar));
    case "payload-unexpected": {
      const expected = problem.expected && tagOf(problem.expected);
      if (problem.isExtra) return l10n.t("Unexpected {0}. The body must end here.", tag);
      if (expected === undefined) return l10n.t("Unexpected {0}. The body of this operation is empty.", tag);
      return problem.isOther
        ? l10n.t("{0} is the response of the operation. The request is {1}.", tag, expected)
        : l10n.t("Unexpected {0}. The operation expects {1}.", tag, expected);
    }
  }
}

/** As `describeRequest`, for what a service sent. */
export function describeResponse(problem: MessagePartProblem, tag: string, tagOf: TagOf): string {
  switch (problem.kind) {
    case "header-missing":
      return l10n.t("The service's response has no header {0}, which the operation requires.", tagOf(problem.expected));
    case "header-unknown":
      return describeHeader(problem, tag, tagOf);
    case "payload-missing":
      return l10n.t("The service's response has no {0} in {1}.", tagOf(problem.expected), tag);
    case "payload-unknown":
      return l10n.t("No operation of the WSDL has {0}. Did you mean {1}?", tag, tagOf(problem.similar));
    case "payload-unexpected": {
      const expected = problem.expected && tagOf(problem.expected);
      if (problem.isExtra) return l10n.t("The service's response contains {0} after its last element.", tag);
      if (expected === undefined) {
        return l10n.t("The service's response contains {0}, but the response of this operation is empty.", tag);
      }
      return problem.isOther
        ? l10n.t("{0} is the request of the operation. The service's response must be {1}.", tag, expected)
        : l10n.t("The service's response contains {0}. The operation responds with {1}.", tag, expected);
    }
  }
}

function describeHeader(
  { similar }: Extract<MessagePartProblem, { kind: "header-unknown" }>,
  tag: string,
  tagOf: TagOf,
): string {
  return l10n.t("The schema of its namespace has no {0}. Did you mean {1}?", tag, tagOf(similar));
}
