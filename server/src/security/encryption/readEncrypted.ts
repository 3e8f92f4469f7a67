import { childElements } from "../../soap/envelope.ts";
import { securityNamespace } from "../../soap/facts.ts";
import { elementsWith, textOfAttribute } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { FoundId } from "../ids.ts";
import { attachmentEncryption, encryption11Namespace, encryptionNamespace, signatureNamespace } from "../names.ts";
import { bytesOf, only, signatureChildren } from "../verification/readSignature.ts";

/** An `xenc:EncryptedData` or an `xenc:EncryptedKey` as it is written in a message. */
export interface ReadEncrypted {
  readonly element: XmlElement;
  /** URI of its EncryptionMethod; empty without one. */
  readonly method: string;
  /** URI of the DigestMethod in its EncryptionMethod; empty without one. */
  readonly digest: string;
  readonly mgf: string;
  /** Whether OAEP has a label, which isn't supported. */
  readonly hasLabel: boolean;
  /** Attribute Type; empty without it. */
  readonly type: string;
  readonly keyInfo: XmlElement | undefined;
  /** The decoded CipherValue; `undefined` if it is missing, or if it isn't Base64. */
  readonly cipher: Uint8Array | undefined;
  readonly attachment: string | undefined;
}

export function readEncrypted(document: XmlDocument, element: XmlElement): ReadEncrypted {
  const method = only(element, "EncryptionMethod", encryptionNamespace);
  const data = only(element, "CipherData", encryptionNamespace);
  const value = only(data, "CipherValue", encryptionNamespace);
  const [keyInfo] = signatureChildren(element, "KeyInfo");
  return {
    element,
    method: textOfAttribute(document, method, "Algorithm"),
    digest: textOfAttribute(document, only(method, "DigestMethod"), "Algorithm"),
    mgf: textOfAttribute(document, only(method, "MGF", encryption11Namespace), "Algorithm"),
    hasLabel: method !== undefined && only(method, "OAEPparams", encryptionNamespace) !== undefined,
    type: textOfAttribute(document, element, "Type"),
    keyInfo,
    cipher: value && bytesOf(document, value),
    attachment: data && attachmentIn(document, data),
  };
}

/** The URI of an attachment, whose only transform reads its content (WS-Security SwA Profile 1.1 section 5.5). */
function attachmentIn(document: XmlDocument, data: XmlElement): string | undefined {
  const reference = only(data, "CipherReference", encryptionNamespace);
  const transforms = only(reference, "Transforms", encryptionNamespace);
  const transform = only(transforms, "Transform");
  const isAttachment = textOfAttribute(document, transform, "Algorithm") === attachmentEncryption.ciphertext;
  return isAttachment ? textOfAttribute(document, reference, "URI") : undefined;
}

export function encryptionElements(document: XmlDocument, local: string): readonly XmlElement[] {
  return [...elementsWith(document, local)].filter(
    (one) => one.local === local && one.namespace === encryptionNamespace,
  );
}

export interface MessageKeys {
  readonly document: XmlDocument;
  readonly ids: ReadonlyMap<string, readonly FoundId[]>;
  /** The reference list that names an EncryptedData, by the id of the EncryptedData. */
  readonly lists: ReadonlyMap<string, XmlElement>;
}

/** The reference lists in the document, in an EncryptedKey or beside one, by the ids that they name. */
export function listsIn(document: XmlDocument): MessageKeys["lists"] {
  const lists = new Map<string, XmlElement>();
  for (const list of encryptionElements(document, "ReferenceList"))
    for (const reference of childElements(list)) {
      const uri = textOfAttribute(document, reference, "URI");
      if (reference.local === "DataReference" && uri.startsWith("#") && !lists.has(uri.slice(1)))
        lists.set(uri.slice(1), list);
    }
  return lists;
}

/** The part's KeyInfo has it or names it, or its reference list names the part; `undefined` if none is found. */
export function encryptedKeyOf(
  { keyInfo, element }: ReadEncrypted,
  { document, ids, lists }: MessageKeys,
): { readonly key: XmlElement; readonly list: XmlElement | undefined } | undefined {
  const list = lists.get(textOfAttribute(document, element, "Id"));
  const inside = only(keyInfo, "EncryptedKey", encryptionNamespace);
  const references = keyInfo ? childElements(keyInfo).flatMap(referencesIn) : [];
  const named = references.flatMap((reference) => {
    const uri = textOfAttribute(document, reference, "URI");
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
