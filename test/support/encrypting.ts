import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from "node:crypto";
import { certificatesOf } from "./keyFiles.ts";

const xenc = "http://www.w3.org/2001/04/xmlenc#";
const xenc11 = "http://www.w3.org/2009/xmlenc11#";
const ds = "http://www.w3.org/2000/09/xmldsig#";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

/** Markup that OpenSSL has encrypted for the key `me`: AES-256 with GCM, and the key by RSA-OAEP. */
export interface Encrypted {
  readonly key: string;
  readonly data: string;
}

/** @param how the parts of the key and of the data that differ */
export function encrypted(
  markup: string,
  {
    id = "ED-1",
    keyId = "EK-1",
    type = "Content",
    keyInfo = `<ds:KeyInfo><wsse:SecurityTokenReference xmlns:wsse="${wsse}"><wsse:Reference URI="#${keyId}"/></wsse:SecurityTokenReference></ds:KeyInfo>`,
    list = true,
    recipient = "",
  }: { readonly list?: boolean } & Partial<Record<"id" | "keyId" | "type" | "keyInfo" | "recipient", string>> = {},
): Encrypted {
  const cek = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", cek, iv);
  const bytes = Buffer.concat([iv, cipher.update(markup), cipher.final(), cipher.getAuthTag()]);
  const key = new X509Certificate(certificatesOf("me.pem")[0] ?? "").publicKey;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key, padding, oaepHash: "sha1" }, cek);
  const value = (one: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${one.toString("base64")}</xenc:CipherValue></xenc:CipherData>`;
  const references = list ? `<xenc:ReferenceList><xenc:DataReference URI="#${id}"/></xenc:ReferenceList>` : "";
  const names = `xmlns:xenc="${xenc}" xmlns:ds="${ds}"`;
  return {
    key: `<xenc:EncryptedKey ${names} Id="${keyId}"><xenc:EncryptionMethod Algorithm="${xenc}rsa-oaep-mgf1p"><ds:DigestMethod Algorithm="${ds}sha1"/></xenc:EncryptionMethod>${recipient}${value(wrapped)}${references}</xenc:EncryptedKey>`,
    data: `<xenc:EncryptedData ${names} Id="${id}" Type="${xenc}${type}"><xenc:EncryptionMethod Algorithm="${xenc11}aes256-gcm"/>${keyInfo}${value(bytes)}</xenc:EncryptedData>`,
  };
}
