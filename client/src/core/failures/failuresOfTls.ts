/*
 * What the certificate or the handshake lacks. The certificate's own data stands in the facts.
 */
import * as l10n from "@vscode/l10n";
import type { TlsFailure } from "../../transport/result.ts";
import { formatTime } from "../text/quantities.ts";
import type { Explanation } from "./explanation.ts";
import { checkHttpsPort } from "./ways.ts";

export function explainTls(failure: TlsFailure): Explanation {
  const { host, certificate, detail } = failure;
  switch (failure.reason) {
    case "expired":
      return {
        title: l10n.t("the certificate has expired"),
        cause: l10n.t("The certificate of {0} was valid until {1}.", host, formatTime(certificate?.validTo ?? "?")),
        ways: [askForAnother(), checkClock()],
      };
    case "not-yet-valid":
      return {
        title: l10n.t("the certificate is not valid yet"),
        cause: l10n.t("The certificate of {0} is valid from {1}.", host, formatTime(certificate?.validFrom ?? "?")),
        ways: [checkClock(), askForAnother()],
      };
    case "self-signed":
      return {
        title: l10n.t("the certificate is self-signed"),
        cause: l10n.t(
          "The certificate of {0} is not signed by a certificate authority: {1}.",
          host,
          certificate?.subject ?? "?",
        ),
        ways: [trustOnThisMachine(), trustForThisHost()],
      };
    case "unknown-issuer":
      return {
        title: l10n.t("the certificate's issuer is not trusted"),
        cause: l10n.t(
          "The certificate of {0} was issued by {1}, which this machine doesn't trust, or an intermediate certificate is missing.",
          host,
          certificate?.issuer ?? "?",
        ),
        ways: [
          trustOnThisMachine(),
          trustForThisHost(),
          l10n.t("Configure the service to send its complete certificate chain."),
        ],
      };
    case "wrong-host":
      return {
        title: l10n.t("the certificate is for another host"),
        cause: l10n.t("The request goes to {0}, but the certificate is valid for {1}.", host, namesOf(failure)),
        ways: [l10n.t("Use a host name that is in the certificate."), askForAnother()],
      };
    case "revoked":
      return {
        title: l10n.t("the certificate was revoked"),
        cause: l10n.t("The certificate authority has revoked the certificate of {0}.", host),
        ways: [askForAnother()],
      };
    case "no-common-version":
      return {
        title: l10n.t("no common TLS version"),
        cause: l10n.t("{0} supports neither TLS 1.2 nor TLS 1.3.", host),
        ways: [l10n.t("Configure the service to support TLS 1.2 or 1.3.")],
      };
    case "no-common-cipher":
      return {
        title: l10n.t("no common cipher"),
        cause: l10n.t("{0} supports none of the TLS ciphers that are available here.", host),
        ways: [l10n.t("Configure the service to support a current cipher.")],
      };
    case "client-certificate":
      return {
        title: l10n.t("a client certificate is required"),
        cause: l10n.t(
          "{0} ended the TLS handshake: it received no client certificate, or one that it does not accept.",
          host,
        ),
        ways: [
          l10n.t("Ask the operator of the service which client certificate it accepts."),
          l10n.t("Enter its paths in the setting soaphttp.tls.hosts: cert and key, or pfx."),
        ],
      };
    case "not-tls":
      return {
        title: l10n.t("no TLS on this port"),
        cause: l10n.t("{0} didn't respond to the TLS handshake with TLS. The port may be for unencrypted http.", host),
        ways: [
          l10n.t("Use http: an http:// target, or # @scheme http above the request."),
          l10n.t("Correct the port in the request."),
        ],
      };
    case "closed":
      return {
        title: l10n.t("connection closed during the TLS handshake"),
        cause: l10n.t("{0} closed the connection before the handshake completed.", host),
        ways: [checkHttpsPort(), l10n.t("Check the service's log.")],
      };
    case "other":
      return {
        title: l10n.t("TLS failed"),
        cause: l10n.t("Couldn't establish a secure connection to {0}: {1}", host, detail),
        ways: [checkHttpsPort(), trustOnThisMachine()],
      };
  }
}

function namesOf({ certificate }: TlsFailure): string {
  if (certificate === undefined) return "?";
  const names = certificate.names.map((name) => name.replace(/^[^:]*:/, ""));
  return names.length > 0 ? names.join(", ") : certificate.subject;
}

function askForAnother(): string {
  return l10n.t("Ask the operator of the service for a valid certificate.");
}

function checkClock(): string {
  return l10n.t("Check this machine's clock.");
}

function trustOnThisMachine(): string {
  return l10n.t(
    "If you trust it, add its certificate or its certificate authority to this system's certificates, which VS Code uses.",
  );
}

function trustForThisHost(): string {
  return l10n.t(
    "If you trust it for this host only, use the setting soaphttp.tls.hosts: add its certificate authority (ca), or turn off verification (verify).",
  );
}
