import { type Certificate, readCertificate } from "../../crypto/certificate.ts";
import { longestPlain } from "../../crypto/rsa.ts";
import type { RsaPadding } from "../../protocol/keyProtocol.ts";
import { mostEncryptedParts, mostSignatures } from "../../text/limits.ts";
import { contains, type Span } from "../../text/span.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type Attachment, attachmentId } from "../attachments.ts";
import { partsNamed } from "../header.ts";
import { freeId, idIndex, idOf } from "../ids.ts";
import type { KeyReferenceText } from "../keyInfoText.ts";
import type { OpenValues } from "../openValues.ts";
import type { OptionProblem } from "../securityOptions.ts";
import type { OtherSignature } from "../signatureParts.ts";
import { contentPlace, type PlaceProblem, type SignaturePlace } from "../signaturePlace.ts";
import { type SigningKey, tokenWith } from "../signaturePlan.ts";
import type { BlockCipher } from "./ciphers.ts";
import type { EncryptionOptions } from "./encryptionOptions.ts";

/** The encryption of the parts of `{{$encrypted …}}`, with everything that is known before computing it. */
export interface EncryptionPlan {
  readonly key: string;
  readonly cipher: BlockCipher;
  readonly transport: { readonly name: string; readonly padding: RsaPadding };
  readonly recipient: KeyReferenceText;
  readonly certificate: Certificate;
  readonly numbers: readonly [Uint8Array, Uint8Array];
  readonly id: string;
}

export interface PlannedPart {
  readonly name: string;
  /** `Header`: the header block becomes a `wsse11:EncryptedHeader`. `Attachment`: the attachment keeps its place. */
  readonly form: "Element" | "Content" | "Header" | "Attachment";
  /** Span of the element or of its content, in the text with placeholders; empty for an attachment. */
  readonly span: Span;
  /** `undefined` for a signature that is computed later, and for an attachment. */
  readonly element: XmlElement | undefined;
  readonly mimeType?: string;
  readonly id: string;
}

/** A reason why nothing can be encrypted. `at`: span in the text between the braces; undefined for all of the text. */
export type EncryptionProblem = { readonly at: Span | undefined } & (
  | { readonly kind: "option"; readonly problem: OptionProblem }
  | { readonly kind: "place"; readonly why: Exclude<PlaceProblem, "not-last"> | "not-in-security" }
  | {
      readonly kind: "part";
      readonly why: "missing" | "several" | "contains" | "twice" | "too-many";
      readonly name: string;
    }
  | { readonly kind: "token"; readonly security: XmlElement; readonly unnamed: XmlElement | undefined }
  | { readonly kind: "no-certificate" | "no-identifier" | "not-rsa" | "too-short" | "encryptions" }
  | { readonly kind: "excess"; readonly option: string; readonly transport: string }
);

export interface PlannedEncryption {
  /** `undefined` if there are problems, or if the key isn't known. */
  readonly plan: EncryptionPlan | undefined;
  readonly parts: readonly PlannedPart[];
  readonly problems: readonly EncryptionProblem[];
}

export interface EncryptionContext {
  readonly document: XmlDocument;
  readonly at: Span;
  readonly all: readonly Span[];
  readonly signatures: readonly OtherSignature[];
  /** The parts of a multipart body by their Content-ID. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly open: OpenValues;
  readonly index: number;
  readonly parts: readonly PlannedPart[];
  /** Whether a signature covers an encrypted element, by the id of the element. */
  readonly isSigned: boolean;
}

/** @param key `undefined` if the key isn't known; then only the place and the parts are checked */
export function planEncryption(
  context: EncryptionContext,
  options: EncryptionOptions,
  key: SigningKey | undefined,
): PlannedEncryption {
  const problems: EncryptionProblem[] = options.problems.map((problem) => ({
    kind: "option",
    problem,
    at: problem.at,
  }));
  if (context.index >= mostSignatures)
    return { plan: undefined, parts: [], problems: [...problems, { kind: "encryptions", at: undefined }] };
  const place = contentPlace(context);
  const why = "why" in place ? place.why : place.isInSecurity ? undefined : "not-in-security";
  if (why || "why" in place) {
    problems.push({ kind: "place", at: undefined, why: why ?? "outside" });
    return { plan: undefined, parts: [], problems };
  }
  const { document } = context;
  const parts: PlannedPart[] = [];
  let isUnknown = false;
  const typedParts = options.parts ?? [{ ...options.at("parts"), text: "Body" }];
  for (const [index, { text: name, ...typedAt }] of typedParts.entries()) {
    const at = options.parts && typedAt;
    const before = [...context.parts, ...parts];
    const isExcess = context.parts.length + index >= mostEncryptedParts;
    const part = isExcess ? "too-many" : partOf(context, place, name, before, options.mimeType);
    if (typeof part !== "string") parts.push(part);
    else if (part === "missing" && context.open.mayBring(name)) isUnknown = true;
    else problems.push({ kind: "part", why: part, name, at });
    if (isExcess) break;
  }
  const { excess, cipher, transport } = options;
  if (excess) problems.push({ kind: "excess", option: excess, transport: transport.name, at: options.at(excess) });
  const name = options.key?.text;
  if (!key || name === undefined) return { plan: undefined, parts, problems };
  const at = options.key;
  const certificate = readCertificate(key.certificates[0] ?? new Uint8Array(0));
  const publicKey = certificate?.publicKey;
  const [modulus, exponent] = publicKey?.algorithm?.kind === "rsa" ? publicKey.numbers : [];
  if (!certificate) problems.push({ kind: "no-certificate", at });
  else if (!modulus || !exponent) problems.push({ kind: "not-rsa", at });
  else if (cipher && longestPlain(transport.padding, modulus.length) < cipher.size)
    problems.push({ kind: "too-short", at });
  const recipient = certificate && recipientOf(options, document, place.parent, certificate);
  if (recipient && "problem" in recipient) problems.push(recipient.problem);
  if (
    isUnknown ||
    problems.length > 0 ||
    !certificate ||
    !modulus ||
    !exponent ||
    !cipher ||
    !recipient ||
    "problem" in recipient
  )
    return { plan: undefined, parts, problems };
  const id = freeId(document, `EK-${1 + context.index}`);
  const numbers = [modulus, exponent] as const;
  return { plan: { key: name, cipher, transport, recipient, certificate, numbers, id }, parts, problems };
}

