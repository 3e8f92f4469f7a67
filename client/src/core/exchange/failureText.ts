import * as l10n from "@vscode/l10n";
import type { Failure } from "../../transport/result.ts";
import { evidenceLines, explain, failureTitle, reportedFacts, type Shell } from "../failures/failures.ts";
import { wrap } from "../text/wrap.ts";
import { certificateLines, detailLines, line } from "./details.ts";
import type { Exchange } from "./exchange.ts";

/** The document in place of a response: what happened, what to do, and all known facts. */
export function failureText(failure: Failure, at: Exchange["at"], shell: Shell): string {
  const { cause, remedies } = explain(failure, shell);
  const certificate = failure.kind === "tls" && failure.tls?.certificate === undefined && failure.certificate;
  const evidence = evidenceLines(failure);
  const lines = [
    failureTitle(failure, shell),
    "",
    ...wrap(cause),
    "",
    ...(remedies.length > 0
      ? [remediesHeading(), ...remedies.flatMap((one) => (one.startsWith(" ") ? one : wrap(one, "- "))), ""]
      : []),
    l10n.t("Details"),
    ...detailLines({ result: failure, at }),
    ...reportedFacts(failure).flatMap(([label, value]) => line(label, value)),
    ...(certificate ? certificateLines(certificate) : []),
    ...(evidence.length > 0 ? ["", ...evidence] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The line above the remedies, over which the links are shown. */
export function remediesHeading(): string {
  return l10n.t("What to do");
}
