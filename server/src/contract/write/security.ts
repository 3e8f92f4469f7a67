import type { SoapVersion } from "../../soap/facts.ts";
import {
  base64Encoding,
  certificateType,
  passwordTypes,
  securityNamespace,
  utilityNamespace,
} from "../../soap/security.ts";
import { lines, type Snippet } from "../../text/snippet.ts";
import type { Policy } from "../../wsdl/policy.ts";
import type { MessagePrefixes } from "./namespaces.ts";

/** The definition of the password that a digest is made of. */
export const passwordDefinition = "@password = {{$secret password}}";

const digest = "{{$wsse.digest password}}";

/** Whether a body uses the variable of `passwordDefinition`. */
export function usesPassword(body: string): boolean {
  return body.includes(digest);
}

/**
 * The WS-Security header that a policy requires: a user, the time, and a signature with the key of a certificate. None where
 * it requires keys of another kind.
 */
export function securityHeader(policy: Policy, prefixes: MessagePrefixes, version: SoapVersion): readonly Snippet[] {
  const isSigned = isSignedByCertificate(policy);
  if (policy.signature === "required" && !isSigned) return [];
  const writer = new SecurityWriter(prefixes, isSigned);
  const hasToken = policy.usernameToken === "required";
  const parts = [
    ...(policy.timestamp === "required" ? [writer.timestamp()] : []),
    ...(hasToken ? [writer.usernameToken(policy)] : []),
    ...(isSigned ? writer.signature(policy) : []),
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

  /** The certificate, unless the policy wants another reference to it, and the signature. */
  signature(policy: Policy): readonly Snippet[] {
    const keyInfo = keyInfoOf(policy);
    const hasToken = policy.usernameToken === "required" && policy.signedToken === "required";
    const parts = ["Body", ...(policy.timestamp === "required" ? ["Timestamp"] : []), "UsernameToken"];
    const options = [
      ...(hasToken ? [`parts="${parts.join(" ")}"`] : []),
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

/** What the policy wants instead of the certificate. */
function keyInfoOf({ issuerSerial, keyIdentifier, thumbprint }: Policy): string | undefined {
  if (issuerSerial === "required") return "IssuerSerial";
  if (thumbprint === "required") return "Thumbprint";
  return keyIdentifier === "required" ? "SubjectKeyIdentifier" : undefined;
}
