import { lazily } from "../text/memoized.ts";
import type { Span } from "../text/span.ts";

/**
 * The reasons of problems by the codes of their rules, which have the messages and fixes (`rules/xml/`). Comments: span;
 * `args`; `related` spans.
 */
const reasons = {
  "xml-tag-unclosed": [
    "end-tag-missing", // start tag's name; name; the end tag or the end of the document that shows it (empty)
    "end-tag-slash-missing", // `<b>` in place of `</b>`: second name; name; first name
    "start-tag-unclosed", // start tag's name; name; place of the missing `>` (empty)
    "start-tag-less-missing", // name in the root's start tag without `<`; name
    "end-tag-unclosed", // end tag's name; name; place of the missing `>` (empty)
  ],
  "xml-tag-mismatch": [
    "end-tag-mismatch", // end tag's name; its name, the expected name; start tag's name
    "tags-overlap", // `<a><b></a></b>`: name of `</a>`; `a`, `b`; name of `<b>`, whole `</b>`
  ],
  "xml-end-tag-stray": [
    "end-tag-stray", // whole end tag; name
  ],
  "xml-attribute-duplicate": [
    "attribute-duplicate", // second name; name; first name
    "attribute-duplicate-expanded", // second name; second name, first name, namespace; first name
  ],
  "xml-attribute-syntax": [
    "attribute-value-missing", // name and `=`; name
    "attribute-equals-missing", // quote after the name; name
    "attribute-quotes-missing", // value; value
    "attribute-quotes-typographic", // value with its quotes; value
    "attribute-quote-unclosed", // from the quote to the probable end of the value; name, quote
    "attribute-quote-inside", // quote in the value; quote
    "attribute-space-missing", // name without whitespace before it; name
    "attribute-less-than", // `<` in the value
    "tag-text", // text that is neither an attribute nor the end of the tag; text
    "tag-slash", // `/` that isn't directly followed by `>`
    "end-tag-text", // text after the name in an end tag; text
  ],
  "xml-name-invalid": [
    "end-tag-backslash", // backslash in `<\\b>`
    "name-character", // character; name, code point (`U+0024`)
    "name-start", // first character; name, code point
    "name-colon", // forbidden colon, or the character after it; name
    "name-space", // whitespace between `<` or `</` and the name; name
    "tag-name-missing", // `<` or `</` without a name
    "markup-unknown", // `<!` and a word; `!` and the word
  ],
  "xml-prefix-undeclared": [
    "prefix-undeclared", // prefix; prefix; other uses, up to ten
  ],
  "xml-prefix-reserved": [
    "prefix-xml-rebound", // value; prefix (`xml`)
    "prefix-xmlns-declared", // `xmlns` of `xmlns:xmlns`
    "namespace-reserved", // value: a reserved namespace; prefix ("" for the default), reserved prefix
    "prefix-xmlns-used", // prefix `xmlns` of an element
    "prefix-undeclaring", // value of `xmlns:p=""` with its quotes; prefix
  ],
  "xml-reference-invalid": [
    "ampersand-bare", // `&`
    "reference-semicolon-missing", // reference without `;`; reference
    "entity-undefined", // reference; entity's name
    "entity-unknown", // first reference to an entity that a skipped DOCTYPE may define; entity's name
    "character-reference-malformed", // reference; reference
    "character-reference-forbidden", // reference; code point
  ],
  "xml-char-invalid": [
    "character-forbidden", // character; code point
    "surrogate-lone", // surrogate; code unit (`U+D800`)
  ],
  "xml-text-cdata-end": [
    "cdata-end-in-text", // `]]>`
  ],
  "xml-comment-syntax": [
    "comment-hyphens", // hyphens
    "comment-unclosed", // `<!--`; none; probable end (empty)
  ],
  "xml-cdata-unclosed": [
    "cdata-unclosed", // `<![CDATA[`; none; probable end (empty)
  ],
  "xml-declaration": [
    "declaration-preceded", // whole declaration; none; whitespace or U+FEFF before it
    "declaration-misplaced", // whole declaration
    "declaration-mark-missing", // `<xml` in place of `<?xml`
    "declaration-version-missing", // `<?xml`
    "declaration-version-invalid", // value; value
    "declaration-encoding-invalid", // value; value
    "declaration-standalone-invalid", // value; value
    "declaration-order", // name; name, name that must follow it
    "declaration-duplicate", // second name; name
    "declaration-space-missing", // name without whitespace before it; name
    "declaration-quote-unclosed", // from the quote to the probable end of the value; name, quote
    "declaration-text", // other text; text
    "declaration-unclosed", // `<?xml`; none; place of the missing `?>` (may be a `?` or a `>`)
  ],
  "xml-pi-syntax": [
    "pi-target-missing", // `<?`
    "pi-target-reserved", // target; target
    "pi-target-invalid", // invalid character in the target; target
    "pi-unclosed", // `<?` and the target; target; probable end (may be a `>`)
  ],
  "xml-root-multiple": [
    "root-second", // start tag's name; name; first root's name
    "text-outside-root", // trimmed text; its first line, root's name if the text follows it
    "cdata-outside-root", // CDATA section
  ],
} as const satisfies Record<`xml-${string}`, readonly string[]>;

export type XmlCode = keyof typeof reasons;
export type ReasonOf<Code extends XmlCode> = (typeof reasons)[Code][number];
export type XmlReason = ReasonOf<XmlCode>;

export const codesByReason = lazily(
  () =>
    Object.fromEntries(
      Object.entries(reasons).flatMap(([code, ofCode]) => ofCode.map((reason) => [reason, code])),
    ) as Readonly<Record<XmlReason, XmlCode>>,
);

export interface XmlProblem extends Span {
  readonly code: XmlCode;
  readonly reason: XmlReason;
  readonly args: readonly string[];
  readonly related: readonly Span[];
}

/** A problem that the parser may still change. */
export type ProblemRecord = { -readonly [Key in keyof XmlProblem]: XmlProblem[Key] };
