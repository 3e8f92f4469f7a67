import * as l10n from "@vscode/l10n";
import { readCertificate } from "../../crypto/certificate.ts";
import { hashNames } from "../../crypto/hashes.ts";
import { encryptedWithRsa } from "../../crypto/rsa.ts";
import { fact } from "../../http/facts.ts";
import { blockCiphers, transports } from "../../security/encryption/ciphers.ts";
import { encryptedText, recipients } from "../../security/encryption/encryptedText.ts";
import { markupOfNodes } from "../markup.ts";
import type { XmlContent } from "../xmlContent.ts";
import { rsaKey, rsaPadding } from "./cipherSteps.ts";
import { StepError } from "./decoding.ts";
import { asBytes, ofXml, type Step } from "./step.ts";

const usual = { algorithm: "aes256-gcm", key: "rsa-oaep-mgf1p", keyInfo: "X509Certificate" } as const;

/** The step that encrypts XML: the key of the data is random, and encrypted for a certificate. */
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
    // A sample has only the length.
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

/** An element or the root of a document, or what is in it, with the namespace declarations that it needs. */
function markupIn(content: XmlContent, isContent: boolean): string {
  const document = content.document();
  const element = content.element ?? document.root;
  if (!element) return "";
  return markupOfNodes(document, isContent ? element.children : [element]);
}
