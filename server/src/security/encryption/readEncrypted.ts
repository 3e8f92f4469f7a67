import { childElements } from "../../soap/envelope.ts";
import { securityNamespace } from "../../soap/facts.ts";
import { attribute, attributeValue, elementsWith } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { FoundId } from "../ids.ts";
import { attachmentEncryption, encryption11Namespace, encryptionNamespace, signatureNamespace } from "../names.ts";
import { bytesOf, signatureChildren } from "../verification/readSignature.ts";

/** An `xenc:EncryptedData` or an `xenc:EncryptedKey` as it is written. */
export interface ReadEncrypted {
  readonly element: XmlElement;
  /** The URI of its EncryptionMethod; empty without one. */
  readonly method: string;
  /** The URIs of the DigestMethod and of the MGF in it; empty without them. */
  readonly digest: string;
  readonly mgf: string;
  /** Whether OAEP has a label, which isn't supported. */
  readonly hasLabel: boolean;
  /** Empty without the attribute. */
  readonly type: string;
  readonly keyInfo: XmlElement | undefined;
  /** `undefined` if there is no CipherValue, or if it isn't Base64. */
  readonly cipher: Uint8Array | undefined;
  /** The URI of the attachment whose bytes are the ciphertext. */
  readonly attachment: string | undefined;
}

export function readEncrypted(document: XmlDocument, element: XmlElement): ReadEncrypted {
  const method = only(element, encryptionNamespace, "EncryptionMethod");
  const data = only(element, encryptionNamespace, "CipherData");
  const value = data && only(data, encryptionNamespace, "CipherValue");
  const [keyInfo] = signatureChildren(element, "KeyInfo");
  return {
    element,
    method: attributeText(document, method, "Algorithm"),
    digest: attributeText(document, method && only(method, signatureNamespace, "DigestMethod"), "Algorithm"),
    mgf: attributeText(document, method && only(method, encryption11Namespace, "MGF"), "Algorithm"),
    hasLabel: method !== undefined && only(method, encryptionNamespace, "OAEPparams") !== undefined,
    type: attributeText(document, element, "Type"),
    keyInfo,
    cipher: value && bytesOf(document, value),
    attachment: data && attachmentIn(document, data),
  };
}

/** WS-Security SwA Profile 1.1 section 5.5: a reference with only the transform that reads the bytes of the attachment. */
function attachmentIn(document: XmlDocument, data: XmlElement): string | undefined {
  const reference = only(data, encryptionNamespace, "CipherReference");
  const transforms = reference && only(reference, encryptionNamespace, "Transforms");
  const transform = transforms && only(transforms, signatureNamespace, "Transform");
  const isAttachment = attributeText(document, transform, "Algorithm") === attachmentEncryption.ciphertext;
  return isAttachment ? attributeText(document, reference, "URI") : undefined;
}

/** The elements with a local name of XML Encryption, in document order. */
export function encryptionElements(document: XmlDocument, local: string): readonly XmlElement[] {
  return [...elementsWith(document, local)].filter(
    (one) => one.local === local && one.namespace === encryptionNamespace,
  );
}

/** The keys of a message: where a reference by an id, or a list of references, finds them. */
export interface MessageKeys {
  readonly document: XmlDocument;
  readonly ids: ReadonlyMap<string, readonly FoundId[]>;
  /** The lists that name an EncryptedData, by its id. */
  readonly lists: ReadonlyMap<string, XmlElement>;
}

/** The lists of references to encrypted data, in an EncryptedKey or beside it. */
export function listsIn(document: XmlDocument): MessageKeys["lists"] {
  const lists = new Map<string, XmlElement>();
  for (const list of encryptionElements(document, "ReferenceList"))
    for (const reference of childElements(list)) {
      const uri = attributeText(document, reference, "URI");
      if (reference.local === "DataReference" && uri.startsWith("#") && !lists.has(uri.slice(1)))
        lists.set(uri.slice(1), list);
    }
  return lists;
}

/** The EncryptedKey of an encrypted part: in its KeyInfo, which it names, or whose list names it; `undefined` if none is found. */
export function encryptedKeyOf(
  { keyInfo, element }: ReadEncrypted,
  { document, ids, lists }: MessageKeys,
): { readonly key: XmlElement; readonly list: XmlElement | undefined } | undefined {
  const list = lists.get(attributeText(document, element, "Id"));
  const inside = keyInfo && only(keyInfo, encryptionNamespace, "EncryptedKey");
  const references = keyInfo ? childElements(keyInfo).flatMap(referencesIn) : [];
  const named = references.flatMap((reference) => {
    const uri = attributeText(document, reference, "URI");
    return uri.startsWith("#") ? (ids.get(uri.slice(1)) ?? []).map((id) => id.element) : [];
  });
  const key = [inside, ...named, list?.parent].find((one) => one !== undefined && isEncryptedKey(one));
  return key && { key, list };
}

function referencesIn(element: XmlElement): readonly XmlElement[] {
  if (element.namespace === signatureNamespace && element.local === "RetrievalMethod") return [element];
  const isToken = element.namespace === securityNamespace && element.local === "SecurityTokenReference";
  return isToken ? childElements(element).filter(({ local }) => local === "Reference") : [];
}

function isEncryptedKey({ namespace, local }: XmlElement): boolean {
  return namespace === encryptionNamespace && local === "EncryptedKey";
}

/** `undefined` if there is none, or if there are several. */
function only(element: XmlElement, namespace: string, local: string): XmlElement | undefined {
  const [first, ...others] = childElements(element).filter((one) => one.namespace === namespace && one.local === local);
  return others.length === 0 ? first : undefined;
}

export function attributeText(document: XmlDocument, element: XmlElement | undefined, name: string): string {
  const own = element && attribute(element, "", name);
  return (own && attributeValue(document, own)) ?? "";
}
