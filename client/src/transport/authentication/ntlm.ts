import { concatBytes } from "../bytes.ts";
import { hmacMd5, md4, md5 } from "./hashes.ts";

/*
 * The messages of NTLMv2 (MS-NLMP). Numbers are little-endian, texts are in UTF-16.
 */

interface NtlmLogin {
  readonly user: string;
  readonly password: string;
  /** Name of the domain; may be empty. */
  readonly domain: string;
}

/** Values that the client chooses: 8 random bytes, and the time if the challenge has none. */
interface NtlmChoices {
  readonly clientChallenge: Uint8Array;
  /** Current time in the form of `Date.now()`. */
  readonly now: number;
  /** The service that the responses are for, so that no other service can use them. */
  readonly service?: NtlmService;
}

export interface NtlmService {
  /** Name of the service's principal: `HTTP/example.org`. */
  readonly principal: string;
  /** MD5 of the service's channel bindings. */
  readonly bindings: Uint8Array | undefined;
}

/** The flags of messages (MS-NLMP section 2.2.2.5). */
const flags = {
  unicode: 0x1,
  requestTarget: 0x4,
  sign: 0x10,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extendedSecurity: 0x80000,
  targetInfo: 0x800000,
};
const offered =
  flags.unicode | flags.requestTarget | flags.sign | flags.ntlm | flags.alwaysSign | flags.extendedSecurity;

const signature = new TextEncoder().encode("NTLMSSP\0");

/** The first message, which names neither user nor domain (MS-NLMP section 2.2.1.1). */
export function negotiateMessage(): Uint8Array {
  // The version is empty, as services expect it.
  const message = new DataView(new ArrayBuffer(40));
  new Uint8Array(message.buffer).set(signature);
  message.setUint32(8, 1, true);
  message.setUint32(12, offered, true);
  return new Uint8Array(message.buffer);
}

/** A challenge of the service (MS-NLMP section 2.2.1.2). */
interface NtlmChallenge {
  readonly message: Uint8Array;
  readonly flags: number;
  readonly serverChallenge: Uint8Array;
  readonly targetInfo: Uint8Array;
}

export function isNtlm(message: Uint8Array): boolean {
  return signature.every((byte, at) => message[at] === byte);
}

/** Reads a challenge. Undefined if the bytes aren't a challenge, or if it doesn't offer NTLMv2 with UTF-16. */
export function readChallenge(message: Uint8Array): NtlmChallenge | undefined {
  if (message.length < 32 || !isNtlm(message)) return undefined;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const chosen = view.getUint32(20, true);
  if (view.getUint32(8, true) !== 2 || !(chosen & flags.unicode) || !(chosen & flags.ntlm)) return undefined;
  const hasInfo = (chosen & flags.targetInfo) !== 0;
  if (hasInfo && message.length < 48) return undefined;
  const length = hasInfo ? view.getUint16(40, true) : 0;
  const start = hasInfo ? view.getUint32(44, true) : 0;
  if (start + length > message.length) return undefined;
  const targetInfo = message.subarray(start, start + length);
  if (length > 0 && !pairsOf(targetInfo)) return undefined;
  return { message, flags: chosen, serverChallenge: message.subarray(24, 32), targetInfo };
}

/** Ids of attribute-value pairs (MS-NLMP section 2.2.2.1). */
const pairIds = { end: 0, flags: 6, timestamp: 7, principal: 9, bindings: 10 };

interface Pair {
  readonly id: number;
  readonly value: Uint8Array;
}

/** Returns the pairs before the end of the list; undefined if the list has no end. */
function pairsOf(info: Uint8Array): readonly Pair[] | undefined {
  const view = new DataView(info.buffer, info.byteOffset, info.byteLength);
  const pairs: Pair[] = [];
  for (let at = 0; at + 4 <= info.length; ) {
    const id = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    if (id === pairIds.end) return pairs;
    if (end > info.length) return undefined;
    pairs.push({ id, value: info.subarray(at + 4, end) });
    at = end;
  }
  return undefined;
}

function pairBytes(pairs: readonly Pair[]): Uint8Array {
  return concatBytes(
    [...pairs, { id: pairIds.end, value: new Uint8Array(0) }].flatMap(({ id, value }) => {
      const head = new DataView(new ArrayBuffer(4));
      head.setUint16(0, id, true);
      head.setUint16(2, value.length, true);
      return [new Uint8Array(head.buffer), value];
    }),
  );
}

/** Returns the key for responses (NTOWFv2 in MS-NLMP section 3.3.2). */
export function responseKey({ user, password, domain }: NtlmLogin): Uint8Array {
  return hmacMd5(md4(utf16(password)), utf16(upperCase(user) + domain));
}

