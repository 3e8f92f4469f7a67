import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import { verifies } from "../../crypto/verify.ts";
import { sameBytes } from "../../text/bytes.ts";
import { elementAt, elementsIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { algorithmName, digested, digestOf, methodOf, type SignatureMethod, unsupported } from "../algorithms.ts";
import type { Attachment } from "../attachments.ts";
import { canonicalBytes } from "../c14n.ts";
import { idIndex } from "../ids.ts";
import { encryptionNamespace } from "../names.ts";
import { type SignedMessage, signedBytes, targetOf, tooLong } from "../signedBytes.ts";
import type { ReadReference, ReadSignature } from "./readSignature.ts";
import { type CertificateSources, certificateIn, isToken } from "./signer.ts";
import type { HostCertificates, SignatureState } from "./verification.ts";

/** Maximum number of references in a signature. A signature with more references isn't verified. */
export const maxReferences = 100;

/** Verifies the digests and values of the signatures in one document. */
class SignatureArithmetic {
  readonly #message: SignedMessage;
  /** Number of UTF-16 units that may still be canonicalized. Limited, because many references may refer to the same large element. */
  #left: number;
  readonly isEncrypted: boolean;

  constructor(message: SignedMessage) {
    const { document } = message;
    this.#message = message;
    this.#left = 10 * (document.end - document.start) + 1_000_000;
    this.isEncrypted = hasEncryptedData(document);
  }

  /** `signer`: the certificate whose key verifies the value. */
  async stateOf(
    read: ReadSignature,
    signers: readonly Certificate[],
  ): Promise<{ state: SignatureState; signer?: Certificate }> {
    const state = this.#references(read);
    if (state.kind !== "valid") return { state };
    const method = methodOf(read.method);
    if (!method || !read.canonicalization || !read.signedInfo) return { state: unknownAlgorithm(read.method) };
    if (!read.value) return { state: invalid(l10n.t("The value of the signature is missing, or isn't Base64.")) };
    const signed = canonicalBytes(this.#message.document, read.signedInfo, read.canonicalization);
    if (!signed) return { state: notVerified(tooLong()) };
    return valueState(signers, method, read.value, signed);
  }

  #references(read: ReadSignature): SignatureState {
    const { references, signedInfo, canonicalization } = read;
    if (this.#message.document.problems.length > 0 || this.#message.document.doctype) {
      return notVerified(l10n.t("the XML isn't well-formed, or has a DTD."));
    }
    if (!signedInfo) return invalid(l10n.t("The signature has no SignedInfo, or several."));
    if (references.length === 0) return invalid(l10n.t("The signature has no Reference, so it covers nothing."));
    if (references.length > maxReferences)
      return notVerified(l10n.t("it has more than {0} references.", maxReferences));
    if (!canonicalization) return unknownAlgorithm(read.canonicalizationUri);
    if (!methodOf(read.method)) return unknownAlgorithm(read.method);
    let first: SignatureState = { kind: "valid" };
    for (const reference of references) {
      const state = this.#reference(reference, read.element);
      // An invalid digest is more important than one that can't be verified.
      if (state.kind === "invalid") return state;
      if (first.kind === "valid") first = state;
    }
    return first;
  }

  #reference(reference: ReadReference, signature: XmlElement): SignatureState {
    const { uri = "", digest, digestMethod, transforms } = reference;
    const target = targetOf(this.#message, uri);
    if (target.kind === "unsupported") {
      return notVerified(l10n.t('references such as "{0}" aren\'t supported, only those to an id.', uri));
    }
    const method = digestOf(digestMethod);
    if (!method) return unknownAlgorithm(digestMethod);
    const unsupportedOne = transforms.find(({ kind }) => kind === "unsupported");
    if (unsupportedOne) return notVerified(unsupported(unsupportedOne));
    if (target.kind === "missing" && uri.startsWith("cid:")) {
      return notVerified(l10n.t("there is no part {0}.", uri));
    }
    if (target.kind === "missing" && this.isEncrypted) {
      return notVerified(l10n.t("no element has the id {0}. It may be encrypted.", uri));
    }
    if (target.kind === "missing")
      return invalid(l10n.t("The signature refers to the id {0}, which no element has.", uri));
    if (!digest) return invalid(l10n.t("The digest of {0} is missing, or isn't Base64.", uri));
    // An id that occurs several times may refer to each of the elements.
    const twins = uri.startsWith("#") ? (this.#message.ids.get(uri.slice(1)) ?? []).slice(1) : [];
    const others = twins.map(({ element }) => ({ kind: "elements", elements: [element], comments: false }) as const);
    for (const candidate of [target, ...others]) {
      if (candidate.kind === "elements")
        for (const element of candidate.elements) this.#left -= element.end - element.start;
      if (this.#left < 0) return notVerified(tooLong());
      const signed = signedBytes(this.#message, candidate, { uri, transforms, isXop: true }, signature);
      if ("why" in signed) return notVerified(signed.why);
      if (sameBytes(digested(method, signed.bytes), digest)) return { kind: "valid" };
    }
    if (target.kind === "attachment") {
      return invalid(l10n.t("The digest of {0} doesn't match: it has been changed since it was signed.", uri));
    }
    const [first] = target.elements;
    if (this.isEncrypted && first && contains(this.#message.document, first, encryptionNamespace, "EncryptedData")) {
      return notVerified(l10n.t("{0} is encrypted, and was perhaps signed before that.", first.local));
    }
    return invalid(
      l10n.t(
        "The digest of {0} ({1}) doesn't match: it has been changed since it was signed.",
        first?.local ?? "",
        uri,
      ),
    );
  }
}

export function hasEncryptedData(document: XmlDocument): boolean {
  return document.root !== undefined && contains(document, document.root, encryptionNamespace, "EncryptedData");
}

function invalid(why: string): SignatureState {
  return { kind: "invalid", why };
}

/** @param why the end of a sentence */
function notVerified(why: string): SignatureState {
  return { kind: "notVerified", why };
}

function unknownAlgorithm(uri: string): SignatureState {
  return notVerified(l10n.t("the algorithm {0} isn't supported.", algorithmName(uri)));
}

async function valueState(
  signers: readonly Certificate[],
  method: SignatureMethod,
  value: Uint8Array,
  signed: Uint8Array,
): Promise<{ state: SignatureState; signer?: Certificate }> {
  let isTried = false;
  for (const signer of signers) {
    const holds = await verifies(signer.publicKey, method, value, signed);
    if (holds) return { state: { kind: "valid" }, signer };
    isTried ||= holds !== undefined;
  }
  if (isTried) return { state: invalid(l10n.t("The value of the signature isn't that of the certificate's key.")) };
  const why =
    signers.length > 0
      ? l10n.t("the key of the certificate can't be used with its algorithm.")
      : l10n.t("its certificate isn't known. Add it to soaphttp.keys.");
  return { state: notVerified(why) };
}

/** Whether an element has this name or contains an element with this name. */
function contains({ text }: XmlDocument, element: XmlElement, namespace: string, local: string): boolean {
  if (!text.slice(element.start, element.end).includes(local)) return false;
  for (const inner of elementsIn([element])) if (inner.local === local && inner.namespace === namespace) return true;
  return false;
}

export function startingAt(document: XmlDocument, offset: number): XmlElement | undefined {
  const element = elementAt(document, offset);
  return element?.start === offset ? element : undefined;
}

/** Maximum certificates that are tried as the signer of a signature. */
export const maxSigners = 20;

/** A document in which signatures are verified: the message, or an earlier state of the message, before further parts were decrypted. */
export class SignedView {
  readonly sources: CertificateSources;
  readonly message: SignedMessage;
  readonly arithmetic: SignatureArithmetic;
  /** Returns the element of the message that corresponds to an element of this document. */
  readonly shown: (element: XmlElement) => XmlElement | undefined;

  constructor(
    document: XmlDocument,
    header: XmlElement | undefined,
    { known, trusted }: HostCertificates,
    attachments: ReadonlyMap<string, Attachment>,
    shown: SignedView["shown"],
  ) {
    const tokens = header ? [...elementsIn(header.markup)] : [];
    const sent = tokens.filter(isToken).slice(0, maxSigners);
    this.sources = {
      document,
      ids: idIndex(document),
      header,
      sent: sent.flatMap((one) => certificateIn(document, one)),
      known: [...known, ...trusted],
    };
    this.message = { document, ids: this.sources.ids, attachments };
    this.arithmetic = new SignatureArithmetic(this.message);
    this.shown = shown;
  }
}
