import type { Certificate } from "../../crypto/certificate.ts";
import type { RsaPadding } from "../../protocol/keyProtocol.ts";
import { securityNamespace } from "../../soap/facts.ts";
import { toBase64 } from "../../text/base64.ts";
import { digestMethods } from "../algorithms.ts";
import { addKeyInfo, type KeyReferenceText } from "../keyInfoText.ts";
import {
  attachmentEncryption,
  encryption11Namespace,
  encryptionNamespace,
  security11Namespace,
  signatureNamespace,
} from "../names.ts";
import { SignatureWriter } from "../signatureWriter.ts";
import { type BlockCipher, transports } from "./ciphers.ts";

export interface EncryptedText {
  readonly type: "Element" | "Content";
  readonly cipher: BlockCipher;
  /** The encrypted data, with the IV. */
  readonly data: Uint8Array;
  /** The method that encrypted the key. `name`: as in the options. */
  readonly transport: { readonly name: string; readonly padding: RsaPadding };
  readonly key: Uint8Array;
  readonly recipient: KeyReferenceText;
  readonly certificate: Certificate;
}

/** The ways in which a message can name a key without another element. */
export const recipients: ReadonlyMap<string, KeyReferenceText> = new Map<string, KeyReferenceText>([
  ...(["X509Certificate", "X509IssuerSerial", "X509SKI"] as const).map(
    (form) => [form, { kind: "data", form }] as const,
  ),
  ...(["KeyName", "none"] as const).map((form) => [form, { kind: "own", form }] as const),
  ...(["IssuerSerial", "SubjectKeyIdentifier", "Thumbprint", "Certificate"] as const).map(
    (form) => [form, { kind: "token", form }] as const,
  ),
]);

/** Writes an `xenc:EncryptedData` that contains its `xenc:EncryptedKey`, on one line. */
export function encryptedText({ type, cipher, data, transport, key, recipient, certificate }: EncryptedText): string {
  const writer = new SignatureWriter("ds");
  const attributes = { "xmlns:xenc": encryptionNamespace, Type: `${encryptionNamespace}${type}` };
  writer.other("xenc:EncryptedData", attributes, () => {
    writer.other("xenc:EncryptionMethod", { Algorithm: cipher.uri });
    writer.element("KeyInfo", { [writer.declaration]: signatureNamespace }, () => {
      writer.other("xenc:EncryptedKey", {}, () => {
        addTransport(writer, transport);
        addKeyInfo(writer, [recipient], [certificate], undefined, {});
        addValue(writer, key);
      });
    });
    addValue(writer, data);
  });
  return writer.text;
}

export interface EncryptedKeyText extends Pick<EncryptedText, "transport" | "key" | "recipient" | "certificate"> {
  readonly id: string;
  readonly parts: readonly string[];
}

/** Writes an `xenc:EncryptedKey` for `wsse:Security`, on one line (WS-Security 1.1 section 9.1). */
export function encryptedKeyText({ id, parts, transport, key, recipient, certificate }: EncryptedKeyText): string {
  const writer = new SignatureWriter("ds");
  const namespaces = { "xmlns:xenc": encryptionNamespace, [writer.declaration]: signatureNamespace };
  writer.other("xenc:EncryptedKey", { ...namespaces, Id: id }, () => {
    addTransport(writer, transport);
    addKeyInfo(writer, [recipient], [certificate], undefined, {});
    addValue(writer, key);
    writer.other("xenc:ReferenceList", {}, () => {
      for (const part of parts) writer.other("xenc:DataReference", { URI: `#${part}` });
    });
  });
  return writer.text;
}

const encryptedKeyType = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey";

export interface EncryptedDataText extends Pick<EncryptedText, "cipher"> {
  readonly id: string;
  readonly keyId: string;
  readonly data:
    | Pick<EncryptedText, "type" | "data">
    /** `attachment`: the `cid:` URI of the attachment with the encrypted data. */
    | { readonly attachment: string; readonly mimeType: string };
}

/** Writes an `xenc:EncryptedData` on one line (WS-Security 1.1 section 9.3, WS-Security SwA Profile 1.1 section 5.5). */
export function encryptedDataText({ id, keyId, cipher, data }: EncryptedDataText): string {
  const writer = new SignatureWriter("ds");
  const isAttachment = "attachment" in data;
  const facts = isAttachment
    ? { ...(data.mimeType === "" ? {} : { MimeType: data.mimeType }), Type: attachmentEncryption.content }
    : { Type: `${encryptionNamespace}${data.type}` };
  const attributes = { "xmlns:xenc": encryptionNamespace, Id: id, ...facts };
  const token = {
    "xmlns:wsse": securityNamespace,
    "xmlns:wsse11": security11Namespace,
    "wsse11:TokenType": encryptedKeyType,
  };
  writer.other("xenc:EncryptedData", attributes, () => {
    writer.other("xenc:EncryptionMethod", { Algorithm: cipher.uri });
    writer.element("KeyInfo", { [writer.declaration]: signatureNamespace }, () => {
      writer.other("wsse:SecurityTokenReference", token, () => {
        writer.other("wsse:Reference", { URI: `#${keyId}` });
      });
    });
    if (!isAttachment) return addValue(writer, data.data);
    writer.other("xenc:CipherData", {}, () => {
      writer.other("xenc:CipherReference", { URI: data.attachment }, () => {
        writer.other("xenc:Transforms", {}, () => {
          const algorithm = { [writer.declaration]: signatureNamespace, Algorithm: attachmentEncryption.ciphertext };
          writer.element("Transform", algorithm);
        });
      });
    });
  });
  return writer.text;
}

function addValue(writer: SignatureWriter, bytes: Uint8Array): void {
  writer.other("xenc:CipherData", {}, () => {
    writer.other("xenc:CipherValue", {}, toBase64(bytes));
  });
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
