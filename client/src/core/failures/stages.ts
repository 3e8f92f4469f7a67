import * as l10n from "@vscode/l10n";
import type { Stage } from "../../transport/result.ts";

/** `while the connection was being made`: where in an exchange something happened. */
export function whileIn(stage: Stage): string {
  switch (stage) {
    case "dns":
      return l10n.t("while the host name was looked up");
    case "connect":
    case "tcp":
      return l10n.t("while the connection was being made");
    case "proxy":
      return l10n.t("while the proxy was asked for a connection");
    case "tls":
      return l10n.t("during the TLS handshake");
    case "send":
      return l10n.t("while the request was being sent");
    case "answer":
      return l10n.t("while waiting for the first byte of the response");
    case "head":
      return l10n.t("while the header section of the response was being received");
    case "body":
      return l10n.t("while the body of the response was being received");
  }
}
