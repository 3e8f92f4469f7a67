import * as l10n from "@vscode/l10n";
import { encryptedWithRsa } from "../crypto/rsa.ts";
import { type Attachment, attachmentId } from "../security/attachments.ts";
import { encryptedDataText, encryptedKeyText } from "../security/encryption/encryptedText.ts";
import type { EncryptionOptions } from "../security/encryption/encryptionOptions.ts";
import {
  type EncryptionPlan,
  elementsNamed,
  type PlannedEncryption,
  type PlannedPart,
} from "../security/encryption/encryptionPlan.ts";
import { idOf } from "../security/ids.ts";
import { security11Namespace } from "../security/names.ts";
import { SignatureWriter } from "../security/signatureWriter.ts";
import { readEnvelope } from "../soap/envelope.ts";
import { utilityNamespace } from "../soap/facts.ts";
import { utf8 } from "../text/charset.ts";
import { applyEdits, type TextEdit } from "../text/edits.ts";
import type { Reference } from "../text/references.ts";
import type { Resolved } from "../text/resolved.ts";
import { contains, type Span } from "../text/span.ts";
import type { EncryptionOrder } from "../variables/explained.ts";
import type { FoundKey } from "../variables/foundKey.ts";
import { markupOfNodes } from "../variables/markup.ts";
import { attributeValue, elementAt } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";

/** A placeholder in a body or a document that signs or encrypts parts of it. */
export interface SealingReference<Options> {
  readonly reference: Reference;
  readonly options: Options;
  readonly key: FoundKey | undefined;
  /** The text with this placeholder, in which all other variables are replaced. The spans are in this text. */
  readonly planned: Resolved;
  readonly document: XmlDocument;
  readonly place: Span;
  /** Indexes of the placeholders to compute before: signatures, and for an encryption also encryptions after these. */
  readonly covers: readonly number[];
  /** Error message, one sentence, if the placeholder can't be computed. */
  readonly failure: string | undefined;
}

/** A placeholder `{{$encrypted …}}`. */
export interface BodyEncryption extends PlannedEncryption, EncryptionOrder, SealingReference<EncryptionOptions> {}

/** Whether an element is inside of an encrypted part. The part itself isn't hidden. */
export function isHidden(element: Span, encryptions: readonly Pick<BodyEncryption, "parts">[]): boolean {
  return encryptions.some(({ parts }) =>
    parts.some(({ form, span }) => contains(span, element) && (form === "Content" || span.start < element.start)),
  );
}

/** Returns random bytes for a purpose, the same for each call; `undefined` in a check. */
export type RandomFor = ((purpose: string, count: number) => Uint8Array) | undefined;

/** The text of `xenc:EncryptedKey`. Its length is the same in a check as when sending. */
export function keyTextOf(plan: EncryptionPlan, parts: readonly PlannedPart[], random: RandomFor): string {
  const { cipher, transport, numbers, id } = plan;
  let calls = 0;
  const encrypted = random
    ? encryptedWithRsa(numbers, transport.padding, random(`${id} key`, cipher.size), (count) =>
        random(`${id} padding ${calls++}`, count),
      )
    : new Uint8Array(numbers[0].length);
  const attachments = parts.flatMap(({ name, id, mimeType }) =>
    mimeType === undefined
      ? []
      : encryptedDataText({ id, keyId: plan.id, cipher, data: { attachment: name, mimeType } }),
  );
  return encryptedKeyText({ ...plan, key: encrypted, parts: parts.map((part) => part.id) }) + attachments.join("");
}

export function encryptedAttachments(
  attachments: ReadonlyMap<string, Attachment>,
  { plan, parts }: Pick<PlannedEncryption, "plan" | "parts">,
  random: RandomFor,
): ReadonlyMap<string, Uint8Array> {
  return new Map(
    parts.flatMap(({ name, id }) => {
      const contentId = attachmentId(attachments, name);
      const plain = contentId === undefined ? undefined : attachments.get(contentId)?.bytes();
      return plan && plain && contentId !== undefined
        ? [[contentId, ciphertext(plan, id, plain, random)] as const]
        : [];
    }),
  );
}

/** The encrypted bytes. In a check, they have only the correct length. */
function ciphertext({ cipher, id: key }: EncryptionPlan, id: string, plain: Uint8Array, random: RandomFor): Uint8Array {
  return random
    ? cipher.encrypt(random(`${key} key`, cipher.size), random(`${id} IV`, cipher.iv), plain)
    : new Uint8Array(cipher.length(plain.length));
}

