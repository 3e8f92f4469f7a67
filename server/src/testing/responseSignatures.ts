import * as l10n from "@vscode/l10n";
import type { MessageInfo } from "../analysis/messageInfo.ts";
import type { Trust } from "../crypto/trust.ts";
import { type MessageBytes, ReadContent } from "../evaluation/readContent.ts";
import { conditionsIn } from "../expectations/directives.ts";
import type { PresentedSignature, PresentParams, SignatureSummary } from "../protocol/protocol.ts";
import { type Compute, hostCertificates, type Keys } from "../resources/keys.ts";
import { fieldValue, parseResponse, receivedText } from "../response/parse.ts";
import { isCut } from "../response/receivedMessage.ts";
import type { Decryption } from "../security/decryption.ts";
import { signatureNamespace } from "../security/names.ts";
import type { HostCertificates } from "../security/verification/verification.ts";
import {
  notVerifiedText,
  noVerification,
  type Verification,
  type VerifiedSignature,
} from "../security/verification/verification.ts";
import { verifySignatures } from "../security/verification/verify.ts";
import { fromBase64, toBase64 } from "../text/base64.ts";
import { shownBytes } from "../text/limits.ts";
import {
  atReceived,
  charactersOf,
  type Decrypting,
  decryptedResponse,
  decryptionKeys,
  encryptionLines,
  mayBeEncrypted,
  type Searched,
} from "./decryptedResponse.ts";

/** Whether the body of a response may contain something to verify: a signature, or a Timestamp. */
export function mayBeSigned({ body }: Pick<MessageBytes, "body">, characters: Searched = charactersOf(body)): boolean {
  return characters.includes("Signature") || characters.includes("Expires");
}

/** Verifies the signatures of a response. `now`: the time when it was received. */
export async function verifyResponse(
  response: MessageBytes | ReadContent,
  certificates: HostCertificates,
  now: Date,
): Promise<Verification> {
  const { xml, attachments, decryption } = response instanceof ReadContent ? response : new ReadContent(response);
  return xml ? verifySignatures(xml, certificates, now, attachments, decryption) : noVerification;
}

/** The signatures and the encryption of a response that is shown. `lines`: sentences about the signatures. */
export interface PresentedVerification {
  /** `undefined` if nothing was verified. */
  readonly verification: Verification | undefined;
  readonly lines: readonly string[];
  /** Sentences about encrypted parts. */
  readonly encryption: readonly string[];
  /** `undefined` if nothing is encrypted. */
  readonly decryption?: Decryption | undefined;
  /** The shown content, decrypted as far as possible. */
  readonly content: ReadContent;
  /** Set if only the beginning of the response is known, so that nothing was verified. */
  readonly isCut?: true;
}

export interface PresentedKeys {
  readonly certificates: HostCertificates;
  readonly decrypting: Decrypting;
}

/** Decrypts and verifies a response, unless it is cut off. `host` is called if something may be encrypted or signed. */
export async function verifyPresented(
  { head, body, facts, format }: PresentParams,
  host: () => Promise<PresentedKeys>,
  now: Date,
): Promise<PresentedVerification> {
  const bytes = fromBase64(body);
  const characters = charactersOf(bytes);
  const { text, fields } = parseResponse(receivedText(fromBase64(head)));
  const named = fields.map((field) => ({ name: field.name, value: fieldValue(text, field) }));
  const received = new ReadContent({ fields: named, body: bytes });
  if (isCut(facts)) {
    const isSigned = characters.includes(signatureNamespace);
    const encryption = mayBeEncrypted(characters) ? [notDecrypted(facts)] : [];
    const lines = isSigned ? [notVerified(facts)] : [];
    return { content: received, verification: undefined, lines, encryption, isCut: true };
  }
  if (!mayBeSigned({ body: bytes }, characters) && !mayBeEncrypted(characters))
    return { content: received, verification: undefined, lines: [], encryption: [] };
  const { certificates, decrypting } = await host();
  const response = await decryptedResponse({ fields: named, body: bytes }, decrypting, characters);
  const content = new ReadContent(response);
  const verification = await verifyResponse(content, certificates, now);
  const { decryption } = response;
  return {
    content,
    verification: format ? verification : atReceived(verification, response),
    lines: verificationLines(verification),
    encryption: decryption ? encryptionLines(decryption) : [],
    decryption,
  };
}

