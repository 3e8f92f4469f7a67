import { attributeSyntax } from "./xml/attributes.ts";
import { charInvalid, referenceInvalid, textCDataEnd } from "./xml/characters.ts";
import { nameInvalid, prefixReserved } from "./xml/names.ts";
import { prefixUndeclared } from "./xml/prefixes.ts";
import type { XmlRule } from "./xml/report.ts";
import { cdataUnclosed, commentSyntax, declaration, piSyntax, rootMultiple } from "./xml/sections.ts";
import { attributeDuplicate, endTagStray, tagMismatch, tagUnclosed } from "./xml/tags.ts";

/** A rule for each code of the XML parser's problems, for requests and responses alike. */
export const xmlRules: readonly XmlRule[] = [
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
