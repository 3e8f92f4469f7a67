import * as l10n from "@vscode/l10n";
import { explain } from "../../send/failures.ts";
import { checkHttpPort, checkHttpsPort, correctAddress, startService } from "../../send/ways.ts";
import type { Failure, TlsFailure } from "../../transport/result.ts";

/** Why there is no complete response, in words for the command line. */
export interface FailureInWords {
  /** Without an end mark, to stand after `No response: `. */
  readonly title: string;
  readonly cause: string;
  /** What can be done. */
  readonly ways: readonly string[];
}

export function inWords(failure: Failure): FailureInWords {
  const { title, cause, ways } = explain(failure, { host: "node" });
  return { title, cause, ways: waysOfCommandLine(failure, ways) };
}

/** Where the editor has settings, the command line has options and the environment. */
function waysOfCommandLine(failure: Failure, ways: readonly string[]): readonly string[] {
  switch (failure.kind) {
    case "timeout": {
      const { declaredLength = 0, bodyLength, sentAll, stage } = failure;
      return declaredLength > bodyLength && sentAll && stage === "answer"
        ? [l10n.t("Change Content-Length to {0}.", bodyLength)]
        : [
            ...(failure.partial?.framing === "close" ? ways : ways.slice(0, 1)),
            l10n.t("Give it longer: --timeout SECONDS, or # @timeout 120s above the request."),
          ];
    }
    case "tls":
      return waysOfTls(failure, ways);
    case "refused":
      return [startService(), correctAddress()];
    case "proxy":
      return [l10n.t("Look at HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.")];
    case "unreachable":
      return [l10n.t("Correct the host or the port in the request, or name a proxy in HTTPS_PROXY or HTTP_PROXY.")];
    case "reset":
      return [
        l10n.t("Some services do this to a request that they can't read: soaphttp check may say what is wrong."),
        checkHttpPort(),
        l10n.t("Look at the service's log: it may have crashed."),
      ];
    case "redirect":
      return [l10n.t("See the redirect itself: without --follow, or with # @no-redirect above the request.")];
    case "unsendable":
      return failure.reason === "address" ? ways : [];
    case "protocol":
      return failure.reason === "head-too-large" ? [l10n.t("Allow more: --max-head BYTES.")] : ways;
    case "too-large":
      return [];
    default:
      return ways;
  }
}

function waysOfTls({ reason, host }: TlsFailure, ways: readonly string[]): readonly string[] {
  const ca = l10n.t(
    "Where you trust it, name a file of its certificate or its authority: --ca FILE, or NODE_EXTRA_CA_CERTS.",
  );
  const insecure = l10n.t("--insecure-host {0} sends without verifying the certificate.", host);
  switch (reason) {
    case "self-signed":
    case "unknown-issuer":
      return [ca, insecure];
    case "expired":
    case "not-yet-valid":
    case "wrong-host":
    case "revoked":
      return [...ways, insecure];
    case "client-certificate":
      return [
        l10n.t("Ask the operator of the service which client certificate it accepts."),
        l10n.t("Name its files: --cert FILE --key FILE, or --pfx FILE."),
      ];
    case "other":
      return [checkHttpsPort()];
    default:
      return ways;
  }
}
