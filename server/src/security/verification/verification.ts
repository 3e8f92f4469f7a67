import type { Certificate } from "../../crypto/certificate.ts";
import type { Trust } from "../../crypto/trust.ts";

/** What the signature of a response says. Names are local names. */
export interface VerifiedSignature {
  /** Whether the digests and the value match: arithmetic alone. */
  readonly valid: boolean;
  readonly trust: Trust;
  /** The fragment of the URI. */
  readonly algorithm: string;
  readonly digests: readonly string[];
  /** `undefined` if the certificate isn't known. */
  readonly signer: Certificate | undefined;
  /**
   * Of the Body, Timestamps, UsernameTokens and header blocks: those at their place that it covers, and the others. If only one
   * of several with the same name is covered, the name is among the others.
   */
  readonly covered: readonly string[];
  readonly notCovered: readonly string[];
}

export type SignatureCode =
  | "signature-invalid"
  | "signature-wrapped"
  | "signature-unsupported"
  | "signature-body-not-covered"
  | "signature-certificate-untrusted"
  | "signature-certificate-expired"
  | "signature-weak"
  | "timestamp-expired";

export interface SignatureFinding {
  readonly code: SignatureCode;
  readonly message: string;
  /** The index of an element among all elements of the document. */
  readonly element: number;
}

export interface Verification {
  readonly signatures: readonly VerifiedSignature[];
  readonly findings: readonly SignatureFinding[];
}

export const noVerification: Verification = { signatures: [], findings: [] };
