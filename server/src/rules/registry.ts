import type { Message } from "../message/message.ts";
import { authRules } from "./auth.ts";
import { bodyEncoding } from "./bodyEncoding.ts";
import { charsetRules } from "./charset.ts";
import { chunksMalformed } from "./chunks.ts";
import { contentLengthRules } from "./contentLength.ts";
import { contentTypeRules } from "./contentType.ts";
import { contractDocumentRules, contractRules } from "./contract.ts";
import { documentInvalid } from "./documentText.ts";
import { encryptionRules } from "./encryption.ts";
import { fieldRules } from "./fields.ts";
import { fileRules } from "./file.ts";
import { headerLineRules } from "./headerLines.ts";
import { hostRules } from "./host.ts";
import { mockDocumentRules, mockResponseRules } from "./mock/registry.ts";
import { multipartRules } from "./multipart.ts";
import { operationRules } from "./operation.ts";
import { placeholder } from "./placeholder.ts";
import { requestLineRules } from "./requestLine.ts";
import { atMost, type Rule, rule, withTraits } from "./rule.ts";
import { schemaRules } from "./schema.ts";
import { securityRules } from "./security.ts";
import { segmentRules, segmentTextRules } from "./segment.ts";
import { signatureRules } from "./signature.ts";
import { soapRules } from "./soap.ts";
import { variableRules } from "./variables.ts";
import { inDocuments, withDocumentsInPlace } from "./withDocuments.ts";
import { wsiRules } from "./wsi.ts";
import { xmlRules } from "./xml.ts";

const bodyEncodingRule = rule(
  "body-encoding",
  "error",
  "the .soaphttp format; RFC 7303 section 3",
  atMost(100, bodyEncoding),
);

const contentRules = [...schemaRules, ...operationRules];

export const requestRules: readonly Rule[] = [
  ...requestLineRules,
  rule("placeholder", "error", "SOAP over HTTP binding", placeholder, { ofPlaceholders: true }),
  ...headerLineRules,
  ...fieldRules,
  ...hostRules,
  ...contentTypeRules,
  ...charsetRules,
  bodyEncodingRule,
  ...contentLengthRules,
  rule("chunks-malformed", "error", "RFC 9112 section 7.1", chunksMalformed),
  ...withTraits({ about: "body", inBodyFile: true }, multipartRules),
  ...withTraits({ about: "tree", inBodyFile: true, ofSoap: true }, [
    ...xmlRules,
    ...withTraits({ followsFromCut: true }, soapRules),
    ...securityRules,
    ...withDocumentsInPlace(contentRules),
    ...wsiRules,
  ]),
  ...signatureRules,
  ...encryptionRules,
  ...segmentRules,
  ...withTraits({ ofSoap: true }, contractRules),
  ...authRules,
  ...variableRules,
];

/** The rules that check the text of a document. */
export const documentTextRules: readonly Rule[] = [
  rule("document-invalid", "error", "the .soaphttp format", documentInvalid, { waitsFor: "body" }),
  bodyEncodingRule,
  ...withTraits({ about: "tree" }, xmlRules),
  ...signatureRules,
  ...encryptionRules,
  ...segmentTextRules,
  ...variableRules,
];

/** The rules that also check a `# @document` if its root is an Envelope. */
const envelopeTextRules = withTraits({ about: "tree" }, [...soapRules, ...securityRules, ...schemaRules]);

/** The rules that check a single message or document. */
export function rulesFor({ kind, segment, envelope }: Message): readonly Rule[] {
  if (!segment.document) return rulesOf[kind].message;
  return envelope ? [...documentTextRules, ...envelopeTextRules] : documentTextRules;
}

const documentRules = [...fileRules, ...contractDocumentRules, ...inDocuments(contentRules)];

/** The rules by the kind of file. Each kind has rules for a single message, and rules for all segments. */
export const rulesOf = {
  request: { message: requestRules, document: documentRules },
  response: { message: mockResponseRules, document: mockDocumentRules },
};
