import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import { isValidAt, type Trust, trustIn } from "../../crypto/trust.ts";
import { type Envelope, readEnvelope } from "../../soap/envelope.ts";
import { sameBytes } from "../../text/bytes.ts";
import { contains } from "../../text/span.ts";
import { elements, elementsIn, elementsWith } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { digested, digestOf, fragmentOf, methodOf } from "../algorithms.ts";
import type { Attachment } from "../attachments.ts";
import type { Decryption } from "../decryption.ts";
import { signatureNamespace } from "../names.ts";
import { targetOf } from "../signedBytes.ts";
import { coveredBy, type EnvelopePlaces, expiredTimestamps, isMoved, placesOf, uncoveredTwins } from "./places.ts";
import { type ReadSignature, readDigest, readSignature } from "./readSignature.ts";
import { hasEncryptedData, maxReferences, maxSigners, SignedView, startingAt } from "./signatureState.ts";
import { signersOf } from "./signer.ts";
import {
  type HostCertificates,
  notVerifiedText,
  type SignatureCode,
  type SignatureFinding,
  type Verification,
  type VerifiedSignature,
} from "./verification.ts";

const maxSignatures = 20;

/**
 * Verifies each `ds:Signature` of a message, using only the message and the certificates of the host.
 * @param now the time when the message was received
 * @param decryption the decrypted parts of the message
 */
export async function verifySignatures(
  document: XmlDocument,
  certificates: HostCertificates,
  now: Date,
  attachments: ReadonlyMap<string, Attachment> = new Map(),
  decryption?: Decryption,
): Promise<Verification> {
  const signatures = [...elementsWith(document, "Signature")].filter(
    (one) => one.namespace === signatureNamespace && one.local === "Signature",
  );
  const envelope = readEnvelope(document);
  const findings: PlacedFinding[] = envelope ? expiredTimestamps(envelope, now) : [];
  const verified: VerifiedSignature[] = [];
  if (signatures.length > 0) {
    const verifier = new Verifier(document, envelope, certificates, now, findings, attachments, decryption);
    for (const one of signatures.slice(0, maxSignatures)) verified.push(await verifier.verify(one));
    verifier.reportTwins();
    const [first] = signatures;
    if (first && envelope?.body && verified.some(({ state }) => state.kind === "valid")) {
      const isCovered = verified.some(({ covered }) => covered.includes("Body")) || verifier.coversPayload;
      const message = l10n.t("No valid signature covers the Body, so anyone may have changed it.");
      if (!isCovered) findings.push({ code: "signature-body-not-covered", message, at: first });
    }
  }
  for (const { code, message, start } of decryption?.failures ?? []) {
    const at = start === undefined ? undefined : startingAt(document, start);
    if (at) findings.push({ code, message, at });
  }
  return {
    signatures: verified,
    findings: placed(document, findings),
    isEncrypted: hasEncryptedData(document),
    encrypted: decryption?.parts ?? [],
  };
}

interface PlacedFinding extends Omit<SignatureFinding, "element"> {
  readonly at: XmlElement;
}

function placed(document: XmlDocument, findings: readonly PlacedFinding[]): readonly SignatureFinding[] {
  if (findings.length === 0) return [];
  const index = new Map([...elements(document)].map((one, at) => [one, at]));
  return findings.map(({ code, message, at }) => ({ code, message, element: index.get(at) ?? 0 }));
}

class Verifier {
  readonly #document: XmlDocument;
  readonly #places: EnvelopePlaces | undefined;
  readonly #certificates: HostCertificates;
  readonly #now: Date;
  readonly #findings: PlacedFinding[];
  readonly #attachments: ReadonlyMap<string, Attachment>;
  readonly #decryption: Decryption | undefined;
  readonly #whole: SignedView;
  /** Whether a valid signature covers an element in the Body. */
  coversPayload = false;
  /** The elements that valid signatures cover. `trusted`: only signatures of trusted signers. */
  readonly #covered = { trusted: new Set<XmlElement>(), all: new Set<XmlElement>() };

