import type { Span } from "../text/span.ts";

/**
 * What can be wrong with a document, and the rule that reports it. The parser knows reasons; the wording and the
 * fixes are the rules' (`rules/xml.ts`). Above each reason: its span; its `args`; its `related` spans.
 */
export const codeOfReason = {
  /** The start tag's name; the element's name; the end tag (or the end of the document, empty) that shows it. */
  "end-tag-missing": "xml-tag-unclosed",
  /** `<b>` twice where the second was meant as `</b>`: the second name; the name; the first name. */
  "end-tag-slash-missing": "xml-tag-unclosed",
  /** A start tag without its `>`: the tag's name; the name; where the `>` is wanted (empty). */
  "start-tag-unclosed": "xml-tag-unclosed",
  /** The root's start tag without its `<`: the name; the name. */
  "start-tag-less-missing": "xml-tag-unclosed",
  /** An end tag without its `>`: as for a start tag. */
  "end-tag-unclosed": "xml-tag-unclosed",
  /** `<\\b>` for `</b>`: the backslash. */
  "end-tag-backslash": "xml-name-invalid",
  /** The end tag's name; the name that it has, the name wanted; the start tag's name. */
  "end-tag-mismatch": "xml-tag-mismatch",
  /** `<a><b></a></b>`: the name of `</a>`; `a`, `b`; the name in `<b>`, the whole `</b>`. */
  "tags-overlap": "xml-tag-mismatch",
  /** The whole end tag; its name. */
  "end-tag-stray": "xml-end-tag-stray",

  /** The second attribute's name; the name; the first one's name. */
  "attribute-duplicate": "xml-attribute-duplicate",
  /** The same by expanded name; the second name, the first name, the namespace; the first one's name. */
  "attribute-duplicate-expanded": "xml-attribute-duplicate",

  /** The attribute's name (and the `=`); the name. */
  "attribute-value-missing": "xml-attribute-syntax",
  /** The quote that follows the name; the name. */
  "attribute-equals-missing": "xml-attribute-syntax",
  /** The bare value; the value. */
  "attribute-quotes-missing": "xml-attribute-syntax",
  /** The value with its quotes of another kind; the text between them. */
  "attribute-quotes-typographic": "xml-attribute-syntax",
  /** From the quote to where the value was taken to end; the attribute's name, the quote. */
  "attribute-quote-unclosed": "xml-attribute-syntax",
  /** The quote inside a value; the quote. */
  "attribute-quote-inside": "xml-attribute-syntax",
  /** The name that has no white space before it; the name. */
  "attribute-space-missing": "xml-attribute-syntax",
  /** The `<` in a value. */
  "attribute-less-than": "xml-attribute-syntax",
  /** What is neither an attribute nor the end of the tag; that text. */
  "tag-text": "xml-attribute-syntax",
  /** A `/` that no `>` follows at once. */
  "tag-slash": "xml-attribute-syntax",
  /** What follows the name in an end tag; that text. */
  "end-tag-text": "xml-attribute-syntax",

  /** The character; the name, the code point (`U+0024`). */
  "name-character": "xml-name-invalid",
  /** The first character; the name, the code point. */
  "name-start": "xml-name-invalid",
  /** The colon that may not be there, or the character after it; the name. */
  "name-colon": "xml-name-invalid",
  /** The white space between `<` or `</` and the name; the name. */
  "name-space": "xml-name-invalid",
  /** A `<` (or `</`) that no name follows. */
  "tag-name-missing": "xml-name-invalid",
  /** `<!` and the word after it; `!` and the word. */
  "markup-unknown": "xml-name-invalid",

  /** The prefix; the prefix; the other uses of it, up to ten. */
  "prefix-undeclared": "xml-prefix-undeclared",
  /** The value; the prefix (`xml`). */
  "prefix-xml-rebound": "xml-prefix-reserved",
  /** `xmlns` of `xmlns:xmlns`. */
  "prefix-xmlns-declared": "xml-prefix-reserved",
  /** The value, a namespace that no other prefix may have; the prefix ("" for the default), the prefix that owns it. */
  "namespace-reserved": "xml-prefix-reserved",
  /** The prefix `xmlns` of an element. */
  "prefix-xmlns-used": "xml-prefix-reserved",
  /** The value with its quotes, in `xmlns:p=""`; the prefix. */
  "prefix-undeclaring": "xml-prefix-reserved",

  /** The `&`. */
  "ampersand-bare": "xml-reference-invalid",
  /** The reference without its `;`; the reference. */
  "reference-semicolon-missing": "xml-reference-invalid",
  /** The reference; the entity's name. */
  "entity-undefined": "xml-reference-invalid",
  /** The first reference that only the DOCTYPE, which is not read, could define; the entity's name. */
  "entity-unknown": "xml-reference-invalid",
  /** The reference; the reference. */
  "character-reference-malformed": "xml-reference-invalid",
  /** The reference; the code point. */
  "character-reference-forbidden": "xml-reference-invalid",

  /** The character; its code point. */
  "character-forbidden": "xml-char-invalid",
  /** Half of a surrogate pair; its code unit (`U+D800`). */
  "surrogate-lone": "xml-char-invalid",
  /** `]]>` in text. */
  "cdata-end-in-text": "xml-text-cdata-end",

  /** The run of hyphens inside a comment. */
  "comment-hyphens": "xml-comment-syntax",
  /** `<!--`; nothing; where it was taken to end (empty). */
  "comment-unclosed": "xml-comment-syntax",
  /** `<![CDATA[`; nothing; where it was taken to end (empty). */
  "cdata-unclosed": "xml-cdata-unclosed",

  /** The whole declaration, which only white space or U+FEFF precedes; nothing; that white space. */
  "declaration-preceded": "xml-declaration",
  /** The whole declaration, not at the start of the document. */
  "declaration-misplaced": "xml-declaration",
  /** `<xml`, where `<?xml` is meant. */
  "declaration-mark-missing": "xml-declaration",
  /** `<?xml`, where `version` is missing. */
  "declaration-version-missing": "xml-declaration",
  /** The value; the value. */
  "declaration-version-invalid": "xml-declaration",
  /** The value; the value. */
  "declaration-encoding-invalid": "xml-declaration",
  /** The value; the value. */
  "declaration-standalone-invalid": "xml-declaration",
  /** The name that comes too late; the name, the name that it has to precede. */
  "declaration-order": "xml-declaration",
  /** The name that is there twice; the name. */
  "declaration-duplicate": "xml-declaration",
  /** The name that no white space precedes; the name. */
  "declaration-space-missing": "xml-declaration",
  /** From the quote to where the value was taken to end; the name, the quote. */
  "declaration-quote-unclosed": "xml-declaration",
  /** What is no part of a declaration; that text. */
  "declaration-text": "xml-declaration",
  /** `<?xml`, where `?>` is missing; nothing; where it is wanted (may be the `?` or the `>` that stands there). */
  "declaration-unclosed": "xml-declaration",

  /** `<?`. */
  "pi-target-missing": "xml-pi-syntax",
  /** The target; the target. */
  "pi-target-reserved": "xml-pi-syntax",
  /** The wrong character in the target; the target. */
  "pi-target-invalid": "xml-pi-syntax",
  /** `<?` and the target; the target; where it was taken to end (may be the `>` that stands there). */
  "pi-unclosed": "xml-pi-syntax",

  /** The start tag's name; the name; the first root's name. */
  "root-second": "xml-root-multiple",
  /** The text, without white space around it; the text's first line; the root's name where the text follows it. */
  "text-outside-root": "xml-root-multiple",
  /** The CDATA section. */
  "cdata-outside-root": "xml-root-multiple",
} as const satisfies Record<string, `xml-${string}`>;

export type XmlReason = keyof typeof codeOfReason;
export type XmlCode = (typeof codeOfReason)[XmlReason];

export interface XmlProblem extends Span {
  readonly code: XmlCode;
  readonly reason: XmlReason;
  /** Words of the document that the wording names. */
  readonly args: readonly string[];
  readonly related: readonly Span[];
}
