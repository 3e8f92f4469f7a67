/*
 * The explanations of all kinds of failures (`transport/failure.ts`), for the editor, the command line and its JSON.
 */
import * as l10n from "@vscode/l10n";
import { hexLines } from "../../../../server/src/text/hex.ts";
import type { Failure, TlsReason } from "../../transport/result.ts";
import { connectionFailures } from "./connection.ts";
import type { Entries, Explanation, FailureEntry, Shell } from "./explanation.ts";
import { requestFailures } from "./request.ts";
import { responseFailures } from "./response.ts";
import { tlsFailures } from "./tls.ts";

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

/** What happened, and what can be done about it. */
export function explain(failure: Failure, shell: Shell): Explanation {
  const { title, cause, remedies, onCommandLine } = entryOf(failure).explain(failure, shell);
  return { title, cause, remedies: shell === "cli" ? (onCommandLine ?? remedies) : remedies };
}

/** `Connection Refused`: for lists and tabs. */
export function failureLabel(kind: Failure["kind"]): string {
  return entryOf({ kind }).label();
}

/** `No response: connection refused`, or `Incomplete response: cut off, received 10 of 299 bytes`. */
export function failureTitle(failure: Failure, shell: Shell): string {
  const { title } = explain(failure, shell);
  return failure.partial === undefined ? l10n.t("No response: {0}", title) : l10n.t("Incomplete response: {0}", title);
}

/** What the system or the browser reported, under labels. */
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

/** A command that can help, as the content of a lens. */
export interface FailureCommand {
  readonly icon?: string;
  readonly title: string;
  readonly tooltip?: string;
  readonly command: string;
  readonly arguments: string[];
}

/** With these reasons, only the certificate itself is wrong, and can be trusted. */
const trustable: readonly TlsReason[] = ["expired", "not-yet-valid", "self-signed", "unknown-issuer", "wrong-host"];

/** What the user can do with one click, the likeliest first. The commands don't depend on what a service sends. */
export function failureCommands(failure: Failure, uri: string): readonly FailureCommand[] {
  const trusts = failure.kind === "tls" && failure.certificate !== undefined && trustable.includes(failure.reason);
  return [
    ...(trusts ? [{ title: l10n.t("Trust Certificate…"), command: "soaphttp.response.trust", arguments: [uri] }] : []),
    { icon: "refresh", title: l10n.t("Retry"), command: "soaphttp.sendAgain", arguments: [uri] },
    ...settingCommand(failure),
    { title: l10n.t("Copy as cURL"), command: "soaphttp.response.copyAsCurl", arguments: [uri] },
  ];
}

/** Opens the setting that may help, if there is one. */
export function settingCommand(failure: Failure): readonly FailureCommand[] {
  const setting = entryOf(failure).setting?.(failure);
  if (setting === undefined) return [];
  return [{ title: l10n.t("Open Setting"), tooltip: setting, command: "soaphttp.openSetting", arguments: [setting] }];
}
