import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import type { Trust } from "../../crypto/trust.ts";
import { contains } from "../../text/span.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { EncryptedPart, EncryptionFailure } from "../decryption.ts";

export interface HostCertificates {
  readonly known: readonly Certificate[];
  readonly trusted: readonly Certificate[];
}

/** Whether digests and value match, not who signed. `notVerified`: unsupported feature. `why`: end of a sentence. */
export type SignatureState =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid" | "notVerified"; readonly why: string };

/** The result of verifying a signature in a response. Names are local names. */
export interface VerifiedSignature {
  readonly state: SignatureState;
  /** Local name of the first signed element, or of the element that contains the signature. */
  readonly of: string;
  readonly trust: Trust;
  /** Fragment of the algorithm's URI. */
  readonly algorithm: string;
  readonly digests: readonly string[];
  /** Certificate of the signer; `undefined` if it isn't known. */
  readonly signer: Certificate | undefined;
  /**
   * Names of the signed parts: the Body, Timestamps, UsernameTokens and header blocks at their regular places, and
   * elements of payloads. If only one of several parts with the same name is signed, the name is in `notCovered`.
   */
  readonly covered: readonly string[];
  readonly notCovered: readonly string[];
  /** The elements that valid references cover, except the signature. */
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
  /** Index of the element among all elements of the document. */
  readonly element: number;
}

export interface Verification {
  readonly signatures: readonly VerifiedSignature[];
  readonly findings: readonly SignatureFinding[];
  /** Whether a part of the message is encrypted. Such a part may be signed. */
  readonly isEncrypted: boolean;
  /** The encrypted parts of the message, decrypted or not. */
  readonly encrypted?: readonly EncryptedPart[];
  /** The verifications of documents in steps of `# @expect signature`, by the text of the document. */
  readonly documents?: ReadonlyMap<string, Verification>;
}

export const noVerification: Verification = { signatures: [], findings: [], isEncrypted: false };

export function notVerifiedText(of: string, why: string): string {
  return l10n.t("Signature of {0} not verified: {1}", of, why);
}

/** The findings that make a message untrustworthy, even if it has valid signatures. */
const refusing: ReadonlySet<SignatureCode> = new Set(["signature-invalid", "signature-wrapped", "timestamp-expired"]);

/**
 * Sentences about why a response (or a document in it) doesn't have the signature that `# @expect signature`
 * requires; empty if it does.
 * @param element the element that must be signed; by default, the Body
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
  // Compares offsets, because the response may have been parsed again.
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