/** The summary that is shown above a response. `verification`: undefined if nothing was verified. */
export function signatureSummary(verification: Verification | undefined, lines: readonly string[]): SignatureSummary {
  const { signatures = [], findings = [] } = verification ?? {};
  const hasError = findings.some(({ code }) => code === "signature-invalid" || code === "signature-wrapped");
  if (hasError || signatures.some(({ state }) => state.kind === "invalid")) return { state: "invalid", lines };
  if (signatures.length === 0 || signatures.some(({ state }) => state.kind !== "valid")) {
    return { state: "notVerified", lines };
  }
  const doubtful = signatures.find(({ trust }) => trust !== "trusted");
  if (!doubtful) return { state: "valid", lines };
  const { trust, signer } = doubtful;
  const untrusted =
    trust === "untrusted" && signer ? { certificate: toBase64(signer.der), subject: signer.subject } : undefined;
  return { state: "untrusted", lines, ...(untrusted ? { untrusted } : {}) };
}

function notVerified({ leftOut }: PresentParams["facts"]): string {
  if (leftOut === 0) return l10n.t("Signatures aren't verified, because the response is incomplete.");
  const size = `${shownBytes / 1024 / 1024} MB`;
  return l10n.t("Signatures aren't verified, because only the first {0} are read. Use soaphttp send instead.", size);
}

function notDecrypted({ leftOut }: PresentParams["facts"]): string {
  if (leftOut === 0) return l10n.t("Nothing is decrypted, because the response is incomplete.");
  const size = `${shownBytes / 1024 / 1024} MB`;
  return l10n.t("Nothing is decrypted, because only the first {0} are read. Use soaphttp send instead.", size);
}

export function hostKeys(keys: Keys, compute: Compute): PresentedKeys {
  return { certificates: hostCertificates(keys), decrypting: { keys: decryptionKeys(keys), compute } };
}

export function expectsSignature({ segment: { segment } }: MessageInfo): boolean {
  return conditionsIn(segment).some(({ subject }) => subject.kind === "signature");
}

/** A verified signature as JSON, which is also shown to users. */
export function presentSignature(signature: VerifiedSignature): PresentedSignature {
  const { state, of, trust, algorithm, digests, signer, covered, notCovered } = signature;
  const date = (at: Date) => at.toISOString().replace(".000Z", "Z");
  return {
    valid: state.kind === "valid",
    state: state.kind,
    of,
    trust,
    algorithm,
    digests,
    signer: signer
      ? {
          subject: signer.subject,
          issuer: signer.issuer,
          serial: signer.serial,
          notBefore: date(signer.notBefore),
          notAfter: date(signer.notAfter),
        }
      : null,
    covered,
    notCovered,
  };
}

/** A sentence about a verified signature: `Signature of Body valid: CN=me (rsa-sha256), trusted. Covers Body.` */
function signatureText({ state, of, trust, algorithm, signer, covered, notCovered }: VerifiedSignature): string {
  if (state.kind === "notVerified") return notVerifiedText(of, state.why);
  const name = signer?.subject ?? l10n.t("unknown certificate");
  const outcome =
    state.kind === "valid"
      ? l10n.t("Signature of {0} valid: {1} ({2}), {3}.", of, name, algorithm, trustText(trust))
      : l10n.t("Signature of {0} invalid: {1} ({2}), {3}.", of, name, algorithm, trustText(trust));
  const covers = covered.length === 0 ? l10n.t("Covers nothing.") : l10n.t("Covers {0}.", covered.join(", "));
  const others = notCovered.length === 0 ? [] : [l10n.t("Not covered: {0}.", notCovered.join(", "))];
  return [outcome, covers, ...others].join(" ");
}

export function trustText(trust: Trust): string {
  return trustTexts[trust]();
}

const trustTexts: Readonly<Record<Trust, () => string>> = {
  trusted: () => l10n.t("trusted"),
  untrusted: () => l10n.t("not trusted"),
  expired: () => l10n.t("expired"),
  unknown: () => l10n.t("trust unknown"),
};

export function verificationLines({ signatures, findings }: Verification): readonly string[] {
  const own = findings.filter(({ code }) => !code.startsWith("encryption-"));
  return [...new Set([...signatures.map(signatureText), ...own.map(({ message }) => message)])];
}
