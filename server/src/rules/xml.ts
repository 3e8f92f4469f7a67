import * as l10n from "@vscode/l10n";
import { lazily } from "../text/memoized.ts";
import { isSimilar } from "../text/similar.ts";
import { elementAt } from "../xml/query.ts";
import { changeTo, fix, insert, remove, removeFix } from "./edits.ts";
import type { Fix, Rule } from "./rule.ts";
import type { SoapCheck } from "./soap/xmlMessage.ts";
import { attributeSyntax } from "./xml/attributes.ts";
import { prefixReserved, prefixUndeclared } from "./xml/namespaces.ts";
import { type ProblemContext, xmlRule } from "./xml/report.ts";
import { cdataUnclosed, commentSyntax, declaration, piSyntax, rootMultiple } from "./xml/sections.ts";
import { attributeDuplicate, endTagStray, tagMismatch, tagUnclosed } from "./xml/tags.ts";

const referenceInvalid = xmlRule("xml-reference-invalid", "XML 1.0 sections 2.4 and 4.1", {
  "ampersand-bare": (_, { problem }) => ({
    message: l10n.t("& isn't followed by a reference. For the character & use &amp;."),
    fixes: () => [changeTo(problem, "&amp;")],
  }),
  "reference-semicolon-missing": ([reference], { problem }) => ({
    message: l10n.t("The reference {0} has no closing semicolon.", reference),
    fixes: () => [fix(l10n.t("Change to {0}", `${reference};`), insert(problem.end, ";"))],
  }),
  "entity-undefined": ([name], context) => ({
    message:
      htmlEntity(name) === undefined
        ? l10n.t("The entity {0} isn't defined. Without a DOCTYPE, only lt, gt, amp, apos, and quot are defined.", name)
        : l10n.t("{0} is an HTML entity. A SOAP message can use only lt, gt, amp, apos, and quot.", name),
    fixes: () => [...characterFixes(context, name), escapeFix(context)],
  }),
  "entity-unknown": ([name]) => ({
    message: l10n.t(
      "The entity {0} can't be checked, nor can any other: the DOCTYPE that may define it isn't read.",
      name,
    ),
  }),
  "character-reference-malformed": ([typed], context) => ({
    message: l10n.t(
      "{0} isn't a character reference. Use &#…; with decimal digits or &#x…; with hexadecimal digits.",
      typed,
    ),
    fixes: () => [escapeFix(context)],
  }),
  "character-reference-forbidden": ([point], { problem, typed }) => ({
    message: l10n.t("{0} refers to {1}, which isn't allowed in XML.", typed, point),
    fixes: () => [removeFix(problem, typed)],
  }),
});

/** Offers to replace an entity by its character (if it is visible), and by a character reference, which every charset can encode. */
function characterFixes({ problem }: ProblemContext, name: string): readonly Fix[] {
  const point = htmlEntity(name);
  if (point === undefined) return [];
  const character = String.fromCodePoint(point);
  const written = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? [character, `&#${point};`] : [`&#${point};`];
  return written.map((text) => changeTo(problem, text));
}

function escapeFix({ problem, typed }: ProblemContext): Fix {
  const text = `&amp;${typed.slice(1)}`;
  return changeTo(problem, text);
}

const charInvalid = xmlRule("xml-char-invalid", "XML 1.0 section 2.2", {
  "character-forbidden": ([point], { problem }) => ({
    message: l10n.t("The character {0} isn't allowed in XML, not even as a reference.", point),
    fixes: () => [removeFix(problem, point)],
  }),
  "surrogate-lone": ([unit], { problem }) => ({
    message: l10n.t("{0} is half of a surrogate pair. The other half is missing.", unit),
    fixes: () => [removeFix(problem, unit)],
  }),
});

const textCDataEnd = xmlRule("xml-text-cdata-end", "XML 1.0 section 2.4", {
  "cdata-end-in-text": (_, { problem }) => ({
    message: l10n.t("]]> isn't allowed in text because it ends a CDATA section. Use ]]&gt;."),
    fixes: () => [changeTo(problem, "]]&gt;")],
  }),
});

/*
 * The entities of HTML (HTML 4.01 section 24) without mathematical symbols.
 */

/** HTML entities of U+00A0 to U+00FF, in this order. */
const latin1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr " +
  "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
  "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** HTML entities of U+0391 to U+03A9, and in lower case of U+03B1 to U+03C9. `-`: there is no letter. */
const greek =
  "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega";

