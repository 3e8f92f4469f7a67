import type { Rule } from "./rule.ts";
import type { SoapCheck } from "./soap/xmlMessage.ts";
import { attributeSyntax } from "./xml/attributes.ts";
import { charInvalid, referenceInvalid, textCDataEnd } from "./xml/characters.ts";
import { nameInvalid } from "./xml/names.ts";
import { prefixReserved, prefixUndeclared } from "./xml/namespaces.ts";
import { cdataUnclosed, commentSyntax, declaration, piSyntax, rootMultiple } from "./xml/sections.ts";
import { attributeDuplicate, endTagStray, tagMismatch, tagUnclosed } from "./xml/tags.ts";

/** The rules that report the problems of the XML parser, in requests and responses. */
export const xmlRules: readonly Rule<SoapCheck>[] = [
  tagUnclosed,
  tagMismatch,
  endTagStray,
  attributeDuplicate,
  attributeSyntax,
  nameInvalid,
  prefixUndeclared,
  prefixReserved,
  referenceInvalid,
  charInvalid,
  textCDataEnd,
  commentSyntax,
  cdataUnclosed,
  declaration,
  piSyntax,
  rootMultiple,
];
