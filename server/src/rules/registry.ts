import { authorizationRules } from "./authorization.ts";
import { bodyEncoding } from "./bodyEncoding.ts";
import { charsetRules } from "./charset.ts";
import { chunksMalformed } from "./chunks.ts";
import { contentLengthRules } from "./contentLength.ts";
import { contentTypeRules } from "./contentType.ts";
import { documentRules } from "./document.ts";
import { fieldRules } from "./fields.ts";
import { segmentRules } from "./file.ts";
import { headerLineRules } from "./headerLines.ts";
import { hostRules } from "./host.ts";
import { multipartRules } from "./multipart.ts";
import { placeholder } from "./placeholder.ts";
import { requestLineRules } from "./requestLine.ts";
import type { Rule } from "./rule.ts";
import { soapRules } from "./soap.ts";
import { variableRules } from "./variables.ts";
import { xmlRules } from "./xml.ts";

/** Every rule that a request is held against, a family after the other. */
export const requestRules: readonly Rule[] = [
  ...requestLineRules,
  placeholder,
  ...headerLineRules,
  ...fieldRules,
  ...hostRules,
  ...authorizationRules,
  ...contentTypeRules,
  ...charsetRules,
  bodyEncoding,
  ...contentLengthRules,
  chunksMalformed,
  ...multipartRules,
  ...xmlRules,
  ...soapRules,
  ...segmentRules,
  ...variableRules,
];

export { documentRules };
