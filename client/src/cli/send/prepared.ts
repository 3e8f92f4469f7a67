import * as l10n from "@vscode/l10n";
import { type Finding, outgoingOf, sendingDirectives } from "../../../../server/src/languageService.ts";
import { transportRequest } from "../../send/transportRequest.ts";
import type { SendOptions, TransportRequest } from "../../transport/transport.ts";
import type { ChosenRequest } from "./chosen.ts";
import type { SendCommand } from "./usage.ts";

/** A request with the bytes that will be sent. */
export interface PreparedRequest extends ChosenRequest {
  readonly kind: "prepared";
  readonly outgoing: TransportRequest;
  /** Milliseconds. */
  readonly timeout: number;
  readonly redirects: SendOptions["redirects"];
}

/** Why a request is not sent: what is found in it, and a sentence. */
export interface Unsent {
  readonly kind: "unsent";
  readonly findings: readonly Finding[];
  readonly why: string;
}

export function prepare(chosen: ChosenRequest, command: SendCommand): PreparedRequest | Unsent {
  const { request, analysis } = chosen;
  const made = outgoingOf(analysis, request);
  if ("problems" in made) return { kind: "unsent", findings: made.problems, why: unsendable(chosen) };
  const { errors } = request;
  if (errors.length > 0 && !command.asWritten) {
    return { kind: "unsent", findings: errors, why: l10n.t("it has errors; --as-written sends it all the same") };
  }
  const { note, timeout, redirects } = sendingDirectives(request);
  if (note !== undefined && !command.yes) {
    return { kind: "unsent", findings: [], why: l10n.t("it asks before sending: {0}. --yes answers", note) };
  }
  const { address, body, ...parts } = made;
  return {
    ...chosen,
    kind: "prepared",
    outgoing: transportRequest({ ...parts, ...address }, body),
    timeout: limited(timeout ?? command.timeout * 1000),
    redirects: redirects ? followed[command.follow] : "never",
  };
}

const followed = { never: "never", "same-origin": "sameOrigin", always: "always" } as const;

function unsendable({ request: { message } }: ChosenRequest): string {
  return message.bodyFile
    ? l10n.t("its body stands in a file of its own, which the command line does not send yet")
    : l10n.t("it can't be sent even as it is written");
}

/** The longest that a timer can wait, 24 days, stands for no limit. */
function limited(milliseconds: number): number {
  const longest = 2 ** 31 - 1;
  return milliseconds > 0 && milliseconds < longest ? milliseconds : longest;
}
