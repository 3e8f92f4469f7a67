import * as l10n from "@vscode/l10n";
import { explain } from "../../core/failures/failures.ts";
import { checkHttpPort, checkHttpsPort, correctAddress, startService } from "../../core/failures/ways.ts";
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
            l10n.t("Increase the timeout: use --timeout SECONDS, or # @timeout 120s above the request."),
          ];
    }
    case "tls":
      return waysOfTls(failure, ways);
    case "refused":
      return [startService(), correctAddress()];
    case "proxy":
      return [l10n.t("Check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.")];
    case "unreachable":
      return [l10n.t("Correct the host or port in the request, or specify a proxy in HTTPS_PROXY or HTTP_PROXY.")];
    case "reset":
      return [
        l10n.t("Some services do this if they can't read a request: run soaphttp check to find errors."),
        checkHttpPort(),
        l10n.t("Check the service's log: it may have crashed."),
      ];
    case "redirect":
      return [l10n.t("To see the redirect, omit --follow, or add # @no-redirect above the request.")];
    case "unsendable":
      return failure.reason === "address" ? ways : [];
    case "protocol":
      return failure.reason === "head-too-large" ? [l10n.t("Increase the limit with --max-head BYTES.")] : ways;
    case "too-large":
      return [];
    default:
      return ways;
  }
}

function waysOfTls({ reason, host }: TlsFailure, ways: readonly string[]): readonly string[] {
  const ca = l10n.t(
    "If you trust it, specify a file with its certificate or its certificate authority: --ca FILE or NODE_EXTRA_CA_CERTS.",
  );
  const insecure = l10n.t("To send without verifying the certificate, use --insecure-host {0}.", host);
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
        l10n.t("Specify its files: --cert FILE --key FILE, or --pfx FILE."),
      ];
    case "other":
      return [checkHttpsPort()];
    default:
      return ways;
  }
}
