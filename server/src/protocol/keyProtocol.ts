/*
 * The messages about keys between client and server. Private keys and passphrases stay in the client. The same conventions
 * as in `protocol.ts`.
 */

import { NotificationType } from "vscode-languageserver-protocol";
import type { LineParams } from "./documentProtocol.ts";
import type { EditsResult } from "./editProtocol.ts";
import { requestType } from "./requestType.ts";

export type KeyAlgorithm =
  | { readonly kind: "rsa"; readonly bits: number }
  | { readonly kind: "ec"; readonly curve: "P-256" | "P-384" | "P-521" };

/** `rsa`: with the padding of PKCS #1 v1.5. `pss`: RSASSA-PSS, with a salt as long as the hash. */
export interface SignatureAlgorithm {
  readonly name: "rsa" | "pss" | "ecdsa";
  readonly hash: "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";
}

/** From the client: the names of its keys, at start and when a key, its file or its passphrase has changed. */
export const KeysNotification = new NotificationType<KeysParams>("soaphttp/keys");
export interface KeysParams {
  readonly names: readonly string[];
  /** Whether they are in the settings of a remote machine. */
  readonly remote: boolean;
}

/** From the server to the client: what can be known of keys. The result has the order of `names`. */
export const ReadKeysRequest = requestType<ReadKeysParams, ReadKeysResult>("soaphttp/readKeys");
export interface ReadKeysParams {
  readonly names: readonly string[];
  /** What the user is asked for passphrases for, because a request is sent or a mock service starts; certificates may be known without one. */
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

/** From the server to the client: what only it can compute, all that one round of rendering a message asks for. */
export const KeyOperationsRequest = requestType<KeyOperationsParams, KeyOperationsResult>("soaphttp/keyOperations");
/** Bytes are in base64. */
export interface KeyOperationsParams {
  readonly operations: readonly KeyOperation<string>[];
  /** Whether the user is asked for passphrases: not when a client of a mock service needs the key. */
  readonly ask: boolean;
}
/** In the order of the operations. */
export interface KeyOperationsResult {
  readonly results: readonly KeyResult<string>[];
}

/** What needs a private key, which only the host has. */
export type KeyOperation<Bytes = Uint8Array> = {
  /** Its name. */
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
/** ECDSA values are r and s, not DER. `why`: a sentence for the user. `isUnsupported`: this host can't do it, whatever the data. */
export type KeyResult<Bytes = Uint8Array> =
  | { readonly kind: "value"; readonly value: Bytes }
  | { readonly kind: "failed"; readonly why: string; readonly isUnsupported?: true };

/** What can be added to a request by `Add Security…`. */
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

/** What the user is asked before it is added. */
export type SecurityQuestion = "user" | "key" | "parts";

export interface SecurityAnswers {
  /** Without it, the user is a secret that is asked for when sending. */
  readonly user?: string;
  readonly key?: string;
  /** The names of the signed parts. */
  readonly parts?: readonly string[];
}

/** What can be added to the request at a line; `null` if there is none. */
export const SecurityRequest = requestType<LineParams, SecurityResult | null>("soaphttp/security");
export interface SecurityResult {
  readonly choices: readonly SecurityChoice[];
  /** `isUsual`: whether a part is usually signed. */
  readonly parts: readonly { readonly name: string; readonly isUsual: boolean }[];
}
export interface SecurityChoice {
  readonly kind: SecurityKind;
  readonly label: string;
  readonly detail: string;
  readonly asks: readonly SecurityQuestion[];
}

/** The edits that add it; `null` if that isn't possible. */
export const AddSecurityRequest = requestType<AddSecurityParams, EditsResult | null>("soaphttp/addSecurity");
export interface AddSecurityParams extends LineParams {
  readonly kind: SecurityKind;
  readonly answers: SecurityAnswers;
}
