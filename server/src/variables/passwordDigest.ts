import { sha1 } from "@noble/hashes/legacy.js";
import { fromBase64, toBase64 } from "../text/base64.ts";
import type { SlottedText } from "../text/slots.ts";
import type { Lookup } from "./sending.ts";
import type { VariableValue } from "./value.ts";
import { type ArgumentTexts, argumentTexts, type ValueArgument } from "./valueArguments.ts";

/** The input values of a digest. Values that the UsernameToken doesn't have are omitted. */
export interface DigestParts {
  /** The nonce in Base64. */
  readonly nonce: SlottedText | undefined;
  readonly created: SlottedText | undefined;
  readonly password: SlottedText;
  /** Name of the variable with the password; `undefined` if the password is typed as text. */
  readonly variable: string | undefined;
}

/** Computes Base64(SHA-1(nonce + created + password)) (UsernameToken Profile 1.0 section 3.1). `nonce` must be Base64. */
export function passwordDigest({ nonce, created, password }: Omit<DigestParts, "variable">): string {
  const bytes = nonce ? (nonceBytes(nonce.text) ?? new Uint8Array(0)) : new Uint8Array(0);
  const rest = new TextEncoder().encode(`${created?.text ?? ""}${password.text}`);
  const all = new Uint8Array(bytes.length + rest.length);
  all.set(bytes);
  all.set(rest, bytes.length);
  return toBase64(sha1(all));
}

/** Decodes a nonce; `undefined` if the text isn't Base64. */
export function nonceBytes(text: string): Uint8Array | undefined {
  const base64 = text.replace(/[ \t\r\n]/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  return fromBase64(base64);
}

/** Has the length of the digest, which depends on its place; `undefined` if the arguments don't match the usage. */
export function digestSample(
  found: readonly ValueArgument[],
  reference: string,
  lookup: Lookup,
): VariableValue | undefined {
  const password = passwordIn(found, reference, lookup);
  if (!password || (password.kind !== "texts" && password.kind !== "atSending")) return password;
  return { kind: "atSending", sample: `${"A".repeat(27)}=` };
}

/** The password argument; `undefined` if there are no or several arguments. */
export function passwordIn(
  found: readonly ValueArgument[],
  reference: string,
  lookup: Lookup,
): ArgumentTexts | undefined {
  return found.length === 1 ? argumentTexts(found, reference, lookup) : undefined;
}
