/*
 * What the certificate or the handshake lacks. The certificate's own data stands in the facts.
 */
import * as l10n from "@vscode/l10n";
import { formatTime } from "../quantities.ts";
import type { TlsFailure } from "../transport/result.ts";
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
        cause: l10n.t("{0} shows a certificate that no authority has signed: {1}.", host, certificate?.subject ?? "?"),
        ways: [trustOnThisMachine(), trustForThisHost()],
      };
    case "unknown-issuer":
      return {
        title: l10n.t("the certificate's issuer is not trusted"),
        cause: l10n.t(
          "The certificate of {0} was issued by {1}, which this machine does not trust, or a certificate between is missing.",
          host,
          certificate?.issuer ?? "?",
        ),
        ways: [
          trustOnThisMachine(),
          trustForThisHost(),
          l10n.t("Let the service send the whole chain of its certificates."),
        ],
      };
    case "wrong-host":
      return {
        title: l10n.t("the certificate is for another host"),
        cause: l10n.t("The request goes to {0}, but the certificate is good for {1}.", host, namesOf(failure)),
        ways: [l10n.t("Use a host name that the certificate names."), askForAnother()],
      };
    case "revoked":
      return {
        title: l10n.t("the certificate was revoked"),
        cause: l10n.t("The authority has revoked the certificate of {0}.", host),
        ways: [askForAnother()],
      };
    case "no-common-version":
      return {
        title: l10n.t("no common TLS version"),
        cause: l10n.t("{0} offers none of the TLS versions that are spoken here (1.2 and 1.3).", host),
        ways: [l10n.t("Let the service offer TLS 1.2 or 1.3.")],
      };
    case "no-common-cipher":
      return {
        title: l10n.t("no common cipher"),
        cause: l10n.t("{0} offers no TLS cipher that is known here.", host),
        ways: [l10n.t("Let the service offer a current cipher.")],
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
          l10n.t("Set its files in the setting soaphttp.tls.hosts: cert and key, or pfx."),
        ],
      };
    case "not-tls":
      return {
        title: l10n.t("no TLS on this port"),
        cause: l10n.t("{0} did not answer the TLS handshake with TLS. It may speak plain http there.", host),
        ways: [
          l10n.t("Use http: an http:// target, or # @scheme http above the request."),
          l10n.t("Correct the port in the request."),
        ],
      };
    case "closed":
      return {
        title: l10n.t("connection closed during the TLS handshake"),
        cause: l10n.t("{0} closed the connection before TLS stood.", host),
        ways: [checkHttpsPort(), l10n.t("Look at the service's log.")],
      };
    case "other":
      return {
        title: l10n.t("TLS failed"),
        cause: l10n.t("No secure connection to {0} could be made: {1}", host, detail),
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
  return l10n.t("Ask who runs the service for a valid certificate.");
}

function checkClock(): string {
  return l10n.t("Look whether this machine's clock is right.");
}

function trustOnThisMachine(): string {
  return l10n.t(
    "Where you trust it, add its certificate or its authority to the certificates of this system: VS Code reads them.",
  );
}

function trustForThisHost(): string {
  return l10n.t(
    "Where you trust it for this host alone: the setting soaphttp.tls.hosts takes its authority (ca), or switches the verification off (verify).",
  );
}
