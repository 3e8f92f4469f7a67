import * as l10n from "@vscode/l10n";
import type { Certificate } from "../../crypto/certificate.ts";
import type { KeyOperation, KeyResult } from "../../protocol/keyProtocol.ts";
import { childElements, readEnvelope } from "../../soap/envelope.ts";
import { hexOf, sameBytes } from "../../text/bytes.ts";
import { deepestEncryption, mostEncryptedParts, mostTriedKeys } from "../../text/limits.ts";
import { namespaceDeclaration } from "../../xml/elementMarkup.ts";
import { parseXml } from "../../xml/parser.ts";
import { prefixesIn, textContent, textOfAttribute } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { algorithmName, fragmentOf } from "../algorithms.ts";
import { type Attachment, attachmentId } from "../attachments.ts";
import { type DecryptedAttachment, type DecryptedLayer, Decryption, type EncryptedPart } from "../decryption.ts";
import { isSecurity, securityHeaders } from "../header.ts";
import { idIndex } from "../ids.ts";
import { type Layer, LayeredText, type Place } from "../layers.ts";
import { attachmentEncryption, encryptionNamespace, security11Namespace } from "../names.ts";
import { signersOf } from "../verification/signer.ts";
import { type BlockCipher, cipherOf, transportOf } from "./ciphers.ts";
import {
  encryptedKeyOf,
  encryptionElements,
  listsIn,
  type MessageKeys,
  type ReadEncrypted,
  readEncrypted,
} from "./readEncrypted.ts";

export interface DecryptionKey {
  readonly name: string;
  readonly certificate: Certificate;
}

type Compute = (operations: readonly KeyOperation[]) => Promise<readonly KeyResult[]>;

/**
 * Decrypts each EncryptedData of a message; `undefined` if there is none. Never rejects. Parts that can't be
 * decrypted stay unchanged.
 * @param keys the keys of the host, in its order
 * @param attachments the parts of a multipart body by their Content-ID
 */
export async function decryptMessage(
  document: XmlDocument,
  keys: readonly DecryptionKey[],
  compute: Compute,
  attachments: ReadonlyMap<string, Attachment> = new Map(),
): Promise<Decryption | undefined> {
  if (!document.text.includes("EncryptedData") || document.doctype) return undefined;
  const decrypter = new Decrypter(document.text.slice(document.start, document.end), keys, compute, attachments);
  return decrypter.decrypted();
}

interface OpenPart {
  readonly read: ReadEncrypted;
  readonly cipher: BlockCipher;
  readonly bytes: Uint8Array;
  readonly attachment: string | undefined;
  readonly transport: string;
  readonly operations: readonly KeyOperation[];
  readonly recipient: string | undefined;
  readonly turn: Place | undefined;
}

class Decrypter {
  readonly #keys: readonly DecryptionKey[];
  readonly #compute: Compute;
  readonly #root: Layer;
  readonly #attachments: ReadonlyMap<string, Attachment>;
  readonly #layers: DecryptedLayer[] = [];
  readonly #decryptedAttachments: DecryptedAttachment[] = [];
  readonly #parts: EncryptedPart[] = [];
  #count = 0;
  /** The results of decrypting encrypted keys, by the key of the host, the method and the bytes. */
  readonly #results = new Map<string, KeyResult>();

  constructor(
    text: string,
    keys: readonly DecryptionKey[],
    compute: Compute,
    attachments: ReadonlyMap<string, Attachment>,
  ) {
    this.#attachments = attachments;
    this.#root = { start: 0, end: text.length, text, around: undefined, inner: [] };
    this.#keys = keys.filter(({ certificate }) => certificate.publicKey.algorithm?.kind === "rsa");
    this.#compute = compute;
  }

