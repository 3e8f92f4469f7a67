import { type Certificate, readCertificate, thumbprint } from "../../crypto/certificate.ts";
import { childElements } from "../../soap/envelope.ts";
import { securityNamespace } from "../../soap/facts.ts";
import { sameBytes } from "../../text/bytes.ts";
import { elementsIn, textContent, textOfAttribute } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { FoundId } from "../ids.ts";
import { assertions, signatureNamespace, valueTypes } from "../names.ts";
import { bytesOf, signatureChildren } from "./readSignature.ts";

export interface CertificateSources {
  readonly document: XmlDocument;
  readonly ids: ReadonlyMap<string, readonly FoundId[]>;
  readonly header: XmlElement | undefined;
  readonly sent: readonly Certificate[];
  readonly known: readonly Certificate[];
}

/** The certificates that a signature may be verified with, usually one. The likeliest certificate is first. */
export async function signersOf(
  keyInfo: XmlElement | undefined,
  sources: CertificateSources,
): Promise<readonly Certificate[]> {
  if (!keyInfo) return sources.known;
  const certificates: Certificate[] = [];
  for (const child of childElements(keyInfo)) {
    const isReference = child.namespace === securityNamespace && child.local === "SecurityTokenReference";
    const data = isReference ? childElements(child) : [child];
    for (const item of data) certificates.push(...(await certificatesOf(item, sources)));
  }
  return certificates;
}

async function certificatesOf(element: XmlElement, sources: CertificateSources): Promise<readonly Certificate[]> {
  const { document } = sources;
  if (element.namespace === signatureNamespace && element.local === "X509Data") return ofX509Data(element, sources);
  if (element.namespace !== securityNamespace) return [];
  if (element.local === "Reference") return tokensAt(textOfAttribute(document, element, "URI"), sources);
  if (element.local === "Embedded") return childElements(element).flatMap((one) => certificateIn(document, one));
  if (element.local !== "KeyIdentifier") return [];
  const type = textOfAttribute(document, element, "ValueType");
  if (assertions.some(({ valueType }) => valueType === type)) {
    const [assertion] = sources.ids.get(textContent(document, element).trim()) ?? [];
    return assertion ? holdersIn(document, assertion.element) : [];
  }
  const bytes = bytesOf(document, element);
  if (!bytes) return [];
  if (type === valueTypes.certificate) return [readCertificate(bytes) ?? []].flat();
  const matches: Certificate[] = [];
  for (const one of [...sources.sent, ...sources.known]) {
    const identifier = type === valueTypes.thumbprint ? await thumbprint(one) : one.subjectKeyIdentifier;
    if ((type === valueTypes.thumbprint || type === valueTypes.subjectKeyIdentifier) && identifier)
      if (sameBytes(identifier, bytes)) matches.push(one);
  }
  return matches.slice(0, 1);
}

function ofX509Data(data: XmlElement, sources: CertificateSources): readonly Certificate[] {
  const { document } = sources;
  const all = [...sources.sent, ...sources.known];
  const text = (parent: XmlElement, local: string) => {
    const [element] = signatureChildren(parent, local);
    return element && textContent(document, element).trim();
  };
  const certificates = signatureChildren(data, "X509Certificate").flatMap((one) => certificateIn(document, one));
  const [serials] = signatureChildren(data, "X509IssuerSerial");
  const serial = serials && text(serials, "X509SerialNumber");
  const issuer = serials && text(serials, "X509IssuerName");
  const bySerial = all.filter((one) => serial === one.serial && sameName(issuer ?? "", one.issuer));
  const [identifier] = signatureChildren(data, "X509SKI").flatMap((one) => bytesOf(document, one) ?? []);
  const byIdentifier = all.filter(({ subjectKeyIdentifier: own }) => identifier && own && sameBytes(own, identifier));
  // X509Data doesn't mark which of several certificates is the signer's.
  return certificates.length > 0 ? certificates : [...bySerial, ...byIdentifier].slice(0, 1);
}

/** The certificates of the holder that a SAML assertion confirms (SAML Token Profile 1.1 section 3.5.1). */
export function holdersIn(document: XmlDocument, assertion: XmlElement): readonly Certificate[] {
  const confirmations = [...elementsIn(assertion.markup)].filter(
    ({ local, namespace }) => local === "SubjectConfirmation" && namespace === assertion.namespace,
  );
  return [...elementsIn(confirmations)]
    .filter(({ local, namespace }) => local === "X509Certificate" && namespace === signatureNamespace)
    .flatMap((one) => certificateIn(document, one));
}

/** The tokens with an id. Only tokens in the header count. */
function tokensAt(uri: string, { document, ids, header }: CertificateSources): readonly Certificate[] {
  const elements = uri.startsWith("#") ? (ids.get(uri.slice(1)) ?? []) : [];
  return elements.flatMap(({ element }) => {
    const isInHeader = header !== undefined && header.start <= element.start && element.end <= header.end;
    return isInHeader && isToken(element) ? certificateIn(document, element) : [];
  });
}

export function isToken({ namespace, local }: XmlElement): boolean {
  return namespace === securityNamespace && local === "BinarySecurityToken";
}

/** The certificate in the content of an element; empty for other content. */
export function certificateIn(document: XmlDocument, element: XmlElement): readonly Certificate[] {
  const bytes = bytesOf(document, element);
  const certificate = bytes && readCertificate(bytes);
  return certificate ? [certificate] : [];
}

/** Whether two names in the form of RFC 4514 are the same. Ignores case, escapes, and whitespace around their parts. */
function sameName(a: string, b: string): boolean {
  return simplified(a) === simplified(b);
}

function simplified(name: string): string {
  return name
    .replace(/"([^"]*)"/g, (_, quoted: string) => quoted.replace(/[,+;<>\\]/g, "\\$&"))
    .replace(/\\([^0-9A-Fa-f])/g, `${escapeMark}$1`)
    .split(/(?<!\ue000),/)
    .map((part) => typeAndValue(part.replaceAll(escapeMark, "")).toLowerCase())
    .join(",");
}

/** A private-use character that marks the following character as escaped. */
const escapeMark = "\ue000";

function typeAndValue(part: string): string {
  const equals = part.indexOf("=");
  return equals < 0 ? part.trim() : `${part.slice(0, equals).trim()}=${part.slice(equals + 1).trim()}`;
}
