import * as l10n from "@vscode/l10n";
import type { FaultCause, PresentedFault } from "../../../../server/src/protocol.ts";
import { explanationSign } from "../../../../server/src/text/explanationSign.ts";
import { wrap } from "../text/wrap.ts";

/** A Fault, decoded, as lines of plain text. */
export function faultLines({ version, entries }: PresentedFault): readonly string[] {
  const width = Math.max(0, ...entries.map(({ label }) => label.length)) + 2;
  return [
    l10n.t("SOAP {0} Fault", version),
    ...(entries.length === 0 ? [l10n.t("It has no code and no reason.")] : []),
    // An entry of the same name as the one before goes on with it.
    ...entries.flatMap(({ label, value }, index) =>
      wrap(value, (label === entries[index - 1]?.label ? "" : label).padEnd(width)),
    ),
  ];
}

/** The same lines as they stand between the head and the body of a response, with the empty line that ends them. */
export function explanation(fault: PresentedFault): string {
  return `${faultLines(fault)
    .map((line) => `${explanationSign} ${line}`.trimEnd())
    .join("\n")}\n\n`;
}

/** The part of the request that caused a Fault, in words. */
export function causeText(cause: FaultCause): string {
  if (cause.kind === "element") return cause.local;
  const texts: Readonly<Record<Exclude<FaultCause["kind"], "element">, string>> = {
    envelope: l10n.t("the Envelope’s namespace"),
    header: l10n.t("the Header"),
    mustUnderstand: l10n.t("the block with mustUnderstand"),
    encoding: l10n.t("the encodingStyle"),
    action: l10n.t("the action"),
    operation: l10n.t("the operation"),
  };
  return texts[cause.kind];
}
