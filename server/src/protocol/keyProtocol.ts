/*
 * The messages about keys between client and server. Private keys and passphrases stay in the client. The same conventions
 * as in `protocol.ts`.
 */
import { NotificationType, RequestType } from "vscode-languageserver-protocol";

export type KeyAlgorithm =
  | { readonly kind: "rsa"; readonly bits: number }
  | { readonly kind: "ec"; readonly curve: "P-256" | "P-384" | "P-521" };

/** `rsa`: with the padding of PKCS #1 v1.5. `pss`: RSASSA-PSS, with a salt as long as the hash. */
export interface SignatureAlgorithm {
  readonly name: "rsa" | "pss" | "ecdsa";
  readonly hash: "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";
}

/** From the client: the names of its keys, at start and when a key, its file or its passphrase has changed. */
export const KeysNotification = new NotificationType<{ readonly names: readonly string[] }>("soaphttp/keys");

/** From the server to the client: what can be known of keys. The result has the order of `names`. */
export const ReadKeysRequest = new RequestType<ReadKeysParams, ReadKeysResult, void>("soaphttp/readKeys");
export interface ReadKeysParams {
  readonly names: readonly string[];
  /** Whether the user is asked for passphrases, because a request is sent. */
  readonly ask: boolean;
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

/** From the server to the client: a signature. */
export const SignRequest = new RequestType<SignParams, SignResult, void>("soaphttp/sign");
export interface SignParams {
  readonly key: string;
  readonly algorithm: SignatureAlgorithm;
  readonly data: string;
}
export type SignResult =
  | { readonly kind: "value"; readonly value: string }
  /** `why`: a sentence for the user. */
  | { readonly kind: "refused"; readonly why: string };
