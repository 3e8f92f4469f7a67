/*
 * The explanations of all kinds of failures (`transport/result.ts`), for the editor, the command line and its JSON.
 */
import * as l10n from "@vscode/l10n";
import { hexLines } from "../../../../server/src/text/bytes.ts";
import type { Failure, TlsFailure, TlsReason } from "../../transport/result.ts";
import { formatTime } from "../text/quantities.ts";
import { connectionFailures } from "./connection.ts";
import type { Cases, Entries, ExplainedCase, Explanation, FailureEntry, Shell } from "./explanation.ts";
import { requestFailures } from "./request.ts";
import { responseFailures } from "./response.ts";

/*
 * Failures of the TLS handshake.
 */

const checkHttpsPort = () => l10n.t("Check that the port uses https.");
const checkClock = () => l10n.t("Check this machine's clock.");
const askForAnother = () => l10n.t("Ask the operator of the service for a valid certificate.");
const trustOnThisMachine = () =>
  l10n.t(
    "If you trust it, add its certificate or its certificate authority to this system's certificates, which VS Code uses.",
  );
const trustForThisHost = () =>
  l10n.t(
    "If you trust it for this host only, use the setting soaphttp.tls.hosts: add its certificate authority (ca), or turn off verification (verify).",
  );
const specifyAuthority =
  "If you trust it, specify a file with its certificate or its certificate authority: --ca FILE or NODE_EXTRA_CA_CERTS.";
const insecure = (host: string) => `To send without verifying the certificate, use --insecure-host ${host}.`;

const tlsFailures: Entries<"tls"> = {
  tls: {
    label: () => l10n.t("TLS Failed"),
    explain: (failure, shell) => tlsCases[failure.reason](failure, shell),
    reported: ({ code, detail }) => ({ code, detail }),
    setting: () => "soaphttp.tls.hosts",
  },
};

