import * as l10n from "@vscode/l10n";
import type { AuthenticationProblem, AuthenticationStep, SendResult } from "../../transport/result.ts";

const schemes: Readonly<Record<AuthenticationStep["scheme"], string>> = {
  digest: "Digest",
  ntlm: "NTLM",
  negotiate: "Negotiate",
};

export function schemeName(scheme: AuthenticationStep["scheme"]): string {
  return schemes[scheme];
}

/** A sentence about a failed `# @auth`: the service refused the request, or didn't prove itself. */
export function authenticationText({
  authenticationProblem: problem,
}: Pick<SendResult, "authenticationProblem">): string | undefined {
  return problem && problemText(problem);
}

export function ticketTooltip(): string {
  return l10n.t("Answer the challenge with the Kerberos ticket of the logged-in user");
}

export function tokenTooltip(): string {
  return l10n.t("Add a token to the request, as the service asks for it");
}

function problemText(problem: AuthenticationProblem): string {
  switch (problem.kind) {
    case "unproven":
      if (problem.scheme === "negotiate")
        return l10n.t(
          "The service didn't prove that the Kerberos ticket is for it: its token in WWW-Authenticate is wrong.",
        );
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
    case "not-negotiated":
      return l10n.t("The service offers Negotiate, but doesn't accept NTLM. It may require Kerberos.");
    case "ticket-refused":
      return problem.isEncrypted
        ? l10n.t(
            "The service refused the Kerberos ticket. If it requires channel bindings (Extended Protection), it refuses all tickets from here: the npm package kerberos can't send them.",
          )
        : l10n.t("The service refused the Kerberos ticket.");
    case "ticket-missing":
      return problem.detail === undefined
        ? l10n.t(
            "There is no Kerberos ticket for {0}. The system would send NTLM instead, which is weaker, so nothing was sent.",
            problem.service,
          )
        : l10n.t("There is no Kerberos ticket for {0}: {1}", problem.service, problem.detail);
    case "connection-closed":
      return l10n.t(
        "The service closed the connection after its {0} challenge, which must be answered over the same connection.",
        schemeName(problem.scheme),
      );
  }
}
