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
} from "../transport/result.ts";
import { isLoopback, originOf, placesOf } from "./addresses.ts";
import type { Explanation } from "./explanation.ts";
import { whileIn } from "./stages.ts";
import { checkHttpPort, correctAddress, startService } from "./ways.ts";

type Sent = Pick<Exchange, "url">;

export function explainDns({ host, code }: DnsFailure): Explanation {
  if (code === "EAI_AGAIN") {
    return {
      title: l10n.t("name lookup failed: {0}", host),
      cause: l10n.t("No name server answered when {0} was looked up.", host),
      ways: [l10n.t("Look whether this machine has a network connection, then send again.")],
    };
  }
  return {
    title: l10n.t("unknown host {0}", host),
    cause: l10n.t("No name server knows the name {0}.", host),
    ways: [
      l10n.t("Correct the host in the request target or in the Host header."),
      l10n.t("Where the name exists inside a private network only, connect this machine to that network."),
    ],
  };
}

export function explainRefused({ addresses, url }: RefusedFailure & Sent): Explanation {
  const whose = l10n.t("Requests leave from the machine that the workspace is on, and localhost is that machine.");
  return {
    title: l10n.t("connection refused"),
    cause: l10n.t("Nothing listens at {0}.", placesOf(addresses, url)),
    ways: [startService(), correctAddress(), ...(isLoopback(url) ? [whose] : [])],
  };
}

export function explainUnreachable({ addresses, url, code }: UnreachableFailure & Sent): Explanation {
  const where = placesOf(addresses, url);
  return {
    title: l10n.t("not reachable"),
    cause:
      code === "ETIMEDOUT"
        ? l10n.t("{0} did not answer the attempt to connect. A firewall may drop it in silence.", where)
        : l10n.t("The network knows no way to {0} ({1}).", where, code),
    ways: [
      l10n.t(
        "Look whether this machine has a network connection, and whether the service's network is reachable from it.",
      ),
      correctAddress(),
      l10n.t("Where a proxy leads there, set it in the setting http.proxy."),
    ],
  };
}

export function explainProxy(failure: ProxyFailure & Sent): Explanation {
  const { reason, answer, code, detail, url } = failure;
  const proxy = failure.proxy ?? l10n.t("the proxy");
  const setting = l10n.t("Look at VS Code's settings http.proxy, http.noProxy and http.proxySupport.");
  switch (reason) {
    case "connect-refused": {
      const said = answer?.statusLine ?? detail;
      const way =
        answer?.status === 407
          ? l10n.t(
              "The proxy wants a user name and a password: set http.proxyAuthorization, or put them into http.proxy.",
            )
          : l10n.t("Ask who runs the proxy whether it may connect there.");
      return {
        title: l10n.t("the proxy refused the connection"),
        cause: l10n.t("{0} was asked for a connection to {1} and answered: {2}", proxy, originOf(url), said),
        ways: [way, setting],
      };
    }
    case "unreachable":
      return {
        title: l10n.t("the proxy is not reachable"),
        cause: l10n.t("No connection to {0} could be made ({1}).", proxy, code ?? detail),
        ways: [setting],
      };
    case "invalid":
      return {
        title: l10n.t("this kind of proxy is not known"),
        cause: l10n.t(
          "The environment names the proxy {0}. Those of http and https are known: http://HOST:PORT.",
          detail,
        ),
        ways: [setting],
      };
  }
}

export function explainReset({ how, stage, informational }: ResetFailure): Explanation {
  if (informational !== undefined) return endedAfterInformational(how, informational);
  return {
    title: how === "reset" ? l10n.t("connection reset") : l10n.t("connection closed without an answer"),
    cause:
      how === "reset"
        ? l10n.t("The service broke the connection {0}.", whileIn(stage))
        : l10n.t("The service closed the connection {0}, without sending one byte.", whileIn(stage)),
    ways: [
      l10n.t("Some services do this to a request that they can't read: look at the errors in the editor."),
      checkHttpPort(),
      l10n.t("Look at the service's log: it may have crashed."),
    ],
  };
}

function endedAfterInformational(how: ResetFailure["how"], statusLine: string): Explanation {
  return {
    title: how === "reset" ? l10n.t("connection reset") : l10n.t("connection closed without a final response"),
    cause:
      how === "reset"
        ? l10n.t("The service sent {0} and then broke the connection, before the final response.", statusLine)
        : l10n.t("The service sent {0} and then closed the connection, without a final response.", statusLine),
    ways: [l10n.t("Look at the service's log: it may have crashed while it read the body of the request.")],
  };
}
