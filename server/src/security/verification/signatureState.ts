import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import { sameBytes } from "../../crypto/der.ts";
import { verifies } from "../../crypto/verify.ts";
import { xopNamespace } from "../../soap/facts.ts";
import { elementsIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { algorithmName, digestOf, methodOf, type SignatureMethod } from "../algorithms.ts";
import { canonicalBytes } from "../c14n.ts";
import type { FoundId } from "../ids.ts";
import { encryptionNamespace } from "../names.ts";
import type { ReadReference, ReadSignature } from "./readSignature.ts";
import type { SignatureState } from "./verification.ts";

/** Maximum references of a signature: one with more isn't verified. */
export const maxReferences = 100;

/** Computes whether the signatures of one document match. */
export class SignatureArithmetic {
  readonly #document: XmlDocument;
  readonly #ids: ReadonlyMap<string, readonly FoundId[]>;
  /** UTF-16 units that may be canonicalized: many references may name the same large element. */
  #left: number;
  /** Whether anything in the document is encrypted. */
  readonly isEncrypted: boolean;

  constructor(document: XmlDocument, ids: ReadonlyMap<string, readonly FoundId[]>) {
    this.#document = document;
    this.#ids = ids;
    this.#left = 10 * (document.end - document.start) + 1_000_000;
    this.isEncrypted = hasEncryptedData(document);
  }

  /** `signer`: the one whose key verifies the value. */
  async stateOf(
    read: ReadSignature,
    signers: readonly Certificate[],
  ): Promise<{ state: SignatureState; signer?: Certificate }> {
    const state = await this.#references(read);
    if (state.kind !== "valid") return { state };
    const method = methodOf(read.method);
    if (!method || !read.canonicalization || !read.signedInfo) return { state: unknownAlgorithm(read.method) };
    if (!read.value) return { state: invalid(l10n.t("The value of the signature is missing, or isn't Base64.")) };
    const signed = canonicalBytes(this.#document, read.signedInfo, read.canonicalization);
    if (!signed) return { state: tooLong() };
    return valueState(signers, method, read.value, signed);
  }

  /** Whether all digests match. */
  async #references(read: ReadSignature): Promise<SignatureState> {
    const { references, signedInfo, canonicalization } = read;
    if (this.#document.problems.length > 0 || this.#document.doctype) {
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
      const state = await this.#reference(reference, read.element);
      // An error is more important than what isn't verified.
      if (state.kind === "invalid") return state;
      if (first.kind === "valid") first = state;
    }
    return first;
  }

  async #reference(reference: ReadReference, signature: XmlElement): Promise<SignatureState> {
    const { uri = "", digest, digestMethod, canonicalization, isEnveloped } = reference;
    if (!/^#[^(]+$/.test(uri)) {
      return notVerified(l10n.t('references such as "{0}" aren\'t supported, only those to an id.', uri));
    }
    if (reference.unsupported !== undefined) {
      return notVerified(l10n.t("the transform {0} isn't supported.", algorithmName(reference.unsupported)));
    }
    const method = digestOf(digestMethod);
    if (!method) return unknownAlgorithm(digestMethod);
    const found = this.#ids.get(uri.slice(1)) ?? [];
    const [first] = found;
    if (!first && this.isEncrypted) {
      return notVerified(l10n.t("no element has the id {0}. It may be encrypted.", uri));
    }
    if (!first) return invalid(l10n.t("The signature refers to the id {0}, which no element has.", uri));
    if (!digest) return invalid(l10n.t("The digest of {0} is missing, or isn't Base64.", uri));
    for (const { element } of found) {
      this.#left -= element.end - element.start;
      if (this.#left < 0) return tooLong();
      if (contains(this.#document, element, xopNamespace, "Include")) {
        return notVerified(l10n.t("{0} contains xop:Include, which isn't supported.", uri));
      }
      const instead = isEnveloped ? new Map([[signature, ""]]) : undefined;
      const form = canonicalBytes(this.#document, element, canonicalization, instead);
      if (!form) return tooLong();
      const actual = new Uint8Array(await crypto.subtle.digest(method.hash, form));
      if (sameBytes(actual, digest)) return { kind: "valid" };
    }
    const name = first.element.local;
    if (this.isEncrypted && contains(this.#document, first.element, encryptionNamespace, "EncryptedData")) {
      return notVerified(l10n.t("{0} is encrypted, and was perhaps signed before that.", name));
    }
    return invalid(
      l10n.t("The digest of {0} ({1}) doesn't match: it has been changed since it was signed.", name, uri),
    );
  }
}

export function hasEncryptedData(document: XmlDocument): boolean {
  return document.root !== undefined && contains(document, document.root, encryptionNamespace, "EncryptedData");
}

function invalid(why: string): SignatureState {
  return { kind: "invalid", why };
}

/** @param why a sentence that continues another one */
function notVerified(why: string): SignatureState {
  return { kind: "notVerified", why };
}

function unknownAlgorithm(uri: string): SignatureState {
  return notVerified(l10n.t("the algorithm {0} isn't supported.", algorithmName(uri)));
}

function tooLong(): SignatureState {
  return notVerified(l10n.t("the canonical form of the signed content is too long."));
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

/** Whether an element is or contains one with a name. */
function contains({ text }: XmlDocument, element: XmlElement, namespace: string, local: string): boolean {
  if (!text.slice(element.start, element.end).includes(local)) return false;
  for (const one of elementsIn([element])) if (one.local === local && one.namespace === namespace) return true;
  return false;
}
