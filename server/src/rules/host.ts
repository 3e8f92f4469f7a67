import * as l10n from "@vscode/l10n";
import { type HostProblem, parseHost, sameHost } from "../http/host.ts";
import type { Message } from "../message.ts";
import { insertHeader, replace } from "./edits.ts";
import type { Rule } from "./rule.ts";

const missing: Rule = {
  code: "host-missing",
  severity: "error",
  source: "RFC 9112 section 3.2",
  *check(message) {
    if (message.isBare || message.hasOrMalformed("host")) return;
    const authority = targetAuthority(message);
    yield {
      at: message.headPlace,
      message: authority
        ? l10n.t("Missing Host header. For this target, use Host: {0}.", authority)
        : l10n.t("Missing Host header. Specify the server, for example Host: example.com."),
      fixes: () => [
        authority
          ? {
              title: l10n.t("Insert Host: {0}", authority),
              automatic: true,
              edits: [insertHeader(message, `Host: ${authority}`, "first")],
            }
          : { title: l10n.t("Insert Host"), edits: [insertHeader(message, "Host: {host}", "first")] },
      ],
    };
  },
};

const invalid: Rule = {
  code: "host-invalid",
  severity: "error",
  source: "RFC 9110 section 7.2",
  *check({ host }) {
    const problem = host?.parts.problem;
    if (!host || !problem || !host.field.value.known) return;
    const { value, line } = host.field;
    const cut = hostOf(value.text);
    yield {
      at: problem.start < problem.end ? value.at(problem) : line.name,
      message: wording(problem, value.text.slice(problem.start, problem.end)),
      fixes: () =>
        cut !== undefined && cut !== value.text
          ? [{ title: l10n.t("Change to {0}", cut), edits: [replace(value.typed, cut)] }]
          : [],
    };
  },
};

function wording(problem: HostProblem, text: string): string {
  switch (problem.kind) {
    case "empty":
      return l10n.t("Host has no value. Specify a host name and an optional port, such as example.com:8080.");
    case "scheme":
      return l10n.t("The scheme {0} isn't allowed in Host. Use only a host name and an optional port.", text);
    case "path":
      return l10n.t("The path {0} isn't allowed in Host. Move it to the request line.", text);
    case "user-information":
      return l10n.t("The user information {0} isn't allowed in Host.", text);
    case "port":
      return portProblem(text);
    case "ipv6":
      return l10n.t("{0} isn't a valid IPv6 address in brackets, such as [::1].", text);
    case "character":
      return l10n.t("{0} isn't allowed in a host name.", text);
  }
}

/** Of a port in Host or in a target. */
export function portProblem(text: string): string {
  return /^0+$/.test(text)
    ? l10n.t("Port {0} can't be used. A port must be a number from 1 to 65535.", text)
    : l10n.t("{0} isn't a valid port. A port must be a number from 1 to 65535.", text);
}

/** The `host[:port]` in a value that has more than that around it. */
function hostOf(value: string): string | undefined {
  const [authority = ""] = value.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "").split(/[/?#\\]/, 1);
  const rest = authority.slice(authority.lastIndexOf("@") + 1).trim();
  for (const one of [rest, rest.replace(/[^\w.:[\]-]/g, "")]) if (one !== "" && !parseHost(one).problem) return one;
  return undefined;
}

const mismatch: Rule = {
  code: "host-mismatch",
  severity: "warning",
  source: "RFC 9112 section 3.2.2",
  *check(message) {
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
      fixes: () => [{ title: l10n.t("Change to {0}", authority), edits: [replace(value.typed, authority)] }],
    };
  },
};

/** `host[:port]` of an absolute target that is sound; as typed, so that a variable stays one. */
function targetAuthority(message: Message): string | undefined {
  const { target } = message;
  const authority = target?.parts.authority;
  if (!target || !authority || !target.typed.known) return undefined;
  const text = target.typed.text.slice(authority.start, authority.end).replace(/^.*@/, "");
  return parseHost(text).problem ? undefined : text;
}

export const hostRules: readonly Rule[] = [missing, invalid, mismatch];
