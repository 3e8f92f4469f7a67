import * as l10n from "@vscode/l10n";
import { type Certificate, readCertificate } from "../../../../server/src/crypto/certificate.ts";
import { readDer } from "../../../../server/src/crypto/der.ts";
import type { KeyAlgorithm } from "../../../../server/src/protocol/protocol.ts";
import { joinedBytes, sameBytes } from "../../../../server/src/text/bytes.ts";
import { withoutUnseen } from "../../../../server/src/text/escapes.ts";
import { largestKeyFile } from "../../../../server/src/text/limits.ts";
import { type Contents, chosenEntries } from "./entries.ts";
import { isKeystore, readKeystore } from "./keystore.ts";
import type { OldCiphers } from "./oldCiphers.ts";
import { readPemKeys } from "./pemKeys.ts";
import { ofPkcs8 } from "./pkcs8.ts";
import { type ContentsRead, isPkcs12, readPkcs12 } from "./pkcs12.ts";
import { belongsTo, importKey, type PrivateKey, pem } from "./signer.ts";

/** A key from a file: the data that may be shown, and the private key, which never leaves its functions. */
export interface Key {
  readonly info: KnownCertificates;
  /** The private key; undefined for a file with certificates only. */
  readonly use: PrivateKey | undefined;
}

export interface KnownCertificates {
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: KeyAlgorithm | undefined;
}

export type KeyReading =
  | { readonly kind: "key"; readonly key: Key }
  /** The passphrase is missing. `info`: the certificates that aren't encrypted. */
  | { readonly kind: "locked"; readonly info: KnownCertificates | undefined }
  | { readonly kind: "wrongPassphrase" }
  /** `why`: a sentence with the name of the key. */
  | { readonly kind: "refused"; readonly why: string };

/** Returns the certificates and the private key as PEM, for TLS; or why there is no private key. */
export function clientCertificate(name: string, { info, use }: Key): ClientCertificate | string {
  if (!use) return l10n.t("The file of the key {0} contains no private key.", name);
  return { cert: info.certificates.map((der) => pem("CERTIFICATE", der)).join(""), key: use.pem() };
}

/** A certificate and its key as one file, which PEM allows. */
export function joinedFiles(files: readonly Uint8Array[]): Uint8Array {
  return joinedBytes(files.flatMap((file, index) => (index === 0 ? [file] : [Uint8Array.of(0x0a), file])));
}

export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

interface KeyOpening {
  readonly passphrase: string | undefined;
  /** Alias of the key, if the file has several keys. */
  readonly alias?: string | undefined;
  readonly old: OldCiphers | undefined;
}

/** Reads PEM, PKCS #12 or a keystore of Java, perhaps with certificates only. Never rejects. `name`: for messages. */
export async function readKey(
  name: string,
  file: Uint8Array,
  { passphrase, old, alias }: KeyOpening,
): Promise<KeyReading> {
  const refused = (why: string): KeyReading => ({ kind: "refused", why });
  if (file.length > largestKeyFile) {
    return refused(l10n.t("The file of the key {0} is larger than {1} MB.", name, largestKeyFile / 1_000_000));
  }
  const { read, open } = await contentsOf(file, { passphrase: passphrase ?? "", old }, alias);
  switch (read.kind) {
    case "contents":
      return keyOf(name, read.contents, old);
    case "several":
      return refused(
        l10n.t(
          "The file of the key {0} contains several keys. Choose one of the aliases: {1}",
          name,
          shown(read.aliases),
        ),
      );
    case "noAlias":
      return refused(
        read.aliases.length === 0
          ? l10n.t("The file of the key {0} has no aliases. Remove {1}.", name, shown([alias ?? ""]))
          : l10n.t(
              "The file of the key {0} has no alias {1}. Choose one of these: {2}",
              name,
              shown([alias ?? ""]),
              shown(read.aliases),
            ),
      );
    case "otherPassphrase":
      return refused(
        l10n.t(
          "In the file of the key {0}, the entry {1} has another passphrase than the keystore. Change it with keytool -keypasswd.",
          name,
          shown([read.alias]),
        ),
      );
    case "secretKey":
      return refused(
        l10n.t(
          "The file of the key {0} contains a secret key. Copy the private key to another file with keytool -importkeystore -srcalias.",
          name,
        ),
      );
    case "wrong":
      return passphrase === undefined ? { kind: "locked", info: infoWithoutKey(open) } : { kind: "wrongPassphrase" };
    case "old":
      return refused(
        l10n.t("The file of the key {0} is encrypted in a way that browsers can't decrypt. Encrypt it with AES.", name),
      );
    case "unknown":
      return refused(
        l10n.t("The encryption of the file of the key {0} isn't supported. Encrypt the file with AES.", name),
      );
    case "malformed":
      return refused(l10n.t("The file of the key {0} is neither PEM nor PKCS #12 nor a keystore of Java.", name));
  }
}

