import * as l10n from "@vscode/l10n";
import { countBytes, formatBytes, formatDuration } from "../quantities.ts";
import type { Address, Failure, Stage, TimeoutFailure, TruncatedFailure } from "../transport/result.ts";
import type { Explanation } from "./explanation.ts";
import {
  explainCors,
  explainMixedContent,
  explainRedirectHidden,
  explainUnreachableFromBrowser,
} from "./failuresOfFetch.ts";
import { explainProtocol } from "./failuresOfFraming.ts";
import { explainTls } from "./failuresOfTls.ts";
import { whileIn } from "./stages.ts";

export interface ExplainOptions {
  /** In which kind of host the request was sent: it decides what can be done. */
  readonly host: "node" | "browser";
}

/** Words for every kind of failure (`transport/result.ts`). */
export function explain(failure: Failure, options: ExplainOptions): Explanation {
  switch (failure.kind) {
    case "dns":
      return explainDns(failure.host, failure.code);
    case "refused":
      return explainRefused(failure.addresses, failure.url);
    case "unreachable":
      return failure.code === "fetch"
        ? explainUnreachableFromBrowser(failure.url)
        : explainUnreachable(failure.addresses, failure.url, failure.code);
    case "tls":
      return explainTls(failure);
    case "timeout":
      return explainTimeout(failure);
    case "proxy":
      return explainProxy(failure);
    case "reset":
      return explainReset(failure.how, failure.stage);
    case "truncated":
      return explainTruncated(failure);
    case "cors":
      return explainCors(failure, failure.url);
    case "mixed-content":
      return explainMixedContent(failure.host);
    case "cancelled":
      return {
        title: l10n.t("cancelled"),
        cause: l10n.t(
          "Sending was cancelled after {0}, {1}.",
          formatDuration(failure.timings.total),
          whileIn(failure.stage),
        ),
        ways: [],
      };
    case "protocol":
      return explainProtocol(failure);
    case "too-large":
      return explainTooLarge(failure.limit, failure.what);
    case "redirect-hidden":
      return explainRedirectHidden();
    case "redirect":
      return explainRedirect(failure.reason, failure.location, failure.redirects.length);
    case "unsendable":
      return explainUnsendable(failure.reason, failure.detail, options);
  }
}

function explainDns(host: string, code: string): Explanation {
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

function explainRefused(addresses: readonly Address[], url: string): Explanation {
  const where = addresses.length > 0 ? listed(addresses) : originOf(url);
  return {
    title: l10n.t("connection refused"),
    cause: l10n.t("Nothing listens at {0}.", where),
    ways: [
      l10n.t("Start the service."),
      l10n.t("Correct the host or the port in the request."),
      ...(isLoopback(url)
        ? [l10n.t("Requests leave from the machine that the workspace is on, and localhost is that machine.")]
        : []),
    ],
  };
}

function explainUnreachable(addresses: readonly Address[], url: string, code: string): Explanation {
  const where = addresses.length > 0 ? listed(addresses) : originOf(url);
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
      l10n.t("Correct the host or the port in the request."),
      l10n.t("Where a proxy leads there, set it in the setting http.proxy."),
    ],
  };
}

/** A Content-Length over the body's length leaves most services waiting for the rest: they never answer. */
function explainTimeout(failure: TimeoutFailure & Failure): Explanation {
  const { declaredLength, bodyLength, limit, stage, sentAll } = failure;
  if (declaredLength !== undefined && declaredLength > bodyLength && sentAll && stage === "answer") {
    const missing = countBytes(declaredLength - bodyLength);
    return {
      title: l10n.t("the service waits for {0} more", missing),
      cause: l10n.t(
        "Content-Length is {0}, but the body has {1}. The service waits for the {2} that will never come; after {3} the waiting was ended here.",
        declaredLength,
        countBytes(bodyLength),
        missing,
        formatDuration(limit),
      ),
      ways: [l10n.t("Change Content-Length to {0}: the quick fix on its value does it.", bodyLength)],
    };
  }
  return {
    title: l10n.t("timed out after {0}", formatDuration(limit)),
    cause: l10n.t("The time limit of {0} was reached {1}.", formatDuration(limit), whileIn(stage)),
    ways: [
      stage === "answer" || stage === "head" || stage === "body"
        ? l10n.t("Look whether the service is busy or hangs; its log may say it.")
        : l10n.t("Look whether the host and the port are right, and whether a firewall is between."),
      l10n.t("Give it longer: the setting soaphttp.timeout (in seconds), or # @timeout 120s above the request."),
    ],
  };
}

function explainProxy(failure: Failure & { kind: "proxy" }): Explanation {
  const proxy = failure.proxy ?? l10n.t("the proxy");
  const setting = l10n.t("Look at VS Code's settings http.proxy, http.noProxy and http.proxySupport.");
  switch (failure.reason) {
    case "connect-refused": {
      const answer = failure.answer?.statusLine ?? failure.detail;
      const wantsCredentials = failure.answer?.status === 407;
      return {
        title: l10n.t("the proxy refused the connection"),
        cause: l10n.t("{0} was asked for a connection to {1} and answered: {2}", proxy, originOf(failure.url), answer),
        ways: [
          wantsCredentials
            ? l10n.t(
                "The proxy wants a user name and a password: set http.proxyAuthorization, or put them into http.proxy.",
              )
            : l10n.t("Ask who runs the proxy whether it may connect there."),
          setting,
        ],
      };
    }
    case "unreachable":
      return {
        title: l10n.t("the proxy is not reachable"),
        cause: l10n.t("No connection to {0} could be made ({1}).", proxy, failure.code ?? failure.detail),
        ways: [setting],
      };
    case "invalid":
      return {
        title: l10n.t("the proxy's answer is not HTTP"),
        cause: l10n.t("{0} did not answer as a proxy does: {1}", proxy, failure.detail),
        ways: [setting],
      };
  }
}