/**
 * Finds the parts that an encryption replaces, in a text with all other values, and returns the replacements. In a check, the
 * ciphertexts have only the correct length.
 * @param start the offset of the EncryptedKey in the document
 */
export function encryptedParts(
  document: XmlDocument,
  start: number,
  { plan, parts }: Pick<PlannedEncryption, "plan" | "parts">,
  random: RandomFor,
): readonly TextEdit[] | { readonly why: string } {
  const parent = elementAt(document, start)?.parent;
  const envelope = readEnvelope(document);
  if (!plan || !parent || !envelope) return { why: l10n.t("The message with its values has no place for its key.") };
  const edits: TextEdit[] = [];
  for (const { name, form, id } of parts) {
    if (form === "Attachment") continue;
    const [element, second] = elementsNamed({ document, envelope, parent }, name);
    if (!element || second) return { why: l10n.t("The message with its values doesn't contain {0} once.", name) };
    const isContent = form === "Content";
    const plain = utf8.encode(markupOfNodes(document, isContent ? element.children : [element]));
    const type = isContent ? "Content" : "Element";
    const data = { type, data: ciphertext(plan, id, plain, random) } as const;
    const text = encryptedDataText({ id, keyId: plan.id, cipher: plan.cipher, data });
    edits.push(
      isContent
        ? contentEdit(document, element, text)
        : { ...spanOf(element), newText: inHeader(document, element, form, text) },
    );
  }
  return edits;
}

function spanOf({ start, end }: XmlElement): Span {
  return { start, end };
}

/** Replaces the content of an element. An empty-element tag gets a start tag and an end tag. */
function contentEdit({ text }: XmlDocument, element: XmlElement, content: string): TextEdit {
  if (!element.selfClosing) return { start: element.startTagEnd, end: element.contentEnd, newText: content };
  const start = text.lastIndexOf("/", element.end);
  return { start, end: element.end, newText: `>${content}</${element.name}>` };
}

/** It keeps the id, and the attributes that specify who must understand it (WS-Security 1.1 section 9.3). */
function inHeader(document: XmlDocument, block: XmlElement, form: PlannedPart["form"], text: string): string {
  if (form !== "Header") return text;
  const namespace = document.root?.namespace;
  const id = idOf(document, block);
  const attributes: Record<string, string> = { "xmlns:wsse11": security11Namespace };
  if (id) Object.assign(attributes, { "xmlns:wsu": utilityNamespace, "wsu:Id": id.id });
  const isOfSoap = (one: XmlAttribute) => one.namespace === namespace && one.prefix !== "";
  for (const attribute of block.attributes.filter(isOfSoap)) {
    attributes[`xmlns:${attribute.prefix}`] = attribute.namespace ?? "";
    attributes[attribute.name] = attributeValue(document, attribute) ?? "";
  }
  const writer = new SignatureWriter("ds");
  return writer.other("wsse11:EncryptedHeader", attributes, () => writer.add(text)).text;
}

/** The offset in the edited text for an offset that isn't in a replaced part. */
export function editedOffset(edits: readonly TextEdit[], offset: number): number {
  let longer = 0;
  for (const { start, end, newText } of edits) if (end <= offset) longer += newText.length - (end - start);
  return offset + longer;
}

/** Inserts encrypted parts into a text. A position inside of a part becomes the span of the whole part. */
export function withEdits(resolved: Resolved, edits: readonly TextEdit[]): Resolved {
  if (edits.length === 0) return resolved;
  const before = (offset: number, edge: "start" | "end") => {
    let longer = 0;
    for (const edit of edits) {
      const start = edit.start + longer;
      const end = start + edit.newText.length;
      if (offset < start || (offset === start && edge === "end")) break;
      if (offset < end || (offset === end && edge === "end")) return edit[edge];
      longer += edit.newText.length - (edit.end - edit.start);
    }
    return offset - longer;
  };
  return {
    ...resolved,
    text: applyEdits(resolved.text, edits),
    slots: resolved.slots.flatMap((slot) =>
      edits.some(({ start, end }) => start <= slot.start && slot.end <= end)
        ? []
        : [{ ...slot, start: editedOffset(edits, slot.start), end: editedOffset(edits, slot.end) }],
    ),
    at: ({ start, end }) =>
      resolved.at({ start: before(start, "start"), end: before(end, start === end ? "start" : "end") }),
  };
}
