import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import type { Trust } from "../../crypto/trust.ts";
import { contains } from "../../text/span.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { EncryptedPart, EncryptionFailure } from "../decryption.ts";

/** The certificates of the host. */
export interface HostCertificates {
  readonly known: readonly Certificate[];
  readonly trusted: readonly Certificate[];
}

/**
 * Whether the digests and the value of a signature match: arithmetic alone. `notVerified`: it has something that isn't supported;
 * `why` continues a sentence.
 */
export type SignatureState =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid" | "notVerified"; readonly why: string };

/** What the signature of a response says. Names are local names. */
export interface VerifiedSignature {
  readonly state: SignatureState;
  /** The first element that is signed, or else the one that the signature is in. */
  readonly of: string;
  readonly trust: Trust;
  /** The fragment of the URI. */
  readonly algorithm: string;
  readonly digests: readonly string[];
  /** `undefined` if the certificate isn't known. */
  readonly signer: Certificate | undefined;
  /**
   * Of the Body, Timestamps, UsernameTokens and header blocks: those at their place that it covers, and the others. If only one
   * of several with the same name is covered, the name is among the others. `covered` also has elements of payloads.
   */
  readonly covered: readonly string[];
  readonly notCovered: readonly string[];
  /** The elements that valid references cover, without the signature. */
  readonly elements: readonly XmlElement[];
  readonly signature: XmlElement;
}

export type SignatureCode =
  | "signature-invalid"
  | "signature-wrapped"
  | "signature-unsupported"
  | "signature-body-not-covered"
  | "signature-certificate-untrusted"
  | "signature-certificate-expired"
  | "signature-weak"
  | "timestamp-expired"
  | EncryptionFailure["code"];

export interface SignatureFinding {
  readonly code: SignatureCode;
  readonly message: string;
  /** The index of an element among all elements of the document. */
  readonly element: number;
}

export interface Verification {
  readonly signatures: readonly VerifiedSignature[];
  readonly findings: readonly SignatureFinding[];
  /** Whether a part of the message is encrypted, which may be signed. */
  readonly isEncrypted: boolean;
  /** Its encrypted parts, decrypted or not. */
  readonly encrypted?: readonly EncryptedPart[];
  /** Of the documents that the steps of `# @expect signature` give, by their text. */
  readonly documents?: ReadonlyMap<string, Verification>;
}

export const noVerification: Verification = { signatures: [], findings: [], isEncrypted: false };

export function notVerifiedText(of: string, why: string): string {
  return l10n.t("Signature of {0} not verified: {1}", of, why);
}

/** The findings that make a message unusable, whatever its other signatures are. */
const refusing: ReadonlySet<SignatureCode> = new Set(["signature-invalid", "signature-wrapped", "timestamp-expired"]);

/**
 * Why a response, or a document in it, has no signature as `# @expect signature` requires it: sentences; none if it has one.
 * @param element what must be covered; by default, the Body
 */
export function signatureProblems(
  { signatures, findings, isEncrypted }: Verification,
  element?: XmlElement,
): readonly string[] {
  if (signatures.length === 0) {
    return isEncrypted
      ? [l10n.t("Signatures are not verified: the response is encrypted.")]
      : [l10n.t("The response has no signature.")];
  }
  const errors = findings.filter(({ code }) => refusing.has(code));
  // Offsets, because the response may have been parsed again.
  const covers = ({ covered, elements, signature }: VerifiedSignature) =>
    element
      ? elements.some((one) => contains(one, element)) && !contains(signature, element)
      : covered.includes("Body");
  const isGood = signatures.some((one) => one.state.kind === "valid" && one.trust === "trusted" && covers(one));
  if (errors.length === 0 && isGood) return [];
  const others: readonly SignatureCode[] = element
    ? ["signature-weak", "signature-body-not-covered"]
    : ["signature-weak"];
  const about = errors.length > 0 ? errors : findings.filter(({ code }) => !others.includes(code));
  const messages = [...new Set(about.map(({ message }) => message))];
  const none = l10n.t("No trusted signature covers {0}.", element?.local ?? "Body");
  return messages.length > 0 ? messages : [none];
}
