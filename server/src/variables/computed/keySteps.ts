import { hmac } from "@noble/hashes/hmac.js";
import * as l10n from "@vscode/l10n";
import { readCertificate } from "../../crypto/certificate.ts";
import { type SignedDataParts, signedAttributes, signedData } from "../../crypto/cms.ts";
import { ecdsaDer } from "../../crypto/der.ts";
import { hashes, hashNames } from "../../crypto/hashes.ts";
import { encryptedWithRsa } from "../../crypto/rsa.ts";
import { fact } from "../../http/facts.ts";
import type { SignatureAlgorithm } from "../../protocol/keyProtocol.ts";
import { signatureLength, signatureMethods, usualMethod } from "../../security/algorithms.ts";
import { blockCiphers, transports } from "../../security/encryption/ciphers.ts";
import { encryptedText, recipients } from "../../security/encryption/encryptedText.ts";
import { toBase64Url } from "../../text/base64.ts";
import { markupOfNodes } from "../markup.ts";
import type { XmlContent } from "../xmlContent.ts";
import { rsaKey, rsaPadding } from "./cipherSteps.ts";
import { StepError } from "./decoding.ts";
import {
  asBytes,
  asText,
  fromBytes,
  fromText,
  ofXml,
  type Step,
  type StepArgument,
  type StepArguments,
} from "./step.ts";

/* The steps that need a key. The server never has a private key: what needs one is an operation of the host. */

const privateKey = { kind: "key", usage: "KEY" } as const satisfies StepArgument;
const algorithmUsage = "ALGORITHM";

/** The signature algorithms of JWTs (RFC 7518 section 3.1). */
const jwtAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ["RS256", { name: "rsa", hash: "SHA-256" }],
  ["RS384", { name: "rsa", hash: "SHA-384" }],
  ["RS512", { name: "rsa", hash: "SHA-512" }],
  ["PS256", { name: "pss", hash: "SHA-256" }],
  ["PS384", { name: "pss", hash: "SHA-384" }],
  ["PS512", { name: "pss", hash: "SHA-512" }],
  ["ES256", { name: "ecdsa", hash: "SHA-256" }],
  ["ES384", { name: "ecdsa", hash: "SHA-384" }],
  ["ES512", { name: "ecdsa", hash: "SHA-512" }],
]);
const jwtHashes = { HS256: "SHA-256", HS384: "SHA-384", HS512: "SHA-512" } as const;