  constructor(
    document: XmlDocument,
    envelope: Envelope | undefined,
    certificates: HostCertificates,
    now: Date,
    findings: PlacedFinding[],
    attachments: ReadonlyMap<string, Attachment>,
    decryption: Decryption | undefined,
  ) {
    this.#document = document;
    this.#places = envelope && placesOf(envelope);
    this.#certificates = certificates;
    this.#now = now;
    this.#findings = findings;
    this.#attachments = attachments;
    this.#decryption = decryption;
    const seen = decryption?.attachments(attachments) ?? attachments;
    this.#whole = new SignedView(document, envelope?.header, certificates, seen, (element) => element);
  }

  #viewOf(element: XmlElement): { readonly view: SignedView; readonly signature: XmlElement } {
    const form = this.#decryption?.formFor(element, this.#attachments);
    const signature = form && startingAt(form.document, form.signature);
    if (!signature) return { view: this.#whole, signature: element };
    const shown = ({ start }: XmlElement) => {
      const offset = form.shown(start);
      return offset === undefined ? undefined : startingAt(this.#document, offset);
    };
    const header = readEnvelope(form.document)?.header;
    return { view: new SignedView(form.document, header, this.#certificates, form.attachments, shown), signature };
  }

  async verify(element: XmlElement): Promise<VerifiedSignature> {
    const { view, signature } = this.#viewOf(element);
    const { document } = view.message;
    const read = readSignature(document, signature);
    const signers = (await signersOf(read.keyInfo, view.sources)).slice(0, maxSigners);
    const { state: computed, signer = signers[0] } = await view.arithmetic.stateOf(read, signers);
    const isOther = computed.kind === "valid" && signer && !namesCertificate(document, signature, signer);
    const why = l10n.t("The certificate isn't the one whose digest is in the properties of XAdES.");
    const state = isOther ? ({ kind: "invalid", why } as const) : computed;
    const of = signedBy(read, view);
    if (state.kind === "invalid") this.#add("signature-invalid", state.why, element);
    if (state.kind === "notVerified") this.#add("signature-unsupported", notVerifiedText(of, state.why), element);
    const trust = signer ? await this.#trust(signer, element, view) : "unknown";
    this.#reportWeakness(read, signer, element);
    const { covered, payload, signed } = this.#coverage(read, state.kind === "valid", view, element);
    for (const part of covered) {
      this.#covered.all.add(part);
      if (trust === "trusted") this.#covered.trusted.add(part);
    }
    this.coversPayload ||= payload.length > 0;
    const parts = this.#places?.parts ?? [];
    const notCovered = names(parts.filter((one) => !covered.has(one)));
    return {
      state,
      of,
      trust,
      algorithm: fragmentOf(read.method),
      digests: [...new Set(read.references.map(({ digestMethod }) => fragmentOf(digestMethod)))],
      signer,
      covered: [
        ...names(parts.filter((one) => covered.has(one))).filter((name) => !notCovered.includes(name)),
        ...new Set(names(payload)),
      ],
      notCovered,
      elements: signed,
      signature: element,
    };
  }

  /** Whether an element is in a Body, or in a document without an envelope. */
  #isPayload(element: XmlElement): boolean {
    const bodies = this.#places?.parts.filter(({ local }) => local === "Body");
    return bodies ? bodies.some((body) => body !== element && contains(body, element)) : true;
  }

  /** Reports a second Body, Timestamp or header block that isn't signed. */
  reportTwins(): void {
    const { trusted, all } = this.#covered;
    for (const part of this.#places ? uncoveredTwins(this.#places, trusted.size > 0 ? trusted : all) : []) {
      const message = l10n.t(
        "This {0} isn't signed, but another one is. A receiver may read this one instead.",
        part.local,
      );
      this.#add("signature-wrapped", message, part);
    }
  }

  #add(code: SignatureCode, message: string, at: XmlElement): void {
    this.#findings.push({ code, message, at });
  }

  async #trust(signer: Certificate, at: XmlElement, { sources }: SignedView): Promise<Trust> {
    const { trusted, known } = this.#certificates;
    const trust = await trustIn(signer, [...sources.sent, ...known], trusted, this.#now);
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
      this.#add("signature-certificate-untrusted", untrustedText(signer, trust), at);
    }
    return trust;
  }

