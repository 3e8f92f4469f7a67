import type { Failure } from "../../transport/result.ts";
import type { Explanation } from "./explanation.ts";
import { explainTimeout, explainTooLarge, explainTruncated } from "./failuresOfAnswer.ts";
import { explainDns, explainProxy, explainRefused, explainReset, explainUnreachable } from "./failuresOfConnection.ts";
import {
  explainCors,
  explainMixedContent,
  explainRedirectHidden,
  explainUnreachableFromBrowser,
} from "./failuresOfFetch.ts";
import { explainProtocol } from "./failuresOfFraming.ts";
import { explainCancelled, explainRedirect, explainUnsendable } from "./failuresOfRequest.ts";
import { explainTls } from "./failuresOfTls.ts";

export interface ExplainOptions {
  /** In which kind of host the request was sent: it decides what can be done. */
  readonly host: "node" | "browser";
}

/** Words for every kind of failure (`transport/failure.ts`). */
export function explain(failure: Failure, { host }: ExplainOptions): Explanation {
  switch (failure.kind) {
    case "unsendable":
      return explainUnsendable(failure, host);
    case "mixed-content":
      return explainMixedContent(failure);
    case "dns":
      return explainDns(failure);
    case "refused":
      return explainRefused(failure);
    case "unreachable":
      return failure.code === "fetch" ? explainUnreachableFromBrowser(failure) : explainUnreachable(failure);
    case "proxy":
      return explainProxy(failure);
    case "tls":
      return explainTls(failure);
    case "timeout":
      return explainTimeout(failure);
    case "cancelled":
      return explainCancelled(failure);
    case "reset":
      return explainReset(failure);
    case "cors":
      return explainCors(failure);
    case "protocol":
      return explainProtocol(failure);
    case "truncated":
      return explainTruncated(failure);
    case "too-large":
      return explainTooLarge(failure);
    case "redirect":
      return explainRedirect(failure);
    case "redirect-hidden":
      return explainRedirectHidden(failure);
  }
}
