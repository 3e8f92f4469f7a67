import * as l10n from "@vscode/l10n";
import type { Analysis } from "../analysis/analysis.ts";
import { computedOutgoing, type MessageInfo } from "../analysis/messageInfo.ts";
import { fileScope } from "../message/fileScope.ts";
import type { Message } from "../message/message.ts";
import type { ProgramResult } from "../protocol/toolsProtocol.ts";
import type { Compute } from "../resources/keys.ts";
import { shownName } from "../testing/tests.ts";
import { slice } from "../text/span.ts";
import type { Sending } from "../variables/sending.ts";
import { formDepends, withSlots } from "./exportedRequests.ts";
import { StandIns } from "./standIns.ts";

/** A request for export to a program. All values are computed now, except secrets, which are replaced with slots. */
export async function programRequest(
  analysis: Analysis,
  request: MessageInfo,
  given: Omit<Sending, "secret">,
  compute: Compute,
): Promise<ProgramResult> {
  const standIns = new StandIns("secrets");
  const { values } = standIns;
  const resolver = standIns.resolver(analysis.resolver);
  const sending = { ...given, ...standIns.instead(given), secret: () => undefined };
  const scope = fileScope(analysis.document, resolver);
  const made = await computedOutgoing({ ...analysis, resolver, scope }, request, sending, compute);
  if (made.kind === "secrets") return unsendable(l10n.t("It can't be sent."));
  if (made.kind === "unsendable") return unsendable(...made.problems.map(({ message }) => message));
  if (values.length > 0 && isSealed(made.sent))
    return unsendable(
      l10n.t("It is signed or encrypted, and contains a secret, which a program would add afterwards."),
    );
  const placed = withSlots(made, request, values);
  if (placed === undefined) return unsendable(formDepends());
  if (placed.message.compression) return unsendable(l10n.t("Its compressed body contains a secret."));
  const { segment } = request.segment;
  const names = segment.preamble.flatMap((one) => (one.kind === "directive" ? [slice(segment.text, one.name)] : []));
  const program = { name: shownName(request), ...placed, values, directives: [...new Set(names)] };
  return { kind: "message", program };
}

function unsendable(...problems: readonly string[]): ProgramResult {
  return { kind: "unsendable", problems };
}

/** Whether the body contains a part that depends on its other parts, such as a signature. */
function isSealed({ body }: Message): boolean {
  if (!body) return false;
  return body.signatures.all.length + body.signatures.encryptions.length + body.own.size > 0;
}
