import { cbc, ecb, gcm } from "@noble/ciphers/aes.js";
import * as l10n from "@vscode/l10n";
import { readCertificate } from "../../crypto/certificate.ts";
import { hashNames } from "../../crypto/hashes.ts";
import { encryptedWithRsa, longestPlain } from "../../crypto/rsa.ts";
import { fact } from "../../http/facts.ts";
import type { RsaPadding } from "../../protocol/keyProtocol.ts";
import { excessOptions, paddingOf } from "../../security/encryption/ciphers.ts";
import { joinedBytes } from "../../text/bytes.ts";
import { StepError } from "./decoding.ts";
import { fromBytes, type Step, type StepArgument, type StepArguments } from "./step.ts";

/* The steps that encrypt and decrypt: with RSA by the name of a key, with AES by the bytes of one. */

type Mode = "ecb" | "cbc" | "gcm";

interface Aes {
  readonly mode: Mode;
  /** Length of the key in bytes. */
  readonly size: number;
  /** Length of the initialization vector (IV) in bytes. */
  readonly iv: number;
}

const ivSizes: Readonly<Record<Mode, number>> = { ecb: 0, cbc: 16, gcm: 12 };
const aesAlgorithms: ReadonlyMap<string, Aes> = new Map(
  [128, 192, 256].flatMap((bits) =>
    (["ecb", "cbc", "gcm"] as const).map((mode) => [`aes${bits}-${mode}`, { mode, size: bits / 8, iv: ivSizes[mode] }]),
  ),
);
const rsaAlgorithms = ["rsa-oaep", "rsa-oaep-mgf1p", "rsa-1_5"];
const tagSize = 16;
const blockSize = 16;

const cipherArguments = (certificate: boolean): readonly StepArgument[] => [
  {
    kind: "key",
    usage: "KEY",
    isVariable: (algorithm) => algorithm?.startsWith("aes") ?? false,
    ...(certificate ? { certificate } : {}),
  },
  { kind: "word", usage: "ALGORITHM", choices: [...aesAlgorithms.keys(), ...rsaAlgorithms] },
  { kind: "option", usage: "iv", optional: true },
  { kind: "option", usage: "digest", choices: [...hashNames.keys()], optional: true },
  { kind: "option", usage: "mgf", choices: [...hashNames.keys()], optional: true },
];

export const cipherSteps: readonly Step[] = [
  fromBytes("bytes", {
    ...fact("encrypt", "FIPS 197; SP 800-38A; SP 800-38D; RFC 8017 section 7", () =>
      l10n.t("The encrypted value. With AES, the key is a variable with its bytes, and the IV is in front."),
    ),
    arguments: cipherArguments(true),
    isOpaque: true,
    hides: true,
    length: (input, given) => {
      const aes = aesOf(given);
      if (!aes) return rsaPadding(given) && rsaKey(given)?.[0].length;
      if (input === undefined) return undefined;
      const front = given.options?.has("iv") ? 0 : aes.iv;
      return front + (aes.mode === "gcm" ? input + tagSize : input - (input % blockSize) + blockSize);
    },
    apply: (input, given) => {
      const aes = aesOf(given);
      const own = given.options?.get("iv");
      if (!given.randomBytes && !(aes && (own || aes.iv === 0))) return undefined;
      const random = given.randomBytes ?? (() => new Uint8Array(0));
      if (aes) {
        const iv = own ?? random(aes.iv);
        const encrypted = cipher(aes, given, iv).encrypt(input);
        return own ? encrypted : joinedBytes([iv, encrypted]);
      }
      const key = rsaKey(given);
      if (!key) return undefined;
      const padding = rsaPadding(given);
      const most = longestPlain(padding, key[0].length);
      if (input.length > most) {
        const why = l10n.t(
          "The value has {0} bytes, but the key {1} encrypts at most {2}.",
          input.length,
          given.key?.name ?? "",
          most,
        );
        throw new StepError(why);
      }
      return encryptedWithRsa(key, padding, input, random);
    },
  }),
  fromBytes("bytes", {
    ...fact("decrypt", "FIPS 197; SP 800-38A; SP 800-38D; RFC 8017 section 7", () =>
      l10n.t("The decrypted value, which is a secret. With AES, the IV is in front, or an argument."),
    ),
    arguments: cipherArguments(false),
    isSecret: true,
    length: (input, given) => {
      const aes = aesOf(given);
      if (!aes) rsaPadding(given);
      if (aes?.mode !== "gcm" || input === undefined) return undefined;
      return Math.max(0, input - tagSize - (given.options?.has("iv") ? 0 : aes.iv));
    },
    apply: (input, given) => {
      const aes = aesOf(given);
      if (!aes) return decryptedWithRsa(input, given);
      const own = given.options?.get("iv");
      const iv = own ?? input.subarray(0, aes.iv);
      try {
        return cipher(aes, given, iv).decrypt(own ? input : input.subarray(aes.iv));
      } catch (error) {
        if (error instanceof StepError) throw error;
        throw decryptionFailed();
      }
    },
  }),
];

