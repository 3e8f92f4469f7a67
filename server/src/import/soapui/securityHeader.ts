import * as l10n from "@vscode/l10n";
import { c14nMethods, digestOf, methodOf } from "../../security/algorithms.ts";
import { readEnvelope } from "../../soap/envelope.ts";
import { addressingNamespace } from "../../soap/facts.ts";
import {
  base64Encoding,
  certificateType,
  passwordTypes,
  securityNamespace,
  utilityNamespace,
} from "../../soap/security.ts";
import { escapeXml } from "../../text/escapes.ts";
import { parseXml } from "../../xml/parser.ts";
import { elements, attribute as xmlAttribute } from "../../xml/query.ts";
import type { CollectionComment, Text } from "../collection.ts";
import { secretText } from "../common/auth.ts";
import type { Item } from "../ledger.ts";
import type { ProjectContext } from "./context.ts";
import { type EnvelopeEdit, insertionIn } from "./envelopeEdits.ts";
import {
  attribute,
  child,
  childrenNamed,
  childText,
  descendants,
  isProblem,
  type ProjectElement,
  readProjectXml,
  setting,
} from "./projectXml.ts";
import { expanded, type PropertyScope } from "./scope.ts";

/*
 * Header blocks that SoapUI adds when it sends a request: WS-Addressing (WsaUtils) and the tokens of WS-Security
 * (WssAuthenticationRequestFilter, UsernameEntry).
 */

interface BlockContext {
  readonly scope: PropertyScope;
  readonly item: Item;
  readonly context: ProjectContext;
  readonly version: "1.1" | "1.2";
}

/** The attribute mustUnderstand with its own prefix, for the option of SoapUI. */
function understood(value: boolean | undefined, version: "1.1" | "1.2", namespace: string): string {
  if (value === undefined) return "";
  const text = version === "1.1" ? (value ? "1" : "0") : String(value);
  return ` xmlns:env="${namespace}" env:mustUnderstand="${text}"`;
}

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
 * The tokens and signatures of WS-Security, for the password type of the request and its outgoing configuration: a separate
 * block, or edits of the block in the body. Further edits add ids to signed elements.
 */
export function securityTokens(
  request: ProjectElement,
  body: string,
  about: BlockContext,
): { readonly block: Text; readonly edits: readonly EnvelopeEdit[]; readonly comments: readonly CollectionComment[] } {
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
  const signing = new Signing(body, about);
  const entries = childrenNamed(outgoing?.element, "entry").flatMap((entry) =>
    entryTokens(entry, outgoing?.element, about, signing),
  );
  const lifetime = setting(request, "@wss-time-to-live")?.trim() ?? "";
  const tokens = [...own, ...(lifetime === "" ? [] : timestamp(lifetime, scope, item)), ...entries];
  const { edits, comments } = signing;
  if (tokens.length === 0) return { block: [], edits, comments };
  const read = readEnvelope(parseXml(body));
  const namespaces = ` xmlns:wsse="${securityNamespace}" xmlns:wsu="${utilityNamespace}"`;
  const security = read?.header?.children.find(
    (one) => one.kind === "element" && one.local === "Security" && one.namespace === securityNamespace,
  );
  const inBody = security?.kind === "element" ? security : undefined;
  const parts = tokens.map((part) =>
    typeof part !== "string"
      ? part
      : part.replace(
          startOfToken,
          (tag, local: string) =>
            `${tag}${inBody ? namespaces : ""}${signing.names.has(local) ? ` wsu:Id="${local}"` : ""}`,
        ),
  );
  if (inBody) return { block: [], edits: [...edits, insertionIn(inBody, body, parts)], comments };
  const isUnderstood = outgoing ? attribute(outgoing.element, "mustUnderstand") === "true" || own.length > 0 : true;
  const attributes = understood(isUnderstood || undefined, about.version, read?.namespace ?? "");
  return { block: [`<wsse:Security${namespaces}${attributes}>`, ...parts, "</wsse:Security>"], edits, comments };
}

const startOfToken = /^<(?:wsse|wsu):(UsernameToken|Timestamp|BinarySecurityToken)(?=[ >])/;

function entryTokens(
  entry: ProjectElement,
  outgoing: ProjectElement | undefined,
  about: BlockContext,
  signing: Signing,
): Text {
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
    case "Signature":
      return signing.signature(entry, outgoing);
    default:
      return signing.unknown(attribute(entry, "type"));
  }
}

/** The option `keyInfo` for key identifier types (WSConstants of WSS4J). The first type requires a token. */
const keyInfos: Readonly<Record<string, string>> = {
  1: "",
  2: " keyInfo=IssuerSerial",
  3: " keyInfo=Certificate",
  4: " keyInfo=SubjectKeyIdentifier",
  8: " keyInfo=Thumbprint",
};

/** The name in `soaphttp.keys` of the key of a Signature entry, which is its alias. */
export function keyName(entry: ProjectElement, outgoing: ProjectElement | undefined): string {
  return (
    keyAlias(entry, outgoing)
      .replace(/[^\w.-]+/g, "-")
      .replace(/^[^A-Za-z_]+/, "") || "me"
  );
}

