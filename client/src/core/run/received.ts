import * as l10n from "@vscode/l10n";
import type { ConnectionFacts } from "../../../../server/src/protocol/protocol.ts";
import type { ResponseMessage, SendResult } from "../../transport/result.ts";
import { authenticationText } from "../exchange/authenticationText.ts";
import { isDamaged } from "../exchange/contentCoding.ts";
import { explain } from "../failures/failures.ts";

/** A complete response, as far as tests need it. */
export interface ReceivedResponse extends Pick<ResponseMessage, "status" | "reason" | "fields" | "head"> {
  readonly kind: "response";
  /** Body without its content coding. */
  readonly body: Uint8Array;
  /** Head and body as received, with their codings; undefined if the transport can't see them. */
  readonly bytes: Uint8Array | undefined;
  /** Total duration in milliseconds. */
  readonly total: number;
  readonly connection: ConnectionFacts | undefined;
  /** When it was received, if that was earlier. */
  readonly at?: Date | undefined;
  /** A sentence that explains an unexpected status. */
  readonly note?: string | undefined;
}

/** `failed`: there is no complete response. `why`: a sentence. */
export type Received =
  | ReceivedResponse
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "cancelled" };

/** Converts a result for tests. `shell`: the program that sent the request. */
export function receivedOf(result: SendResult, shell: Parameters<typeof explain>[1]): Received {
  if (result.kind === "cancelled") return { kind: "cancelled" };
  if (result.kind === "response" && !isDamaged(result)) {
    const { status, reason, fields, head, body, wire } = result;
    const bytes = wire?.received;
    return {
      kind: "response",
      status,
      reason,
      fields,
      head,
      body,
      bytes,
      total: result.timings.total,
      connection: connectionOf(result),
      note: authenticationText(result),
    };
  }
  if (result.kind === "response") {
    return { kind: "failed", why: l10n.t("The body of the response can't be decoded.") };
  }
  const { title, cause } = explain(result, shell);
  return { kind: "failed", why: `${title}. ${cause}` };
}

function connectionOf({ url, tls, redirects, known }: SendResult): ConnectionFacts {
  const validTo = Date.parse(tls?.certificate?.validTo ?? "");
  const isHidden = known !== "all" && known.hidden.includes("redirects");
  return {
    encrypted: url.startsWith("https:"),
    expiresIn: Number.isNaN(validTo) ? undefined : validTo - Date.now(),
    redirects: isHidden ? undefined : redirects.length,
  };
}