/** The responses to a challenge, and the key of the session (MS-NLMP section 3.3.2). */
export function ntlmResponses(
  key: Uint8Array,
  { serverChallenge, targetInfo }: Pick<NtlmChallenge, "serverChallenge" | "targetInfo">,
  { clientChallenge, now, service }: NtlmChoices,
): { readonly nt: Uint8Array; readonly lm: Uint8Array; readonly sessionKey: Uint8Array; readonly hasTime: boolean } {
  const pairs = pairsOf(targetInfo) ?? [];
  const time = pairs.find(({ id, value }) => id === pairIds.timestamp && value.length === 8)?.value;
  const ownPairs = targetInfo.length > 0 && service ? servicePairs(service) : [];
  const info =
    time || ownPairs.length > 0 ? pairBytes([...(time ? withIntegrity(pairs) : pairs), ...ownPairs]) : targetInfo;
  const temp = concatBytes([
    Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 0),
    time ?? fileTime(now),
    clientChallenge,
    new Uint8Array(4),
    info,
    new Uint8Array(4),
  ]);
  const proof = hmacMd5(key, concatBytes([serverChallenge, temp]));
  const lmProof = () => concatBytes([hmacMd5(key, concatBytes([serverChallenge, clientChallenge])), clientChallenge]);
  return {
    nt: concatBytes([proof, temp]),
    lm: time ? new Uint8Array(24) : lmProof(),
    sessionKey: hmacMd5(key, proof),
    hasTime: time !== undefined,
  };
}

/** Returns the pairs with the flag that a MIC follows. */
function withIntegrity(pairs: readonly Pair[]): readonly Pair[] {
  const own = pairs.find(({ id, value }) => id === pairIds.flags && value.length === 4)?.value;
  const value = own ? Uint8Array.from(own) : new Uint8Array(4);
  value[0] = (value[0] ?? 0) | 2;
  return [...pairs.filter(({ id }) => id !== pairIds.flags), { id: pairIds.flags, value }];
}

function servicePairs({ principal, bindings }: NtlmService): readonly Pair[] {
  const name = { id: pairIds.principal, value: utf16(principal) };
  return bindings ? [{ id: pairIds.bindings, value: bindings }, name] : [name];
}

/** Offset at which the values begin: after the fixed fields, the version and the MIC. */
const payloadStart = 88;
const micStart = 72;

/** The last message (MS-NLMP section 2.2.1.3), with a MIC if the challenge has a time, and the key of the session. */
export function authenticateMessage(
  negotiate: Uint8Array,
  challenge: NtlmChallenge,
  login: NtlmLogin,
  choices: NtlmChoices,
): { readonly message: Uint8Array; readonly sessionKey: Uint8Array } {
  const { nt, lm, sessionKey, hasTime } = ntlmResponses(responseKey(login), challenge, choices);
  const none = new Uint8Array(0);
  // The values are in the order of their fields.
  const values = [lm, nt, utf16(login.domain), utf16(login.user), none, none];
  const head = new Uint8Array(payloadStart);
  head.set(signature);
  const view = new DataView(head.buffer);
  view.setUint32(8, 3, true);
  let at = payloadStart;
  for (const [index, value] of values.entries()) {
    const field = 12 + 8 * index;
    view.setUint16(field, value.length, true);
    view.setUint16(field + 2, value.length, true);
    view.setUint32(field + 4, at, true);
    at += value.length;
  }
  view.setUint32(60, challenge.flags & (offered | flags.targetInfo), true);
  const message = concatBytes([head, ...values]);
  if (hasTime) message.set(hmacMd5(sessionKey, concatBytes([negotiate, challenge.message, message])), micStart);
  return { message, sessionKey };
}

const signingConstant = new TextEncoder().encode("session key to client-to-server signing key magic constant\0");

/** The client's first signature in a session, without key exchange (MS-NLMP section 3.4.4.2). */
export function firstSignature(sessionKey: Uint8Array, signed: Uint8Array): Uint8Array {
  const key = md5(concatBytes([sessionKey, signingConstant]));
  const number = new Uint8Array(4);
  const checksum = hmacMd5(key, concatBytes([number, signed])).subarray(0, 8);
  return concatBytes([Uint8Array.of(1, 0, 0, 0), checksum, number]);
}

function utf16(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), true);
  return new Uint8Array(view.buffer);
}

/** Returns a text in upper case like Windows, which converts each UTF-16 unit alone, so that ß stays. */
function upperCase(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at);
    const upper = unit.toUpperCase();
    return upper.length === 1 ? upper : unit;
  }).join("");
}

/** Returns a time as the number of 100-nanosecond intervals since 1601. */
function fileTime(now: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, (BigInt(Math.floor(now)) + 11_644_473_600_000n) * 10_000n, true);
  return new Uint8Array(view.buffer);
}
