import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import { sameBytes } from "../../crypto/der.ts";
import { isValidAt, type Trust, trustIn } from "../../crypto/trust.ts";
import { verifies } from "../../crypto/verify.ts";
import { type Envelope, readEnvelope } from "../../soap/envelope.ts";
import { xopNamespace } from "../../soap/facts.ts";
import { elements, elementsWith, walk } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { digestOf, fragmentOf, methodOf, type SignatureMethod } from "../algorithms.ts";
import { canonicalBytes } from "../c14n.ts";
import { type FoundId, idIndex } from "../ids.ts";
import { signatureNamespace } from "../names.ts";
import { coveredBy, isMoved, type Places, placesOf } from "./places.ts";
import { type ReadReference, type ReadSignature, readSignature } from "./readSignature.ts";
import { type CertificateSources, certificateIn, isToken, signersOf } from "./signer.ts";
import { expiredTimestamps } from "./timestamps.ts";

/** What the signature of a response says. Names are local names. */
export interface VerifiedSignature {
  /** Whether the digests and the value match: arithmetic alone. */
  readonly valid: boolean;
  readonly trust: Trust;
  /** The fragment of the URI. */
  readonly algorithm: string;
  readonly digests: readonly string[];
  /** `undefined` if the certificate isn't known. */
  readonly signer: Certificate | undefined;
  /** Of the Body, Timestamps, UsernameTokens and header blocks: those at their place that it covers, and the others. */
  readonly covered: readonly string[];
  readonly notCovered: readonly string[];
}

export type SignatureCode =
  | "signature-invalid"
  | "signature-wrapped"
  | "signature-unsupported"
  | "signature-body-not-covered"
  | "signature-certificate-untrusted"
  | "signature-certificate-expired"
  | "signature-weak"
  | "timestamp-expired";

export interface SignatureFinding {
  readonly code: SignatureCode;
  readonly message: string;
  /** The index of an element among all elements of the document. */
  readonly element: number;
}

export interface Verification {
  readonly signatures: readonly VerifiedSignature[];
  readonly findings: readonly SignatureFinding[];
}

export const noVerification: Verification = { signatures: [], findings: [] };

/** The certificates of the host. */
export interface HostCertificates {
  readonly known: readonly Certificate[];
  readonly trusted: readonly Certificate[];
}

/** More aren't verified, and more certificates aren't tried. */
const maxSignatures = 20;
const maxReferences = 100;
const maxSigners = 20;

/** Verifies each `ds:Signature` of a message. Nothing is read from elsewhere. `now`: when the message was received. */
export async function verifySignatures(
  document: XmlDocument,
  certificates: HostCertificates,
  now: Date,
): Promise<Verification> {
  const signatures = [...elementsWith(document, "Signature")].filter(
    (one) => one.namespace === signatureNamespace && one.local === "Signature",
  );
  const envelope = readEnvelope(document);
  const findings: Found[] = envelope ? expiredTimestamps(envelope, now) : [];
  const verified: VerifiedSignature[] = [];
  if (signatures.length > 0) {
    const verifier = new Verifier(document, envelope, certificates, now, findings);
    for (const one of signatures.slice(0, maxSignatures)) verified.push(await verifier.verify(one));
    const [first] = signatures;
    if (first && envelope?.body && verified.some(({ valid }) => valid)) {
      const isCovered = verified.some(({ valid, covered }) => valid && covered.includes("Body"));
      const message = l10n.t("No valid signature covers the Body, so anybody may have changed it.");
      if (!isCovered) findings.push({ code: "signature-body-not-covered", message, at: first });
    }
  }
  return { signatures: verified, findings: placed(document, findings) };
}

interface Found extends Omit<SignatureFinding, "element"> {
  readonly at: XmlElement;
}

function placed(document: XmlDocument, findings: readonly Found[]): readonly SignatureFinding[] {
  if (findings.length === 0) return [];
  const index = new Map([...elements(document)].map((one, at) => [one, at]));
  return findings.map(({ code, message, at }) => ({ code, message, element: index.get(at) ?? 0 }));
}

class Verifier {
  readonly #document: XmlDocument;
  readonly #places: Places | undefined;
  readonly #sources: CertificateSources;
  readonly #certificates: HostCertificates;
  readonly #now: Date;
  readonly #findings: Found[];
  /** UTF-16 units that may be canonicalized: many references may name the same large element. */
  #left: number;

