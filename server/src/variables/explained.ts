import type { NamedC14nMethod } from "../security/algorithms.ts";
import type { EncryptionPlan, PlannedPart } from "../security/encryption/encryptionPlan.ts";
import type { SignatureForms } from "../security/sign.ts";
import type { SignaturePlan } from "../security/signaturePlan.ts";
import type { Reference } from "../text/references.ts";
import type { XmlContent } from "./xmlContent.ts";

/** What was computed for a message, with each intermediate value. */
export type Explained = ExplainedValue | ExplainedSignature | ExplainedEncryption;

export interface ExplainedValue {
  readonly kind: "value";
  /** The text between the braces. */
  readonly reference: string;
  /** The same without typed keys. */
  readonly title: string;
  /** The value of the source, and those of the steps that were applied to it. */
  readonly steps: readonly ExplainedStep[];
  /** Why the next step failed: a sentence. */
  readonly why: string | undefined;
}

export interface ExplainedStep {
  readonly text: string;
  /** `undefined` if it isn't known. */
  readonly content: string | Uint8Array | XmlContent | undefined;
  /** In bytes, if it is known. */
  readonly length: number | undefined;
  readonly isBytes: boolean;
  readonly isSecret: boolean;
}

export interface ExplainedEncryption {
  readonly kind: "encryption";
  readonly reference: Reference;
  /** The text in which the reference stands. */
  readonly text: string;
  readonly plan: EncryptionPlan;
  readonly encryption: EncryptionOrder;
  readonly why: string | undefined;
}

/** What is encrypted, and where the signatures of the header are. */
export interface EncryptionOrder {
  readonly parts: readonly PlannedPart[];
  readonly isBelowSignature: boolean;
  readonly isAboveSignature: boolean;
}

export interface ExplainedSignature {
  readonly kind: "signature";
  readonly reference: Reference;
  /** The text in which the reference stands. */
  readonly text: string;
  readonly plan: Pick<SignaturePlan, "key" | "method" | "digest" | "certificate"> & { readonly c14n: NamedC14nMethod };
  readonly forms: SignatureForms;
  readonly why: string | undefined;
}
