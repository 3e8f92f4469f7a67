import * as l10n from "@vscode/l10n";
import { readEnvelope } from "../../soap/envelope.ts";
import { addressingNamespace } from "../../soap/facts.ts";
import { base64Encoding, passwordTypes, securityNamespace, utilityNamespace } from "../../soap/security.ts";
import { escapeXml } from "../../text/escapeXml.ts";
import { parseXml } from "../../xml/parser.ts";
import { elements } from "../../xml/query.ts";
import type { Text } from "../collection.ts";
import { secretText } from "../common/auth.ts";
import type { Item } from "../ledger.ts";
import type { ProjectContext } from "./context.ts";
import { type EnvelopeEdit, insertionIn } from "./envelopeEdits.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement, setting } from "./projectXml.ts";
import { expanded, type PropertyScope } from "./scope.ts";

/*
 * The header blocks that SoapUI adds when it sends a request: WS-Addressing (WsaUtils) and the tokens of WS-Security
 * (WssAuthenticationRequestFilter, UsernameEntry).
 */

export interface BlockContext {
  readonly scope: PropertyScope;
  readonly item: Item;
  readonly context: ProjectContext;
  readonly version: "1.1" | "1.2";
}

/** Whether something is mustUnderstand, as an attribute with its own prefix. */
function understood(value: boolean | undefined, version: "1.1" | "1.2", namespace: string): string {
  if (value === undefined) return "";
  const text = version === "1.1" ? (value ? "1" : "0") : String(value);
  return ` xmlns:env="${namespace}" env:mustUnderstand="${text}"`;
}

/** The blocks of WS-Addressing; nothing if it is off. */
export function addressingBlocks(
  request: ProjectElement,
  action: string,
  address: string,
  body: string,
  about: BlockContext,
): Text {
  const config = child(request, "wsaConfig");
  if (attribute(request, "useWsAddressing") !== "true" || !config) return [];
  const { scope, item } = about;
  const value = (name: string) => attribute(config, name);
  const namespace =
    value("version") === "200408" ? "http://schemas.xmlsoap.org/ws/2004/08/addressing" : addressingNamespace;
  const document = parseXml(body);
  const present = new Set(
    [...elements(document)].filter((one) => one.namespace === namespace).map(({ local }) => local),
  );
  const must = { TRUE: true, FALSE: false }[value("mustUnderstand")];
  const attributes = understood(must, about.version, readEnvelope(document)?.namespace ?? "");
  const block = (local: string, content: Text, isAddress = false): Text => {
    if (content.length === 0 || present.has(local)) return [];
    const inner = isAddress ? ["<wsa:Address>", ...content, "</wsa:Address>"] : content;
    return [`<wsa:${local} xmlns:wsa="${namespace}"${attributes}>`, ...inner, `</wsa:${local}>`];
  };
  const text = (name: string) => escaped(expanded(value(name), scope, item));
  const isDefault = (name: string) => value(name) === "true";
  if (["replyToRefParams", "faultToRefParams"].some((name) => value(name) !== "")) {
    item.partly(l10n.t("The reference parameters of WS-Addressing are not imported."));
  }
  return [
    ...block("Action", isDefault("addDefaultAction") ? escaped([value("action") || action]) : text("action")),
    ...block("ReplyTo", text("replyTo"), true),
    ...block("From", text("from"), true),
    ...block("FaultTo", text("faultTo"), true),
    ...block("RelatesTo", value("relationshipType") === "" ? [] : text("relatesTo")),
    ...block(
      "MessageID",
      isDefault("generateMessageId") ? ["uuid:", { kind: "builtIn", name: "$guid" }] : text("messageID"),
    ),
    ...block("To", isDefault("addDefaultTo") ? escaped(expanded(address, scope, item)) : text("to")),
  ];
}

/**
 * The tokens of WS-Security, for the password type of the request and its outgoing configuration: in a block of their own, or
 * in the one that the body has.
 */
