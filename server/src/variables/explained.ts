import type { NamedC14nMethod } from "../security/algorithms.ts";
import type { EncryptionPlan, PlannedPart } from "../security/encryption/encryptionPlan.ts";
import type { SignatureForms } from "../security/sign.ts";
import type { SignaturePlan } from "../security/signaturePlan.ts";
import type { Reference } from "../text/references.ts";
import type { XmlContent } from "./xmlContent.ts";

/** A computed value, signature or encryption of a message, with each intermediate value. */
export type Explained = ExplainedValue | ExplainedSignature | ExplainedEncryption;

export interface ExplainedValue {
  readonly kind: "value";
  /** The text between the braces. */
  readonly reference: string;
  /** The reference without keys that are typed as text. */
  readonly title: string;
  /** The value of the source, and the value after each step. */
  readonly steps: readonly ExplainedStep[];
  /** A sentence about why the next step failed. */
  readonly why: string | undefined;
}

export interface ExplainedStep {
  readonly text: string;
  /** `undefined` if it isn't known. */
  readonly content: string | Uint8Array | XmlContent | undefined;
  /** Length in bytes, if it is known. */
  readonly length: number | undefined;
  readonly isBytes: boolean;
  readonly isSecret: boolean;
}

export interface ExplainedEncryption {
  readonly kind: "encryption";
  readonly reference: Reference;
  /** The text that contains the reference. */
  readonly text: string;
  readonly plan: EncryptionPlan;
  readonly encryption: EncryptionOrder;
  readonly why: string | undefined;
}

/** The encrypted parts, and the places of the signatures in the header. */
export interface EncryptionOrder {
  readonly parts: readonly PlannedPart[];
  readonly isBelowSignature: boolean;
  readonly isAboveSignature: boolean;
}

export interface ExplainedSignature {
  readonly kind: "signature";
  readonly reference: Reference;
  /** The text that contains the reference. */
  readonly text: string;
  readonly plan: Pick<SignaturePlan, "key" | "method" | "digest" | "certificate"> & { readonly c14n: NamedC14nMethod };
  readonly forms: SignatureForms;
  readonly why: string | undefined;
}
