import * as l10n from "@vscode/l10n";
import { type HostProblem, parseHost, sameHost } from "../http/host.ts";
import type { Message } from "../message/message.ts";
import { slice } from "../text/span.ts";
import { changeTo, fix, insertHeader, insertHeaderFix } from "./edits.ts";
import { missingHeader, type Report, type Rule, rule } from "./rule.ts";

export const hostRules: readonly Rule[] = [
  rule("host-missing", "error", "RFC 9112 section 3.2", missing, missingHeader),
  rule("host-invalid", "error", "RFC 9110 section 7.2", invalid),
  rule("host-mismatch", "warning", "RFC 9112 section 3.2.2", mismatch),
];

function* missing(message: Message): Iterable<Report> {
  if (message.isBare || message.hasOrMalformed("host")) return;
  const authority = targetAuthority(message);
  yield {
    at: message.headPlace,
    message: authority
      ? l10n.t("Missing Host header. For this target, use Host: {0}.", authority)
      : l10n.t("Missing Host header. Specify the server, for example Host: example.com."),
    fixes: () => [
      authority
        ? insertHeaderFix(message, `Host: ${authority}`, "first")
        : fix(l10n.t("Insert Host"), insertHeader(message, "Host: {host}", "first")),
    ],
  };
}

function* invalid({ host }: Message): Iterable<Report> {
  const problem = host?.parts.problem;
  if (!host || !problem || !host.field.value.known) return;
  const { value, line } = host.field;
  const authority = authorityIn(value.text);
  yield {
    at: problem.start < problem.end ? value.at(problem) : line.name,
    message: wordings[problem.kind](value.text.slice(problem.start, problem.end)),
    fixes: () => (authority !== undefined && authority !== value.text ? [changeTo(value.typed, authority)] : []),
  };
}

const wordings: Readonly<Record<HostProblem["kind"], (text: string) => string>> = {
  empty: () => l10n.t("Host has no value. Specify a host name and an optional port, such as example.com:8080."),
  scheme: (text) => l10n.t("The scheme {0} isn't allowed in Host. Use only a host name and an optional port.", text),
  path: (text) => l10n.t("The path {0} isn't allowed in Host. Move it to the request line.", text),
  "user-information": (text) => l10n.t("The user information {0} isn't allowed in Host.", text),
  port: portProblem,
  ipv6: (text) => l10n.t("{0} isn't a valid IPv6 address in brackets, such as [::1].", text),
  character: (text) => l10n.t("{0} isn't allowed in a host name.", text),
};

export function portProblem(text: string): string {
  return /^0+$/.test(text)
    ? l10n.t("Port {0} can't be used. A port must be a number from 1 to 65535.", text)
    : l10n.t("{0} isn't a valid port. A port must be a number from 1 to 65535.", text);
}

/** The part `host[:port]` in a value that contains more text. */
function authorityIn(value: string): string | undefined {
  const [authority = ""] = value.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "").split(/[/?#\\]/, 1);
  const rest = authority.slice(authority.lastIndexOf("@") + 1).trim();
  for (const host of [rest, rest.replace(/[^\w.:[\]-]/g, "")]) if (host !== "" && !parseHost(host).problem) return host;
  return undefined;
}

function* mismatch(message: Message): Iterable<Report> {
  const { host, target } = message;
  const authority = targetAuthority(message);
  if (!host || !target?.parts.authority || authority === undefined) return;
  if (host.parts.problem || !host.field.value.known) return;
  if (sameHost(host.parts, parseHost(authority), target.parts.scheme === "https" ? 443 : 80)) return;
  const { value } = host.field;
  yield {
    at: value.typed,
    message: l10n.t("Host is {0}, but the target is {1}. The request is sent to {1}.", value.text, authority),
    related: [{ at: target.typed.at(target.parts.authority), message: l10n.t("Authority of the target") }],
    fixes: () => [changeTo(value.typed, authority)],
  };
}

/** The `host[:port]` of a valid absolute target. */
export function targetAuthority({ target }: Message): string | undefined {
  const authority = target?.parts.authority;
  if (!authority || !target.typed.known) return undefined;
  const text = slice(target.typed.text, authority).replace(/^.*@/, "");
  return parseHost(text).problem ? undefined : text;
}
