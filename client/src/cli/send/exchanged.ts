import { checkResponse, presentResponse, withSettings } from "../../../../server/src/languageService.ts";
import type { PresentedFault } from "../../../../server/src/protocol.ts";
import { presentParams } from "../../response/presentation.ts";
import type { SendResult, Settled } from "../../transport/result.ts";
import { type CheckedFile, placed, type RuleSettings } from "../check/checkedFile.ts";
import { exitCode } from "../exitCode.ts";
import type { PreparedRequest } from "./prepared.ts";

/** A request that was sent, what became of it, and what is to be said about that. */
export interface Exchanged {
  readonly sent: PreparedRequest;
  readonly at: Date;
  readonly result: SendResult;
  /** What came after a complete response; undefined where the response isn't complete. */
  readonly settled: Settled | undefined;
  /** The response as text, its body formatted, and the findings in it. Undefined where nothing came. */
  readonly shown: CheckedFile | undefined;
  readonly fault: PresentedFault | undefined;
}

/** Reads a result to its end. `languages`: those of the user, for the reason of a Fault that has it in several. */
export async function understand(
  sent: PreparedRequest,
  at: Date,
  result: SendResult,
  options: { readonly rules: RuleSettings; readonly languages: readonly string[] },
): Promise<Exchanged> {
  const settled = result.kind === "response" ? await result.settled : undefined;
  const { outgoing, request } = sent;
  const message = { method: outgoing.method, soapVersion: request.message.envelope?.version };
  const surplus = settled?.surplus.length ?? 0;
  const params = presentParams({ message, result }, "", { format: true, surplus });
  if (params === undefined) return { sent, at, result, settled, shown: undefined, fault: undefined };
  const { text, fault } = presentResponse(params, options.languages);
  const findings = withSettings(checkResponse(text, params.facts), { rules: options.rules });
  return { sent, at, result, settled, shown: placed("response", text, findings), fault };
}

/** The exit code that one exchange alone would give. */
export function exitCodeOf({ result, fault }: Exchanged): number {
  if (result.kind !== "response") return exitCode.noResponse;
  const good = result.status >= 200 && result.status < 300 && fault === undefined;
  return good ? exitCode.good : exitCode.bad;
}
