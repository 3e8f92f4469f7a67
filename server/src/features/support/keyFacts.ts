import * as l10n from "@vscode/l10n";
import { type Certificate, readCertificate } from "../../crypto/certificate.ts";
import type { Keys } from "../../resources/keys.ts";
import { keyIn } from "../../variables/builtInReferences.ts";
import { code, paragraphs, prose } from "./markdown.ts";

/** The certificate of a key; undefined if it is unknown. */
export function keyCertificate(keys: Keys, name: string): Certificate | undefined {
  const key = keys.find(name);
  const [der] = key.kind === "key" ? key.info.certificates : [];
  return der && readCertificate(der);
}

/** Subject, issuer and validity for a reference such as `$certificate NAME`; undefined for other references. */
export function keyMarkdown(keys: Keys, reference: string): string | undefined {
  const name = keyIn(reference);
  const certificate = name === undefined ? undefined : keyCertificate(keys, name);
  return certificate && certificateMarkdown(certificate);
}

export function certificateMarkdown(certificate: Certificate): string {
  const { subject, issuer, notBefore, notAfter, publicKey } = certificate;
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const kind =
    publicKey.algorithm?.kind === "rsa" ? `RSA, ${publicKey.algorithm.bits} bits` : publicKey.algorithm?.curve;
  return paragraphs(
    l10n.t("Certificate: {0}", code(subject)),
    l10n.t("Issuer: {0}", code(issuer)),
    prose(l10n.t("Valid from {0} to {1}.", day(notBefore), day(notAfter))),
    kind === undefined ? undefined : l10n.t("Key: {0}", code(kind)),
  );
}

/** The name of the first key that isn't just a trusted certificate. */
export function signingKey(keys: Keys): string | undefined {
  return keys.names().find((name) => {
    const key = keys.find(name);
    return key.kind !== "key" || key.info.algorithm !== undefined;
  });
}