export function keyAlias(entry: ProjectElement, outgoing: ProjectElement | undefined): string {
  return attribute(entry, "username") || (childText(outgoing, "username") ?? "");
}

/** The signatures of a request, and the additional edits that they need in it. */
class Signing {
  readonly edits: EnvelopeEdit[] = [];
  readonly comments: CollectionComment[] = [];
  /** Names of the tokens in our header block that are signed or referred to. */
  readonly names = new Set<string>();
  readonly #body: string;
  readonly #item: Item;
  #tokenOf: string | undefined;

  constructor(body: string, { item }: BlockContext) {
    this.#body = body;
    this.#item = item;
  }

  unknown(type: string): Text {
    this.#item.partly(l10n.t("WS-Security: the entry {0} is not imported.", type));
    this.comments.push({ kind: "comment", text: `WS-Security: ${type}` });
    return [];
  }

  signature(entry: ProjectElement, outgoing: ProjectElement | undefined): Text {
    const config = child(entry, "configuration");
    const typed = keyInfos[childText(config, "keyIdentifierType")?.trim() || "2"];
    if (typed === undefined) return this.unknown("Signature");
    const key = keyName(entry, outgoing);
    // A message has one token, which all signatures with the same key share.
    const keyInfo =
      typed === "" && this.#tokenOf !== undefined && this.#tokenOf !== key ? " keyInfo=Certificate" : typed;
    const algorithm = methodOf(childText(config, "signatureAlgorithm")?.trim() ?? "")?.fragment ?? "rsa-sha1";
    const digest = digestOf(childText(config, "digestAlgorithm")?.trim() ?? "")?.fragment;
    const uri = childText(config, "signatureCanonicalization")?.trim();
    const c14n = [...c14nMethods].find(([, method]) => method.uri === uri)?.[0] ?? "exclusive";
    const parts = this.#partsOf(config);
    const options = [
      parts.length === 0 ? "" : ` parts="${parts.join(" ")}"`,
      keyInfo,
      ` algorithm=${algorithm}`,
      digest === undefined ? "" : ` digest=${digest}`,
      // WSS4J always uses Exclusive C14N for the signed parts.
      c14n === "exclusive" ? "" : ` c14n=${c14n} transforms=exclusive`,
    ];
    const signature: Text[number] = { kind: "builtIn", name: `$signature ${key}${options.join("")}` };
    if (keyInfo !== "" || this.#tokenOf !== undefined) return [signature];
    this.#tokenOf = key;
    this.names.add("BinarySecurityToken");
    return [
      `<wsse:BinarySecurityToken EncodingType="${base64Encoding}" ValueType="${certificateType}">`,
      { kind: "builtIn", name: `$certificate ${key}` },
      "</wsse:BinarySecurityToken>",
      signature,
    ];
  }

  /** The words of the option `parts`. None if only the Body is signed, which then gets an id. */
  #partsOf(config: ProjectElement | undefined): readonly string[] {
    const typed = childrenNamed(config, "signaturePart").flatMap(({ text }) => {
      const read = readProjectXml(text.trim());
      if (isProblem(read)) return [];
      const entries = new Map(
        descendants(read, "entry").map((one) => [attribute(one, "key"), attribute(one, "value")]),
      );
      const part = {
        id: entries.get("id") ?? "",
        name: entries.get("name") ?? "",
        uri: entries.get("namespace") ?? "",
      };
      return part.id === "" && part.name === "" ? [] : [part];
    });
    if (typed.length === 0) {
      this.#identify("Body", "");
      return [];
    }
    return typed.flatMap(({ id, name, uri }) => {
      if (/^[A-Za-z_][\w.-]*$/.test(id)) return [`#${id}`];
      if (["UsernameToken", "Timestamp"].includes(name)) {
        this.names.add(name);
        return [name];
      }
      if (/^[A-Za-z_][\w.-]*$/.test(name) && this.#identify(name, uri)) return [name];
      this.#item.partly(l10n.t("The part {0} of the signature is not in the message.", id || name));
      return [];
    });
  }

  /** Adds an id to an element of the message unless it has one. Returns whether the element exists. */
  #identify(name: string, uri: string): boolean {
    const document = parseXml(this.#body);
    const element = [...elements(document)].find((one) => one.local === name && (uri === "" || one.namespace === uri));
    if (!element) return false;
    const { nameEnd } = element;
    if (!xmlAttribute(element, utilityNamespace, "Id") && !this.edits.some(({ start }) => start === nameEnd)) {
      const text = [` xmlns:wsu="${utilityNamespace}" wsu:Id="${name}"`];
      this.edits.push({ start: nameEnd, end: nameEnd, text });
    }
    return true;
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
  if (/^PasswordDigestExt$/i.test(type))
    item.partly(l10n.t("The password type {0} is imported as PasswordDigest.", type));
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

/** A text in which markup characters are escaped. Variables are escaped when they are sent. */
function escaped(text: Text): Text {
  return text.map((part) => (typeof part === "string" ? escapeXml(part, /[&<>]/g) : part));
}
