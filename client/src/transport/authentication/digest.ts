import type { Challenge } from "./challenges.ts";
import { hexHash, md5, sha256, sha512256 } from "./hashes.ts";

/** A challenge that can be answered (RFC 7616 section 3.3, RFC 2617 section 3.2.1). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** Name of the algorithm, as received; undefined means MD5. */
  readonly algorithm: string | undefined;
  readonly hash: (text: string | Uint8Array) => string;
  readonly isSession: boolean;
  /** Quality of protection; undefined for a challenge of RFC 2069. */
  readonly quality: "auth" | "auth-int" | undefined;
  readonly userhash: boolean;
  readonly utf8: boolean;
  /** Whether only the nonce was too old. */
  readonly stale: boolean;
}

interface DigestRequest {
  readonly method: string;
  /** Target, as in the request line. */
  readonly target: string;
  /** Body without its transfer coding. */
  readonly body: Uint8Array;
}

interface DigestUse {
  /** Number of requests with the nonce so far, from 1. */
  readonly count: number;
  readonly clientNonce: string;
}

/** The supported algorithms, the strongest last. */
const algorithms = [
  { name: "md5", hash: md5 },
  { name: "sha-256", hash: sha256 },
  { name: "sha-512-256", hash: sha512256 },
] as const;

/** Maximum length of a value in a challenge. Longer values are refused, because each of them would be sent back. */
const longestValue = 4096;

/** Returns the strongest challenge that can be answered; of equally strong ones, the first. */
export function chooseDigest(challenges: readonly Challenge[]): DigestChallenge | undefined {
  let best: { readonly challenge: DigestChallenge; readonly strength: number } | undefined;
  for (const challenge of challenges) {
    if (challenge.scheme.toLowerCase() !== "digest") continue;
    const read = readDigest(challenge);
    if (read && (!best || read.strength > best.strength)) best = read;
  }
  return best?.challenge;
}

function readDigest({ parameters }: Challenge) {
  const algorithm = parameters.get("algorithm");
  const name = (algorithm ?? "MD5").toLowerCase();
  const base = name.replace(/-sess$/, "");
  const strength = algorithms.findIndex((one) => one.name === base);
  const hash = algorithms[strength]?.hash;
  const realm = parameters.get("realm");
  const nonce = parameters.get("nonce");
  const opaque = parameters.get("opaque");
  const quality = qualityOf(parameters.get("qop"));
  if (!hash || realm === undefined || nonce === undefined || quality === "unknown") return undefined;
  if ([realm, nonce, opaque ?? ""].some((value) => !canBeReturned(value))) return undefined;
  const challenge: DigestChallenge = {
    realm,
    nonce,
    opaque,
    algorithm,
    quality,
    hash: (text) => hexHash(hash, text),
    isSession: name !== base,
    userhash: parameters.get("userhash")?.toLowerCase() === "true",
    utf8: parameters.get("charset")?.toLowerCase() === "utf-8",
    stale: parameters.get("stale")?.toLowerCase() === "true",
  };
  return { challenge, strength };
}

function qualityOf(offered: string | undefined): DigestChallenge["quality"] | "unknown" {
  if (offered === undefined || offered.trim() === "") return undefined;
  const options = offered.toLowerCase().split(/[ \t,]+/);
  return (["auth", "auth-int"] as const).find((one) => options.includes(one)) ?? "unknown";
}

/** Whether a value can be sent back. Control characters could end the header that repeats it. */
function canBeReturned(value: string): boolean {
  return value.length <= longestValue && !/[\0-\x08\x0a-\x1f\x7f]/.test(value);
}

interface DigestLogin {
  readonly user: string;
  readonly password: string;
}

/** The value of Authorization (RFC 7616 section 3.4). */
export function digestAuthorization(
  challenge: DigestChallenge,
  login: DigestLogin,
  request: DigestRequest,
  use: DigestUse,
): string {
  const { user } = login;
  const { realm, nonce, opaque, algorithm, hash, quality, isSession } = challenge;
  const nc = hexCount(use);
  const { clientNonce } = use;
  const entity = quality === "auth-int" ? `:${hash(request.body)}` : "";
  const response = proof(challenge, login, use, `${request.method}:${request.target}${entity}`);
  const parameters: readonly (string | undefined)[] = [
    userParameter(challenge, user),
    `realm=${inQuotes(realm)}`,
    `uri=${inQuotes(request.target)}`,
    algorithm === undefined ? undefined : `algorithm=${algorithm}`,
    `nonce=${inQuotes(nonce)}`,
    quality === undefined ? undefined : `nc=${nc}`,
    quality === undefined && !isSession ? undefined : `cnonce=${inQuotes(clientNonce)}`,
    quality === undefined ? undefined : `qop=${quality}`,
    `response="${response}"`,
    opaque === undefined ? undefined : `opaque=${inQuotes(opaque)}`,
    challenge.userhash ? "userhash=true" : undefined,
  ];
  return `Digest ${parameters.filter((one) => one !== undefined).join(", ")}`;
}

/** The `rspauth` of a service that also knows the password (RFC 7616 section 3.5); undefined if it is unknown. */
export function serviceProof(
  challenge: DigestChallenge,
  login: DigestLogin,
  { target }: Pick<DigestRequest, "target">,
  use: DigestUse,
): string | undefined {
  return challenge.quality === "auth" ? proof(challenge, login, use, `:${target}`) : undefined;
}

function proof(
  { realm, nonce, hash, quality, isSession }: DigestChallenge,
  { user, password }: DigestLogin,
  use: DigestUse,
  message: string,
): string {
  const { clientNonce } = use;
  const secret = hash(`${user}:${realm}:${password}`);
  const first = isSession ? hash(`${secret}:${nonce}:${clientNonce}`) : secret;
  const between = quality === undefined ? nonce : `${nonce}:${hexCount(use)}:${clientNonce}:${quality}`;
  return hash(`${first}:${between}:${hash(message)}`);
}

function hexCount({ count }: DigestUse): string {
  return count.toString(16).padStart(8, "0");
}

/** Returns the parameter with the user name (RFC 7616 section 3.4.4, and section 3.4 for names that aren't ASCII). */
function userParameter({ userhash, utf8, realm, hash }: DigestChallenge, user: string): string {
  if (userhash) return `username="${hash(`${user}:${realm}`)}"`;
  if (!utf8 || /^[\0-\x7f]*$/.test(user)) return `username=${inQuotes(user)}`;
  return `username*=UTF-8''${percentEncoded(user)}`;
}

function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Encodes a text as RFC 8187 section 3.2.1 requires. */
function percentEncoded(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9!#$&+\-.^_`|~]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
