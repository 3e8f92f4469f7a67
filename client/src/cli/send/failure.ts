import * as l10n from "@vscode/l10n";
import { explain } from "../../send/failures.ts";
import type { Failure } from "../../transport/result.ts";

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
  return { title, cause, ways: waysOfCommandLine(failure) ?? ways };
}

/** Where the editor has settings, the command line has options and the environment. */
function waysOfCommandLine(failure: Failure): readonly string[] | undefined {
  switch (failure.kind) {
    case "timeout": {
      const { declaredLength = 0, bodyLength } = failure;
      return declaredLength > bodyLength
        ? [l10n.t("Change Content-Length to {0}.", bodyLength)]
        : [l10n.t("Give it longer: --timeout SECONDS, or # @timeout 120s above the request.")];
    }
    case "tls":
      return failure.certificate === undefined
        ? undefined
        : [
            l10n.t("Where you trust its authority, name a file of it in NODE_EXTRA_CA_CERTS."),
            l10n.t("--insecure-host {0} sends without verifying the certificate.", failure.host),
          ];
    case "proxy":
      return [l10n.t("Look at HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.")];
    case "unreachable":
      return [l10n.t("Correct the host or the port in the request, or name a proxy in HTTPS_PROXY or HTTP_PROXY.")];
    case "reset":
      return [
        l10n.t("Some services do this to a request that they can't read: soaphttp check may say what is wrong."),
        l10n.t("Look whether the port speaks https, where the request goes there with http."),
      ];
    case "too-large":
    case "redirect":
    case "unsendable":
      return [];
    default:
      return undefined;
  }
}
