import { type Certificate, readCertificate } from "../crypto/certificate.ts";
import type { KeyAlgorithm, SignatureAlgorithm } from "../protocol/protocol.ts";
import { childElements, type Envelope, readEnvelope } from "../soap/envelope.ts";
import { securityNamespace } from "../soap/facts.ts";
import { fromBase64 } from "../text/base64.ts";
import { memoized } from "../text/memoized.ts";
import type { Span } from "../text/span.ts";
import { attribute, attributeValue, elementAt, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { signatureLength, signatureMethods, usualMethod } from "./algorithms.ts";
import { isSecurity, partsNamed, securityHeaders, timestampIn } from "./header.ts";
import { type FoundId, idIndex, idOf } from "./ids.ts";
import { valueTypes } from "./names.ts";
import type { OptionProblem, OptionValue, SignatureOptions } from "./signatureOptions.ts";
import { type KeyReference, type SignatureText, signatureText } from "./signatureText.ts";

/** What is known of a key that signs. */
export interface SigningKey {
  /** In DER. The certificate of the key is the first one. */
  readonly certificates: readonly Uint8Array[];
  /** `undefined`: there are only certificates. */
  readonly algorithm: KeyAlgorithm | undefined;
}

/** The element in the place of `{{$signature …}}`, as far as it is known before anything is computed. */
export interface SignaturePlan extends SignatureText, Pick<SignatureOptions, "prefixes"> {
  readonly key: string;
  readonly method: SignatureAlgorithm;
  readonly hash: SignaturePlan["method"]["hash"];
  /** Of the signed parts, in the order of the references. */
  readonly ids: readonly string[];
  readonly certificate: Certificate;
}

/** Why nothing can be signed. `at`: in the text between the braces; undefined for all of it. */
export type SignatureProblem = { readonly at: Span | undefined } & (
  | { readonly kind: "option"; readonly problem: OptionProblem }
  | { readonly kind: "place"; readonly why: "outside" | "not-last" | "ill-formed" | "dtd" }
  | { readonly kind: "part"; readonly why: "missing" | "several" | "contains"; readonly name: string }
  | {
      readonly kind: "part";
      readonly why: "no-id" | "id-twice";
      readonly name: string;
      readonly element: XmlElement;
      readonly id: string;
    }
  /** `unnamed`: the token with the certificate that has no id. */
  | { readonly kind: "token"; readonly security: XmlElement; readonly unnamed: XmlElement | undefined }
  | { readonly kind: "no-private-key" | "no-certificate" | "no-identifier" | "other-algorithm" }
);

/** A text with `{{$signature …}}` in it. */
export interface Unsigned {
  readonly document: XmlDocument;
  /** The placeholder, and all placeholders of signatures. Offsets as in the document. */
  readonly at: Span;
  readonly all: readonly Span[];
}

export interface Planned {
  /** `undefined` if there are problems, or no key. */
  readonly plan: SignaturePlan | undefined;
  readonly problems: readonly SignatureProblem[];
  /** What it signs. */
  readonly parts: readonly XmlElement[];
}

/** @param key `undefined` if it isn't known; then only the place and the parts are checked */
export function planSignature(unsigned: Unsigned, options: SignatureOptions, key: SigningKey | undefined): Planned {
  const problems: SignatureProblem[] = options.problems.map((problem) => ({ kind: "option", problem, at: problem.at }));
  const { document } = unsigned;
  const place = placeOf(unsigned);
  if ("why" in place) {
    return { plan: undefined, parts: [], problems: [...problems, { kind: "place", at: undefined, ...place }] };
  }
  const signed = signedParts(unsigned, place, options.parts);
  problems.push(...signed.problems);
  const parts = signed.ids.map(({ element }) => element);
  const { certificates = [], algorithm } = key ?? {};
  const certificate = certificates[0] && readCertificate(certificates[0]);
  const name = options.key?.text;
  if (!key || name === undefined) return { plan: undefined, parts, problems };
  const at = options.key;
  if (!algorithm) problems.push({ kind: "no-private-key", at });
  else if (!certificate) problems.push({ kind: "no-certificate", at });
  if (!algorithm || !certificate) return { plan: undefined, parts, problems };
  const method = options.method ?? signatureMethods.get(usualMethod(algorithm));
  if (!method || (method.name === "ecdsa") !== (algorithm.kind === "ec")) {
    problems.push({ kind: "other-algorithm", at: options.algorithmAt });
  }
  const reference = referenceTo(document, place.security, options, certificate);
  if (reference.kind === "problem") problems.push(reference.problem);
  if (problems.length > 0 || !method || reference.kind === "problem") return { plan: undefined, parts, problems };
  const { digest, prefixes } = options;
  const ids = signed.ids.map(({ id }) => id);
  const length = signatureLength(algorithm);
  const text = signatureText({ method, digest, length, ids, prefixes, certificate, reference });
  const { name: kind, hash } = method;
  const how = { key: name, method: { name: kind, hash }, hash: digest.hash, ids, certificate, prefixes };
  return { plan: { ...how, text: text.text, places: text.places }, parts, problems };
}

interface SignaturePlace {
  readonly envelope: Envelope;
  readonly security: XmlElement;
}

/** The placeholder is the last thing in a header block `wsse:Security`, except for whitespace, comments and others. */
function placeOf({ document, at, all }: Unsigned): SignaturePlace | Pick<SignatureProblem & { kind: "place" }, "why"> {
  const envelope = readEnvelope(document);
  const security = elementAt(document, at.start);
  if (!envelope || !security || !isSecurity(security) || !securityHeaders(envelope).includes(security)) {
    return { why: "outside" };
  }
  const own = security.children.find(({ start, end }) => start <= at.start && at.end <= end);
  if (own?.kind !== "text") return { why: "outside" };
  if (document.doctype) return { why: "dtd" };
  if (document.problems.length > 0) return { why: "ill-formed" };
  return lastContent(document, security, all) <= own.start ? { envelope, security } : { why: "not-last" };
}

/**
 * Where the last content of each security header ends that isn't whitespace, a comment or a placeholder of a signature. For all
 * placeholders of a document at once, because there may be thousands.
 */
const lastContents = memoized((_: Unsigned["all"]) => new Map<XmlElement, number>());

function lastContent({ text }: XmlDocument, security: XmlElement, placeholders: Unsigned["all"]): number {
  const known = lastContents(placeholders).get(security);
  if (known !== undefined) return known;
  const comments = security.children.filter(({ kind }) => kind === "comment");
  let end = security.endTag?.start ?? security.end;
  let last: number | undefined;
  for (const span of [...placeholders, ...comments].sort((a, b) => b.start - a.start)) {
    if (span.end > end || last !== undefined) continue;
    const between = text.slice(span.end, end).trimEnd();
    if (between !== "") last = span.end + between.length;
    end = span.start;
  }
  last ??= security.start + text.slice(security.start, end).trimEnd().length;
  lastContents(placeholders).set(security, last);
  return last;
}

interface SignedParts {
  readonly ids: readonly FoundId[];
  readonly problems: readonly SignatureProblem[];
}

function signedParts(
  { document, at: own, all }: Unsigned,
  { envelope, security }: SignaturePlace,
  names: readonly OptionValue[] | undefined,
): SignedParts {
  const index = idIndex(document);
  const ids = new Map<XmlElement, FoundId>();
  const problems: SignatureProblem[] = [];
  const add = (name: string, at: Span | undefined, found: readonly XmlElement[]) => {
    const [element, second] = found;
    const id = element && idOf(document, element);
    const isSigned = ({ start, end }: Span) => element && element.start < start && end < element.end;
    if (!element) problems.push({ kind: "part", why: "missing", name, at });
    else if (second) problems.push({ kind: "part", why: "several", name, at });
    // A signature that is computed later would change what this one covers.
    else if (all.some((one) => one.start >= own.start && isSigned(one)))
      problems.push({ kind: "part", why: "contains", name, at });
    else if (!id) problems.push({ kind: "part", why: "no-id", name, at, element, id: "" });
    else if ((index.get(id.id) ?? []).length > 1)
      problems.push({ kind: "part", why: "id-twice", name, at, element, id: id.id });
    else ids.set(element, id);
  };
  for (const name of names ?? []) {
    const found = name.text.startsWith("#")
      ? (index.get(name.text.slice(1)) ?? []).map(({ element }) => element)
      : partsNamed(envelope, security, name.text);
    add(name.text, name, found);
  }
  const timestamp = timestampIn(security);
  if (!names) {
    add("Body", undefined, envelope.body ? [envelope.body] : []);
    if (timestamp) add("Timestamp", undefined, [timestamp]);
  }
  return { ids: [...ids.values()], problems };
}

type Referred = KeyReference | { readonly kind: "problem"; readonly problem: SignatureProblem };

function referenceTo(
  document: XmlDocument,
  security: XmlElement,
  { keyInfo, key }: SignatureOptions,
  certificate: Certificate,
): Referred {
  switch (keyInfo) {
    case "IssuerSerial":
      return { kind: "issuerSerial" };
    case "Thumbprint":
      return { kind: "thumbprint" };
    case "SubjectKeyIdentifier":
      return certificate.subjectKeyIdentifier
        ? { kind: "subjectKeyIdentifier" }
        : { kind: "problem", problem: { kind: "no-identifier", at: key } };
    case "BinarySecurityToken":
      return tokenWith(document, security, certificate);
    case undefined:
      return { kind: "thumbprint" };
  }
}

/** The token with the certificate, which has an id that no other element has. */
function tokenWith(document: XmlDocument, security: XmlElement, { der }: Certificate): Referred {
  const tokens = childElements(security).filter(
    ({ namespace, local }) => namespace === securityNamespace && local === "BinarySecurityToken",
  );
  const own = tokens.filter((token) => isBase64Of(textContent(document, token), der));
  const index = idIndex(document);
  for (const token of own) {
    const id = idOf(document, token);
    if (!id || (index.get(id.id) ?? []).length > 1) continue;
    const type = attribute(token, "", "ValueType");
    return { kind: "token", id: id.id, valueType: (type && attributeValue(document, type)) || valueTypes.certificate };
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
