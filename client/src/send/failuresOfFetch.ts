/*
 * fetch says "TypeError: Failed to fetch" for nearly everything. These are the failures that only a browser has, with
 * the causes that it keeps to itself (WHATWG Fetch, Mixed Content, Local Network Access).
 */
import * as l10n from "@vscode/l10n";
import type { CorsFailure, Exchange, MixedContentFailure, RedirectHiddenFailure } from "../transport/result.ts";
import type { Explanation } from "./explanation.ts";

export function explainCors({
  origin,
  url,
  method,
  fieldNames,
}: CorsFailure & Pick<Exchange, "url" | "method">): Explanation {
  const allow =
    origin === undefined
      ? l10n.t("Access-Control-Allow-Origin: * (or the origin that the request names)")
      : l10n.t("Access-Control-Allow-Origin: {0} (or *)", origin);
  return {
    title: l10n.t("the service does not allow this browser page (CORS)"),
    cause: l10n.t(
      "The service at {0} is there, but a browser shows a page only the responses that the service allows it to see. It asks first with an OPTIONS request (a preflight), because no plain web form sends a SOAP message; either that was not answered as it must be, or the response does not name the page's origin. The request itself may have been processed.",
      url,
    ),
    ways: [
      l10n.t("Let the service answer OPTIONS with 204 and these headers, and send the first one with every response:"),
      `    ${allow}`,
      `    Access-Control-Allow-Methods: ${[...new Set(["POST", "GET", method])].join(", ")}`,
      ...(fieldNames.length > 0 ? [`    Access-Control-Allow-Headers: ${fieldNames.join(", ")}`] : []),
      l10n.t(
        "The origin of VS Code for the Web can be another one for each workspace: allow * or repeat the request's Origin.",
      ),
      l10n.t(
        "Where the service is in a local network, the browser may also ask for leave to reach it: allow it for this page.",
      ),
      l10n.t(
        "Send it from VS Code on the desktop or a remote host (WSL, SSH, container, Codespaces): there is no CORS.",
      ),
      sendFromTerminal(),
    ],
  };
}

export function explainMixedContent({ host }: MixedContentFailure): Explanation {
  return {
    title: l10n.t("the browser forbids http to {0}", host),
    cause: l10n.t("In VS Code for the Web plain http goes to localhost and 127.0.0.1 only. Nothing was sent."),
    ways: [
      l10n.t("Use https: an https:// target, or # @scheme https above the request."),
      l10n.t("Send it from VS Code on the desktop or a remote host (WSL, SSH, container, Codespaces)."),
      sendFromTerminal(),
    ],
  };
}

export function explainRedirectHidden({ secretFields = [] }: RedirectHiddenFailure): Explanation {
  const desktop = l10n.t("Send it from VS Code on the desktop or a remote host to see the redirect itself.");
  if (secretFields.length > 0) {
    return {
      title: l10n.t("a redirect"),
      cause: l10n.t(
        "The service answered with a redirect. It is not followed, because the browser would send {0} to any origin that it leads to.",
        secretFields.join(", "),
      ),
      ways: [desktop],
    };
  }
  return {
    title: l10n.t("a redirect"),
    cause: l10n.t(
      "The service answered with a redirect. The browser hides its status and its Location unless it follows it.",
    ),
    ways: [
      l10n.t("Follow it: set soaphttp.followRedirects to always. With 301, 302 and 303 the POST turns into a GET."),
      desktop,
    ],
  };
}

export function explainUnreachableFromBrowser({ url }: Pick<Exchange, "url">): Explanation {
  return {
    title: l10n.t("not reachable"),
    cause: l10n.t(
      "The browser could not get an answer from {0}, and does not say why: nothing listens there, the name is unknown, the certificate is not trusted, a firewall is between, or the browser was not allowed to reach the local network.",
      url,
    ),
    ways: [
      l10n.t("Start the service, or correct the host and the port in the request."),
      l10n.t("Open the address in a tab of the same browser: there the browser names a certificate or network error."),
      l10n.t(
        "Where the service is in a local network, the browser may ask for leave to reach it: allow it for this page.",
      ),
      l10n.t("Send it from VS Code on the desktop or a remote host: there the cause is known."),
    ],
  };
}

function sendFromTerminal(): string {
  return l10n.t("Send it from a terminal: the command “Copy as cURL” copies a command line that sends the same bytes.");
}