/** The certificate's data isn't repeated here: it is among the details. */
const tlsCases: Cases<TlsFailure> = {
  expired: ({ host, certificate }) => ({
    title: l10n.t("the certificate has expired"),
    cause: l10n.t("The certificate of {0} was valid until {1}.", host, formatTime(certificate?.validTo ?? "?")),
    ...withInsecure(host, [askForAnother(), checkClock()]),
  }),
  "not-yet-valid": ({ host, certificate }) => ({
    title: l10n.t("the certificate is not valid yet"),
    cause: l10n.t("The certificate of {0} is valid from {1}.", host, formatTime(certificate?.validFrom ?? "?")),
    ...withInsecure(host, [checkClock(), askForAnother()]),
  }),
  "self-signed": ({ host, certificate }) => ({
    title: l10n.t("the certificate is self-signed"),
    cause: l10n.t(
      "The certificate of {0} is not signed by a certificate authority: {1}.",
      host,
      certificate?.subject ?? "?",
    ),
    remedies: [trustOnThisMachine(), trustForThisHost()],
    onCommandLine: [specifyAuthority, insecure(host)],
  }),
  "unknown-issuer": ({ host, certificate }) => ({
    title: l10n.t("the certificate's issuer is not trusted"),
    cause: l10n.t(
      "The certificate of {0} was issued by {1}, which this machine doesn't trust, or an intermediate certificate is missing.",
      host,
      certificate?.issuer ?? "?",
    ),
    remedies: [
      trustOnThisMachine(),
      trustForThisHost(),
      l10n.t("Configure the service to send its complete certificate chain."),
    ],
    onCommandLine: [specifyAuthority, insecure(host)],
  }),
  "wrong-host": (failure) => ({
    title: l10n.t("the certificate is for another host"),
    cause: l10n.t("The request goes to {0}, but the certificate is valid for {1}.", failure.host, namesOf(failure)),
    ...withInsecure(failure.host, [l10n.t("Use a host name that is in the certificate."), askForAnother()]),
  }),
  revoked: ({ host }) => ({
    title: l10n.t("the certificate was revoked"),
    cause: l10n.t("The certificate authority has revoked the certificate of {0}.", host),
    ...withInsecure(host, [askForAnother()]),
  }),
  "no-common-version": ({ host }) => ({
    title: l10n.t("no common TLS version"),
    cause: l10n.t("{0} supports neither TLS 1.2 nor TLS 1.3.", host),
    ...withOld(l10n.t("Configure the service to support TLS 1.2 or 1.3.")),
  }),
  "no-common-cipher": ({ host }) => ({
    title: l10n.t("no common cipher"),
    cause: l10n.t("{0} supports none of the TLS ciphers that are available here.", host),
    ...withOld(l10n.t("Configure the service to support a current cipher.")),
  }),
  weak: ({ host, detail }) => ({
    title: l10n.t("the service's TLS is too weak"),
    cause: l10n.t("{0} uses a key or a signature that is too weak for this machine: {1}", host, detail),
    ...withOld(l10n.t("Ask the operator of the service for a stronger key.")),
  }),
  "legacy-renegotiation": ({ host }) => ({
    title: l10n.t("the service supports only unsafe renegotiation"),
    cause: l10n.t("{0} doesn't support secure renegotiation (RFC 5746).", host),
    remedies: [
      l10n.t("If the service is too old for that, allow it above the request:"),
      "    # @tls legacyRenegotiation",
    ],
  }),
  "client-certificate": ({ host }) => {
    const ask = l10n.t("Ask the operator of the service which client certificate it accepts.");
    return {
      title: l10n.t("a client certificate is required"),
      cause: l10n.t(
        "{0} ended the TLS handshake: it received no client certificate, or one that it does not accept.",
        host,
      ),
      remedies: [
        ask,
        l10n.t("Enter its paths in the setting soaphttp.tls.hosts: cert and key, or pfx."),
        l10n.t("Or name a key of soaphttp.keys above the request: # @tls NAME"),
      ],
      onCommandLine: [
        ask,
        "Specify its files: --cert FILE --key FILE, or --pfx FILE.",
        "Or name a key above the request: # @tls NAME, with --key NAME=FILE.",
      ],
    };
  },
  "not-tls": ({ host }) => ({
    title: l10n.t("no TLS on this port"),
    cause: l10n.t("{0} didn't respond to the TLS handshake with TLS. The port may be for unencrypted http.", host),
    remedies: [
      l10n.t("Use http: an http:// target, or # @scheme http above the request."),
      l10n.t("Correct the port in the request."),
    ],
  }),
  closed: ({ host }) => ({
    title: l10n.t("connection closed during the TLS handshake"),
    cause: l10n.t("{0} closed the connection before the handshake completed.", host),
    remedies: [checkHttpsPort(), l10n.t("Check the service's log.")],
  }),
  other: ({ host, detail }) => ({
    title: l10n.t("TLS failed"),
    cause: l10n.t("Couldn't establish a secure connection to {0}: {1}", host, detail),
    remedies: [checkHttpsPort(), trustOnThisMachine()],
    onCommandLine: [checkHttpsPort()],
  }),
};

/** For services that are too old for the defaults of this machine. The command line has no settings. */
function withOld(remedy: string): Pick<ExplainedCase, "remedies" | "onCommandLine"> {
  const onCommandLine = [
    remedy,
    l10n.t("If the service is too old for that, allow old versions and ciphers above the request:"),
    '    # @tls minVersion=TLSv1 ciphers="DEFAULT@SECLEVEL=0"',
  ];
  const inSettings = l10n.t(
    "For all requests to this host, enter minVersion and ciphers in the setting soaphttp.tls.hosts.",
  );
  return { remedies: [...onCommandLine, inSettings], onCommandLine };
}

function withInsecure(host: string, remedies: readonly string[]): Pick<ExplainedCase, "remedies" | "onCommandLine"> {
  return { remedies, onCommandLine: [...remedies, insecure(host)] };
}

