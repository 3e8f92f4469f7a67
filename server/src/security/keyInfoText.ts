import { type Certificate, curveOids } from "../crypto/certificate.ts";
import { securityNamespace } from "../soap/facts.ts";
import { toBase64 } from "../text/base64.ts";
import type { XmlElement } from "../xml/tree.ts";
import { digested } from "./algorithms.ts";
import { type assertions, base64Encoding, security11Namespace, signature11Namespace, valueTypes } from "./names.ts";
import type { KeyReference } from "./signatureOptionTable.ts";
import type { SignatureWriter } from "./signatureWriter.ts";

/** How KeyInfo refers to the certificate, with the data or element that it refers to. */
export type KeyReferenceText =
  | { readonly kind: "token"; readonly form: "BinarySecurityToken"; readonly id: string; readonly valueType: string }
  | {
      readonly kind: "token";
      readonly form: "Assertion";
      readonly id: string;
      readonly element: XmlElement;
      readonly assertion: (typeof assertions)[number];
    }
  | { readonly kind: "token"; readonly form: "IssuerSerial" | "SubjectKeyIdentifier" | "Thumbprint" | "Certificate" }
  | Exclude<KeyReference, { readonly kind: "token" }>;

/** @param certificates the certificate of the key, followed by its chain */
export function addKeyInfo(
  writer: SignatureWriter,
  references: readonly KeyReferenceText[],
  certificates: readonly [Certificate, ...Certificate[]],
  id: string | undefined,
  declaration: Readonly<Record<string, string>>,
): void {
  const written = references.filter(({ form }) => form !== "none");
  if (written.length === 0) return;
  writer.element("KeyInfo", { ...declaration, Id: id }, () => {
    for (const [at, reference] of written.entries()) {
      if (reference.kind !== "data") addReference(writer, reference, certificates[0]);
      // Adjacent X509Data parts share one element.
      else if (written[at - 1]?.kind !== "data")
        writer.element("X509Data", {}, () => {
          for (const data of neighbours(written, at)) addData(writer, data.form, certificates);
        });
    }
  });
}

type Data = Extract<KeyReference, { readonly kind: "data" }>;

function* neighbours(references: readonly KeyReferenceText[], from: number): Generator<Data, void, void> {
  for (let at = from, reference = references[at]; reference?.kind === "data"; reference = references[++at])
    yield reference;
}

function addData(
  writer: SignatureWriter,
  form: Data["form"],
  certificates: readonly [Certificate, ...Certificate[]],
): void {
  const [own] = certificates;
  switch (form) {
    case "X509Certificate":
      writer.element("X509Certificate", {}, toBase64(own.der));
      return;
    case "X509Chain":
      for (const { der } of certificates) writer.element("X509Certificate", {}, toBase64(der));
      return;
    case "X509IssuerSerial":
      addIssuerSerial(writer, own);
      return;
    case "X509SKI":
      writer.element("X509SKI", {}, toBase64(own.subjectKeyIdentifier ?? new Uint8Array(0)));
      return;
    case "X509SubjectName":
      writer.element("X509SubjectName", {}, own.subject);
  }
}

function addIssuerSerial(writer: SignatureWriter, { issuer, serial }: Certificate): void {
  writer.element("X509IssuerSerial", {}, () => {
    writer.element("X509IssuerName", {}, issuer);
    writer.element("X509SerialNumber", {}, serial);
  });
}

function addReference(
  writer: SignatureWriter,
  reference: Exclude<KeyReferenceText, Data>,
  certificate: Certificate,
): void {
  if (reference.kind === "own") {
    if (reference.form === "KeyName") writer.element("KeyName", {}, certificate.subject);
    else if (reference.form === "KeyValue") addKeyValue(writer, certificate);
    return;
  }
  const namespaces = {
    "xmlns:wsse": securityNamespace,
    ...(reference.form === "Assertion"
      ? { "xmlns:wsse11": security11Namespace, "wsse11:TokenType": reference.assertion.tokenType }
      : {}),
  };
  writer.other("wsse:SecurityTokenReference", namespaces, () => {
    const identifier = (type: string, content: string, encoding: string | undefined = base64Encoding) =>
      writer.other("wsse:KeyIdentifier", { EncodingType: encoding, ValueType: type }, content);
    switch (reference.form) {
      case "BinarySecurityToken":
        writer.other("wsse:Reference", { URI: `#${reference.id}`, ValueType: reference.valueType });
        return;
      case "IssuerSerial":
        writer.element("X509Data", {}, () => addIssuerSerial(writer, certificate));
        return;
      case "SubjectKeyIdentifier":
        identifier(valueTypes.subjectKeyIdentifier, toBase64(certificate.subjectKeyIdentifier ?? new Uint8Array(0)));
        return;
      case "Thumbprint":
        identifier(valueTypes.thumbprint, toBase64(digested({ hash: "SHA-1" }, certificate.der)));
        return;
      case "Certificate":
        identifier(valueTypes.certificate, toBase64(certificate.der));
        return;
      case "Assertion":
        writer.other("wsse:KeyIdentifier", { ValueType: reference.assertion.valueType }, reference.id);
    }
  });
}

/** Writes a KeyValue: for RSA as in XML Signature, for elliptic curves as in XML Signature 1.1 (section 4.5.2). */
function addKeyValue(writer: SignatureWriter, { publicKey: { algorithm, numbers } }: Certificate): void {
  writer.element("KeyValue", {}, () => {
    const [first = new Uint8Array(0), second = new Uint8Array(0)] = numbers;
    if (algorithm?.kind === "ec") {
      writer.other("dsig11:ECKeyValue", { "xmlns:dsig11": signature11Namespace }, () => {
        writer.other("dsig11:NamedCurve", { URI: `urn:oid:${curveOids[algorithm.curve]}` });
        writer.other("dsig11:PublicKey", {}, toBase64(first));
      });
    } else {
      writer.element("RSAKeyValue", {}, () => {
        writer.element("Modulus", {}, toBase64(first));
        writer.element("Exponent", {}, toBase64(second));
      });
    }
  });
}
