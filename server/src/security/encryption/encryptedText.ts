import type { Certificate } from "../../crypto/certificate.ts";
import type { RsaPadding } from "../../protocol/keyProtocol.ts";
import { toBase64 } from "../../text/base64.ts";
import { digestMethods } from "../algorithms.ts";
import { addKeyInfo, type KeyReferenceText } from "../keyInfoText.ts";
import { encryption11Namespace, encryptionNamespace, signatureNamespace } from "../names.ts";
import { SignatureWriter } from "../signatureWriter.ts";
import { type BlockCipher, transports } from "./ciphers.ts";

/** What is encrypted, and how. */
export interface EncryptedText {
  readonly type: "Element" | "Content";
  readonly cipher: BlockCipher;
  /** Of the data, with the IV. */
  readonly data: Uint8Array;
  /** The method that encrypted the key, and its name. */
  readonly transport: { readonly name: string; readonly padding: RsaPadding };
  readonly key: Uint8Array;
  readonly recipient: KeyReferenceText;
  readonly certificate: Certificate;
}

/** How a key can be named without anything else in the message. */
export const recipients: ReadonlyMap<string, KeyReferenceText> = new Map<string, KeyReferenceText>([
  ...(["X509Certificate", "X509IssuerSerial", "X509SKI"] as const).map(
    (form) => [form, { kind: "data", form }] as const,
  ),
  ...(["KeyName", "none"] as const).map((form) => [form, { kind: "own", form }] as const),
  ...(["IssuerSerial", "SubjectKeyIdentifier", "Thumbprint", "Certificate"] as const).map(
    (form) => [form, { kind: "token", form }] as const,
  ),
]);

/** An `xenc:EncryptedData` with its `xenc:EncryptedKey` in it, on one line. */
export function encryptedText({ type, cipher, data, transport, key, recipient, certificate }: EncryptedText): string {
  const writer = new SignatureWriter("ds");
  const value = (bytes: Uint8Array) =>
    writer.other("xenc:CipherData", {}, () => {
      writer.other("xenc:CipherValue", {}, toBase64(bytes));
    });
  const attributes = { "xmlns:xenc": encryptionNamespace, Type: `${encryptionNamespace}${type}` };
  writer.other("xenc:EncryptedData", attributes, () => {
    writer.other("xenc:EncryptionMethod", { Algorithm: cipher.uri });
    writer.element("KeyInfo", { [writer.declaration]: signatureNamespace }, () => {
      writer.other("xenc:EncryptedKey", {}, () => {
        addTransport(writer, transport);
        addKeyInfo(writer, [recipient], [certificate], undefined, {});
        value(key);
      });
    });
    value(data);
  });
  return writer.text;
}

function addTransport(writer: SignatureWriter, { name, padding }: EncryptedText["transport"]): void {
  writer.other("xenc:EncryptionMethod", { Algorithm: `${transports.get(name) ?? ""}${name}` }, () => {
    if (padding.name !== "oaep") return;
    const named = (hash: string) => [...digestMethods].find(([, method]) => method.hash === hash);
    writer.element("DigestMethod", { Algorithm: named(padding.digest)?.[1].uri });
    if (name !== "rsa-oaep") return;
    const mgf = `${encryption11Namespace}mgf1${named(padding.mgf)?.[0]}`;
    writer.other("xenc11:MGF", { "xmlns:xenc11": encryption11Namespace, Algorithm: mgf });
  });
}
