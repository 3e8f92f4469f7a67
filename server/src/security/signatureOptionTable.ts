import * as l10n from "@vscode/l10n";
import { fact } from "../http/facts.ts";
import { c14nMethods, digestMethods, signatureMethods } from "./algorithms.ts";
import type { SecurityOption } from "./securityOptions.ts";

const references = [
  "BinarySecurityToken",
  "IssuerSerial",
  "SubjectKeyIdentifier",
  "Thumbprint",
  "Certificate",
  "Assertion",
] as const;
const certificateData = ["X509Certificate", "X509Chain", "X509IssuerSerial", "X509SKI", "X509SubjectName"] as const;

/** How the signature refers to the certificate: by a SecurityTokenReference, by X509Data, or with the certificate in KeyInfo. */
export type KeyReference =
  | { readonly kind: "token"; readonly form: (typeof references)[number] }
  | { readonly kind: "data"; readonly form: (typeof certificateData)[number] }
  | { readonly kind: "own"; readonly form: "KeyValue" | "KeyName" | "none" };

export const keyReferences: ReadonlyMap<string, KeyReference> = new Map<string, KeyReference>([
  ...references.map((form) => [form, { kind: "token", form }] as const),
  ...certificateData.map((form) => [form, { kind: "data", form }] as const),
  ...(["KeyValue", "KeyName", "none"] as const).map((form) => [form, { kind: "own", form }] as const),
]);

const specification = "XML Signature 1.1";

export const signatureOptions: readonly SecurityOption[] = [
  {
    ...fact("parts", `${specification} section 4.5.3`, () =>
      l10n.t(
        "What is signed: names of elements, #id, / for the whole document, #xpointer(…), cid:name for a part of the body, str:NAME for the token of a SecurityTokenReference, KeyInfo. Default: in wsse:Security the Body and a Timestamp, elsewhere the parent.",
      ),
    ),
    several: true,
  },
  {
    ...fact("c14n", `${specification} section 6.5`, () =>
      l10n.t("The canonicalization of SignedInfo and of each reference. Default: exclusive."),
    ),
    choices: [...c14nMethods.keys()],
  },
  {
    ...fact("transforms", `${specification} section 4.5.3.4`, () =>
      l10n.t(
        "The transforms of each reference to XML. Default: in wsse:Security the value of c14n, elsewhere enveloped and that value.",
      ),
    ),
    choices: ["enveloped", ...c14nMethods.keys()],
    several: true,
  },
  {
    ...fact("keyInfo", `${specification} section 4.6; WS-Security X.509 Token Profile 1.1 section 3.2`, () =>
      l10n.t(
        "How the signature refers to the certificate, one or more ways. Default: in wsse:Security BinarySecurityToken, elsewhere X509Certificate.",
      ),
    ),
    choices: [...keyReferences.keys()],
    several: true,
  },
  {
    ...fact("algorithm", `${specification} section 6.4; RFC 6931`, () =>
      l10n.t("The algorithm of the signature. Default: rsa-sha256; for EC keys the one of the curve."),
    ),
    choices: [...signatureMethods.keys()],
  },
  {
    ...fact("digest", `${specification} section 6.2`, () =>
      l10n.t("The algorithm of the digests. Default: sha256; sha1 with an algorithm of SHA-1."),
    ),
    choices: [...digestMethods.keys()],
  },
  {
    ...fact("inclusiveNamespaces", "Exclusive XML Canonicalization 1.0 section 4", () =>
      l10n.t("The PrefixList of each exclusive canonicalization of a reference, for prefixes in content."),
    ),
    several: true,
  },
  {
    ...fact("attachments", "WS-Security SwA Profile 1.1 section 5.4", () =>
      l10n.t("What is signed of a part cid:name: its content (default), or complete with its headers."),
    ),
    choices: ["content", "complete"],
  },
  {
    ...fact("xop", "XOP 1.0 section 3", () =>
      l10n.t("Whether xop:Include in a signed part counts as the content of its part (default), or as the element."),
    ),
    choices: ["content", "element"],
  },
  {
    ...fact("xades", "ETSI TS 101 903; ETSI EN 319 132-1", () =>
      l10n.t("Adds the signed properties of XAdES: BES, EPES with a policy, or the baseline B-B."),
    ),
    choices: ["BES", "EPES", "B-B"],
  },
  {
    ...fact("policy", "ETSI TS 101 903 section 7.2.3", () =>
      l10n.t("The policy of xades=EPES: its identifier, the algorithm of its digest, and the digest in Base64."),
    ),
    several: true,
  },
  {
    ...fact("mimeType", "ETSI EN 319 132-1 section 5.2.4", () =>
      l10n.t("The type of the signed document in XAdES. Default with B-B: text/xml."),
    ),
  },
  {
    ...fact("id", `${specification} section 4.2`, () =>
      l10n.t("The Id of the signature. Default: none, with XAdES signature-1."),
    ),
  },
  {
    ...fact("prefix", `${specification} section 4.1`, () =>
      l10n.t('The prefix of the elements. Default: ds in wsse:Security, elsewhere none (prefix="").'),
    ),
  },
  {
    ...fact("element", `${specification} section 4.2`, () =>
      l10n.t("none writes only the children, for a typed element with another name."),
    ),
    choices: ["none"],
  },
];
