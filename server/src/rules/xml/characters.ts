import * as l10n from "@vscode/l10n";
import { insert, remove, replace } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { type ProblemContext, xmlRule } from "./report.ts";

export const referenceInvalid = xmlRule("xml-reference-invalid", "XML 1.0 sections 2.4 and 4.1", {
  "ampersand-bare": (_, { problem }) => ({
    message: l10n.t("& isn't followed by a reference. For the character & use &amp;."),
    fixes: () => [{ title: l10n.t("Change to {0}", "&amp;"), edits: [replace(problem, "&amp;")] }],
  }),
  "reference-semicolon-missing": ([reference], { problem }) => ({
    message: l10n.t("The reference {0} has no closing semicolon.", reference),
    fixes: () => [{ title: l10n.t("Change to {0}", `${reference};`), edits: [insert(problem.end, ";")] }],
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
    fixes: () => [{ title: l10n.t("Remove {0}", typed), edits: [remove(problem)] }],
  }),
});

/** The character itself where it can be seen, and a reference that every charset can hold. */
function characterFixes({ problem }: ProblemContext, name: string): readonly Fix[] {
  const point = htmlEntity(name);
  if (point === undefined) return [];
  const character = String.fromCodePoint(point);
  const written = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? [character, `&#${point};`] : [`&#${point};`];
  return written.map((text) => ({ title: l10n.t("Change to {0}", text), edits: [replace(problem, text)] }));
}

function escapeFix({ problem, typed }: ProblemContext): Fix {
  const text = `&amp;${typed.slice(1)}`;
  return { title: l10n.t("Change to {0}", text), edits: [replace(problem, text)] };
}

export const charInvalid = xmlRule("xml-char-invalid", "XML 1.0 section 2.2", {
  "character-forbidden": ([point], { problem }) => ({
    message: l10n.t("The character {0} isn't allowed in XML, not even as a reference.", point),
    fixes: () => [{ title: l10n.t("Remove {0}", point), edits: [remove(problem)] }],
  }),
  "surrogate-lone": ([unit], { problem }) => ({
    message: l10n.t("{0} is half of a surrogate pair. The other half is missing.", unit),
    fixes: () => [{ title: l10n.t("Remove {0}", unit), edits: [remove(problem)] }],
  }),
});

export const textCDataEnd = xmlRule("xml-text-cdata-end", "XML 1.0 section 2.4", {
  "cdata-end-in-text": (_, { problem }) => ({
    message: l10n.t("]]> isn't allowed in text because it ends a CDATA section. Use ]]&gt;."),
    fixes: () => [{ title: l10n.t("Change to {0}", "]]&gt;"), edits: [replace(problem, "]]&gt;")] }],
  }),
});

/*
 * The characters that HTML has names for and XML has not, as authors carry them over: HTML 4.01 section 24, without
 * its mathematical symbols.
 */

/** U+00A0 to U+00FF, in their order. */
const latin1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr " +
  "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
  "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** U+0391 to U+03A9 and, in lower case, U+03B1 to U+03C9; `-` where there is no letter. */
const greek =
  "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega";

const others: readonly (readonly [string, number])[] = [
  ["OElig", 0x152],
  ["oelig", 0x153],
  ["Scaron", 0x160],
  ["scaron", 0x161],
  ["Yuml", 0x178],
  ["fnof", 0x192],
  ["circ", 0x2c6],
  ["tilde", 0x2dc],
  ["sigmaf", 0x3c2],
  ["ensp", 0x2002],
  ["emsp", 0x2003],
  ["thinsp", 0x2009],
  ["zwnj", 0x200c],
  ["zwj", 0x200d],
  ["lrm", 0x200e],
  ["rlm", 0x200f],
  ["ndash", 0x2013],
  ["mdash", 0x2014],
  ["lsquo", 0x2018],
  ["rsquo", 0x2019],
  ["sbquo", 0x201a],
  ["ldquo", 0x201c],
  ["rdquo", 0x201d],
  ["bdquo", 0x201e],
  ["dagger", 0x2020],
  ["Dagger", 0x2021],
  ["bull", 0x2022],
  ["hellip", 0x2026],
  ["permil", 0x2030],
  ["prime", 0x2032],
  ["Prime", 0x2033],
  ["lsaquo", 0x2039],
  ["rsaquo", 0x203a],
  ["euro", 0x20ac],
  ["trade", 0x2122],
  ["larr", 0x2190],
  ["uarr", 0x2191],
  ["rarr", 0x2192],
  ["darr", 0x2193],
  ["harr", 0x2194],
  ["minus", 0x2212],
  ["asymp", 0x2248],
  ["ne", 0x2260],
  ["le", 0x2264],
  ["ge", 0x2265],
];

const points: ReadonlyMap<string, number> = new Map([
  ...latin1.split(" ").map((name, index) => [name, 0xa0 + index] as const),
  ...greek
    .split(" ")
    .flatMap((name, index) => [[name, 0x391 + index] as const, [name.toLowerCase(), 0x3b1 + index] as const]),
  ...others,
]);

/** The code point of an entity of HTML; `undefined` if HTML has none of that name. */
function htmlEntity(name: string): number | undefined {
  return name === "-" ? undefined : points.get(name);
}
