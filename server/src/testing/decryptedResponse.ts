import * as l10n from "@vscode/l10n";
import { readCertificate } from "../crypto/certificate.ts";
import { type MessageBytes, ReadContent } from "../evaluation/readContent.ts";
import type { PartsParams, PresentedEncryption } from "../protocol/protocol.ts";
import type { Compute, Keys } from "../resources/keys.ts";
import type { Decryption, EncryptedPart } from "../security/decryption.ts";
import { type DecryptionKey, decryptMessage } from "../security/encryption/decrypt.ts";
import type { Verification } from "../security/verification/verification.ts";
import { fromBase64 } from "../text/base64.ts";
import { elements } from "../xml/query.ts";

/** Decrypts responses with the keys of the host, which alone has the private keys. */
export interface Decrypting {
  readonly keys: readonly DecryptionKey[];
  readonly compute: Compute;
}

/** The keys that can decrypt, with their certificates. */
export function decryptionKeys(keys: Keys): readonly DecryptionKey[] {
  return keys.names().flatMap((name) => {
    const key = keys.find(name);
    const [der] = key.kind === "key" && key.info.algorithm ? key.info.certificates : [];
    const certificate = der && readCertificate(der);
    return certificate ? [{ name, certificate }] : [];
  });
}

/** Content that names are searched in: the characters of a body's bytes, or the bytes. */
export interface Searched {
  includes(name: string): boolean;
}

export async function decryptedResponse<Response extends MessageBytes>(
  response: Response,
  { keys, compute }: Decrypting,
  characters: Searched = charactersOf(response.body),
): Promise<Response & Pick<MessageBytes, "decryption">> {
  if (!mayBeEncrypted(characters)) return response;
  const { xml, attachments } = new ReadContent(response);
  const decryption = xml && (await decryptMessage(xml, keys, compute, attachments));
  return decryption ? { ...response, decryption } : response;
}

/** The decrypted parts of a multipart response. `host` is called if something may be encrypted. */
export async function decryptedParts(
  { contentType, body: base64 }: PartsParams,
  host: () => Promise<{ readonly decrypting: Decrypting }>,
): Promise<Decryption | undefined> {
  const body = fromBase64(base64);
  const characters = charactersOf(body);
  if (!mayBeEncrypted(characters)) return undefined;
  const response = { fields: [{ name: "Content-Type", value: contentType }], body };
  return (await decryptedResponse(response, (await host()).decrypting, characters)).decryption;
}

export function mayBeEncrypted(characters: Searched): boolean {
  return characters.includes("EncryptedData");
}

/** One character for each byte. Zero bytes are omitted, so that names are also found in UTF-16. */
export function charactersOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes).replaceAll("\0", "");
}

/** One sentence for each encrypted part: `Decrypted with me: Body (aes256-gcm, rsa-oaep).` */
export function encryptionLines({ parts }: Pick<Decryption, "parts">): readonly string[] {
  const lines = parts.map(({ part, algorithm, transport, key, failure }) =>
    failure
      ? failure.message
      : l10n.t("Decrypted with {0}: {1} ({2}).", key ?? "", part, [algorithm, transport].join(", ")),
  );
  return [...new Set(lines)];
}

export function presentEncryption({ part, algorithm, transport, key, failure }: EncryptedPart): PresentedEncryption {
  return { part, algorithm, transport, key: key ?? null, decrypted: failure === undefined };
}

/** Moves the findings of a decrypted response to the elements of the received response. */
export function atReceived(verification: Verification, response: MessageBytes): Verification {
  const { decryption, ...received } = response;
  const [decrypted, original] = [new ReadContent(response).xml, new ReadContent(received).xml];
  if (!decryption || !decrypted || !original) return verification;
  const shown = [...elements(decrypted)];
  const places = new Map([...elements(original)].map(({ start }, index) => [start, index]));
  const findings = verification.findings.map((finding) => {
    const start = decryption.received(shown[finding.element]?.start ?? 0);
    return { ...finding, element: places.get(start) ?? 0 };
  });
  return { ...verification, findings };
}
