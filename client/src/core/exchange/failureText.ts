import * as l10n from "@vscode/l10n";
import type { Failure } from "../../transport/result.ts";
import { evidenceLines } from "../failures/failureEvidence.ts";
import { type ExplainOptions, explain } from "../failures/failures.ts";
import { wrap } from "../text/wrap.ts";
import { certificateLines, detailLines, line } from "./details.ts";
import type { Exchange } from "./exchange.ts";

/** The document that stands in the place of a response: what happened, what to do, and every fact there is. */
export function failureText(failure: Failure, at: Exchange["at"], options: ExplainOptions): string {
  const { cause, ways } = explain(failure, options);
  const evidence = evidenceLines(failure);
  const lines = [
    failureTitle(failure, options),
    "",
    ...wrap(cause),
    "",
    ...(ways.length > 0
      ? [waysHeading(), ...ways.flatMap((way) => (way.startsWith(" ") ? way : wrap(way, "- "))), ""]
      : []),
    l10n.t("Details"),
    ...detailLines({ result: failure, at }),
    ...factLines(failure),
    ...(evidence.length > 0 ? ["", ...evidence] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The line above what can be done, over which the links stand. */
export function waysHeading(): string {
  return l10n.t("What to do");
}

/** `No response: connection refused`, or `Incomplete response: cut off, 10 of 299 bytes came`. */
export function failureTitle(failure: Failure, options: ExplainOptions): string {
  const { title } = explain(failure, options);
  return failure.partial === undefined ? l10n.t("No response: {0}", title) : l10n.t("Incomplete response: {0}", title);
}

function factLines(failure: Failure): readonly string[] {
  switch (failure.kind) {
    case "tls":
      return [
        ...line(l10n.t("code"), failure.code),
        ...line(l10n.t("said"), failure.detail),
        ...(failure.certificate && failure.tls?.certificate === undefined ? certificateLines(failure.certificate) : []),
      ];
    case "unreachable":
    case "proxy":
      return [...line(l10n.t("code"), failure.code ?? ""), ...line(l10n.t("said"), failure.detail)];
    case "dns":
      return line(l10n.t("code"), failure.code);
    case "reset":
      return failure.code === undefined ? [] : line(l10n.t("code"), failure.code);
    case "cors":
      return [...line(l10n.t("origin"), failure.origin ?? "?"), ...line(l10n.t("said"), failure.detail)];
    default:
      return [];
  }
}
