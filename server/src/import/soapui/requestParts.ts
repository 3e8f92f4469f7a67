import * as l10n from "@vscode/l10n";
import type { CollectionHeader, PreambleLine } from "../collection.ts";
import { basicHeader, secretText } from "../common/auth.ts";
import type { Item } from "../ledger.ts";
import type { Unpacker } from "./context.ts";
import {
  attribute,
  child,
  childText,
  descendants,
  isProblem,
  type ProjectElement,
  readProjectXml,
  setting,
} from "./projectXml.ts";
import { expanded, type PropertyScope } from "./scope.ts";

/* Parts of all kinds of requests: a body with SoapUI's escapes, headers in a setting, credentials and a timeout. */

const decompressed = new WeakMap<ProjectElement, Uint8Array>();

/** The content of a request or response as typed by its author; line breaks are LF. */
export function contentOf(element: ProjectElement | undefined, unpacker: Unpacker, item: Item): string {
  if (!element || attribute(element, "nil") === "true") return "";
  if (attribute(element, "compression") !== "gzip") return unescaped(element.text);
  const bytes = decompressed.get(element) ?? unpacker.gunzip(element.text);
  if (bytes) decompressed.set(element, bytes);
  else item.partly(l10n.t("Its body can't be decompressed, or it is too large."));
  return bytes ? unescaped(new TextDecoder().decode(bytes)) : "";
}

/** Decodes SoapUI's escapes: a carriage return is written as `\r`, and a literal `\r` as `\_r`. */
function unescaped(text: string): string {
  const resolved = text.includes("\\")
    ? text.replace(/\\(_*)r/g, (_, marks: string) => (marks === "" ? "\r" : `\\${marks.slice(1)}r`))
    : text;
  return resolved.replace(/\r\n?/g, "\n");
}

/** The headers that the author added, which SoapUI stores as XML in a setting. */
export function addedHeaders(request: ProjectElement, scope: PropertyScope, item: Item): readonly CollectionHeader[] {
  const typed = setting(request, "@request-headers")?.trim() ?? "";
  if (!typed.startsWith("<")) return [];
  const root = readProjectXml(typed);
  if (isProblem(root)) {
    item.partly(l10n.t("Its headers can't be read."));
    return [];
  }
  const entries = root.name === "entry" ? [root] : descendants(root, "entry");
  return entries.flatMap((entry) => {
    const name = attribute(entry, "key");
    return name === "" ? [] : [{ name, value: expanded(attribute(entry, "value"), scope, item) }];
  });
}

/** The headers that SoapUI sends: a header that the author added replaces a header with the same name. */
export function mergedHeaders(
  own: readonly CollectionHeader[],
  added: readonly CollectionHeader[],
): readonly CollectionHeader[] {
  const names = new Set(added.map(({ name }) => name.toLowerCase()));
  return [...own.filter(({ name }) => !names.has(name.toLowerCase())), ...added];
}

interface Credentials {
  readonly headers: readonly CollectionHeader[];
  readonly preamble: readonly PreambleLine[];
}

export function credentialsOf(request: ProjectElement, scope: PropertyScope, item: Item): Credentials {
  const none: Credentials = { headers: [], preamble: [] };
  const credentials = child(request, "credentials");
  const user = childText(credentials, "username") ?? "";
  const profile = childText(credentials, "selectedAuthProfile") ?? "";
  const type = profile === "" || /^global/i.test(profile) ? (childText(credentials, "authType") ?? "") : profile;
  if (/oauth/i.test(type)) return { ...none, preamble: [explanation(l10n.t("{0} is not imported.", type), item)] };
  if (user === "" || /^no authorization$/i.test(type)) return none;
  // The tokens of WS-Security use the same user and password. Basic would only be sent after a challenge.
  if (attribute(request, "wssPasswordType") !== "" && !/preemptive/i.test(childText(credentials, "authType") ?? ""))
    return none;
  if (/kerberos|spnego/i.test(type))
    return { ...none, preamble: [explanation(l10n.t("{0} is not imported.", type), item)] };
  const password = secretText("password", expanded(childText(credentials, "password") ?? "", scope, item));
  const domain = childText(credentials, "domain") ?? "";
  const name = expanded(user, scope, item);
  if (/ntlm/i.test(type)) {
    const whole = domain === "" ? name : [...expanded(domain, scope, item), "\\", ...name];
    return { ...none, preamble: [{ kind: "auth", scheme: "ntlm", user: whole, password }] };
  }
  if (/digest/i.test(type)) return { ...none, preamble: [{ kind: "auth", scheme: "digest", user: name, password }] };
  return { ...none, headers: [basicHeader(name, password)] };
}

function explanation(text: string, item: Item): PreambleLine {
  item.partly(text);
  return { kind: "comment", text };
}

export function optionLines(request: ProjectElement, item: Item): readonly PreambleLine[] {
  const timeout = attribute(request, "timeout").trim();
  const lines: PreambleLine[] = [];
  if (/^[1-9]\d{0,8}$/.test(timeout))
    lines.push({ kind: "directive", name: "timeout", value: `${Number(timeout)} ms` });
  if (setting(request, "@follow-redirects")?.trim() === "false") {
    lines.push({ kind: "directive", name: "no-redirect", value: "" });
  }
  if (attribute(request, "sslKeystore") !== "") {
    const store = attribute(request, "sslKeystore");
    const key = /[A-Za-z][A-Za-z0-9_-]*/.exec(store.replace(/^.*[\\/]/, ""))?.[0] ?? "me";
    lines.push({ kind: "directive", name: "tls", value: key });
    item.partly(
      l10n.t("Its client certificate is the key {0}: add it to soaphttp.keys, from the keystore {1}.", key, store),
    );
  }
  for (const option of ["remove_empty_content", "strip-whitespaces"]) {
    if (setting(request, `@${option}`)?.trim() === "true") {
      item.partly(l10n.t("SoapUI changes its body when it is sent: {0}.", option));
    }
  }
  return lines;
}