function recipientOf(
  { recipient, key: at }: EncryptionOptions,
  document: XmlDocument,
  security: XmlElement,
  certificate: Certificate,
): KeyReferenceText | { readonly problem: EncryptionProblem } | undefined {
  if (recipient === "token") {
    const token = tokenWith(document, security, certificate);
    if (token.kind !== "problem") return token;
    const unnamed = token.problem.kind === "token" ? token.problem.unnamed : undefined;
    return { problem: { kind: "token", at: undefined, security, unnamed } };
  }
  const needsIdentifier = recipient?.form === "X509SKI" || recipient?.form === "SubjectKeyIdentifier";
  if (needsIdentifier && !certificate.subjectKeyIdentifier) return { problem: { kind: "no-identifier", at } };
  return recipient;
}

const ofContent = "/node()";

/** The elements in a message that have a name or an id. */
export function elementsNamed(place: Pick<SignaturePlace, "document" | "envelope" | "parent">, name: string) {
  const text = name.endsWith(ofContent) ? name.slice(0, -ofContent.length) : name;
  if (text.startsWith("#")) return (idIndex(place.document).get(text.slice(1)) ?? []).map(({ element }) => element);
  return place.envelope ? partsNamed(place.envelope, place.parent, text) : [];
}

/** @param mimeType the media type of attachments */
function partOf(
  context: EncryptionContext,
  place: SignaturePlace,
  name: string,
  before: readonly PlannedPart[],
  mimeType: string | undefined,
): PlannedPart | Extract<EncryptionProblem, { readonly kind: "part" }>["why"] {
  const { document, attachments } = context;
  const freeDataId = () => freeId(document, `ED-${1 + before.length}`);
  if (name.startsWith("cid:")) {
    const contentId = attachmentId(attachments, name);
    const attachment = attachments.get(contentId ?? "");
    if (!attachment) return "missing";
    // Either of the two ids may be percent-encoded.
    if (before.some((one) => attachmentId(attachments, one.name) === contentId)) return "twice";
    const type = mimeType ?? attachment.type;
    return { name, form: "Attachment", span: nowhere, element: undefined, mimeType: type, id: freeDataId() };
  }
  const candidates = [
    ...elementsNamed(place, name).map((element) => ({ element, ...formOf(place, element, name) })),
    ...context.signatures.slice(0, mostSignatures).flatMap(({ at, id }) => {
      const isNamed = name === "Signature" ? contains(place.parent, at) : id !== undefined && name === `#${id}`;
      return isNamed ? [{ element: undefined, form: "Element" as const, span: at }] : [];
    }),
  ];
  const [part, second] = candidates;
  if (!part) return "missing";
  if (second) return "several";
  const { element, form, span } = part;
  if (element && context.all.some((one) => contains(element, one))) return "contains";
  const isSame = (other: Span) => other.start === span.start && other.end === span.end;
  if (before.some((one) => isSame(one.span) || (one.span.start < span.end && span.start < one.span.end)))
    return "twice";
  const own = context.isSigned && form === "Element" && element ? idOf(document, element)?.id : undefined;
  return { name, form, span, element, id: own ?? freeDataId() };
}

const nowhere: Span = { start: 0, end: 0 };

/** How an element is encrypted: the content of the Body, a header block, or the whole element. */
function formOf({ envelope }: SignaturePlace, element: XmlElement, name: string): Pick<PlannedPart, "form" | "span"> {
  if (element === envelope?.body || name.endsWith(ofContent))
    return { form: "Content", span: { start: element.startTagEnd, end: element.contentEnd } };
  const { start, end } = element;
  return { form: element.parent === envelope?.header ? "Header" : "Element", span: { start, end } };
}