  constructor(
    document: XmlDocument,
    envelope: Envelope | undefined,
    certificates: HostCertificates,
    now: Date,
    findings: Found[],
  ) {
    this.#document = document;
    this.#places = envelope && placesOf(envelope);
    this.#certificates = certificates;
    this.#now = now;
    this.#findings = findings;
    this.#left = 10 * (document.end - document.start) + 1_000_000;
    const header = envelope?.header;
    const tokens = header ? [...walk(header.children)].flatMap((one) => (one.kind === "element" ? one : [])) : [];
    const sent = tokens.filter(isToken).slice(0, maxSigners);
    this.#sources = {
      document,
      ids: idIndex(document),
      header,
      sent: sent.flatMap((one) => certificateIn(document, one)),
      known: [...certificates.known, ...certificates.trusted],
    };
  }

  async verify(element: XmlElement): Promise<VerifiedSignature> {
    const read = readSignature(this.#document, element);
    const signers = (await signersOf(read.keyInfo, this.#sources)).slice(0, maxSigners);
    const { state, signer = signers[0] } = await this.#state(read, signers);
    if (state.kind !== "valid") {
      this.#add(state.kind === "invalid" ? "signature-invalid" : "signature-unsupported", state.why, element);
    }
    const trust = signer ? await this.#trust(signer, element) : "unknown";
    this.#reportWeakness(read, signer);
    const covered = this.#coverage(read, state.kind === "valid");
    const parts = this.#places?.parts ?? [];
    return {
      valid: state.kind === "valid",
      trust,
      algorithm: fragmentOf(read.method),
      digests: [...new Set(read.references.map(({ digestMethod }) => fragmentOf(digestMethod)))],
      signer,
      covered: names(parts.filter((one) => covered.has(one))),
      notCovered: names(parts.filter((one) => !covered.has(one))),
    };
  }

  #add(code: SignatureCode, message: string, at: XmlElement): void {
    this.#findings.push({ code, message, at });
  }

  async #state(read: ReadSignature, signers: readonly Certificate[]): Promise<{ state: State; signer?: Certificate }> {
    const state = await this.#references(read);
    if (state.kind !== "valid") return { state };
    const method = methodOf(read.method);
    if (!method || !read.canonicalization || !read.signedInfo) return { state: unsupported(read.method) };
    if (!read.value) return { state: invalid(l10n.t("The value of the signature is missing, or isn't Base64.")) };
    const signed = canonicalBytes(this.#document, read.signedInfo, read.canonicalization);
    if (!signed) return { state: tooLong() };
    return valueState(signers, method, read.value, signed);
  }

  /** Whether all digests match. */
  async #references(read: ReadSignature): Promise<State> {
    const { references, signedInfo, canonicalization } = read;
    if (this.#document.problems.length > 0 || this.#document.doctype) {
      return {
        kind: "unsupported",
        why: l10n.t("The XML isn't well-formed or has a DTD, so signatures aren't verified."),
      };
    }
    if (!signedInfo) return invalid(l10n.t("The signature has no SignedInfo, or several."));
    if (references.length === 0) return invalid(l10n.t("The signature has no Reference, so it covers nothing."));
    if (references.length > maxReferences) {
      return { kind: "unsupported", why: l10n.t("The signature has more than {0} references.", maxReferences) };
    }
    if (!canonicalization) return unsupported(read.canonicalizationUri);
    if (!methodOf(read.method)) return unsupported(read.method);
    let first: State = { kind: "valid" };
    for (const reference of references) {
      const state = await this.#reference(reference, read.element);
      // An error is more important than what isn't supported.
      if (state.kind === "invalid") return state;
      if (first.kind === "valid") first = state;
    }
    return first;
  }

  async #reference(reference: ReadReference, signature: XmlElement): Promise<State> {
    const { uri = "", digest, digestMethod, canonicalization, isEnveloped } = reference;
    if (!/^#[^(]+$/.test(uri)) {
      return {
        kind: "unsupported",
        why: l10n.t('References such as "{0}" aren\'t verified, only those to an id.', uri),
      };
    }
    if (reference.unsupported !== undefined) return unsupported(reference.unsupported);
    const method = digestOf(digestMethod);
    if (!method) return unsupported(digestMethod);
    const found = this.#sources.ids.get(uri.slice(1)) ?? [];
    if (found.length === 0) return invalid(l10n.t("The signature refers to the id {0}, which no element has.", uri));
    if (!digest) return invalid(l10n.t("The digest of {0} is missing, or isn't Base64.", uri));
    for (const { element } of found) {
      if (containsInclude(this.#document, element)) {
        return { kind: "unsupported", why: l10n.t("{0} contains xop:Include. Such content isn't verified.", uri) };
      }
      this.#left -= element.end - element.start;
      const without = isEnveloped ? signature : undefined;
      const form = this.#left < 0 ? undefined : canonicalBytes(this.#document, element, canonicalization, without);
      if (!form) return tooLong();
      const actual = new Uint8Array(await crypto.subtle.digest(method.hash, form));
      if (sameBytes(actual, digest)) return { kind: "valid" };
    }
    const name = found[0]?.element.local ?? "";
    return invalid(
      l10n.t("The digest of {0} ({1}) doesn't match: it has been changed since it was signed.", name, uri),
    );
  }

  async #trust(signer: Certificate, at: XmlElement): Promise<Trust> {
    const { trusted, known } = this.#certificates;
    const trust = await trustIn(signer, [...this.#sources.sent, ...known], trusted, this.#now);
    if (trust === "expired" || !isValidAt(signer, this.#now)) {
      const [from, to] = [signer.notBefore, signer.notAfter].map((date) => date.toISOString().slice(0, 10));
      const message = l10n.t(
        "The certificate {0} was valid from {1} to {2}, or one that issued it has expired.",
        signer.subject,
        from ?? "",
        to ?? "",
      );
      this.#add("signature-certificate-expired", message, at);
    }
    if (trust === "untrusted" || trust === "unknown") {
      const message =
        trust === "untrusted"
          ? l10n.t(
              "The certificate {0} isn't trusted. Add it, or its certificate authority, to soaphttp.keys.",
              signer.subject,
            )
          : l10n.t("Whether the certificate {0} is trusted can't be determined.", signer.subject);
      this.#add("signature-certificate-untrusted", message, at);
    }
    return trust;
  }

  #reportWeakness({ method, references, element }: ReadSignature, signer: Certificate | undefined): void {
    const hashes = [methodOf(method)?.hash, ...references.map(({ digestMethod }) => digestOf(digestMethod)?.hash)];
    if (hashes.includes("SHA-1")) {
      this.#add("signature-weak", l10n.t("The signature uses SHA-1, for which collisions are known."), element);
    }
    const key = signer?.publicKey.algorithm;
    if (key?.kind === "rsa" && key.bits < 2048) {
      const message = l10n.t("The RSA key of the certificate has {0} bits. Fewer than 2048 are too few.", key.bits);
      this.#add("signature-weak", message, element);
    }
  }

  /** The parts at their place that valid references cover. Reports those that are elsewhere. */
  #coverage({ references, element }: ReadSignature, isValid: boolean): ReadonlySet<XmlElement> {
    const covered = new Set<XmlElement>();
    for (const { uri = "" } of references.slice(0, maxReferences)) {
      const found: readonly FoundId[] = uri.startsWith("#") ? (this.#sources.ids.get(uri.slice(1)) ?? []) : [];
      if (found.length > 1) {
        this.#add(
          "signature-wrapped",
          l10n.t("The signed id {0} is there twice, so a receiver may read another element than the signed one.", uri),
          element,
        );
        continue;
      }
      for (const { element: signed } of this.#places ? found : []) {
        if (this.#places && isMoved(this.#places, signed)) {
          this.#add(
            "signature-wrapped",
            l10n.t(
              "The signed {0} ({1}) isn't where a receiver looks for it, so what is there isn't signed.",
              signed.local,
              uri,
            ),
            signed,
          );
        } else if (isValid && this.#places) {
          for (const part of coveredBy(this.#places, signed)) covered.add(part);
        }
      }
    }
    return covered;
  }
}

type State = { readonly kind: "valid" } | { readonly kind: "invalid" | "unsupported"; readonly why: string };

function invalid(why: string): State {
  return { kind: "invalid", why };
}

function unsupported(uri: string): State {
  return { kind: "unsupported", why: l10n.t('The algorithm "{0}" isn\'t verified.', uri) };
}

function tooLong(): State {
  return { kind: "unsupported", why: l10n.t("The canonical form of the signed content is too long to be verified.") };
}

async function valueState(
  signers: readonly Certificate[],
  method: SignatureMethod,
  value: Uint8Array,
  signed: Uint8Array,
): Promise<{ state: State; signer?: Certificate }> {
  let isTried = false;
  for (const signer of signers) {
    const holds = await verifies(signer.publicKey, method, value, signed);
    if (holds) return { state: { kind: "valid" }, signer };
    isTried ||= holds !== undefined;
  }
  if (isTried) return { state: invalid(l10n.t("The value of the signature isn't that of the certificate's key.")) };
  const why =
    signers.length > 0
      ? l10n.t("The key of the certificate can't be used with the algorithm of the signature.")
      : l10n.t("The certificate of the signature isn't known. Add it to soaphttp.keys.");
  return { state: { kind: "unsupported", why } };
}

function containsInclude({ text }: XmlDocument, element: XmlElement): boolean {
  if (!text.slice(element.start, element.end).includes("Include")) return false;
  for (const one of walk(element.children))
    if (one.kind === "element" && one.local === "Include" && one.namespace === xopNamespace) return true;
  return false;
}

function names(parts: readonly XmlElement[]): readonly string[] {
  return parts.map(({ local }) => local);
}
