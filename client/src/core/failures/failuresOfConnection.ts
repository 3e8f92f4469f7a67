/*
 * No connection came about, or it ended before a byte of an answer.
 */
import * as l10n from "@vscode/l10n";
import type {
  DnsFailure,
  Exchange,
  ProxyFailure,
  RefusedFailure,
  ResetFailure,
  UnreachableFailure,
} from "../../transport/result.ts";
import { isLoopback, originOf, placesOf } from "./addresses.ts";
import type { Explanation } from "./explanation.ts";
import { whileIn } from "./stages.ts";
import { checkHttpPort, correctAddress, startService } from "./ways.ts";

type Sent = Pick<Exchange, "url">;

export function explainDns({ host, code }: DnsFailure): Explanation {
  if (code === "EAI_AGAIN") {
    return {
      title: l10n.t("name lookup failed: {0}", host),
      cause: l10n.t("No DNS server responded to the lookup of {0}.", host),
      ways: [l10n.t("Check this machine's network connection, then send again.")],
    };
  }
  return {
    title: l10n.t("unknown host {0}", host),
    cause: l10n.t("The DNS lookup found no host named {0}.", host),
    ways: [
      l10n.t("Correct the host in the request target or in the Host header."),
      l10n.t("If the name exists only in a private network, connect this machine to that network."),
    ],
  };
}

export function explainRefused({ addresses, url }: RefusedFailure & Sent): Explanation {
  const whose = l10n.t("Requests are sent from the machine that the workspace is on: localhost is that machine.");
  return {
    title: l10n.t("connection refused"),
    cause: l10n.t("No service is listening at {0}.", placesOf(addresses, url)),
    ways: [startService(), correctAddress(), ...(isLoopback(url) ? [whose] : [])],
  };
}

export function explainUnreachable({ addresses, url, code }: UnreachableFailure & Sent): Explanation {
  const where = placesOf(addresses, url);
  return {
    title: l10n.t("not reachable"),
    cause:
      code === "ETIMEDOUT"
        ? l10n.t("{0} didn't respond to the connection attempt. A firewall may have dropped it.", where)
        : l10n.t("There is no network route to {0} ({1}).", where, code),
    ways: [
      l10n.t("Check this machine's network connection, and whether it can reach the service's network."),
      correctAddress(),
      l10n.t("If the service is behind a proxy, enter the proxy in the setting http.proxy."),
    ],
  };
}

export function explainProxy(failure: ProxyFailure & Sent): Explanation {
  const { reason, answer, code, detail, url } = failure;
  const proxy = failure.proxy ?? l10n.t("the proxy");
  const setting = l10n.t("Check VS Code's settings http.proxy, http.noProxy and http.proxySupport.");
  switch (reason) {
    case "connect-refused": {
      const said = answer?.statusLine ?? detail;
      const way =
        answer?.status === 407
          ? l10n.t(
              "The proxy requires a user name and a password: set http.proxyAuthorization, or add them to http.proxy.",
            )
          : l10n.t("Ask the proxy's administrator whether it allows this connection.");
      return {
        title: l10n.t("the proxy refused the connection"),
        cause: l10n.t("{0} refused a connection to {1}: {2}", proxy, originOf(url), said),
        ways: [way, setting],
      };
    }
    case "unreachable":
      return {
        title: l10n.t("the proxy is not reachable"),
        cause: l10n.t("Couldn't connect to {0} ({1}).", proxy, code ?? detail),
        ways: [setting],
      };
    case "invalid":
      return {
        title: l10n.t("unsupported proxy"),
        cause: l10n.t(
          "The environment specifies the proxy {0}. Only http and https proxies are supported: http://HOST:PORT.",
          detail,
        ),
        ways: [setting],
      };
  }
}

export function explainReset({ how, stage, informational }: ResetFailure): Explanation {
  if (informational !== undefined) return endedAfterInformational(how, informational);
  return {
    title: how === "reset" ? l10n.t("connection reset") : l10n.t("connection closed without a response"),
    cause:
      how === "reset"
        ? l10n.t("The service reset the connection {0}.", whileIn(stage))
        : l10n.t("The service closed the connection {0}, without sending any bytes.", whileIn(stage)),
    ways: [
      l10n.t("Some services do this if they can't read a request: check the errors in the editor."),
      checkHttpPort(),
      l10n.t("Check the service's log: it may have crashed."),
    ],
  };
}

function endedAfterInformational(how: ResetFailure["how"], statusLine: string): Explanation {
  return {
    title: how === "reset" ? l10n.t("connection reset") : l10n.t("connection closed without a final response"),
    cause:
      how === "reset"
        ? l10n.t("The service sent {0} and then reset the connection before sending the final response.", statusLine)
        : l10n.t("The service sent {0} and then closed the connection without sending a final response.", statusLine),
    ways: [l10n.t("Check the service's log: it may have crashed while reading the request body.")],
  };
}
