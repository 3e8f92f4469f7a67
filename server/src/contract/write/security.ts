import * as l10n from "@vscode/l10n";
import type { SoapVersion } from "../../soap/facts.ts";
import {
  base64Encoding,
  certificateType,
  passwordTypes,
  securityNamespace,
  utilityNamespace,
} from "../../soap/security.ts";
import { lines, type Snippet } from "../../text/snippet.ts";
import { isSignedHeader, type Policy } from "../../wsdl/policy.ts";
import type { QName } from "../../xsd/components.ts";
import type { MessagePrefixes } from "./namespaces.ts";

/** The definition of the password that a digest is made of. */
export const passwordDefinition = "@password = {{$secret password}}";

const digest = "{{$wsse.digest password}}";

/** Whether a body uses the variable of `passwordDefinition`. */
export function usesPassword(body: string): boolean {
  return body.includes(digest);
}

/** The header blocks that a policy requires to be signed, with ids. */
export class SignedBlocks {
  readonly #policy: Policy;
  readonly #prefixes: MessagePrefixes;
  readonly #ids = new Set<string>();
  /** As the option `parts` names them. */
  readonly parts: string[] = [];

  constructor(policy: Policy, prefixes: MessagePrefixes) {
    this.#policy = policy;
    this.#prefixes = prefixes;
  }

