import * as l10n from "@vscode/l10n";
import type { Failure, TlsReason } from "../../transport/result.ts";

/** What an author can do about a failure with one click. `setting`: its id. */
export type FailureAction =
  | { readonly kind: "retry" | "curl" | "trust" }
  | { readonly kind: "setting"; readonly setting: string };

/** Where the certificate itself is all that is wrong: it can be trusted as it is. */
const trustable: readonly TlsReason[] = ["expired", "not-yet-valid", "self-signed", "unknown-issuer", "wrong-host"];

/** The likeliest first. */
export function failureActions(failure: Failure): readonly FailureAction[] {
  const setting = settingOf(failure);
  const trusts = failure.kind === "tls" && failure.certificate !== undefined && trustable.includes(failure.reason);
  return [
    ...(trusts ? [{ kind: "trust" } as const] : []),
    { kind: "retry" },
    ...(setting === undefined ? [] : [{ kind: "setting", setting } as const]),
    { kind: "curl" },
  ];
}

/** A command as a lens has it. */
interface Command {
  readonly icon?: string;
  readonly title: string;
  readonly tooltip?: string;
  readonly command: string;
  readonly arguments: string[];
}

/** For a response document: a fixed command with that document's URI, whatever a service says. */
export function failureCommand(action: FailureAction, uri: string): Command {
  switch (action.kind) {
    case "retry":
      return { icon: "refresh", title: l10n.t("Retry"), command: "soaphttp.sendAgain", arguments: [uri] };
    case "curl":
      return { title: l10n.t("Copy as cURL"), command: "soaphttp.response.copyAsCurl", arguments: [uri] };
    case "trust":
      return { title: l10n.t("Trust Certificate…"), command: "soaphttp.response.trust", arguments: [uri] };
    case "setting": {
      const { setting } = action;
      return { title: l10n.t("Open Setting"), tooltip: setting, command: "soaphttp.openSetting", arguments: [setting] };
    }
  }
}

function settingOf(failure: Failure): string | undefined {
  switch (failure.kind) {
    case "tls":
      return "soaphttp.tls.hosts";
    case "unsendable":
      return failure.reason === "address" || failure.reason === "fetch" ? undefined : "soaphttp.tls.hosts";
    case "timeout":
      return "soaphttp.timeout";
    case "too-large":
      return "soaphttp.response.maxBytes";
    case "redirect":
    case "redirect-hidden":
      return "soaphttp.followRedirects";
    case "proxy":
    case "unreachable":
      return "http.proxy";
    default:
      return undefined;
  }
}
