import * as l10n from "@vscode/l10n";
import type { Analysis } from "../analysis/analysis.ts";
import type { MessageInfo } from "../analysis/messageInfo.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { GivenValue, ResponseRows } from "../protocol/protocol.ts";
import { mostRows } from "../text/limits.ts";
import { slice } from "../text/span.ts";
import type { ReceivedValue, Sending } from "../variables/sending.ts";
import type { VariableValue } from "../variables/value.ts";
import type { LastExchanges } from "./lastExchanges.ts";

/** The values of `# @data NAME = REFERENCE`, if there is one. `last`: the exchanges of the window or run that sends. */
export function responseRows(
  { scope }: Analysis,
  { segment: { segment } }: MessageInfo,
  last: LastExchanges,
  sending: Sending,
): ResponseRows | undefined {
  const { data } = testDirectives(segment);
  if (data?.kind !== "values") return undefined;
  const { name, reference, path } = data;
  const steps = path.computed && slice(segment.text, path.computed);
  const all = last.valuesOf(reference, mostRows);
  const row = { kind: "rows", name, of: path.text } as const;
  if (typeof all === "string") return { ...row, values: all };
  const { steps: computing } = scope.forSending(sending);
  const values: GivenValue[] = [];
  for (const [index, received] of all.entries()) {
    const value = steps === undefined ? received : valueAfterSteps(computing.afterPath(path.text, steps, received));
    const why = "why" in value ? value.why : value.notText;
    if (why !== undefined) return { ...row, values: l10n.t("Value {0} of {1}: {2}", index + 1, path.text, why) };
    if ("text" in value) values.push({ text: value.text, secret: value.secret, sources: value.sources });
  }
  return { ...row, values };
}

/** The text of a variable after its steps, or a sentence about why there is none. */
export function valueAfterSteps(value: VariableValue): ReceivedValue | { readonly why: string } {
  if (value.kind === "text") return value;
  const why = value.kind === "undefined" ? value.why : undefined;
  return { why: why ?? l10n.t("The value can't be computed here. Put the steps into a variable.") };
}
