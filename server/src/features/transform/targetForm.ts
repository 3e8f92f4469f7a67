import * as l10n from "@vscode/l10n";
import { parseHost, sameHost } from "../../http/host.ts";
import type { Message } from "../../message/message.ts";
import { insert, insertHeader, replace } from "../../rules/edits.ts";
import type { Edit } from "../../rules/rule.ts";
import { firstBreak } from "../../text/lines.ts";
import { rewrite, type Transform, type TransformContext } from "./transform.ts";

/** Changes the target to a path or a URL (RFC 9112 sections 3.2.1 and 3.2.2) with the same destination. */
export function changeTargetForm(context: TransformContext): Transform[] {
  const { message } = context;
  const { target, address, syntax } = message;
  if (!target || !address || !syntax.requestLine?.target) return [];
  const isOrigin = target.parts.form === "origin";
  const edits = isOrigin ? toAbsolute(message) : toOrigin(message);
  if (!edits) return [];
  const title = isOrigin
    ? l10n.t("Change the target to a URL with scheme and host")
    : l10n.t("Change the target to a path");
  return [rewrite(context, title, syntax.requestLine.target, () => edits)];
}

function toAbsolute(message: Message): Edit[] | undefined {
  const { host, address, target } = message;
  if (!host || host.parts.problem || !address || !target) return undefined;
  return [insert(target.typed.typed.start, `${address.scheme}://${message.slice(host.field.value.typed)}`)];
}

function toOrigin(message: Message): Edit[] | undefined {
  const { target, host } = message;
  const { scheme, authority, pathAndQuery, problems } = target?.parts ?? {};
  if (!target || !scheme || !authority || !pathAndQuery) return undefined;
  if (problems?.some(({ kind }) => kind === "user-information")) return undefined;
  const { text, typed } = target.typed;
  const name = text.slice(authority.start, authority.end);
  const prefix = target.typed.at({ start: 0, end: authority.end });
  const path = text.slice(pathAndQuery.start, pathAndQuery.end);
  const slash = path.startsWith("/") ? "" : "/";
  // A variable may contain the host and the beginning of the path.
  const isWhole = message.resolve(prefix).text === text.slice(0, authority.end);
  const edits: Edit[] = [isWhole ? replace(prefix, slash) : replace(typed, slash + text.slice(authority.end))];
  if (!host) edits.push(insertHeader(message, `Host: ${name}`, "first"));
  else if (!sameHost(host.parts, parseHost(name), scheme === "https" ? 443 : 80)) {
    edits.push(replace(host.field.value.typed, name));
  }
  return [...edits, ...schemeEdits(message, scheme, parseHost(name).port)];
}

/** The edits of the directive for the scheme, which isn't necessary if the port determines the scheme. */
function schemeEdits(message: Message, scheme: "http" | "https", port: number | undefined): Edit[] {
  const { segment, syntax } = message;
  const last = segment.preamble.findLast((item) => item.kind === "directive" && message.slice(item.name) === "scheme");
  if (last?.kind === "directive") {
    if (message.slice(last.value) === scheme) return [];
    return last.value.start < last.value.end ? [replace(last.value, scheme)] : [insert(last.name.end, ` ${scheme}`)];
  }
  const defaultScheme = port === 443 || port === 8443 ? "https" : "http";
  return defaultScheme === scheme ? [] : [insert(syntax.start, `# @scheme ${scheme}${firstBreak(message.text)}`)];
}
