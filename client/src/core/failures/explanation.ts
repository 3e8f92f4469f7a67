import * as l10n from "@vscode/l10n";
import type { Failure, Stage } from "../../transport/result.ts";

/** The program that explains a failure. It determines what can be done. */
export type Shell = "node" | "browser" | "cli";

export interface Explanation {
  /** Title such as `connection refused`, in lower case and without an end mark, because it follows `No response: `. */
  readonly title: string;
  readonly cause: string;
  /** Remedies, the likeliest first. Lines to copy begin with blanks. */
  readonly remedies: readonly string[];
}

export interface ExplainedCase extends Explanation {
  /** The remedies for the command line, if others apply there. It speaks English only. */
  readonly onCommandLine?: readonly string[];
}

export type Cases<F extends { readonly reason: string }> = Readonly<
  Record<F["reason"], (failure: F, shell: Shell) => ExplainedCase>
>;

export interface FailureEntry<F extends Failure> {
  /** For lists and tabs: `Connection Refused`. */
  readonly label: () => string;
  readonly explain: (failure: F, shell: Shell) => ExplainedCase;
  /** Returns the error that the system or the browser reported. */
  readonly reported?: (failure: F) => { readonly origin?: string; readonly code?: string; readonly detail?: string };
  /** The received bytes that aren't a complete response, and their offset. By default, the first received bytes. */
  readonly evidence?: (failure: F) => { readonly bytes: Uint8Array; readonly at: number } | undefined;
  /** The setting that may help. */
  readonly setting?: (failure: F) => string | undefined;
}

export type FailureOf<K extends Failure["kind"]> = Extract<Failure, { readonly kind: K }>;

export type Entries<K extends Failure["kind"]> = { readonly [Each in K]: FailureEntry<FailureOf<Each>> };

/** Returns a phrase such as `while the connection was being made`. */
export function duringStage(stage: Stage): string {
  const connecting = l10n.t("while the connection was being made");
  const texts: Readonly<Record<Stage, string>> = {
    dns: l10n.t("while the host name was looked up"),
    connect: connecting,
    tcp: connecting,
    proxy: l10n.t("while the proxy was asked for a connection"),
    tls: l10n.t("during the TLS handshake"),
    send: l10n.t("while the request was being sent"),
    response: l10n.t("while waiting for the first byte of the response"),
    head: l10n.t("while the header section of the response was being received"),
    body: l10n.t("while the body of the response was being received"),
    login: l10n.t("while the system was asked for a Kerberos ticket"),
  };
  return texts[stage];
}

export const correctAddress = () => l10n.t("Correct the host or the port in the request.");
/** Remedy for ports that may not use plain http. */
export const checkHttpPort = () => l10n.t("Check whether the port uses https instead of http.");