const mostShown = 10;

/** Aliases as JSON: their line breaks and controls can't change a message. */
function shown(aliases: readonly string[]): string {
  const texts = aliases.slice(0, mostShown).map((alias) => withoutUnseen(JSON.stringify(alias.slice(0, 100))));
  return [...texts, ...(aliases.length > mostShown ? ["…"] : [])].join(", ");
}

/** `open`: the certificates that aren't encrypted. */
async function contentsOf(
  file: Uint8Array,
  unlocking: { readonly passphrase: string; readonly old: OldCiphers | undefined },
  alias: string | undefined,
): Promise<{ readonly read: ContentsRead; readonly open: readonly Uint8Array[] }> {
  // A file in DER begins with the tag of a SEQUENCE.
  if (file[0] === 0x30) {
    const value = readDer(file, "ber");
    if (isPkcs12(value)) return { read: await readPkcs12(value, unlocking, alias), open: [] };
    const certificates = readCertificate(file) ? [file] : [];
    const read: ContentsRead =
      certificates.length > 0
        ? chosenEntries({ keys: [], certificates: [{ alias: undefined, bytes: file }] }, alias)
        : { kind: "malformed" };
    return { read, open: certificates };
  }
  if (isKeystore(file)) return { read: await readKeystore(file, unlocking, alias), open: [] };
  return readPemKeys(file, unlocking, alias);
}

async function keyOf(name: string, contents: Contents, old: OldCiphers | undefined): Promise<KeyReading> {
  const refused = (why: string): KeyReading => ({ kind: "refused", why });
  const keys = contents.keys.map(({ bytes }) => bytes);
  const files = contents.certificates.map(({ bytes }) => bytes);
  const certificates = files.flatMap((der) => readCertificate(der) ?? []);
  if (certificates.length < files.length) {
    return refused(l10n.t("The file of the key {0} contains a certificate that can't be read.", name));
  }
  if (keys.length === 0) {
    return certificates.length > 0
      ? { kind: "key", key: { info: { certificates: files, algorithm: undefined }, use: undefined } }
      : refused(l10n.t("The file of the key {0} contains neither a private key nor a certificate.", name));
  }
  if (certificates.length === 0) {
    return refused(l10n.t("The file of the key {0} contains no certificate.", name));
  }
  const privateKeys = keys.flatMap((key) => ofPkcs8(key) ?? []);
  for (const key of privateKeys) {
    const imported = await importKey(key, old);
    if (!imported) return refused(l10n.t("The private key in the file of the key {0} can't be read.", name));
    const own = certificates.find((one) => belongsTo(one, imported));
    const algorithm = own?.publicKey.algorithm;
    if (!own || !algorithm) continue;
    const info = { certificates: chainOf(own, certificates).map(({ der }) => der), algorithm };
    return { kind: "key", key: { info, use: imported.use } };
  }
  return refused(
    privateKeys.length > 0
      ? l10n.t("The certificate in the file of the key {0} belongs to another key.", name)
      : l10n.t("The type of the key {0} isn't supported. Use RSA, or EC on P-256, P-384 or P-521.", name),
  );
}

/** Each certificate is followed by the one of its issuer. Others are left out. */
function chainOf(own: Certificate, certificates: readonly Certificate[]): readonly Certificate[] {
  const chain = [own];
  for (const last of chain) {
    const issuer = certificates.find(
      (one) => !chain.some(({ der }) => sameBytes(der, one.der)) && sameBytes(one.subjectName, last.issuerName),
    );
    if (issuer) chain.push(issuer);
  }
  return chain;
}

/** While the private key is unknown, its certificate is the first one that didn't issue another one. */
function infoWithoutKey(open: readonly Uint8Array[]): KnownCertificates | undefined {
  const certificates = open.flatMap((der) => readCertificate(der) ?? []);
  const own = certificates.find(
    (one) => !certificates.some((other) => other !== one && sameBytes(other.issuerName, one.subjectName)),
  );
  const algorithm = own?.publicKey.algorithm;
  return own && algorithm && { certificates: chainOf(own, certificates).map(({ der }) => der), algorithm };
}
