import * as l10n from "@vscode/l10n";
import { hashNames } from "../../crypto/hashes.ts";
import { fact } from "../../http/facts.ts";
import type { RsaPadding } from "../../protocol/keyProtocol.ts";
import type { Span } from "../../text/span.ts";
import type { KeyReferenceText } from "../keyInfoText.ts";
import { type OptionProblem, type OptionValue, readOptions, type SecurityOption, wordsIn } from "../securityOptions.ts";
import { type BlockCipher, blockCiphers, excessOptions, paddingOf, transports } from "./ciphers.ts";
import { recipients } from "./encryptedText.ts";

const specification = "XML Encryption 1.1";
const usual = { algorithm: "aes256-gcm", key: "rsa-oaep-mgf1p", keyInfo: "IssuerSerial" } as const;
const token = "BinarySecurityToken";

export const encryptionOptions: readonly SecurityOption[] = [
  {
    ...fact("parts", "WS-Security 1.1 section 9", () =>
      l10n.t(
        "What is encrypted: Body, whose content is, names of elements, #id, NAME/node() for the content of an element, or cid:ID for an attachment. Default: Body.",
      ),
    ),
    several: true,
  },
  {
    ...fact("algorithm", `${specification} section 5.2`, () =>
      l10n.t("The algorithm that encrypts the parts. Default: aes256-gcm."),
    ),
    choices: [...blockCiphers.keys()],
  },
  {
    ...fact("key", `${specification} section 5.5`, () =>
      l10n.t("The algorithm that encrypts their key for the certificate. Default: rsa-oaep-mgf1p."),
    ),
    choices: [...transports.keys()],
  },
  {
    ...fact("digest", `${specification} section 5.5`, () =>
      l10n.t("The hash of rsa-oaep-mgf1p and rsa-oaep. Default: sha1, with rsa-oaep sha256."),
    ),
    choices: [...hashNames.keys()],
  },
  {
    ...fact("mgf", `${specification} section 5.5`, () =>
      l10n.t("The hash of the mask generation function of rsa-oaep. Default: that of digest."),
    ),
    choices: [...hashNames.keys()],
  },
  {
    ...fact("keyInfo", "WS-Security X.509 Token Profile 1.1 section 3.2", () =>
      l10n.t("How the EncryptedKey identifies the certificate of the recipient. Default: IssuerSerial."),
    ),
    choices: [...recipients.keys(), token],
  },
  fact("mimeType", "WS-Security SwA Profile 1.1 section 5.5", () =>
    l10n.t("The media type of an attachment before it is encrypted. Default: its Content-Type."),
  ),
];

/** The options of `{{$encrypted NAME …}}`. Spans are offsets in the text between the braces. */
export interface EncryptionOptions {
  readonly key: OptionValue | undefined;
  /** Names of the parts; `undefined` for the default, the Body. */
  readonly parts: readonly OptionValue[] | undefined;
  readonly cipher: BlockCipher | undefined;
  readonly transport: { readonly name: string; readonly padding: RsaPadding };
  /** How the key is named; `token`: by a BinarySecurityToken in the message. `undefined` for an unknown value. */
  readonly recipient: KeyReferenceText | "token" | undefined;
  /** Media type of attachments before encryption. */
  readonly mimeType: string | undefined;
  /** An option that doesn't apply to the algorithm of the key. */
  readonly excess: "digest" | "mgf" | undefined;
  at(option: string): Span;
  readonly problems: readonly OptionProblem[];
}

/** Whether the text between the braces of a reference is `$encrypted …`. */
export function isEncryption(reference: string): boolean {
  return /^\$encrypted(?=[ \t]|$)/.test(reference);
}

/** @param reference the text between the braces */
export function readEncryptionOptions(reference: string): EncryptionOptions {
  const { key, values, problems, chosen, at } = readOptions(reference, encryptionOptions);
  const option = (name: keyof typeof usual) => chosen(name)?.[0] ?? usual[name];
  const transport = option("key");
  const keyInfo = option("keyInfo");
  const parts = values.get("parts");
  return {
    key,
    parts: parts && wordsIn(parts),
    cipher: blockCiphers.get(option("algorithm")),
    transport: { name: transport, padding: paddingOf(transport, chosen("digest")?.[0], chosen("mgf")?.[0]) },
    mimeType: values.get("mimeType")?.text,
    recipient: keyInfo === token ? "token" : recipients.get(keyInfo),
    excess: excessOptions(transport).find((name) => values.has(name)),
    at,
    problems,
  };
}
