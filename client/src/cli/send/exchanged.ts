import * as l10n from "@vscode/l10n";
import { checkResponse, presentBytes, withSettings } from "../../../../server/src/languageService.ts";
import type { PresentedFault } from "../../../../server/src/protocol.ts";
import { isDamaged } from "../../core/exchange/content.ts";
import { shownOf } from "../../core/exchange/presentation.ts";
import { redactor } from "../../core/redaction/redactor.ts";
import type { SendResult, Settled } from "../../transport/result.ts";
import { type CheckedFile, placed, type RuleSettings } from "../check/checkedFile.ts";
import { exitCode } from "../usage.ts";
import type { PreparedRequest } from "./prepared.ts";
import type { SendCommand } from "./usage.ts";

/** A request that was sent, what became of it, and what is to be said about that. */
export interface Exchanged {
  readonly sent: PreparedRequest;
  readonly at: Date;
  readonly result: SendResult;
  /** What came after a complete response; undefined where the response isn't complete. */
  readonly settled: Settled | undefined;
  /** The response as text and the findings in it; undefined where nothing came. */
  readonly shown: CheckedFile | undefined;
  readonly fault: PresentedFault | undefined;
}

export interface UnderstandOptions {
  /** What is written: `text` is formatted, and of `raw` nothing is said but whether it is a Fault. */
  readonly format: SendCommand["format"];
  readonly rules: RuleSettings;
  /** Those of the user, for the reason of a Fault that has it in several. */
  readonly languages: readonly string[];
}

/** Reads a result to its end. */
export async function understand(
  sent: PreparedRequest,
  at: Date,
  result: SendResult,
  { format, rules, languages }: UnderstandOptions,
): Promise<Exchanged> {
  const settled = result.kind === "response" ? await result.settled : undefined;
  const message = { method: sent.outgoing.method, soapVersion: sent.soapVersion };
  const surplus = settled?.surplus.length ?? 0;
  const received = shownOf({ message, result }, surplus);
  if (received === undefined) return { sent, at, result, settled, shown: undefined, fault: undefined };
  const presented = presentBytes({ ...received, format: format === "text", leftOut }, languages);
  const { text, fault } = presented;
  if (format === "raw") return { sent, at, result, settled, shown: undefined, fault };
  const findings = withSettings(checkResponse(text, received.facts, presented), { rules });
  return { sent, at, result, settled, shown: placed("response", text, findings), fault };
}

/** Takes the secrets of a request out of words about it. What the service has sent is not words about it. */
export function discreet({ secrets }: { readonly secrets: readonly string[] }): (text: string) => string {
  return redactor(secrets);
}

/** Of what text doesn't show. */
export function leftOut(bytes: number): string {
  return l10n.t("{0} more bytes. Use --format raw or json to see all of them.", bytes);
}

/** The exit code that one exchange alone would give. */
export function exitCodeOf({ result, fault }: Exchanged): number {
  if (result.kind !== "response") return exitCode.noResponse;
  const good = result.status >= 200 && result.status < 300 && fault === undefined && !isDamaged(result);
  return good ? exitCode.good : exitCode.bad;
}
