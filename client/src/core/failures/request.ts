/*
 * Failures on the client's side: values that can't be sent, the browser's policies, redirects, cancelation.
 */
import * as l10n from "@vscode/l10n";
import type { FailureFacts, UnsendableFailure } from "../../transport/result.ts";
import { formatDuration } from "../text/quantities.ts";
import { type Cases, correctAddress, duringStage, type Entries } from "./explanation.ts";

const sendFromTerminal = () =>
  l10n.t("Send it from a terminal: “Copy as cURL” copies a command that sends the same bytes.");
const correctCertificateFiles = () => l10n.t("Correct the certificate's paths in the setting soaphttp.tls.hosts.");

export const requestFailures: Entries<
  "unsendable" | "mixed-content" | "cors" | "cancelled" | "redirect" | "redirect-hidden"
> = {
  unsendable: {
    label: () => l10n.t("Not Sent"),
    explain: (failure, shell) => unsendableCases[failure.reason](failure, shell),
    setting: ({ reason }) => (reason === "address" || reason === "fetch" ? undefined : "soaphttp.tls.hosts"),
  },
  "mixed-content": {
    label: () => l10n.t("Blocked by Browser"),
    explain: ({ host }) => ({
      title: l10n.t("the browser blocks http to {0}", host),
      cause: l10n.t("VS Code for the Web can use unencrypted http only for localhost and 127.0.0.1. Nothing was sent."),
      remedies: [
        l10n.t("Use https: an https:// target, or # @scheme https above the request."),
        l10n.t("Send it from VS Code on the desktop or a remote host (WSL, SSH, container, Codespaces)."),
        sendFromTerminal(),
      ],
    }),
  },
  cors: {
    label: () => l10n.t("Blocked by CORS"),
    explain: ({ origin, url, method, fieldNames }) => ({
      title: l10n.t("blocked by CORS"),
      cause: l10n.t(
        "The service at {0} is reachable, but it doesn't allow this page to read its responses. Before a SOAP request, the browser sends an OPTIONS request (a preflight). Either the service didn't respond to it as required, or its response doesn't allow the page's origin. The request itself may have been processed.",
        url,
      ),
      remedies: [
        l10n.t(
          "Configure the service to respond to OPTIONS with 204 and these headers, and to send the first one with every response:",
        ),
        `    ${
          origin === undefined
            ? l10n.t("Access-Control-Allow-Origin: * (or the request's Origin)")
            : l10n.t("Access-Control-Allow-Origin: {0} (or *)", origin)
        }`,
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
    }),
    reported: ({ origin = "?", detail }) => ({ origin, detail }),
  },
  cancelled: {
    label: () => l10n.t("Cancelled"),
    explain: ({ stage, timings }) => ({
      title: l10n.t("cancelled"),
      cause: l10n.t("Sending was cancelled after {0}, {1}.", formatDuration(timings.total), duringStage(stage)),
      remedies: [],
    }),
  },
  redirect: {
    label: () => l10n.t("Redirected"),
    explain: ({ reason, location = "?", redirects: { length } }) => ({
      ...(reason === "too-many"
        ? {
            title: l10n.t("too many redirects"),
            cause: l10n.t(
              "{0} redirects were followed, and the last response redirects again, to {1}.",
              length,
              location,
            ),
          }
        : {
            title: l10n.t("a redirect that can't be followed"),
            cause: l10n.t("The service redirects to {0}, which isn't an http or https address.", location),
          }),
      remedies: [
        l10n.t("To see the redirect, set soaphttp.followRedirects to never, or add # @no-redirect above the request."),
      ],
      onCommandLine: ["To see the redirect, omit --follow, or add # @no-redirect above the request."],
    }),
    setting: () => "soaphttp.followRedirects",
  },
  "redirect-hidden": {
    label: () => l10n.t("Redirected"),
    explain: (failure) => ({
      title: l10n.t("a redirect"),
      cause:
        secretsOf(failure).length > 0
          ? l10n.t(
              "The service responded with a redirect. It is not followed, because the browser would send {0} to any origin.",
              secretsOf(failure).join(", "),
            )
          : l10n.t(
              "The service responded with a redirect. The browser doesn't show its status and Location unless it follows the redirect.",
            ),
      remedies: [
        ...(secretsOf(failure).length > 0
          ? []
          : [
              l10n.t(
                "To follow it, set soaphttp.followRedirects to always. With 301, 302 and 303, the POST becomes a GET.",
              ),
            ]),
        l10n.t("To see the redirect, send it from VS Code on the desktop or a remote host."),
      ],
    }),
    setting: () => "soaphttp.followRedirects",
  },
};

/** The secret parts of a request that a browser would send to another origin. */
function secretsOf({
  secretFields = [],
  secretPlaces = [],
}: Extract<FailureFacts, { readonly kind: "redirect-hidden" }>): readonly string[] {
  const places = { target: l10n.t("the secret in the target"), body: l10n.t("the secret in the body") };
  return [...secretFields, ...secretPlaces.map((place) => places[place])];
}

const unsendableCases: Cases<UnsendableFailure> = {
  "client-certificate": ({ detail }) => ({
    title: l10n.t("the client certificate can't be used"),
    cause: l10n.t("The client certificate or its key is invalid: {0}", detail),
    remedies: [correctCertificateFiles(), ...(/unsupported/i.test(detail) ? exportPfxAgain() : [])],
    onCommandLine: [],
  }),
  ciphers: ({ detail }) => ({
    title: l10n.t("the list of ciphers can't be used"),
    cause: l10n.t("The TLS library of this host doesn't know the ciphers: {0}", detail),
    remedies: [
      l10n.t("Correct ciphers in # @tls or in the setting soaphttp.tls.hosts."),
      l10n.t("VS Code on the desktop knows no security levels (@SECLEVEL): send the request with soaphttp send."),
    ],
    onCommandLine: ["Correct ciphers in # @tls."],
  }),
  "passphrase-missing": () => ({
    title: l10n.t("the client certificate needs a passphrase"),
    cause: l10n.t("The key of the client certificate is encrypted, but no passphrase was entered. Nothing was sent."),
    remedies: [l10n.t("Send again and enter it, or store it with the command “Set Passphrase of Client Certificate”.")],
    onCommandLine: [],
  }),
  "passphrase-wrong": () => ({
    title: l10n.t("the passphrase of the client certificate is wrong"),
    cause: l10n.t("The key of the client certificate can't be decrypted with this passphrase. Nothing was sent."),
    remedies: [
      l10n.t("Replace the stored passphrase with the command “Set Passphrase of Client Certificate”."),
      correctCertificateFiles(),
    ],
    onCommandLine: [],
  }),
  address: ({ detail }) => ({
    title: l10n.t("the address is not valid"),
    cause: l10n.t("The request can't be sent to this host: {0}", detail),
    remedies: [correctAddress()],
  }),
  kerberos: ({ detail }) => ({
    title: l10n.t("Kerberos isn't available"),
    cause:
      detail === ""
        ? l10n.t("Kerberos needs the npm package kerberos. Nothing was sent.")
        : l10n.t("Kerberos needs the npm package kerberos, which can't be loaded: {0}. Nothing was sent.", detail),
    remedies: [l10n.t("Install it and set soaphttp.kerberosModule.")],
    onCommandLine: ["Install it and name its folder with --kerberos-module."],
  }),
  fetch: ({ detail }, shell) => ({
    title: l10n.t("the browser can't send this request"),
    cause: l10n.t("The browser rejected it: {0}", detail),
    remedies: [
      ...(shell === "browser" ? [l10n.t("Correct the request line or the header named in the message.")] : []),
      l10n.t("Send it from VS Code on the desktop or a remote host, which sends any request byte for byte."),
    ],
    onCommandLine: [],
  }),
};

/** OpenSSL 3 reads RC2 with 40 bits, long usual in Windows, only with its legacy provider. */
function exportPfxAgain(): readonly string[] {
  return [
    l10n.t("Older programs create pfx files with ciphers that are no longer supported: export the file again."),
    "    openssl pkcs12 -legacy -in OLD.pfx -nodes -out ALL.pem",
    "    openssl pkcs12 -export -in ALL.pem -out NEW.pfx",
  ];
}