function namesOf({ certificate }: TlsFailure): string {
  if (certificate === undefined) return "?";
  const names = certificate.names.map((name) => name.replace(/^[^:]*:/, ""));
  return names.length > 0 ? names.join(", ") : certificate.subject;
}

export type { Explanation, Shell };

const table: Entries<Failure["kind"]> = {
  ...connectionFailures,
  ...tlsFailures,
  ...requestFailures,
  ...responseFailures,
};

/** TypeScript can't check that the entry of a kind takes the failures of this kind. */
function entryOf(failure: Pick<Failure, "kind">): FailureEntry<Failure> {
  return table[failure.kind] as FailureEntry<Failure>;
}

export function explain(failure: Failure, shell: Shell): Explanation {
  const { title, cause, remedies, onCommandLine } = entryOf(failure).explain(failure, shell);
  return { title, cause, remedies: shell === "cli" ? (onCommandLine ?? remedies) : remedies };
}

/** Returns the label for lists and tabs, such as `Connection Refused`. */
export function failureLabel(kind: Failure["kind"]): string {
  return entryOf({ kind }).label();
}

/** Returns a title: `No response: connection refused`, or `Incomplete response: cut off, received 10 of 299 bytes`. */
export function failureTitle(failure: Failure, shell: Shell): string {
  const { title } = explain(failure, shell);
  return failure.partial === undefined ? l10n.t("No response: {0}", title) : l10n.t("Incomplete response: {0}", title);
}

/** Returns the error that the system or the browser reported, under labels. */
export function reportedFacts(failure: Failure): readonly (readonly [label: string, value: string])[] {
  const { origin, code, detail } = entryOf(failure).reported?.(failure) ?? {};
  const facts = [
    [l10n.t("origin"), origin],
    [l10n.t("code"), code],
    [l10n.t("message"), detail],
  ] as const;
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

/** Maximum shown bytes of an incomplete response. */
const shownBytes = 1024;

/** The received bytes that aren't a complete response, under a heading. Offsets count from the first received byte. */
export function evidenceLines(failure: Failure): readonly string[] {
  const received = failure.partial === undefined ? failure.wire?.received.subarray(0, shownBytes) : undefined;
  const { bytes, at } = entryOf(failure).evidence?.(failure) ?? { bytes: received ?? new Uint8Array(0), at: 0 };
  return bytes.length === 0 ? [] : [l10n.t("Received, from byte {0}", at), ...hexLines(bytes, at)];
}

export interface FailureCommand {
  readonly icon?: string;
  readonly title: string;
  readonly tooltip?: string;
  readonly command: string;
  readonly arguments: string[];
}

/** Reasons for which only the certificate itself is invalid, so that the user can trust it. */
const trustable: readonly TlsReason[] = ["expired", "not-yet-valid", "self-signed", "unknown-issuer", "wrong-host"];

/** The likeliest first. They don't depend on data from a service. */
export function failureCommands(failure: Failure, uri: string): readonly FailureCommand[] {
  const trusts = failure.kind === "tls" && failure.certificate !== undefined && trustable.includes(failure.reason);
  return [
    ...(trusts ? [{ title: l10n.t("Trust Certificate…"), command: "soaphttp.response.trust", arguments: [uri] }] : []),
    { icon: "refresh", title: l10n.t("Retry"), command: "soaphttp.sendAgain", arguments: [uri] },
    ...settingCommand(failure),
    { title: l10n.t("Copy as cURL"), command: "soaphttp.response.copyAsCurl", arguments: [uri] },
  ];
}

export function settingCommand(failure: Failure): readonly FailureCommand[] {
  const setting = entryOf(failure).setting?.(failure);
  if (setting === undefined) return [];
  return [{ title: l10n.t("Open Setting"), tooltip: setting, command: "soaphttp.openSetting", arguments: [setting] }];
}