export const keySteps: readonly Step[] = [
  fromBytes("bytes", {
    ...fact("sign", "RFC 8017 section 8; FIPS 186-5 section 6", () =>
      l10n.t("A signature with a private key, whose name follows, and an algorithm of $signature. ECDSA is in DER."),
    ),
    arguments: [
      privateKey,
      { kind: "word", usage: algorithmUsage, choices: [...signatureMethods.keys()], optional: true },
    ],
    isOpaque: true,
    hides: true,
    length: (_, given) => {
      const algorithm = signatureAlgorithm(given);
      const key = given.key?.info?.algorithm;
      return algorithm && key?.kind === "rsa" ? signatureLength(key) : undefined;
    },
    apply: (input, given) => {
      const algorithm = signatureAlgorithm(given);
      const value = algorithm && signatureOf(input, algorithm, given);
      return value && algorithm?.name === "ecdsa" ? ecdsaDer(value) : value;
    },
  }),
  fromBytes("bytes", {
    ...fact("cms", "RFC 5652 section 5", () =>
      l10n.t("A SignedData (CMS, PKCS #7) in DER, with the content, the certificate of the key and the time."),
    ),
    arguments: [
      privateKey,
      { kind: "word", usage: "digest", choices: [...hashNames.keys()], optional: true },
      { kind: "word", usage: "detached", choices: ["detached"], optional: true },
      { kind: "word", usage: "chain", choices: ["chain"], optional: true },
    ],
    isOpaque: true,
    hides: true,
    length: (input, given) => {
      const key = given.key?.info?.algorithm;
      const parts = input === undefined || key?.kind !== "rsa" ? undefined : cmsParts(new Uint8Array(input), given);
      return parts && key && signedData(parts, key, new Uint8Array(signatureLength(key))).length;
    },
    apply: (input, given) => {
      const parts = given.now && cmsParts(input, given);
      const key = given.key?.info?.algorithm;
      if (!parts || !key) return undefined;
      const algorithm = { name: key.kind === "rsa" ? "rsa" : "ecdsa", hash: parts.hash } as const;
      const value = signatureOf(signedAttributes(parts), algorithm, given);
      return value && signedData(parts, key, key.kind === "rsa" ? value : ecdsaDer(value));
    },
  }),
  fromText("text", {
    ...fact("jwt", "RFC 7515 section 3.1; RFC 7518 section 3", () =>
      l10n.t("A signed JSON Web Token of the text. With HS256, HS384 or HS512, the key is a variable."),
    ),
    arguments: [
      { ...privateKey, isVariable: (algorithm) => algorithm?.startsWith("HS") ?? false },
      {
        kind: "word",
        usage: algorithmUsage,
        choices: [...jwtAlgorithms.keys(), ...Object.keys(jwtHashes)],
        optional: true,
      },
      { kind: "option", usage: "header", optional: true },
    ],
    isSecret: true,
    length: (input, given) => {
      const name = jwtAlgorithm(given);
      const length = name === undefined ? undefined : jwtSignatureLength(name, given);
      if (input === undefined || name === undefined || length === undefined || given.isUnknown) return undefined;
      return [asBytes(jwtHeader(name, given)).length, input, length]
        .map((bytes) => Math.ceil((bytes * 4) / 3))
        .reduce((sum, one) => sum + 1 + one, -1);
    },
    apply: (input, given) => {
      const name = jwtAlgorithm(given);
      if (name === undefined) return undefined;
      const signed = `${toBase64Url(asBytes(jwtHeader(name, given)))}.${toBase64Url(asBytes(input))}`;
      const algorithm = jwtAlgorithms.get(name);
      const value = algorithm
        ? signatureOf(asBytes(signed), algorithm, given)
        : hmac(hashes[jwtHashes[name as keyof typeof jwtHashes]], given.value ?? new Uint8Array(0), asBytes(signed));
      return value && `${signed}.${toBase64Url(value)}`;
    },
  }),
];

function cmsParts(content: Uint8Array, { key, words, now = new Date(0) }: StepArguments): SignedDataParts | undefined {
  const all = key?.info?.certificates.flatMap((one) => readCertificate(one) ?? []) ?? [];
  const [own, ...chain] = all;
  return (
    own && {
      certificates: words?.has("chain") ? [own, ...chain] : [own],
      hash: hashNames.get(words?.get("digest") ?? "") ?? "SHA-256",
      content,
      detached: words?.has("detached") ?? false,
      time: now,
    }
  );
}

/** Name of the algorithm of a JWT; `undefined` if the key isn't known yet. Throws a `StepError` if key and algorithm don't fit. */
function jwtAlgorithm({ key, words }: StepArguments): string | undefined {
  const name = words?.get(algorithmUsage);
  if (name?.startsWith("HS")) return name;
  const algorithm = key?.info?.algorithm;
  if (!key || !algorithm) return undefined;
  const usual =
    algorithm.kind === "rsa" ? "RS256" : { "P-256": "ES256", "P-384": "ES384", "P-521": "ES512" }[algorithm.curve];
  const chosen = name ?? usual;
  if (algorithm.kind === "rsa" ? chosen.startsWith("ES") : chosen !== usual) throw otherAlgorithm(key.name);
  return chosen;
}

function jwtSignatureLength(name: string, { key }: StepArguments): number | undefined {
  const algorithm = key?.info?.algorithm;
  return name.startsWith("HS") ? Number(name.slice(2)) / 8 : algorithm && signatureLength(algorithm);
}

/**
 * The header of a JWT: `alg` and `typ`, then the members of the option's object, which may replace `typ`. Throws a
 * `StepError` for an invalid option.
 */
function jwtHeader(name: string, { options }: StepArguments): string {
  const own = options?.get("header");
  const members = own ? jsonObject(asText(own)) : {};
  return JSON.stringify({ alg: name, typ: "JWT", ...members, ...(own ? { alg: name } : {}) });
}

function jsonObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // An invalid option is reported below.
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new StepError(l10n.t("The header must be a JSON object."), "step-argument", "header");
}

function otherAlgorithm(key: string): StepError {
  const why = l10n.t("This algorithm doesn't work with the key {0}. Remove it: the key determines the algorithm.", key);
  return new StepError(why, "step-argument", algorithmUsage);
}

