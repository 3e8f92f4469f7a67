import * as l10n from "@vscode/l10n";
import { parseHost, sameHost } from "../../http/host.ts";
import type { Message } from "../../message.ts";
import { insert, insertHeader, replace } from "../../rules/edits.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { firstBreak } from "../../text/lines.ts";
import { inDocument, type Transform, type TransformContext } from "./transform.ts";

/** The target as a path or as a URL (RFC 9112 sections 3.2.1 and 3.2.2); the request goes where it went before. */
export function changeTargetForm({ message, section }: TransformContext): Transform[] {
  const { target, address } = message;
  const at = message.request.line?.target;
  if (!target || !at || !address) return [];
  const edits = target.parts.form === "origin" ? toAbsolute(message) : toOrigin(message);
  if (!edits) return [];
  const title =
    target.parts.form === "origin"
      ? l10n.t("Change the target to a URL with scheme and host")
      : l10n.t("Change the target to a path");
  return [{ title, kind: "rewrite", at, edits: () => inDocument(section, completeFix(message, { edits })) }];
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
  // A variable may hold the host and a part of the path.
  const isWhole = message.resolve(prefix).text === text.slice(0, authority.end);
  const edits: Edit[] = [isWhole ? replace(prefix, slash) : replace(typed, slash + text.slice(authority.end))];
  if (!host) edits.push(insertHeader(message, `Host: ${name}`, "first"));
  else if (!sameHost(host.parts, parseHost(name), scheme === "https" ? 443 : 80)) {
    edits.push(replace(host.field.value.typed, name));
  }
  return [...edits, ...schemeEdits(message, scheme, parseHost(name).port)];
}

/** What says the scheme that a path doesn't, unless the port does. */
function schemeEdits(message: Message, scheme: "http" | "https", port: number | undefined): Edit[] {
  const { segment, request } = message;
  const directives = segment.preamble.filter(
    (item) => item.kind === "directive" && message.slice(item.name) === "scheme",
  );
  const last = directives.at(-1);
  if (last?.kind === "directive") {
    if (message.slice(last.value) === scheme) return [];
    return last.value.start < last.value.end ? [replace(last.value, scheme)] : [insert(last.name.end, ` ${scheme}`)];
  }
  const guessed = port === 443 || port === 8443 ? "https" : "http";
  return guessed === scheme ? [] : [insert(request.start, `# @scheme ${scheme}${firstBreak(message.text)}`)];
}
