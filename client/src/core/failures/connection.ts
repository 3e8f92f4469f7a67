/*
 * Failures without a connection, or with one that ended before the first byte of a response.
 */
import * as l10n from "@vscode/l10n";
import { authorityOf } from "../../transport/authority.ts";
import type { ProxyFailure, RemoteAddress } from "../../transport/result.ts";
import {
  type Cases,
  checkHttpPort,
  correctAddress,
  duringStage,
  type Entries,
  type ExplainedCase,
} from "./explanation.ts";

const checkProxySettings = () => l10n.t("Check VS Code's settings http.proxy, http.noProxy and http.proxySupport.");

export const connectionFailures: Entries<"dns" | "refused" | "unreachable" | "proxy" | "reset"> = {
  dns: {
    label: () => l10n.t("Unknown Host"),
    explain: ({ code, host }) =>
      code === "EAI_AGAIN"
        ? {
            title: l10n.t("name lookup failed: {0}", host),
            cause: l10n.t("No DNS server responded to the lookup of {0}.", host),
            remedies: [l10n.t("Check this machine's network connection, then send again.")],
          }
        : {
            title: l10n.t("unknown host {0}", host),
            cause: l10n.t("The DNS lookup found no host named {0}.", host),
            remedies: [
              l10n.t("Correct the host in the request target or in the Host header."),
              l10n.t("If the name exists only in a private network, connect this machine to that network."),
            ],
          },
    reported: ({ code }) => ({ code }),
  },
  refused: {
    label: () => l10n.t("Connection Refused"),
    explain: ({ addresses, url }, shell) => ({
      title: l10n.t("connection refused"),
      cause: l10n.t("No service is listening at {0}.", addressText(addresses, url)),
      remedies: [
        l10n.t("Start the service."),
        correctAddress(),
        ...(isLoopback(url) && shell !== "cli"
          ? [l10n.t("Requests are sent from the machine that the workspace is on: localhost is that machine.")]
          : []),
      ],
    }),
  },
  unreachable: {
    label: () => l10n.t("Not Reachable"),
    explain: ({ addresses, url, code }) =>
      code === "fetch"
        ? unreachableFromBrowser(url)
        : {
            title: l10n.t("not reachable"),
            cause:
              code === "ETIMEDOUT"
                ? l10n.t(
                    "{0} didn't respond to the connection attempt. A firewall may have dropped it.",
                    addressText(addresses, url),
                  )
                : /^E(?:HOST|NET)(?:UNREACH|DOWN)$/.test(code)
                  ? l10n.t("There is no network route to {0} ({1}).", addressText(addresses, url), code)
                  : l10n.t("Couldn't connect to {0} ({1}).", addressText(addresses, url), code),
            remedies: [
              l10n.t("Check this machine's network connection, and whether it can reach the service's network."),
              correctAddress(),
              l10n.t("If the service is behind a proxy, enter the proxy in the setting http.proxy."),
            ],
            onCommandLine: [
              "Correct the host or port in the request, or specify a proxy in HTTPS_PROXY or HTTP_PROXY.",
            ],
          },
    reported: ({ code, detail }) => ({ code, detail }),
    setting: () => "http.proxy",
  },
  proxy: {
    label: () => l10n.t("Proxy Failed"),
    explain: (failure, shell) => ({
      ...proxyCases[failure.reason](failure, shell),
      onCommandLine: ["Check --proxy, --pac, # @proxy, HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY."],
    }),
    reported: ({ code = "", detail }) => ({ code, detail }),
    setting: () => "http.proxy",
  },
  reset: {
    label: () => l10n.t("Connection Closed"),
    explain: ({ how, stage, informational }) => {
      const wasReset = how === "reset";
      if (informational !== undefined) {
        return {
          title: wasReset ? l10n.t("connection reset") : l10n.t("connection closed without a final response"),
          cause: wasReset
            ? l10n.t(
                "The service sent {0} and then reset the connection before sending the final response.",
                informational,
              )
            : l10n.t(
                "The service sent {0} and then closed the connection without sending a final response.",
                informational,
              ),
          remedies: [l10n.t("Check the service's log: it may have crashed while reading the request body.")],
        };
      }
      const others = [checkHttpPort(), l10n.t("Check the service's log: it may have crashed.")];
      return {
        title: wasReset ? l10n.t("connection reset") : l10n.t("connection closed without a response"),
        cause: wasReset
          ? l10n.t("The service reset the connection {0}.", duringStage(stage))
          : l10n.t("The service closed the connection {0}, without sending any bytes.", duringStage(stage)),
        remedies: [
          l10n.t("Some services do this if they can't read a request: check the errors in the editor."),
          ...others,
        ],
        onCommandLine: [
          "Some services do this if they can't read a request: run soaphttp check to find errors.",
          ...others,
        ],
      };
    },
    reported: ({ code }) => (code === undefined ? {} : { code }),
  },
};

/** `fetch` reports almost every error as "TypeError: Failed to fetch". */
function unreachableFromBrowser(url: string): ExplainedCase {
  return {
    title: l10n.t("not reachable"),
    cause: l10n.t(
      "The browser got no response from {0} and doesn't say why. Possible reasons: no service is listening there, the host name is unknown, the certificate is not trusted, a firewall blocks the connection, or the browser has no permission to access the local network.",
      url,
    ),
    remedies: [
      l10n.t("Start the service, or correct the host and port in the request."),
      l10n.t("Open the address in another tab of this browser: it shows certificate and network errors."),
      l10n.t(
        "If the service is in a local network, the browser may ask for permission to access it: allow it for this page.",
      ),
      l10n.t("Send it from VS Code on the desktop or a remote host, which can show the cause."),
    ],
  };
}

const proxyCases: Cases<ProxyFailure & { readonly url: string }> = {
  "connect-refused": ({ proxy = l10n.t("the proxy"), response, detail, url }) => ({
    title: l10n.t("the proxy refused the connection"),
    cause: l10n.t("{0} refused a connection to {1}: {2}", proxy, originOf(url), response?.statusLine ?? detail),
    remedies: [
      response?.status === 407
        ? l10n.t(
            "The proxy requires a user name and a password: set http.proxyAuthorization, or add them to http.proxy.",
          )
        : l10n.t("Ask the proxy's administrator whether it allows this connection."),
      checkProxySettings(),
    ],
  }),
  unreachable: ({ proxy = l10n.t("the proxy"), code, detail }) => ({
    title: l10n.t("the proxy is not reachable"),
    cause: l10n.t("Couldn't connect to {0} ({1}).", proxy, code ?? detail),
    remedies: [checkProxySettings()],
  }),
  invalid: ({ detail }) => ({
    title: l10n.t("unsupported proxy"),
    cause: l10n.t(
      "The proxy {0} isn't supported. Use http://, https://, socks5:// or socks5h://, such as http://HOST:PORT.",
      detail,
    ),
    remedies: [checkProxySettings()],
  }),
  /** Only the command line has proxy scripts. */
  script: ({ detail }) => ({ title: l10n.t("the proxy script failed"), cause: detail, remedies: [] }),
};

/** Returns the addresses as text: `127.0.0.1:80, [::1]:80`; if no address is known, the origin of the request. */
function addressText(addresses: readonly RemoteAddress[], url: string): string {
  const texts = addresses.map(({ address, port }) => authorityOf({ host: address, port }));
  return texts.join(", ") || originOf(url);
}

function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url;
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(?=[:/]|$)/i.test(url);
}
