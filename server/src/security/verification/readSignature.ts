import { childElements } from "../../soap/envelope.ts";
import { fromBase64 } from "../../text/base64.ts";
import { attribute, attributeValue, textContent, textOfAttribute } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { c14nMethod, type DigestMethod, digestOf, type Transform, transformOf } from "../algorithms.ts";
import type { C14nMethod } from "../c14n.ts";
import { exclusiveNamespace, signatureNamespace } from "../names.ts";

/** A `ds:Signature` as it is written in a message. Missing parts are `undefined`. */
export interface ReadSignature {
  readonly element: XmlElement;
  readonly signedInfo: XmlElement | undefined;
  /** `undefined` for an unknown method; then `canonicalizationUri` has its URI. */
  readonly canonicalization: C14nMethod | undefined;
  readonly canonicalizationUri: string;
  readonly method: string;
  readonly references: readonly ReadReference[];
  /** The decoded SignatureValue; `undefined` if it isn't Base64. */
  readonly value: Uint8Array | undefined;
  readonly keyInfo: XmlElement | undefined;
}

export interface ReadReference {
  readonly element: XmlElement;
  /** The attribute URI; `undefined` without it. */
  readonly uri: string | undefined;
  readonly digestMethod: string;
  /** The decoded DigestValue; `undefined` if it isn't Base64. */
  readonly digest: Uint8Array | undefined;
  readonly transforms: readonly Transform[];
  /** The attribute Type; empty without it. */
  readonly type: string;
}

export function readSignature(document: XmlDocument, element: XmlElement): ReadSignature {
  const signedInfo = only(element, "SignedInfo");
  const method = only(signedInfo, "CanonicalizationMethod");
  const canonicalizationUri = textOfAttribute(document, method, "Algorithm");
  const value = only(element, "SignatureValue");
  return {
    element,
    signedInfo,
    canonicalization: c14nMethod(canonicalizationUri, method ? prefixList(document, method) : []),
    canonicalizationUri,
    method: textOfAttribute(document, only(signedInfo, "SignatureMethod"), "Algorithm"),
    references: signedInfo ? signatureChildren(signedInfo, "Reference").map((one) => readReference(document, one)) : [],
    value: value && bytesOf(document, value),
    keyInfo: only(element, "KeyInfo"),
  };
}

function readReference(document: XmlDocument, element: XmlElement): ReadReference {
  const uri = attribute(element, "", "URI");
  const digest = only(element, "DigestValue");
  const lists = signatureChildren(element, "Transforms");
  const transforms = lists.flatMap((list) => childElements(list));
  return {
    element,
    uri: uri && attributeValue(document, uri),
    digestMethod: textOfAttribute(document, only(element, "DigestMethod"), "Algorithm"),
    digest: digest && bytesOf(document, digest),
    type: textOfAttribute(document, element, "Type"),
    transforms: transforms.map((transform) => {
      // STR-Transform contains the canonicalization method in its parameters.
      const parameters = childElements(transform).find(({ local }) => local === "TransformationParameters");
      const inner = textOfAttribute(document, only(parameters, "CanonicalizationMethod"), "Algorithm");
      return transformOf(textOfAttribute(document, transform, "Algorithm"), prefixList(document, transform), inner);
    }),
  };
}

/** The digest in an element with DigestMethod and DigestValue; undefined for an unknown method, or if the value isn't Base64. */
export function readDigest(
  document: XmlDocument,
  element: XmlElement,
): { readonly method: DigestMethod | undefined; readonly value: Uint8Array | undefined } {
  const value = only(element, "DigestValue");
  return {
    method: digestOf(textOfAttribute(document, only(element, "DigestMethod"), "Algorithm")),
    value: value && bytesOf(document, value),
  };
}

function prefixList(document: XmlDocument, method: XmlElement): readonly string[] {
  const element = childElements(method).find(
    (one) => one.namespace === exclusiveNamespace && one.local === "InclusiveNamespaces",
  );
  return textOfAttribute(document, element, "PrefixList")
    .split(/\s+/)
    .flatMap((one) => (one === "" ? [] : one === "#default" ? "" : one));
}

export function signatureChildren(element: XmlElement, local: string): readonly XmlElement[] {
  return childElements(element).filter((one) => one.namespace === signatureNamespace && one.local === local);
}

/** The only child element with this name; `undefined` if there is none, or if there are several. */
export function only(
  element: XmlElement | undefined,
  local: string,
  namespace: string = signatureNamespace,
): XmlElement | undefined {
  const children = element ? childElements(element) : [];
  const [first, ...others] = children.filter((one) => one.namespace === namespace && one.local === local);
  return others.length === 0 ? first : undefined;
}

/** The decoded content of an element; `undefined` if it isn't Base64. */
export function bytesOf(document: XmlDocument, element: XmlElement): Uint8Array | undefined {
  if (childElements(element).length > 0) return undefined;
  try {
    return fromBase64(textContent(document, element).replace(/[ \t\r\n]+/g, ""));
  } catch {
    return undefined;
  }
}