/** Other HTML entities, with their code points in hexadecimal. */
const others =
  "OElig:152 oelig:153 Scaron:160 scaron:161 Yuml:178 fnof:192 circ:2c6 tilde:2dc sigmaf:3c2 ensp:2002 " +
  "emsp:2003 thinsp:2009 zwnj:200c zwj:200d lrm:200e rlm:200f ndash:2013 mdash:2014 lsquo:2018 rsquo:2019 " +
  "sbquo:201a ldquo:201c rdquo:201d bdquo:201e dagger:2020 Dagger:2021 bull:2022 hellip:2026 permil:2030 " +
  "prime:2032 Prime:2033 lsaquo:2039 rsaquo:203a euro:20ac trade:2122 larr:2190 uarr:2191 rarr:2192 darr:2193 " +
  "harr:2194 minus:2212 asymp:2248 ne:2260 le:2264 ge:2265";

const points = lazily(
  (): ReadonlyMap<string, number> =>
    new Map([
      ...latin1.split(" ").map((name, index) => [name, 0xa0 + index] as const),
      ...greek
        .split(" ")
        .flatMap((name, index) => [[name, 0x391 + index] as const, [name.toLowerCase(), 0x3b1 + index] as const]),
      ...others.split(" ").map((entry) => {
        const [name = "", point = ""] = entry.split(":");
        return [name, Number.parseInt(point, 16)] as const;
      }),
    ]),
);

/** The code point of an HTML entity; `undefined` for other names. */
function htmlEntity(name: string): number | undefined {
  return name === "-" ? undefined : points().get(name);
}

const nameInvalid = xmlRule(
  "xml-name-invalid",
  "XML 1.0 section 2.3, productions 4 and 5; Namespaces in XML 1.0 section 4",
  {
    "name-character": ([name, point], context) => ({
      message: l10n.t(
        "{0} isn't a valid name because it contains {1}. Names can contain letters, digits, and - . _ :",
        name,
        shownCharacter(context.typed, point),
      ),
      fixes: () => removeFromName(context, point),
    }),
    "name-start": ([name, point], { typed }) => ({
      message: l10n.t(
        "{0} isn't a valid name because it begins with {1}. Names must begin with a letter or _.",
        name,
        shownCharacter(typed, point),
      ),
    }),
    "name-colon": ([name], { typed }) => ({
      message:
        typed === ":"
          ? l10n.t("{0} isn't a valid name. Use one colon only, between the prefix and the local name.", name)
          : l10n.t("{0} isn't a valid name because the local name after the prefix can't begin with {1}.", name, typed),
    }),
    "name-space": ([name], { problem }) => ({
      message: l10n.t("Whitespace isn't allowed between < and {0}.", name),
      fixes: () => [fix(l10n.t("Remove the whitespace"), remove(problem))],
    }),
    "tag-name-missing": ([expected], { problem, typed }) => ({
      message:
        typed === "<"
          ? l10n.t("< isn't followed by a name. For the character < use &lt;.")
          : l10n.t("This end tag has no name."),
      fixes: () => (typed === "<" ? [changeTo(problem, "&lt;")] : nameFix(problem.start, typed, expected)),
    }),
    "end-tag-backslash": (_, { problem }) => ({
      message: l10n.t("An end tag must begin with </, not with <\\."),
      fixes: () => [changeTo(problem, "/")],
    }),
    "markup-unknown": ([word], { problem }) => ({
      message: l10n.t("<{0} isn't valid. Use <!-- for a comment or <![CDATA[ for a CDATA section.", word),
      fixes: () =>
        isSimilar(word.replace(/\W/g, ""), "CDATA") && !/CDATA\w/.test(word) ? [changeTo(problem, "<![CDATA[")] : [],
    }),
  },
);

/** Removes an invalid character from a name, in both tags if both contain it. */
function removeFromName({ xml, problem, typed }: ProblemContext, point: string): readonly Fix[] {
  const element = elementAt(xml, problem.start);
  const tags = element?.endTag ? [element, element.endTag] : [];
  const names = tags.map(({ nameStart, nameEnd }) => xml.text.slice(nameStart, nameEnd));
  const tag = tags.find(({ nameStart, nameEnd }) => nameStart <= problem.start && problem.start < nameEnd);
  const places = tag && names[0] === names[1] ? tags.map(({ nameStart }) => nameStart - tag.nameStart) : [0];
  const edits = places.map((by) => remove({ start: problem.start + by, end: problem.end + by }));
  return [fix(l10n.t("Remove {0}", shownCharacter(typed, point)), ...edits)];
}

function nameFix(start: number, typed: string, expected: string): readonly Fix[] {
  if (expected === "") return [removeFix({ start, end: start + typed.length }, typed)];
  const edits = [insert(start + "</".length, typed.endsWith(">") ? expected : `${expected}>`)];
  return [fix(l10n.t("Change to {0}", `</${expected}>`), ...edits)];
}

/** The character (if it is visible) and its code point. */
function shownCharacter(character: string, point: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(character) ? `${character} (${point})` : point;
}

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