/** The AES algorithm of a step; `undefined` for RSA. Throws a `StepError` for a key or an IV of another length. */
function aesOf({ words, value, options }: StepArguments): Aes | undefined {
  const name = words?.get("ALGORITHM") ?? "";
  const aes = aesAlgorithms.get(name);
  if (!aes) {
    if (options?.has("iv")) throw new StepError(l10n.t("{0} has no IV.", name), "step-argument", "iv");
    return undefined;
  }
  if (value && value.length !== aes.size) {
    const why = l10n.t("{0} needs a key of {1} bytes, but it has {2}.", name, aes.size, value.length);
    throw new StepError(why, "step-argument", "KEY");
  }
  const iv = options?.get("iv");
  if (options?.has("iv") && aes.iv === 0) throw new StepError(l10n.t("{0} has no IV.", name), "step-argument", "iv");
  if (iv && iv.length !== aes.iv) {
    const why = l10n.t("{0} needs an IV of {1} bytes, but it has {2}.", name, aes.iv, iv.length);
    throw new StepError(why, "step-argument", "iv");
  }
  return aes;
}

function cipher({ mode }: Aes, { value = new Uint8Array(0) }: StepArguments, iv: Uint8Array) {
  return mode === "ecb" ? ecb(value) : mode === "cbc" ? cbc(value, iv) : gcm(value, iv);
}

/** Modulus and exponent of an RSA key; `undefined` if the key isn't known yet. Throws a `StepError` for another kind of key. */
export function rsaKey({ key }: StepArguments): readonly [Uint8Array, Uint8Array] | undefined {
  const [der] = key?.info?.certificates ?? [];
  if (!key || !der) return undefined;
  const publicKey = readCertificate(der)?.publicKey;
  const [modulus, exponent] = publicKey?.algorithm?.kind === "rsa" ? publicKey.numbers : [];
  if (modulus && exponent) return [modulus, exponent];
  throw new StepError(
    l10n.t("The key {0} isn't an RSA key, so nothing can be encrypted for it.", key.name),
    "signature-key",
    "KEY",
  );
}

/** The RSA padding (XML Encryption 1.1 section 5.5). Throws a `StepError` for an unknown algorithm. */
export function rsaPadding({ words }: StepArguments, name = words?.get("ALGORITHM") ?? ""): RsaPadding {
  const excess = excessOptions(name).find((option) => words?.has(option));
  if (excess) throw new StepError(l10n.t("{0} has no option {1}.", name, excess), "step-argument", excess);
  return paddingOf(name, words?.get("digest"), words?.get("mgf"));
}

function decryptedWithRsa(data: Uint8Array, given: StepArguments): Uint8Array | undefined {
  const modulus = rsaKey(given)?.[0];
  if (!given.key || !modulus) return undefined;
  const algorithm = rsaPadding(given);
  if (data.length !== modulus.length) throw decryptionFailed();
  const result = given.operation?.({ kind: "decrypt", key: given.key.name, algorithm, data });
  if (result?.kind === "failed") throw new StepError(result.why, "signature-key", "KEY");
  return result?.value;
}

/** The error has no details, which would help an attacker to forge messages. */
function decryptionFailed(): StepError {
  return new StepError(l10n.t("The value can't be decrypted: the key, the IV or the value is another one."));
}
