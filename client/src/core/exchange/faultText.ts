import * as l10n from "@vscode/l10n";
import type { FaultCause, PresentedFault } from "../../../../server/src/protocol/protocol.ts";
import { explanationSign } from "../../../../server/src/text/explanationSign.ts";
import { wrapText } from "../text/wrap.ts";

export function faultLines({ version, entries }: PresentedFault): readonly string[] {
  const width = Math.max(0, ...entries.map(({ label }) => label.length)) + 2;
  return [
    l10n.t("SOAP {0} Fault", version),
    ...(entries.length === 0 ? [l10n.t("It has no code and no reason.")] : []),
    // A label is shown only once if the next entry has the same one.
    ...entries.flatMap(({ label, value }, index) =>
      wrapText(value, (label === entries[index - 1]?.label ? "" : label).padEnd(width)),
    ),
  ];
}

/** The Fault and sentences as comment lines between header section and body, and an empty line. */
export function explanation(fault: PresentedFault | undefined, sentences: readonly string[] = []): string {
  const all = [...(fault ? faultLines(fault) : []), ...sentences.flatMap((one) => wrapText(one, ""))];
  const lines = all.map((line) => `${explanationSign} ${line}`.trimEnd());
  return `${lines.join("\n")}\n\n`;
}

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
