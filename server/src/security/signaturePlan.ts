import { type Certificate, readCertificate } from "../crypto/certificate.ts";
import type { KeyAlgorithm, SignatureAlgorithm } from "../protocol/protocol.ts";
import { childElements } from "../soap/envelope.ts";
import { securityNamespace } from "../soap/facts.ts";
import { fromBase64 } from "../text/base64.ts";
import { sameBytes } from "../text/bytes.ts";
import { mostReferences, mostSignatures } from "../text/limits.ts";
import type { Span } from "../text/span.ts";
import { attribute, attributeValue, elementsWith, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import {
  type DigestMethod,
  type NamedC14nMethod,
  signatureLength,
  signatureMethods,
  usualMethod,
} from "./algorithms.ts";
import type { Attachment } from "./attachments.ts";
import { freeId, idIndex, idOf } from "./ids.ts";
import type { KeyReferenceText } from "./keyInfoText.ts";
import { assertions, valueTypes } from "./names.ts";
import type { OpenValues } from "./openValues.ts";
import type { OptionProblem } from "./securityOptions.ts";
import type { SignatureOptions } from "./signatureOptions.ts";
import type { KeyReference } from "./signatureOptionTable.ts";
import { type OtherSignature, type PartProblem, type SignedPart, signedParts } from "./signatureParts.ts";
import { type PlaceProblem, placeOf, type SignaturePlace, type Unsigned } from "./signaturePlace.ts";
import { type SignatureText, signatureText } from "./signatureText.ts";
import { messageOf } from "./signedBytes.ts";
import { holdersIn } from "./verification/signer.ts";

export interface SigningKey {
  /** Certificates in DER. The certificate of the key is the first one. */
  readonly certificates: readonly Uint8Array[];
  /** Algorithm of the key; `undefined` if there are only certificates. */
  readonly algorithm: KeyAlgorithm | undefined;
}

/** The element that replaces `{{$signature …}}`, with everything that is known before computing it. */
export interface SignaturePlan extends SignatureText {
  readonly key: string;
  readonly method: SignatureAlgorithm;
  readonly digest: DigestMethod;
  readonly c14n: NamedC14nMethod;
  /** Whether an `xop:Include` is signed as the content of its attachment. */
  readonly isXop: boolean;
  readonly isBare: boolean;
  readonly certificate: Certificate;
}

/** A reason why nothing can be signed. `at`: span in the text between the braces; undefined for all of the text. */
export type SignatureProblem =
  | PartProblem
  | ({ readonly at: Span | undefined } & (
      | { readonly kind: "option"; readonly problem: OptionProblem }
      | { readonly kind: "signatures" | "references" }
      | { readonly kind: "place"; readonly why: PlaceProblem }
      /** `unnamed`: the token with the certificate, which has no id. */
      | { readonly kind: "token"; readonly security: XmlElement; readonly unnamed: XmlElement | undefined }
      | { readonly kind: "no-private-key" | "no-certificate" | "no-identifier" | "other-algorithm" }
      | { readonly kind: "assertion"; readonly count: number; readonly id: string | undefined }
    ));

export interface Planned {
  /** `undefined` if there are problems, or if the key isn't known. */
  readonly plan: SignaturePlan | undefined;
  readonly problems: readonly SignatureProblem[];
  readonly parts: readonly SignedPart[];
  readonly references: number;
  /** Name of a part that contains the signature without a transform that excludes it. */
  readonly notEnveloped: string | undefined;
  /** Name of the part whose canonical form depends on the envelope around it. */
  readonly dependent: string | undefined;
  /** Subject of the holder that the assertion in `keyInfo` confirms, if the holder has another key. */
  readonly otherHolder: string | undefined;
}

export interface SignatureContext extends Unsigned {
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly open: OpenValues;
  /** Whether the media type of the body is `application/xop+xml`. */
  readonly isXop: boolean;
  readonly signatures: readonly OtherSignature[];
  readonly index: number;
  readonly references: number;
  readonly time: Date;
}

/** @param key `undefined` if the key isn't known; then only the place and the parts are checked */
export function planSignature(
  context: SignatureContext,
  typed: SignatureOptions,
  key: SigningKey | undefined,
): Planned {
  const problems: SignatureProblem[] = typed.problems.map((problem) => ({ kind: "option", problem, at: problem.at }));
  const { document, at: own, index, attachments } = context;
  const place = index < mostSignatures ? placeOf(context) : { why: undefined };
  if ("why" in place) {
    const { why } = place;
    problems.push(why ? { kind: "place", at: undefined, why } : { kind: "signatures", at: undefined });
    const none = { plan: undefined, notEnveloped: undefined, dependent: undefined, otherHolder: undefined };
    return { ...none, parts: [], references: 0, problems };
  }
  const left = Math.max(0, mostReferences - context.references);
  const excess = typed.parts?.[left];
  if (excess) problems.push({ kind: "references", at: excess });
  const options = excess ? { ...typed, parts: typed.parts?.slice(0, left) } : typed;
  const number = 1 + index;
  const keyInfoId = freeId(document, `KeyInfo-${number}`);
  const message = messageOf(document, attachments);
  const all = context.signatures.slice(0, mostSignatures);
  const signed = signedParts({ message, place, options, own, all, keyInfoId });
  const certain = signed.problems.filter(
    ({ why, name }) => !((why === "missing" || why === "no-part") && context.open.mayBring(name)),
  );
  const isUnknown = certain.length < signed.problems.length;
  problems.push(...certain);
  const { parts, notEnveloped } = signed;
  const references = typed.parts?.length ?? parts.length;
  const dependent = dependentPart(place, options, parts);
  const unplanned = { plan: undefined, parts, references, notEnveloped, dependent, otherHolder: undefined };
  const { certificates: chain = [], algorithm } = key ?? {};
  const [certificate, ...issuers] = chain.flatMap((der) => readCertificate(der) ?? []);
  const name = options.key?.text;
  if (!key || name === undefined) return { ...unplanned, problems };
  const at = options.key;
  if (!algorithm) problems.push({ kind: "no-private-key", at });
  else if (!certificate) problems.push({ kind: "no-certificate", at });
  if (!algorithm || !certificate) return { ...unplanned, problems };
  const method = options.method ?? signatureMethods.get(usualMethod(algorithm));
  if (!method || (method.name === "ecdsa") !== (algorithm.kind === "ec")) {
    problems.push({ kind: "other-algorithm", at: options.at("algorithm") });
  }
  const usual: readonly KeyReference[] = [
    place.isInSecurity ? { kind: "token", form: "BinarySecurityToken" } : { kind: "data", form: "X509Certificate" },
  ];
  const referred = (options.keyInfo ?? usual).map((one) =>
    keyReferenceText(one, place, options, certificate, context.open),
  );
  const keyReferences = referred.flatMap((one) => (one.kind === "problem" || one.kind === "unknown" ? [] : [one]));
  problems.push(...referred.flatMap((one) => (one.kind === "problem" ? [one.problem] : [])));
  if (problems.length > 0 || !method || isUnknown || keyReferences.length < referred.length)
    return { ...unplanned, problems };
  const { digest, c14n, isBare, xades } = options;
  const text = signatureText({
    ...options,
    prefix: options.prefix ?? (place.isInSecurity ? "ds" : ""),
    id: options.id ?? (xades && freeId(document, `signature-${number}`)),
    method,
    length: signatureLength(algorithm),
    references: parts,
    keyReferences,
    certificates: [certificate, ...issuers],
    keyInfoId: parts.some(({ uri }) => uri === `#${keyInfoId}`) ? keyInfoId : undefined,
    time: `${context.time.toISOString().slice(0, 19)}Z`,
  });
  const { name: kind, hash } = method;
  const how = { key: name, method: { name: kind, hash }, digest, c14n, isBare, certificate };
  const plan = { ...how, ...text, isXop: context.isXop && options.isXop };
  return { ...unplanned, otherHolder: otherHolder(place, keyReferences, certificate), plan, problems };
}

/** The first part whose inclusive canonical form contains namespaces that the envelope around it declares. */
function dependentPart(
  { document: { root }, envelope, isInSecurity }: SignaturePlace,
  { c14n, transforms = [] }: SignatureOptions,
  parts: readonly SignedPart[],
): string | undefined {
  if (!envelope || isInSecurity) return undefined;
  const methods = [c14n, ...transforms.flatMap((one) => ("method" in one ? one.method : []))];
  if (methods.every(({ kind }) => kind === "exclusive")) return undefined;
  return parts.flatMap(({ elements }) => elements).find((one) => one !== root)?.local;
}

type TokenReference = KeyReferenceText | { readonly kind: "problem"; readonly problem: SignatureProblem };

/** `unknown`: the reference is to markup of a response, which isn't known yet. */
type Referred = TokenReference | { readonly kind: "unknown" };

function keyReferenceText(
  reference: KeyReference,
  place: SignaturePlace,
  options: SignatureOptions,
  certificate: Certificate,
  open: OpenValues,
): Referred {
  const at = options.key;
  if (reference.kind === "own") return reference;
  const { form } = reference;
  if ((form === "SubjectKeyIdentifier" || form === "X509SKI") && !certificate.subjectKeyIdentifier)
    return { kind: "problem", problem: { kind: "no-identifier", at } };
  if (reference.kind === "data") return reference;
  if (reference.form === "BinarySecurityToken") return tokenWith(place.document, place.parent, certificate);
  if (reference.form !== "Assertion") return { kind: "token", form: reference.form };
  return assertionOf(place, options.at("keyInfo"), open);
}

/** The only SAML assertion in `wsse:Security`, else the only one in the message. */
function assertionOf({ document, parent }: SignaturePlace, at: Span | undefined, open: OpenValues): Referred {
  const own = samlAssertions(childElements(parent));
  if (own.length === 0 && open.hasMarkup(parent)) return { kind: "unknown" };
  const all = own.length > 0 ? own : samlAssertions(elementsWith(document, "Assertion"));
  const [first] = all;
  const attributeOfId = first && attribute(first.element, "", first.assertion.id);
  const id = attributeOfId && attributeValue(document, attributeOfId);
  if (first && id && all.length === 1) return { kind: "token", form: "Assertion", id, ...first };
  const missing = all.length === 1 ? first?.assertion.id : undefined;
  return { kind: "problem", problem: { kind: "assertion", at, count: all.length, id: missing } };
}

function samlAssertions(elements: Iterable<XmlElement>) {
  return [...elements].flatMap((element) => {
    const assertion = element.local === "Assertion" && assertions.find((one) => one.namespace === element.namespace);
    return assertion ? [{ element, assertion }] : [];
  });
}

function otherHolder(
  { document }: SignaturePlace,
  references: readonly KeyReferenceText[],
  { publicKey }: Certificate,
): string | undefined {
  const holders = references.flatMap((one) => (one.form === "Assertion" ? holdersIn(document, one.element) : []));
  return holders.some((one) => sameBytes(one.publicKey.spki, publicKey.spki)) ? undefined : holders[0]?.subject;
}

/** The token with the certificate and an id that no other element has. */
export function tokenWith(document: XmlDocument, security: XmlElement, { der }: Certificate): TokenReference {
  const tokens = childElements(security).filter(
    ({ namespace, local }) => namespace === securityNamespace && local === "BinarySecurityToken",
  );
  const own = tokens.filter((token) => isBase64Of(textContent(document, token), der));
  const index = idIndex(document);
  for (const token of own) {
    const id = idOf(document, token);
    if (!id || (index.get(id.id) ?? []).length > 1) continue;
    const type = attribute(token, "", "ValueType");
    const valueType = (type && attributeValue(document, type)) || valueTypes.certificate;
    return { kind: "token", form: "BinarySecurityToken", id: id.id, valueType };
  }
  return {
    kind: "problem",
    problem: { kind: "token", at: undefined, security, unnamed: own.find((one) => !idOf(document, one)) },
  };
}

function isBase64Of(text: string, bytes: Uint8Array): boolean {
  try {
    const read = fromBase64(text.trim());
    return read.length === bytes.length && read.every((byte, at) => byte === bytes[at]);
  } catch {
    return false;
  }
}
