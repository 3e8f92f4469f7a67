/*
 * fetch says "TypeError: Failed to fetch" for nearly everything. These are the failures that only a browser has, with
 * the causes that it keeps to itself (WHATWG Fetch, Mixed Content, Local Network Access).
 */
import * as l10n from "@vscode/l10n";
import type { CorsFailure, Exchange, MixedContentFailure, RedirectHiddenFailure } from "../../transport/result.ts";
import type { Explanation } from "./explanation.ts";

export function explainCors({
  origin,
  url,
  method,
  fieldNames,
}: CorsFailure & Pick<Exchange, "url" | "method">): Explanation {
  const allow =
    origin === undefined
      ? l10n.t("Access-Control-Allow-Origin: * (or the request's Origin)")
      : l10n.t("Access-Control-Allow-Origin: {0} (or *)", origin);
  return {
    title: l10n.t("blocked by CORS"),
    cause: l10n.t(
      "The service at {0} is reachable, but it doesn't allow this page to read its responses. Before a SOAP request, the browser sends an OPTIONS request (a preflight). Either the service didn't respond to it as required, or its response doesn't allow the page's origin. The request itself may have been processed.",
      url,
    ),
    ways: [
      l10n.t(
        "Configure the service to respond to OPTIONS with 204 and these headers, and to send the first one with every response:",
      ),
      `    ${allow}`,
      `    Access-Control-Allow-Methods: ${[...new Set(["POST", "GET", method])].join(", ")}`,
      ...(fieldNames.length > 0 ? [`    Access-Control-Allow-Headers: ${fieldNames.join(", ")}`] : []),
      l10n.t(
        "The origin of VS Code for the Web can differ for each workspace: allow * or repeat the request's Origin.",
      ),
      l10n.t(
        "If the service is in a local network, the browser may also ask for permission to access it: allow it for this page.",
      ),
      l10n.t(
        "Send it from VS Code on the desktop or a remote host (WSL, SSH, container, Codespaces), where CORS doesn't apply.",
      ),
      sendFromTerminal(),
    ],
  };
}

export function explainMixedContent({ host }: MixedContentFailure): Explanation {
  return {
    title: l10n.t("the browser blocks http to {0}", host),
    cause: l10n.t("VS Code for the Web can use unencrypted http only for localhost and 127.0.0.1. Nothing was sent."),
    ways: [
      l10n.t("Use https: an https:// target, or # @scheme https above the request."),
      l10n.t("Send it from VS Code on the desktop or a remote host (WSL, SSH, container, Codespaces)."),
      sendFromTerminal(),
    ],
  };
}

export function explainRedirectHidden({ secretFields = [] }: RedirectHiddenFailure): Explanation {
  const desktop = l10n.t("To see the redirect, send it from VS Code on the desktop or a remote host.");
  if (secretFields.length > 0) {
    return {
      title: l10n.t("a redirect"),
      cause: l10n.t(
        "The service responded with a redirect. It is not followed, because the browser would send {0} to any origin.",
        secretFields.join(", "),
      ),
      ways: [desktop],
    };
  }
  return {
    title: l10n.t("a redirect"),
    cause: l10n.t(
      "The service responded with a redirect. The browser doesn't show its status and Location unless it follows the redirect.",
    ),
    ways: [
      l10n.t("To follow it, set soaphttp.followRedirects to always. With 301, 302 and 303, the POST becomes a GET."),
      desktop,
    ],
  };
}

export function explainUnreachableFromBrowser({ url }: Pick<Exchange, "url">): Explanation {
  return {
    title: l10n.t("not reachable"),
    cause: l10n.t(
      "The browser got no response from {0} and doesn't say why. Possible reasons: no service is listening there, the host name is unknown, the certificate is not trusted, a firewall blocks the connection, or the browser has no permission to access the local network.",
      url,
    ),
    ways: [
      l10n.t("Start the service, or correct the host and port in the request."),
      l10n.t("Open the address in another tab of this browser: it shows certificate and network errors."),
      l10n.t(
        "If the service is in a local network, the browser may ask for permission to access it: allow it for this page.",
      ),
      l10n.t("Send it from VS Code on the desktop or a remote host, which can show the cause."),
    ],
  };
}

function sendFromTerminal(): string {
  return l10n.t("Send it from a terminal: “Copy as cURL” copies a command that sends the same bytes.");
}
