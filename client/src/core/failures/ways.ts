/*
 * What can be done about more than one kind of failure.
 */
import * as l10n from "@vscode/l10n";

export function startService(): string {
  return l10n.t("Start the service.");
}

export function correctAddress(): string {
  return l10n.t("Correct the host or the port in the request.");
}

/** Where TLS is spoken to the port. */
export function checkHttpsPort(): string {
  return l10n.t("Check that the port uses https.");
}

/** Where plain http is. */
export function checkHttpPort(): string {
  return l10n.t("Check whether the port uses https instead of http.");
}

export function correctCertificateFiles(): string {
  return l10n.t("Correct the certificate's paths in the setting soaphttp.tls.hosts.");
}