/** `undefined` if the key isn't known yet. Throws a `StepError` if key and algorithm don't fit. */
function signatureAlgorithm({ key, words }: StepArguments): SignatureAlgorithm | undefined {
  const algorithm = key?.info?.algorithm;
  if (!key || !algorithm) return undefined;
  const chosen = signatureMethods.get(words?.get(algorithmUsage) ?? usualMethod(algorithm));
  if (!chosen || (chosen.name === "ecdsa") !== (algorithm.kind === "ec")) throw otherAlgorithm(key.name);
  return { name: chosen.name, hash: chosen.hash };
}

/** The signature, for ECDSA r and s; `undefined` if it isn't computed yet. Throws a `StepError` if the host can't compute it. */
function signatureOf(
  data: Uint8Array,
  algorithm: SignatureAlgorithm,
  { key, operation }: StepArguments,
): Uint8Array | undefined {
  const result = key && operation?.({ kind: "sign", key: key.name, algorithm, data });
  if (result?.kind === "failed") throw new StepError(result.why, "signature-key", privateKey.usage);
  return result?.value;
}

const usual = { algorithm: "aes256-gcm", key: "rsa-oaep-mgf1p", keyInfo: "X509Certificate" } as const;

/** The step that encrypts XML. The key of the data is random, and is encrypted for a certificate. */
export const encryptionStep: Step = ofXml("text", {
  ...fact("xenc", "XML Encryption 1.1", () =>
    l10n.t(
      "An EncryptedData of an element or a document for the certificate of a key, or of what is in it. Insert it with the step xml.",
    ),
  ),
  arguments: [
    { kind: "key", usage: "KEY", certificate: true },
    { kind: "word", usage: "content", choices: ["content"], optional: true },
    { kind: "option", usage: "algorithm", choices: [...blockCiphers.keys()], optional: true },
    { kind: "option", usage: "key", choices: [...transports.keys()], optional: true },
    { kind: "option", usage: "digest", choices: [...hashNames.keys()], optional: true },
    { kind: "option", usage: "mgf", choices: [...hashNames.keys()], optional: true },
    { kind: "option", usage: "keyInfo", choices: [...recipients.keys()], optional: true },
  ],
  hides: true,
  ofSamples: true,
  isRandom: true,
  apply: (input, given) => {
    const numbers = rsaKey(given);
    const certificate = readCertificate(given.key?.info?.certificates[0] ?? new Uint8Array(0));
    const option = (name: keyof typeof usual) => given.words?.get(name) ?? usual[name];
    const padding = rsaPadding(given, option("key"));
    const cipher = blockCiphers.get(option("algorithm"));
    const recipient = recipients.get(option("keyInfo"));
    if (!numbers || !certificate || !cipher || !recipient) return undefined;
    const needsIdentifier = recipient.form === "X509SKI" || recipient.form === "SubjectKeyIdentifier";
    if (needsIdentifier && !certificate.subjectKeyIdentifier) {
      const why = l10n.t(
        "The certificate of the key {0} has no SubjectKeyIdentifier. Use keyInfo=IssuerSerial or keyInfo=Thumbprint.",
        given.key?.name ?? "",
      );
      throw new StepError(why, "step-argument", "keyInfo");
    }
    const isContent = given.words?.has("content") ?? false;
    const { randomBytes = (count: number) => new Uint8Array(count) } = given;
    const cek = randomBytes(cipher.size);
    const data = cipher.encrypt(cek, randomBytes(cipher.iv), asBytes(markupIn(input, isContent)));
    // A sample only needs the correct length.
    const key = given.randomBytes
      ? encryptedWithRsa(numbers, padding, cek, randomBytes)
      : new Uint8Array(numbers[0].length);
    const type = isContent ? "Content" : "Element";
    return encryptedText({
      type,
      cipher,
      data,
      transport: { name: option("key"), padding },
      key,
      recipient,
      certificate,
    });
  },
});

/** The markup of an element, of a document's root, or of its content, with the namespace declarations that it needs. */
function markupIn(content: XmlContent, isContent: boolean): string {
  const document = content.document();
  const element = content.element ?? document.root;
  if (!element) return "";
  return markupOfNodes(document, isContent ? element.children : [element]);
}