  #reportWeakness({ method, references }: ReadSignature, signer: Certificate | undefined, element: XmlElement): void {
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

  /** The elements that valid references cover: parts at their regular place, and elements of payloads. Reports parts at other places. */
  #coverage(
    { references }: ReadSignature,
    isValid: boolean,
    { message, shown }: SignedView,
    element: XmlElement,
  ): {
    readonly covered: ReadonlySet<XmlElement>;
    readonly payload: readonly XmlElement[];
    readonly signed: readonly XmlElement[];
  } {
    const covered = new Set<XmlElement>();
    const all: XmlElement[] = [];
    const payload: XmlElement[] = [];
    for (const { uri, transforms } of references.slice(0, maxReferences)) {
      // STR-Transform covers the token, and not the element with the id.
      if (uri === undefined || transforms.some(({ kind }) => kind === "token")) continue;
      const target = targetOf(message, uri);
      const targets = target.kind === "elements" ? target.elements.map((one) => ({ element: one })) : [];
      const elements = (uri.startsWith("#") ? message.ids.get(uri.slice(1)) : undefined) ?? targets;
      if (elements.length > 1) {
        this.#add(
          "signature-wrapped",
          l10n.t("The signed id {0} occurs twice, so a receiver may read an element other than the signed one.", uri),
          element,
        );
        continue;
      }
      for (const signed of elements.flatMap((one) => shown(one.element) ?? [])) {
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
        } else if (isValid) {
          all.push(signed);
          for (const part of this.#places ? coveredBy(this.#places, signed) : []) covered.add(part);
          if (this.#isPayload(signed) && !contains(element, signed)) payload.push(signed);
        }
      }
    }
    return { covered, payload, signed: all };
  }
}

/** Name of what is signed: of the element that the first reference refers to, or of the element around the signature. */
function signedBy({ references: [first], element }: ReadSignature, { message, shown }: SignedView): string {
  const target = first?.uri === undefined ? undefined : targetOf(message, first.uri);
  const signed = target?.kind === "elements" ? target.elements[0] : undefined;
  return ((signed && shown(signed)) ?? signed ?? element.parent ?? element).local;
}

/** Whether the digest in SigningCertificate is the digest of the certificate; true without SigningCertificate. */
function namesCertificate(document: XmlDocument, signature: XmlElement, { der }: Certificate): boolean {
  const digests = [...elementsIn(signature.markup)].filter(
    ({ local, parent }) => local === "CertDigest" && parent?.parent?.local.startsWith("SigningCertificate"),
  );
  const [first] = digests;
  if (!first) return true;
  const { method, value } = readDigest(document, first);
  return method === undefined || (value !== undefined && sameBytes(digested(method, der), value));
}

function untrustedText({ subject, unknownExtension, maySign }: Certificate, trust: "untrusted" | "unknown"): string {
  if (unknownExtension !== undefined) {
    return l10n.t(
      "The certificate {0} isn't trusted: it has a critical extension that isn't known ({1}).",
      subject,
      unknownExtension,
    );
  }
  if (!maySign) return l10n.t("The certificate {0} isn't trusted: its key usage doesn't allow signatures.", subject);
  if (trust === "unknown") return l10n.t("Whether the certificate {0} is trusted can't be determined.", subject);
  return l10n.t("The certificate {0} isn't trusted. Add it, or its certificate authority, to soaphttp.keys.", subject);
}

function names(parts: readonly XmlElement[]): readonly string[] {
  return parts.map(({ local }) => local);
}
