/* Messages about keys. Private keys and passphrases stay in the client. The conventions are those of `protocol.ts`. */

import { NotificationType } from "vscode-languageserver-protocol";
import type { LineParams } from "./documentProtocol.ts";
import type { EditsResult } from "./editProtocol.ts";
import { requestType } from "./requestType.ts";

export type KeyAlgorithm =
  | { readonly kind: "rsa"; readonly bits: number }
  | { readonly kind: "ec"; readonly curve: "P-256" | "P-384" | "P-521" };

/** `rsa`: RSA with the padding of PKCS #1 v1.5. `pss`: RSASSA-PSS with a salt as long as the hash. */
export interface SignatureAlgorithm {
  readonly name: "rsa" | "pss" | "ecdsa";
  readonly hash: "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";
}

/** Sent by the client: the names of its keys, at start and when a key, its file or its passphrase has changed. */
export const KeysNotification = new NotificationType<KeysParams>("soaphttp/keys");
export interface KeysParams {
  readonly names: readonly string[];
  /** Whether the keys are in the settings of a remote machine. */
  readonly remote: boolean;
}

/** Sent by the server: asks for the public parts of keys. The result has the order of `names`. */
export const ReadKeysRequest = requestType<ReadKeysParams, ReadKeysResult>("soaphttp/readKeys");
export interface ReadKeysParams {
  readonly names: readonly string[];
  /** Whether to ask for passphrases: never, for certificates (some are readable without one), or for the key too. */
  readonly ask: false | "certificates" | "key";
}
export interface ReadKeysResult {
  readonly keys: readonly KeyRead[];
}
export type KeyRead =
  /** `certificates`: DER in base64. */
  | { readonly kind: "key"; readonly certificates: readonly string[]; readonly algorithm: KeyAlgorithm | undefined }
  | { readonly kind: "missing" }
  /** `why`: a sentence for the user. `locked`: the passphrase is missing or wrong. */
  | { readonly kind: "refused"; readonly why: string; readonly locked?: true };

/** Sent by the server: asks for the results of operations with private keys, all of one round of rendering a message. */
export const KeyOperationsRequest = requestType<KeyOperationsParams, KeyOperationsResult>("soaphttp/keyOperations");
/** Operations on bytes in base64. */
export interface KeyOperationsParams {
  readonly operations: readonly KeyOperation<string>[];
  /** Whether the user may be asked for passphrases. False if a client of a mock service needs the key. */
  readonly ask: boolean;
}
/** The results, in the order of the operations. */
export interface KeyOperationsResult {
  readonly results: readonly KeyResult<string>[];
}

/** An operation that needs a private key, which only the host has. */
export type KeyOperation<Bytes = Uint8Array> = {
  readonly key: string;
  readonly data: Bytes;
} & (
  | { readonly kind: "sign"; readonly algorithm: SignatureAlgorithm }
  | { readonly kind: "decrypt"; readonly algorithm: RsaPadding }
);
/** `oaep`: with the hashes of the label and of the mask generation function. */
export type RsaPadding =
  | { readonly name: "rsa-1_5" }
  | { readonly name: "oaep"; readonly digest: SignatureAlgorithm["hash"]; readonly mgf: SignatureAlgorithm["hash"] };
/** ECDSA values are r and s, not DER. `why`: a sentence for the user. `isUnsupported`: this host can't do the operation with any data. */
export type KeyResult<Bytes = Uint8Array> =
  | { readonly kind: "value"; readonly value: Bytes }
  | { readonly kind: "failed"; readonly why: string; readonly isUnsupported?: true };

export type SecurityKind =
  | "usernameText"
  | "usernameDigest"
  | "timestamp"
  | "signature"
  | "basic"
  | "bearer"
  | "digest"
  | "ntlm"
  | "negotiate";

/** A question to the user before security is added: for a name, a key, or the parts to sign. */
export type SecurityQuestion = "user" | "key" | "parts";

export interface SecurityAnswers {
  /** User name. Without it, the user name is a secret that the user is asked for when the request is sent. */
  readonly user?: string;
  readonly key?: string;
  readonly parts?: readonly string[];
}

/** Asks for the kinds of security that can be added to the request at a line; `null` if there are none. */
export const SecurityRequest = requestType<LineParams, SecurityResult | null>("soaphttp/security");
export interface SecurityResult {
  readonly choices: readonly SecurityChoice[];
  /** `isUsual`: whether the part is usually signed. */
  readonly parts: readonly { readonly name: string; readonly isUsual: boolean }[];
}
export interface SecurityChoice {
  readonly kind: SecurityKind;
  readonly label: string;
  readonly detail: string;
  readonly asks: readonly SecurityQuestion[];
}

/** Asks for the edits that add security; `null` if that isn't possible. */
export const AddSecurityRequest = requestType<AddSecurityParams, EditsResult | null>("soaphttp/addSecurity");
export interface AddSecurityParams extends LineParams {
  readonly kind: SecurityKind;
  readonly answers: SecurityAnswers;
}
