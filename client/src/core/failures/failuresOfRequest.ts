/*
 * What lies on this side: values that can't be sent, a redirect that can't be followed, the author's own wish.
 */
import * as l10n from "@vscode/l10n";
import type { CancelledFailure, Exchange, RedirectFailure, UnsendableFailure } from "../../transport/result.ts";
import { formatDuration } from "../text/quantities.ts";
import type { Explanation } from "./explanation.ts";
import { whileIn } from "./stages.ts";
import { correctAddress, correctCertificateFiles } from "./ways.ts";

export function explainUnsendable({ reason, detail }: UnsendableFailure, host: "node" | "browser"): Explanation {
  switch (reason) {
    case "client-certificate":
      return {
        title: l10n.t("the client certificate can't be used"),
        cause: l10n.t("The client certificate or its key is invalid: {0}", detail),
        ways: [correctCertificateFiles(), ...(/unsupported/i.test(detail) ? writePfxAnew() : [])],
      };
    case "passphrase-missing":
      return {
        title: l10n.t("the client certificate needs a passphrase"),
        cause: l10n.t(
          "The key of the client certificate is encrypted, but no passphrase was entered. Nothing was sent.",
        ),
        ways: [l10n.t("Send again and enter it, or store it with the command “Set Passphrase of Client Certificate”.")],
      };
    case "passphrase-wrong":
      return {
        title: l10n.t("the passphrase of the client certificate is wrong"),
        cause: l10n.t("The key of the client certificate can't be decrypted with this passphrase. Nothing was sent."),
        ways: [
          l10n.t("Replace the stored passphrase with the command “Set Passphrase of Client Certificate”."),
          correctCertificateFiles(),
        ],
      };
    case "address":
      return {
        title: l10n.t("the address is not valid"),
        cause: l10n.t("The request can't be sent to this host: {0}", detail),
        ways: [correctAddress()],
      };
    case "fetch":
      return {
        title: l10n.t("the browser can't send this request"),
        cause: l10n.t("The browser rejected it: {0}", detail),
        ways: [
          ...(host === "browser" ? [l10n.t("Correct the request line or the header named in the message.")] : []),
          l10n.t("Send it from VS Code on the desktop or a remote host, which sends any request byte for byte."),
        ],
      };
  }
}

/** RC2 with 40 bits was usual in Windows for long; OpenSSL 3 reads it on demand only. */
function writePfxAnew(): readonly string[] {
  return [
    l10n.t("Older programs create pfx files with ciphers that are no longer supported: export the file again."),
    "    openssl pkcs12 -legacy -in OLD.pfx -nodes -out ALL.pem",
    "    openssl pkcs12 -export -in ALL.pem -out NEW.pfx",
  ];
}

export function explainRedirect({
  reason,
  location,
  redirects,
}: RedirectFailure & Pick<Exchange, "redirects">): Explanation {
  const causes: Readonly<Record<RedirectFailure["reason"], string>> = {
    "too-many": l10n.t(
      "{0} redirects were followed, and the last response redirects again, to {1}.",
      redirects.length,
      location ?? "?",
    ),
    "location-invalid": l10n.t("The service redirects to {0}, which isn't an http or https address.", location ?? "?"),
  };
  const way = l10n.t(
    "To see the redirect, set soaphttp.followRedirects to never, or add # @no-redirect above the request.",
  );
  return {
    title: reason === "too-many" ? l10n.t("too many redirects") : l10n.t("a redirect that can't be followed"),
    cause: causes[reason],
    ways: [way],
  };
}

export function explainCancelled({ stage, timings }: CancelledFailure & Pick<Exchange, "timings">): Explanation {
  const after = formatDuration(timings.total);
  return {
    title: l10n.t("cancelled"),
    cause: l10n.t("Sending was cancelled after {0}, {1}.", after, whileIn(stage)),
    ways: [],
  };
}
