import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import { sameBytes } from "../../crypto/der.ts";
import { verifies } from "../../crypto/verify.ts";
import { xopNamespace } from "../../soap/facts.ts";
import { elementsIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { digestOf, methodOf, type SignatureMethod } from "../algorithms.ts";
import { canonicalBytes } from "../c14n.ts";
import type { FoundId } from "../ids.ts";
import type { ReadReference, ReadSignature } from "./readSignature.ts";

/** Maximum references of a signature: one with more isn't verified. */
export const maxReferences = 100;

/** Whether the digests and the value of a signature match: arithmetic alone. */
export type SignatureState =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid" | "unsupported"; readonly why: string };

/** Computes whether the signatures of one document match. */
export class SignatureArithmetic {
  readonly #document: XmlDocument;
  readonly #ids: ReadonlyMap<string, readonly FoundId[]>;
  /** UTF-16 units that may be canonicalized: many references may name the same large element. */
  #left: number;

  constructor(document: XmlDocument, ids: ReadonlyMap<string, readonly FoundId[]>) {
    this.#document = document;
    this.#ids = ids;
    this.#left = 10 * (document.end - document.start) + 1_000_000;
  }

  /** `signer`: the one whose key verifies the value. */
  async stateOf(
    read: ReadSignature,
    signers: readonly Certificate[],
  ): Promise<{ state: SignatureState; signer?: Certificate }> {
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
  async #references(read: ReadSignature): Promise<SignatureState> {
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
    let first: SignatureState = { kind: "valid" };
    for (const reference of references) {
      const state = await this.#reference(reference, read.element);
      // An error is more important than what isn't supported.
      if (state.kind === "invalid") return state;
      if (first.kind === "valid") first = state;
    }
    return first;
  }

  async #reference(reference: ReadReference, signature: XmlElement): Promise<SignatureState> {
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
    const found = this.#ids.get(uri.slice(1)) ?? [];
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
}

function invalid(why: string): SignatureState {
  return { kind: "invalid", why };
}

function unsupported(uri: string): SignatureState {
  return { kind: "unsupported", why: l10n.t('The algorithm "{0}" isn\'t verified.', uri) };
}

function tooLong(): SignatureState {
  return { kind: "unsupported", why: l10n.t("The canonical form of the signed content is too long to be verified.") };
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
      ? l10n.t("The key of the certificate can't be used with the algorithm of the signature.")
      : l10n.t("The certificate of the signature isn't known. Add it to soaphttp.keys.");
  return { state: { kind: "unsupported", why } };
}

function containsInclude({ text }: XmlDocument, element: XmlElement): boolean {
  if (!text.slice(element.start, element.end).includes("Include")) return false;
  for (const one of elementsIn(element.markup))
    if (one.local === "Include" && one.namespace === xopNamespace) return true;
  return false;
}
