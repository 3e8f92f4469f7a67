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
import { isHeaderIn, type Policy } from "../../wsdl/policy.ts";
import type { QName } from "../../xsd/components.ts";
import type { MessagePrefixes } from "./namespaces.ts";

/** The definition of the variable with the password from which a digest is computed. */
export const passwordDefinition = "@password = {{$secret password}}";

const digest = "{{$wsse.digest password}}";

export function usesPassword(body: string): boolean {
  return body.includes(digest);
}

/** The header blocks that a policy requires to be signed or encrypted, with ids. */
export class SecuredBlocks {
  readonly #policy: Policy;
  readonly #prefixes: MessagePrefixes;
  readonly #ids = new Set<string>();
  /** The signed header blocks, as names for the option `parts`. */
  readonly signed: string[] = [];
  readonly encrypted: string[] = [];

  constructor(policy: Policy, prefixes: MessagePrefixes) {
    this.#policy = policy;
    this.#prefixes = prefixes;
  }

  /** The attributes for the start tag of a header block: its id if the block is signed or encrypted, else none. */
  attributes(name: QName): readonly string[] {
    const isSigned = isSignedByCertificate(this.#policy) && isHeaderIn(this.#policy, "signedHeaders", name);
    const isEncrypted = isEncryptedForCertificate(this.#policy) && isHeaderIn(this.#policy, "encryptedHeaders", name);
    if (!isSigned && !isEncrypted) return [];
    const { local } = name;
    let id = local;
    for (let count = 2; otherIds.has(id) || this.#ids.has(id); count++) id = `${local}-${count}`;
    this.#ids.add(id);
    const part = id === local ? local : `#${id}`;
    if (isSigned) this.signed.push(part);
    if (isEncrypted) this.encrypted.push(part);
    return [idAttribute(this.#prefixes, id)];
  }
}

/** Ids that are used for elements other than header blocks, and names of signed parts. */
const otherIds = new Set(["Body", "TS", "Timestamp", "UT", "UsernameToken", "X509", "BinarySecurityToken"]);

/** Sentences about requirements of a policy that requests don't fulfill. */
export function notWritten(policy: Policy): readonly string[] {
  const { symmetric, encryptedElements } = policy;
  const symmetricText = isUnsupported(policy)
    ? l10n.t("The policy requires a symmetric binding, which isn't supported. The WS-Security header is left out.")
    : l10n.t("The policy requires a symmetric binding, which isn't supported. Its signature is left out.");
  const isWritten = isEncryptedForCertificate(policy);
  const encryptionText = isWritten
    ? l10n.t("The policy requires that elements are encrypted. Name them in the option parts of {0}.", "$encrypted")
    : symmetric === "required"
      ? l10n.t("The policy requires encryption, which isn't supported. The message isn't encrypted.")
      : l10n.t(
          "The policy requires encryption. Encrypt with {0}, for the certificate of the service.",
          "{{$encrypted KEY}}",
        );
  const isMissing = encryptedElements === "required" || (!isWritten && isEncrypted(policy));
  return [...(symmetric === "required" ? [symmetricText] : []), ...(isMissing ? [encryptionText] : [])];
}

function isEncrypted(policy: Policy): boolean {
  const { encryption, encryptedElements, encryptedToken, encryptedSignature } = policy;
  return [encryption, encryptedElements, encryptedToken, encryptedSignature].includes("required");
}

function isEncryptedForCertificate(policy: Policy): boolean {
  return isEncrypted(policy) && isSignedByCertificate(policy) && policy.symmetric !== "required";
}

/** Whether a policy requires a shared key instead of a certificate. */
function isUnsupported(policy: Policy): boolean {
  return policy.symmetric === "required" && !isSignedByCertificate(policy);
}

/**
 * The WS-Security header that a policy requires: a user, the time, and a signature with the key of a certificate. None if it
 * requires another kind of key. `blocks`: the header blocks that are signed or encrypted.
 */
export function securityHeader(
  policy: Policy,
  prefixes: MessagePrefixes,
  version: SoapVersion,
  blocks: Pick<SecuredBlocks, "signed" | "encrypted">,
): readonly Snippet[] {
  const isSigned = isSignedByCertificate(policy);
  if (isUnsupported(policy)) return [];
  const writer = new SecurityWriter(prefixes, isSigned);
  const hasToken = policy.usernameToken === "required";
  const parts = [
    ...(policy.timestamp === "required" ? [writer.timestamp()] : []),
    ...(hasToken ? [writer.usernameToken(policy)] : []),
    ...(isSigned ? writer.secured(policy, blocks) : []),
  ];
  if (parts.length === 0) return [];
  const security = prefixes.name({ namespace: securityNamespace, local: "Security" });
  const understood = version === "1.1" ? "1" : "true";
  return [lines([`<${security} soap:mustUnderstand="${understood}">`, ...parts, `</${security}>`])];
}

/** The id attribute by which the signature refers to the Body, with a space before it; "" without a signature. */
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

  /** The certificate (unless the policy requires another reference to it), the signature and the encrypted parts. */
  secured(policy: Policy, { signed, encrypted }: Pick<SecuredBlocks, "signed" | "encrypted">): readonly Snippet[] {
    const keyInfo = keyInfoOf(policy);
    const others = [
      ...(policy.usernameToken === "required" && policy.signedToken === "required" ? ["UsernameToken"] : []),
      ...signed,
    ];
    const parts = ["Body", ...(policy.timestamp === "required" ? ["Timestamp"] : []), ...others];
    const options = [
      ...(others.length > 0 ? [`parts="${parts.join(" ")}"`] : []),
      ...(keyInfo === undefined ? [] : [`keyInfo=${keyInfo}`]),
      ...(policy.sha1 === "required" ? ["algorithm=rsa-sha1"] : []),
    ];
    const name = this.#extension("BinarySecurityToken");
    const certificate = `\t<${name}${this.#id("X509")} EncodingType="${base64Encoding}" ValueType="${certificateType}">{{$certificate me}}</${name}>`;
    const signature = [`\t{{${["$signature me", ...options].join(" ")}}}`];
    const token = keyInfo === undefined ? [[certificate]] : [];
    if (!isEncryptedForCertificate(policy)) return [...token, signature];
    const ofSignature = policy.encryptedSignature === "required" ? ["Signature"] : [];
    const encryptedParts = [
      ...(policy.encryptedBody === "required" ? ["Body"] : []),
      ...(policy.encryptedToken === "required" && policy.usernameToken === "required" ? ["UsernameToken"] : []),
      ...encrypted,
    ];
    const encryptionOf = (parts: readonly string[]) => (parts.length > 0 ? [encryptionBy(policy, parts)] : []);
    // The receiver processes the header from top to bottom.
    if (policy.encryptedFirst === "required")
      return [...token, ...encryptionOf(ofSignature), signature, ...encryptionOf(encryptedParts)];
    return [...token, ...encryptionOf([...encryptedParts, ...ofSignature]), signature];
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

function encryptionBy(policy: Policy, parts: readonly string[]): Snippet {
  const is = (fact: keyof Policy) => policy[fact] === "required";
  const bits = is("aes128") ? 128 : is("aes192") ? 192 : 256;
  const keyInfo = keyInfoOf(policy);
  const options = [
    `parts="${parts.join(" ")}"`,
    `algorithm=${is("tripleDes") ? "tripledes-cbc" : `aes${bits}-${is("gcm") ? "gcm" : "cbc"}`}`,
    ...(is("rsa15") ? ["key=rsa-1_5"] : []),
    ...(keyInfo === undefined || keyInfo === "IssuerSerial" ? [] : [`keyInfo=${keyInfo}`]),
  ];
  return [`\t{{${["$encrypted service", ...options].join(" ")}}}`];
}

/** The kind of reference to the certificate that a policy requires instead of the certificate itself. */
function keyInfoOf({ issuerSerial, keyIdentifier, thumbprint }: Policy): string | undefined {
  if (issuerSerial === "required") return "IssuerSerial";
  if (thumbprint === "required") return "Thumbprint";
  return keyIdentifier === "required" ? "SubjectKeyIdentifier" : undefined;
}