function explainReset(how: "closed" | "reset", stage: Stage): Explanation {
  return {
    title: how === "reset" ? l10n.t("connection reset") : l10n.t("connection closed without an answer"),
    cause:
      how === "reset"
        ? l10n.t("The service broke the connection {0}.", whileIn(stage))
        : l10n.t("The service closed the connection {0}, without sending one byte.", whileIn(stage)),
    ways: [
      l10n.t("Some services do this to a request that they can't read: look at the errors in the editor."),
      l10n.t("Look whether the port speaks https, where the request goes there with http."),
      l10n.t("Look at the service's log: it may have crashed."),
    ],
  };
}

function explainTruncated({ stage, how, expected, got }: TruncatedFailure): Explanation {
  const ended = how === "reset" ? l10n.t("The connection broke") : l10n.t("The service closed the connection");
  if (stage === "head") {
    return {
      title: l10n.t("cut off in the header section"),
      cause: l10n.t("{0} before the header section of the response was complete.", ended),
      ways: [l10n.t("Look at the service's log: it may have crashed while it answered.")],
    };
  }
  return {
    title:
      expected === undefined
        ? l10n.t("cut off after {0}", countBytes(got))
        : l10n.t("cut off, {0} of {1} came", got, countBytes(expected)),
    cause:
      expected === undefined
        ? l10n.t("{0} before the last chunk of the response; {1} of its body had come.", ended, countBytes(got))
        : l10n.t("{0} after {1} of the body; Content-Length had announced {2}.", ended, countBytes(got), expected),
    ways: [l10n.t("Look at the service's log: it may have crashed, or its Content-Length is wrong.")],
  };
}

function explainTooLarge(limit: number, what: "received" | "decoded"): Explanation {
  return {
    title: l10n.t("stopped after {0}", formatBytes(limit)),
    cause:
      what === "decoded"
        ? l10n.t("The body is larger than {0} once its content coding is undone.", formatBytes(limit))
        : l10n.t("The body is larger than {0}.", formatBytes(limit)),
    ways: [l10n.t("Allow more: the setting soaphttp.response.maxBytes (in bytes).")],
  };
}

function explainRedirect(
  reason: "too-many" | "location-missing" | "location-invalid",
  location: string | undefined,
  hops: number,
): Explanation {
  const cause = {
    "too-many": l10n.t(
      "{0} redirects were followed, and the last answer redirects again, to {1}.",
      hops,
      location ?? "?",
    ),
    "location-missing": l10n.t("The service redirects, but its response has no Location."),
    "location-invalid": l10n.t("The service redirects to {0}, which is no http or https address.", location ?? "?"),
  }[reason];
  return {
    title: reason === "too-many" ? l10n.t("too many redirects") : l10n.t("a redirect that can't be followed"),
    cause,
    ways: [
      l10n.t(
        "See the redirect itself: set soaphttp.followRedirects to never, or write # @no-redirect above the request.",
      ),
    ],
  };
}

function explainUnsendable(
  reason: "client-certificate" | "passphrase-missing" | "passphrase-wrong" | "address" | "fetch",
  detail: string,
  { host }: ExplainOptions,
): Explanation {
  const elsewhere = l10n.t("VS Code on the desktop or a remote host sends any request byte for byte.");
  switch (reason) {
    case "client-certificate":
      return {
        title: l10n.t("the client certificate can't be used"),
        cause: l10n.t("The client certificate or its key does not work: {0}", detail),
        ways: [
          l10n.t("Correct the certificate's files, in the setting soaphttp.tls.hosts."),
          ...(/unsupported/i.test(detail)
            ? [
                l10n.t("A pfx file of older programs uses ciphers that are not supported any more: write it anew."),
                "    openssl pkcs12 -legacy -in OLD.pfx -nodes -out ALL.pem",
                "    openssl pkcs12 -export -in ALL.pem -out NEW.pfx",
              ]
            : []),
        ],
      };
    case "passphrase-missing":
      return {
        title: l10n.t("the client certificate needs a passphrase"),
        cause: l10n.t("The key of the client certificate is encrypted, and no passphrase was given. Nothing was sent."),
        ways: [l10n.t("Send again and give it, or store it: the command “Set Passphrase of Client Certificate”.")],
      };
    case "passphrase-wrong":
      return {
        title: l10n.t("the passphrase of the client certificate is wrong"),
        cause: l10n.t("The passphrase does not open the key of the client certificate. Nothing was sent."),
        ways: [
          l10n.t("Set it anew: the command “Set Passphrase of Client Certificate” replaces the stored one."),
          l10n.t("Correct the certificate's files, in the setting soaphttp.tls.hosts."),
        ],
      };
    case "address":
      return {
        title: l10n.t("the address is not valid"),
        cause: l10n.t("The request can't be sent to this host: {0}", detail),
        ways: [l10n.t("Correct the host or the port in the request.")],
      };
    case "fetch":
      return {
        title: l10n.t("the browser can't send this request"),
        cause: l10n.t("The browser refuses it: {0}", detail),
        ways:
          host === "browser"
            ? [l10n.t("Correct the request line or the header that it names."), elsewhere]
            : [elsewhere],
      };
  }
}

function listed(addresses: readonly Address[]): string {
  return addresses
    .map(({ address, port }) => (address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`))
    .join(", ");
}

function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url;
}

function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(?=[:/]|$)/i.test(url);
}