  /** The attributes of the start tag of a block: its id if it is signed, else none. */
  attributes(name: QName): readonly string[] {
    if (!isSignedByCertificate(this.#policy) || !isSignedHeader(this.#policy, name)) return [];
    const { local } = name;
    let id = local;
    for (let count = 2; otherIds.has(id) || this.#ids.has(id); count++) id = `${local}-${count}`;
    this.#ids.add(id);
    this.parts.push(id === local ? local : `#${id}`);
    return [idAttribute(this.#prefixes, id)];
  }
}

/** The ids of what isn't a header block, and the names of signed parts. */
const otherIds = new Set(["Body", "TS", "Timestamp", "UT", "UsernameToken", "X509", "BinarySecurityToken"]);

/** Sentences about requirements of a policy that aren't written. */
export function notWritten(policy: Policy): readonly string[] {
  const { symmetric, encryption } = policy;
  const symmetricText = isUnsupported(policy)
    ? l10n.t("The policy requires a symmetric binding, which isn't supported. The WS-Security header is left out.")
    : l10n.t("The policy requires a symmetric binding, which isn't supported. Its signature is left out.");
  const encryptionText = l10n.t("The policy requires encryption, which isn't supported. The message isn't encrypted.");
  return [...(symmetric === "required" ? [symmetricText] : []), ...(encryption === "required" ? [encryptionText] : [])];
}

/** Whether a policy requires a shared key, and no certificate. */
function isUnsupported(policy: Policy): boolean {
  return policy.symmetric === "required" && !isSignedByCertificate(policy);
}

/**
 * The WS-Security header that a policy requires: a user, the time, and a signature with the key of a certificate. None where
 * it requires keys of another kind. `signed`: the header blocks that are signed.
 */
export function securityHeader(
  policy: Policy,
  prefixes: MessagePrefixes,
  version: SoapVersion,
  signed: readonly string[],
): readonly Snippet[] {
  const isSigned = isSignedByCertificate(policy);
  if (isUnsupported(policy)) return [];
  const writer = new SecurityWriter(prefixes, isSigned);
  const hasToken = policy.usernameToken === "required";
  const parts = [
    ...(policy.timestamp === "required" ? [writer.timestamp()] : []),
    ...(hasToken ? [writer.usernameToken(policy)] : []),
    ...(isSigned ? writer.signature(policy, signed) : []),
  ];
  if (parts.length === 0) return [];
  const security = prefixes.name({ namespace: securityNamespace, local: "Security" });
  const understood = version === "1.1" ? "1" : "true";
  return [lines([`<${security} soap:mustUnderstand="${understood}">`, ...parts, `</${security}>`])];
}

/** The attribute by which the signature refers to the Body, with a space before it; "" without a signature. */
export function bodyId(policy: Policy, prefixes: MessagePrefixes): string {
  return isSignedByCertificate(policy) ? ` ${idAttribute(prefixes, "Body")}` : "";
}

function isSignedByCertificate({ certificate }: Policy): boolean {
  return certificate === "required";
}

function idAttribute(prefixes: MessagePrefixes, id: string): string {
  return `${prefixes.attributeName({ namespace: utilityNamespace, local: "Id" })}="${id}"`;
}

class SecurityWriter {
  readonly #prefixes: MessagePrefixes;
  readonly #isSigned: boolean;

  constructor(prefixes: MessagePrefixes, isSigned: boolean) {
    this.#prefixes = prefixes;
    this.#isSigned = isSigned;
  }

  timestamp(): Snippet {
    const [timestamp, created, expires] = ["Timestamp", "Created", "Expires"].map((local) => this.#utility(local));
    return lines([
      `\t<${timestamp}${this.#id("TS")}>`,
      `\t\t<${created}>{{$wsu.created}}</${created}>`,
      `\t\t<${expires}>{{$wsu.expires 5 m}}</${expires}>`,
      `\t</${timestamp}>`,
    ]);
  }

  usernameToken({ hashPassword, noPassword, signedToken }: Policy): Snippet {
    const [token, username, password, nonce] = ["UsernameToken", "Username", "Password", "Nonce"].map((local) =>
      this.#extension(local),
    );
    const created = this.#utility("Created");
    const isHashed = hashPassword === "required";
    const hashed = [
      `\t\t<${password} Type="${passwordTypes.digest}">${digest}</${password}>`,
      `\t\t<${nonce} EncodingType="${base64Encoding}">{{$wsse.nonce}}</${nonce}>`,
      `\t\t<${created}>{{$wsse.created}}</${created}>`,
    ];
    const plain = `\t\t<${password} Type="${passwordTypes.text}">{{$secret password}}</${password}>`;
    return lines([
      `\t<${token}${signedToken === "required" ? this.#id("UT") : ""}>`,
      `\t\t<${username}>{{$secret username}}</${username}>`,
      ...(noPassword === "required" ? [] : isHashed ? hashed : [plain]),
      `\t</${token}>`,
    ]);
  }

  /** The certificate, unless the policy requires another reference to it, and the signature. */
  signature(policy: Policy, blocks: readonly string[]): readonly Snippet[] {
    const keyInfo = keyInfoOf(policy);
    const others = [
      ...(policy.usernameToken === "required" && policy.signedToken === "required" ? ["UsernameToken"] : []),
      ...blocks,
    ];
    const parts = ["Body", ...(policy.timestamp === "required" ? ["Timestamp"] : []), ...others];
    const options = [
      ...(others.length > 0 ? [`parts="${parts.join(" ")}"`] : []),
      ...(keyInfo === undefined ? [] : [`keyInfo=${keyInfo}`]),
      ...(policy.sha1 === "required" ? ["algorithm=rsa-sha1"] : []),
    ];
    const token = this.#extension("BinarySecurityToken");
    const certificate = `\t<${token}${this.#id("X509")} EncodingType="${base64Encoding}" ValueType="${certificateType}">{{$certificate me}}</${token}>`;
    return [...(keyInfo === undefined ? [[certificate]] : []), [`\t{{${["$signature me", ...options].join(" ")}}}`]];
  }

  #id(id: string): string {
    return this.#isSigned ? ` ${idAttribute(this.#prefixes, id)}` : "";
  }

  #extension(local: string): string {
    return this.#prefixes.name({ namespace: securityNamespace, local });
  }

  #utility(local: string): string {
    return this.#prefixes.name({ namespace: utilityNamespace, local });
  }
}

/** What the policy requires instead of the certificate. */
function keyInfoOf({ issuerSerial, keyIdentifier, thumbprint }: Policy): string | undefined {
  if (issuerSerial === "required") return "IssuerSerial";
  if (thumbprint === "required") return "Thumbprint";
  return keyIdentifier === "required" ? "SubjectKeyIdentifier" : undefined;
}
