import type { Certificate } from "../crypto/certificate.ts";
import { securityNamespace } from "../soap/facts.ts";
import { toBase64 } from "../text/base64.ts";
import { escapeXml } from "../text/escapeXml.ts";
import type { Span } from "../text/span.ts";
import type { DigestMethod, SignatureMethod } from "./algorithms.ts";
import { base64Encoding, exclusiveNamespace, signatureNamespace, valueTypes } from "./names.ts";

/** How the signature refers to the certificate. */
export type KeyReference =
  | { readonly kind: "token"; readonly id: string; readonly valueType: string }
  | { readonly kind: "issuerSerial" | "subjectKeyIdentifier" | "thumbprint" };

export interface SignatureParts {
  readonly method: SignatureMethod;
  readonly digest: DigestMethod;
  /** Of the value, in bytes. */
  readonly length: number;
  readonly ids: readonly string[];
  readonly prefixes: readonly string[];
  readonly certificate: Certificate;
  readonly reference: KeyReference;
}

/** A place for Base64 that is known only after a computation. */
export interface Place extends Span {
  readonly kind: "digest" | "value" | "thumbprint";
}

/** A `ds:Signature` on one line, with zeros in the places of what must be computed. Offsets of places: in `text`. */
export interface SignatureText {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Empty elements have two tags and attributes are in order, so that the text is nearly its own canonical form. */
export function signatureText({ method, digest, length, ids, prefixes, ...key }: SignatureParts): SignatureText {
  const writer = new Writer();
  const algorithm = (name: string, uri: string, content = "") =>
    writer.add(`<ds:${name} Algorithm="${value(uri)}">${content}</ds:${name}>`);
  writer.add(`<ds:Signature xmlns:ds="${signatureNamespace}"><ds:SignedInfo>`);
  algorithm("CanonicalizationMethod", exclusiveNamespace);
  algorithm("SignatureMethod", method.uri);
  const list = value(prefixes.map((prefix) => prefix || "#default").join(" "));
  const inclusive =
    prefixes.length === 0
      ? ""
      : `<ec:InclusiveNamespaces xmlns:ec="${exclusiveNamespace}" PrefixList="${list}"></ec:InclusiveNamespaces>`;
  for (const id of ids) {
    writer.add(`<ds:Reference URI="#${value(id)}"><ds:Transforms>`);
    algorithm("Transform", exclusiveNamespace, inclusive);
    writer.add("</ds:Transforms>");
    algorithm("DigestMethod", digest.uri);
    writer.add("<ds:DigestValue>").place("digest", digest.bytes).add("</ds:DigestValue></ds:Reference>");
  }
  writer.add("</ds:SignedInfo><ds:SignatureValue>").place("value", length).add("</ds:SignatureValue><ds:KeyInfo>");
  writer.add(`<wsse:SecurityTokenReference xmlns:wsse="${securityNamespace}">`);
  addReference(writer, key);
  writer.add("</wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>");
  return writer;
}

function addReference(writer: Writer, { reference, certificate }: Pick<SignatureParts, "reference" | "certificate">) {
  const identifier = (type: string) =>
    writer.add(`<wsse:KeyIdentifier EncodingType="${base64Encoding}" ValueType="${type}">`);
  switch (reference.kind) {
    case "token":
      writer.add(`<wsse:Reference URI="#${value(reference.id)}" ValueType="${value(reference.valueType)}">`);
      return writer.add("</wsse:Reference>");
    case "issuerSerial":
      writer.add("<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>");
      writer.add(escapeXml(certificate.issuer, /[&<>\r]/g));
      writer.add(`</ds:X509IssuerName><ds:X509SerialNumber>${certificate.serial}</ds:X509SerialNumber>`);
      return writer.add("</ds:X509IssuerSerial></ds:X509Data>");
    case "subjectKeyIdentifier":
      identifier(valueTypes.subjectKeyIdentifier);
      writer.add(toBase64(certificate.subjectKeyIdentifier ?? new Uint8Array(0)));
      return writer.add("</wsse:KeyIdentifier>");
    case "thumbprint":
      identifier(valueTypes.thumbprint);
      return writer.place("thumbprint", 20).add("</wsse:KeyIdentifier>");
  }
}

class Writer implements SignatureText {
  text = "";
  readonly places: Place[] = [];

  add(text: string): this {
    this.text += text;
    return this;
  }

  /** Adds as much Base64 as a number of bytes has. */
  place(kind: Place["kind"], bytes: number): this {
    const start = this.text.length;
    this.add(toBase64(new Uint8Array(bytes)));
    this.places.push({ kind, start, end: this.text.length });
    return this;
  }
}

function value(text: string): string {
  return escapeXml(text, /[&<>"\t\n\r]/g);
}
