import type { Certificate } from "../crypto/certificate.ts";
import { securityNamespace } from "../soap/facts.ts";
import { toBase64 } from "../text/base64.ts";
import { type DigestMethod, digested, type SignatureMethod, type Transform, uriOf } from "./algorithms.ts";
import { addKeyInfo, type KeyReferenceText } from "./keyInfoText.ts";
import { exclusiveNamespace, signatureNamespace, signedPropertiesType, xadesNamespace } from "./names.ts";
import type { Policy, SignatureOptions } from "./signatureOptions.ts";
import { type Place, SignatureWriter } from "./signatureWriter.ts";

export interface SignatureParts
  extends Pick<SignatureOptions, "c14n" | "xades" | "policy" | "mimeType" | "id" | "isBare"> {
  readonly prefix: string;
  readonly method: SignatureMethod;
  readonly digest: DigestMethod;
  /** Length of the signature value in bytes. */
  readonly length: number;
  readonly references: readonly WrittenReference[];
  readonly keyReferences: readonly KeyReferenceText[];
  /** The certificate of the key, followed by its chain. */
  readonly certificates: readonly [Certificate, ...Certificate[]];
  readonly keyInfoId: string | undefined;
  /** Time of signing, for XAdES. */
  readonly time: string;
}

export interface WrittenReference {
  readonly uri: string;
  readonly transforms: readonly Transform[];
}

/** A `ds:Signature` on one line, with zeros in place of values that must be computed. Places are offsets in `text`. */
export interface SignatureText {
  readonly text: string;
  readonly places: readonly Place[];
  readonly references: readonly WrittenReference[];
}

export function signatureText(parts: SignatureParts): SignatureText {
  const { prefix, method, digest, length, c14n, id, isBare, xades } = parts;
  const writer = new SignatureWriter(prefix);
  const own = { [writer.declaration]: signatureNamespace };
  const inherited = isBare ? own : {};
  const properties = xades && `${id}-properties`;
  const references = [
    ...parts.references,
    // A reference without a canonicalization uses the inclusive method.
    ...(properties
      ? [
          {
            uri: `#${properties}`,
            transforms: c14n.kind === "inclusive" && !c14n.comments ? [] : [{ kind: "c14n" as const, method: c14n }],
          },
        ]
      : []),
  ];
  const children = () => {
    writer.element("SignedInfo", inherited, () => {
      writer.element("CanonicalizationMethod", { Algorithm: c14n.uri });
      writer.element("SignatureMethod", { Algorithm: method.uri });
      for (const [index, { uri, transforms }] of references.entries()) {
        const isOfProperties = properties !== undefined && index === references.length - 1;
        const attributes = isOfProperties
          ? { Type: signedPropertiesType, URI: uri }
          : { Id: hasFormat(parts) ? `${id}-reference-${index + 1}` : undefined, URI: uri };
        writer.element("Reference", attributes, () => {
          if (transforms.length > 0)
            writer.element("Transforms", {}, () => {
              for (const transform of transforms) addTransform(writer, transform);
            });
          writer.element("DigestMethod", { Algorithm: digest.uri });
          writer.element("DigestValue", {}, () => writer.place("digest", digest.bytes));
        });
      }
    });
    writer.element("SignatureValue", inherited, () => writer.place("value", length));
    addKeyInfo(writer, parts.keyReferences, parts.certificates, parts.keyInfoId, inherited);
    if (properties !== undefined) writer.element("Object", inherited, () => addProperties(writer, parts, properties));
  };
  if (isBare) children();
  else writer.element("Signature", { ...own, Id: id }, children);
  return { text: writer.text, places: writer.places, references };
}

function addTransform(writer: SignatureWriter, transform: Transform): void {
  const method = "method" in transform ? transform.method : undefined;
  writer.element("Transform", { Algorithm: uriOf(transform) }, () => {
    if (transform.kind === "token") {
      writer.other("wsse:TransformationParameters", { "xmlns:wsse": securityNamespace }, () => {
        writer.element("CanonicalizationMethod", { Algorithm: method?.uri });
      });
    } else if (method && method.prefixes.length > 0) {
      const list = method.prefixes.map((prefix) => prefix || "#default").join(" ");
      writer.other("ec:InclusiveNamespaces", { "xmlns:ec": exclusiveNamespace, PrefixList: list });
    }
  });
}

function hasFormat({ xades, mimeType }: Pick<SignatureParts, "xades" | "mimeType">): boolean {
  return xades === "B-B" || (xades !== undefined && mimeType !== undefined);
}

/** Writes QualifyingProperties with SignedProperties (ETSI TS 101 903 section 6.2, ETSI EN 319 132-1 section 5). */
function addProperties(writer: SignatureWriter, parts: SignatureParts, properties: string): void {
  const { xades, policy, id, time, digest, references, mimeType = "text/xml" } = parts;
  const element = (local: string, content: string | (() => void), attributes = {}) =>
    writer.other(`xades:${local}`, attributes, content);
  const qualifying = { "xmlns:xades": xadesNamespace, Target: `#${id}` };
  writer.other("xades:QualifyingProperties", qualifying, () => {
    element(
      "SignedProperties",
      () => {
        element("SignedSignatureProperties", () => {
          element("SigningTime", time);
          addCertificate(writer, parts.certificates[0], digest, xades === "B-B");
          if (xades === "EPES" && policy) addPolicy(writer, policy);
        });
        if (!hasFormat(parts)) return;
        element("SignedDataObjectProperties", () => {
          for (const index of references.keys())
            element("DataObjectFormat", () => element("MimeType", mimeType), {
              ObjectReference: `#${id}-reference-${index + 1}`,
            });
        });
      },
      { Id: properties },
    );
  });
}

function addDigest(writer: SignatureWriter, { uri }: DigestMethod, value: string): void {
  writer.element("DigestMethod", { Algorithm: uri });
  writer.element("DigestValue", {}, value);
}

function addCertificate(writer: SignatureWriter, certificate: Certificate, digest: DigestMethod, isV2: boolean): void {
  writer.other(`xades:SigningCertificate${isV2 ? "V2" : ""}`, {}, () => {
    writer.other("xades:Cert", {}, () => {
      writer.other("xades:CertDigest", {}, () =>
        addDigest(writer, digest, toBase64(digested(digest, certificate.der))),
      );
      if (isV2) return;
      writer.other("xades:IssuerSerial", {}, () => {
        writer.element("X509IssuerName", {}, certificate.issuer);
        writer.element("X509SerialNumber", {}, certificate.serial);
      });
    });
  });
}

function addPolicy(writer: SignatureWriter, { identifier, digest, value }: Policy): void {
  writer.other("xades:SignaturePolicyIdentifier", {}, () => {
    writer.other("xades:SignaturePolicyId", {}, () => {
      writer.other("xades:SigPolicyId", {}, () => writer.other("xades:Identifier", {}, identifier));
      writer.other("xades:SigPolicyHash", {}, () => addDigest(writer, digest, value));
    });
  });
}