export function securityTokens(
  request: ProjectElement,
  body: string,
  about: BlockContext,
): { readonly block: Text } | { readonly edit: EnvelopeEdit } {
  const { scope, item, context } = about;
  const credentials = child(request, "credentials");
  const own = usernameToken(
    {
      user: childText(credentials, "username") ?? "",
      password: childText(credentials, "password") ?? "",
      type: attribute(request, "wssPasswordType"),
      hasNonce: true,
      hasCreated: true,
    },
    about,
  );
  const name = attribute(request, "outgoingWss");
  const outgoing = name === "" ? undefined : context.outgoing.get(name);
  if (name !== "" && !outgoing) item.partly(l10n.t("The project has no outgoing WS-Security configuration {0}.", name));
  const entries = childrenNamed(outgoing?.element, "entry").map((entry) =>
    entryTokens(entry, outgoing?.element, about),
  );
  const lifetime = setting(request, "@wss-time-to-live")?.trim() ?? "";
  const parts = [...own, ...(lifetime === "" ? [] : timestamp(lifetime, scope, item)), ...entries.flat()];
  if (parts.length === 0) return { block: [] };
  const read = readEnvelope(parseXml(body));
  const namespaces = `xmlns:wsse="${securityNamespace}" xmlns:wsu="${utilityNamespace}"`;
  const security = read?.header?.children.find(
    (one) => one.kind === "element" && one.local === "Security" && one.namespace === securityNamespace,
  );
  if (security?.kind === "element") {
    const declared = parts.map((part) =>
      typeof part === "string" ? part.replace(startOfToken, `$& ${namespaces}`) : part,
    );
    return { edit: insertionIn(security, body, declared) };
  }
  const isUnderstood = outgoing ? attribute(outgoing.element, "mustUnderstand") === "true" || own.length > 0 : true;
  const attributes = understood(isUnderstood || undefined, about.version, read?.namespace ?? "");
  return { block: [`<wsse:Security ${namespaces}${attributes}>`, ...parts, "</wsse:Security>"] };
}

const startOfToken = /^<(?:wsse:UsernameToken|wsu:Timestamp)/;

function entryTokens(entry: ProjectElement, outgoing: ProjectElement | undefined, about: BlockContext): Text {
  const config = child(entry, "configuration");
  const isOn = (name: string) => (childText(config, name) ?? "true") !== "false";
  switch (attribute(entry, "type")) {
    case "Username":
      return usernameToken(
        {
          user: attribute(entry, "username") || (childText(outgoing, "username") ?? ""),
          password: attribute(entry, "password") || (childText(outgoing, "password") ?? ""),
          type: childText(config, "passwordType") || "PasswordDigest",
          hasNonce: isOn("addNonce"),
          hasCreated: isOn("addCreated"),
        },
        about,
      );
    case "Timestamp":
      return timestamp(childText(config, "timeToLive") ?? "", about.scope, about.item);
    default:
      about.item.partly(l10n.t("WS-Security: the entry {0} is not imported.", attribute(entry, "type")));
      return [];
  }
}

interface User {
  readonly user: string;
  readonly password: string;
  readonly type: string;
  readonly hasNonce: boolean;
  readonly hasCreated: boolean;
}

function usernameToken({ user, password, type, hasNonce, hasCreated }: User, { scope, item }: BlockContext): Text {
  if (type === "" || type === "None" || user === "") return [];
  const isDigest = /digest/i.test(type);
  if (/ext$/i.test(type)) item.partly(l10n.t("The password type {0} is imported as PasswordDigest.", type));
  const secret = secretText("password", expanded(password, scope, item));
  const content: Text = isDigest ? [{ kind: "credentials", name: "$wsse.digest", args: [secret] }] : escaped(secret);
  const passwordType = isDigest ? passwordTypes.digest : passwordTypes.text;
  const nonce: Text = [
    '<wsse:Nonce EncodingType="',
    base64Encoding,
    '">',
    { kind: "builtIn", name: "$wsse.nonce" },
    "</wsse:Nonce>",
  ];
  const created: Text = ["<wsu:Created>", { kind: "builtIn", name: "$wsse.created" }, "</wsu:Created>"];
  return [
    "<wsse:UsernameToken><wsse:Username>",
    ...escaped(expanded(user, scope, item)),
    `</wsse:Username><wsse:Password Type="${passwordType}">`,
    ...content,
    "</wsse:Password>",
    ...(hasNonce ? nonce : []),
    ...(hasCreated ? created : []),
    "</wsse:UsernameToken>",
  ];
}

/** @param lifetime in seconds */
function timestamp(lifetime: string, scope: PropertyScope, item: Item): Text {
  const seconds = expanded(lifetime, scope, item).join("").trim();
  const isKnown = /^[1-9]\d{0,8}$/.test(seconds);
  if (!isKnown) item.partly(l10n.t("The lifetime of its Timestamp is not a number: 5 minutes are used."));
  const expires = isKnown ? `$wsu.expires ${seconds} s` : "$wsu.expires 5 m";
  return [
    "<wsu:Timestamp><wsu:Created>",
    { kind: "builtIn", name: "$wsu.created" },
    "</wsu:Created><wsu:Expires>",
    { kind: "builtIn", name: expires },
    "</wsu:Expires></wsu:Timestamp>",
  ];
}

/** Variables are escaped when they are sent. */
function escaped(text: Text): Text {
  return text.map((part) => (typeof part === "string" ? escapeXml(part, /[&<>]/g) : part));
}