  async decrypted(): Promise<Decryption | undefined> {
    let open: ReadonlySet<Layer> = new Set([this.#root]);
    for (let depth = 0; open.size > 0; depth++) open = await this.#level(open, depth >= deepestEncryption);
    if (this.#parts.length === 0) return undefined;
    return new Decryption(this.#root, this.#layers, this.#decryptedAttachments, this.#parts);
  }

  async #level(open: ReadonlySet<Layer>, isTooDeep: boolean): Promise<ReadonlySet<Layer>> {
    const layered = new LayeredText(this.#root, () => true);
    const document = parseXml(layered.text);
    const all: XmlElement[] = [];
    for (const element of encryptionElements(document, "EncryptedData")) {
      const isInOther = element.start < (all.at(-1)?.end ?? 0);
      if (!isInOther && open.has(layered.placeOf(element.start).layer)) all.push(element);
    }
    if (all.length === 0) return new Set();
    const keys = { document, ids: idIndex(document), lists: listsIn(document) };
    const wanted: OpenPart[] = [];
    for (const element of all) {
      // Reports the limit once, and skips further parts.
      if (this.#count > mostEncryptedParts) break;
      const read = readEncrypted(document, element);
      const part = await this.#want(read, keys, layered, isTooDeep);
      if ("cipher" in part) wanted.push(part);
      else this.#parts.push(part);
    }
    await this.#computeAll(wanted.flatMap(({ operations }) => operations));
    const added = new Set<Layer>();
    for (const part of wanted) {
      const layer = this.#decrypt(document, part, layered);
      if (layer) added.add(layer);
    }
    return added;
  }

  /** The operations that decrypt the key of an encrypted part, or a sentence about why that isn't possible. */
  async #want(
    read: ReadEncrypted,
    keys: MessageKeys,
    layered: LayeredText,
    isTooDeep: boolean,
  ): Promise<OpenPart | EncryptedPart> {
    const { document } = keys;
    const cipher = cipherOf(read.method);
    const encryptedKey = encryptedKeyOf(read, keys);
    const key = encryptedKey && readEncrypted(document, encryptedKey.key);
    const method = key && transportOf(key.method, key.digest, key.mgf);
    const part = { part: partOf(read), algorithm: fragmentOf(read.method), transport: fragmentOf(key?.method ?? "") };
    const at = layered.placeOf(read.element.start);
    const unsupported = (why: string): EncryptedPart => {
      const message = l10n.t("{0} isn't decrypted: {1}", part.part, why);
      return { ...part, key: undefined, failure: { code: "encryption-unsupported", message, at } };
    };
    if (isTooDeep) return unsupported(l10n.t("it is encrypted more than {0} times.", deepestEncryption));
    if (this.#count++ >= mostEncryptedParts)
      return unsupported(l10n.t("the message has more than {0} encrypted parts.", mostEncryptedParts));
    if (!cipher) return unsupported(l10n.t("the algorithm {0} isn't supported.", algorithmName(read.method)));
    const attachment = attachmentId(this.#attachments, read.attachment ?? "");
    const bytes = attachment === undefined ? read.cipher : this.#attachments.get(attachment)?.bytes();
    if (!(attachment === undefined ? types.has(read.type) : read.type === attachmentEncryption.content))
      return unsupported(l10n.t("the type {0} isn't supported.", algorithmName(read.type)));
    if (!bytes) return unsupported(l10n.t("its bytes aren't in it."));
    if (!key) return unsupported(l10n.t("the message has no encrypted key for it."));
    if (!method?.padding || key.hasLabel || !key.cipher)
      return unsupported(l10n.t("the algorithm {0} isn't supported.", algorithmName(key.method)));
    const { padding } = method;
    const data = key.cipher;
    const [list, header] = [encryptedKey.list, key.element.parent];
    const turn = list ?? (header && isSecurity(header) ? key.element : undefined);
    const candidates = await this.#candidates(key, keys);
    return {
      read,
      cipher,
      bytes,
      attachment,
      transport: method.name,
      operations: candidates.map(({ name }) => ({ kind: "decrypt", key: name, algorithm: padding, data })),
      recipient: recipientOf(document, key.keyInfo),
      turn: turn && layered.placeOf(turn.start),
    };
  }

  /** The host's keys that may decrypt an encrypted key: the key that the message names, or all keys. */
  async #candidates(
    { keyInfo, cipher }: ReadEncrypted,
    { document, ids }: MessageKeys,
  ): Promise<readonly DecryptionKey[]> {
    const envelope = readEnvelope(document);
    const fitting = this.#keys.filter(({ certificate }) => certificate.publicKey.numbers[0]?.length === cipher?.length);
    const sources = {
      document,
      ids,
      header: envelope && securityHeaders(envelope).length > 0 ? envelope.header : undefined,
      sent: [],
      known: fitting.map(({ certificate }) => certificate),
    };
    const named = keyInfo ? await signersOf(keyInfo, sources) : [];
    const matching = fitting.filter(({ certificate: { publicKey } }) =>
      named.some((one) => sameBytes(one.publicKey.spki, publicKey.spki)),
    );
    return matching.length > 0 ? matching : fitting.slice(0, mostTriedKeys);
  }

  async #computeAll(operations: readonly KeyOperation[]): Promise<void> {
    const asked = new Map(operations.map((one) => [idOf(one), one]));
    for (const id of this.#results.keys()) asked.delete(id);
    if (asked.size === 0) return;
    const results = await this.#compute([...asked.values()]);
    for (const [index, id] of [...asked.keys()].entries()) {
      const result = results[index];
      if (result) this.#results.set(id, result);
    }
  }

  #decrypt(document: XmlDocument, wanted: OpenPart, layered: LayeredText): Layer | undefined {
    const { read, cipher, bytes, attachment, transport, operations, turn } = wanted;
    const results = operations.map((one) => ({ name: one.key, result: this.#results.get(idOf(one)) }));
    for (const { name, result } of results) {
      if (result?.kind !== "value") continue;
      const plain = cipher.decrypt(ofSize(result.value, cipher.size), bytes);
      const how = { algorithm: cipher.name, transport, key: name, failure: undefined };
      if (plain && attachment !== undefined) {
        const type = textOfAttribute(document, read.element, "MimeType").toLowerCase();
        this.#decryptedAttachments.push({ id: attachment, bytes: plain, type, turn });
        this.#parts.push({ part: partOf(read), ...how });
        return undefined;
      }
      const content = plain && contentOf(document, read, plain);
      if (!content) continue;
      const layer = layerOf(read.element, content.text, layered, turn);
      layer.around?.inner.push(layer);
      this.#layers.push(layer);
      this.#parts.push({ part: content.part, ...how });
      return layer;
    }
    const part = { part: partOf(read), algorithm: cipher.name, transport, key: undefined };
    const at = layered.placeOf(read.element.start);
    const impossible = results.flatMap(({ result }) =>
      result?.kind === "failed" && result.isUnsupported ? [result.why] : [],
    );
    const message = l10n.t("{0} isn't decrypted: no key in soaphttp.keys decrypts it.", part.part);
    const why = impossible[0] ?? wanted.recipient;
    const text = why === undefined ? message : `${message} ${why}`;
    this.#parts.push({ ...part, failure: { code: "encryption-failed", message: text, at } });
    return undefined;
  }
}

const types: ReadonlySet<string> = new Set(["", `${encryptionNamespace}Element`, `${encryptionNamespace}Content`]);

function isElementType({ type }: ReadEncrypted): boolean {
  return type === `${encryptionNamespace}Element`;
}

function partOf(read: ReadEncrypted): string {
  const { element, attachment } = read;
  return attachment ?? (isElementType(read) ? undefined : element.parent?.local) ?? element.local;
}

function idOf({ key, algorithm, data }: KeyOperation): string {
  return `${key} ${JSON.stringify(algorithm)} ${hexOf(data)}`;
}

/** Returns the key if it has the right size, else a random key. The sender must not learn from the response that the size was wrong. */
function ofSize(key: Uint8Array, size: number): Uint8Array {
  return key.length === size ? key : crypto.getRandomValues(new Uint8Array(size));
}

/** The decrypted markup, if it is well-formed at its place in the message. */
function contentOf(
  document: XmlDocument,
  read: ReadEncrypted,
  plain: Uint8Array,
): { readonly text: string; readonly part: string } | undefined {
  const { element } = read;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return undefined;
  }
  const declarations = [...prefixesIn(document, element.parent ?? element)].map(namespaceDeclaration);
  const { root, children, problems, doctype } = parseXml(`<x${declarations.join("")}>${text}</x>`);
  if (!root || problems.length > 0 || doctype || children.length !== 1) return undefined;
  if (!isElementType(read)) return { text, part: partOf(read) };
  const [first, ...others] = childElements(root);
  return first && others.length === 0 ? { text, part: first.local } : undefined;
}

/** The layer with a decrypted element. An encrypted header block is replaced as a whole (WS-Security 1.1 section 9.3). */
function layerOf(element: XmlElement, text: string, layered: LayeredText, turn: Place | undefined): DecryptedLayer {
  const { parent } = element;
  const isHeader = parent?.namespace === security11Namespace && parent.local === "EncryptedHeader";
  const whole = isHeader && childElements(parent).length === 1 ? parent : element;
  const { layer: around, at: start } = layered.placeOf(whole.start);
  return { start, end: start + whole.end - whole.start, text, around, inner: [], turn };
}

/** Maximum length of a name from a message, in UTF-16 units. */
const longestName = 200;

function recipientOf(document: XmlDocument, keyInfo: XmlElement | undefined): string | undefined {
  if (!keyInfo) return undefined;
  const texts = new Map<string, string>();
  const open = [...childElements(keyInfo)];
  for (let element = open.pop(); element && texts.size < mostTriedKeys; element = open.pop()) {
    texts.set(element.local, textContent(document, element).trim().slice(0, longestName));
    open.push(...childElements(element));
  }
  const [issuer, serial] = [texts.get("X509IssuerName"), texts.get("X509SerialNumber")];
  if (issuer !== undefined && serial !== undefined) return l10n.t("It is for {0}, serial {1}.", issuer, serial);
  const name = texts.get("KeyName") ?? texts.get("X509SubjectName");
  return name === undefined ? undefined : l10n.t("It is for {0}.", name);
}
