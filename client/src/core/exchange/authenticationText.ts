import * as l10n from "@vscode/l10n";
import type { AuthenticationProblem, AuthenticationStep, SendResult } from "../../transport/result.ts";

const schemes: Readonly<Record<AuthenticationStep["scheme"], string>> = { digest: "Digest", ntlm: "NTLM" };

/** The name of a scheme as standards write it. */
export function schemeName(scheme: AuthenticationStep["scheme"]): string {
  return schemes[scheme];
}

/** What is wrong with the authentication of a request with `# @auth`, as a sentence: the service refused it, or didn't prove itself. */
export function authenticationText({
  authenticationProblem: problem,
}: Pick<SendResult, "authenticationProblem">): string | undefined {
  return problem && problemText(problem);
}

function problemText(problem: AuthenticationProblem): string {
  switch (problem.kind) {
    case "unproven":
      return l10n.t("The service didn't prove that it knows the password: rspauth in Authentication-Info is wrong.");
    case "refused":
      return l10n.t("The service refused user or password.");
    case "not-offered": {
      const { offered, scheme } = problem;
      return offered.length > 0
        ? l10n.t("The service offers {0}, not {1}.", offered.join(", "), schemeName(scheme))
        : l10n.t(
            "The service refused the request, but doesn't say which credentials it requires: WWW-Authenticate is missing.",
          );
    }
    case "unreadable":
      return l10n.t(
        "The {0} challenge of the service can't be answered: it is malformed, or requires something unsupported.",
        schemeName(problem.scheme),
      );
    case "connection-closed":
      return l10n.t(
        "The service closed the connection after its {0} challenge, which must be answered over the same connection.",
        schemeName(problem.scheme),
      );
  }
}
