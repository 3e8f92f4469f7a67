import { lazily } from "../../text/memoized.ts";
import { furtherNameCharacters, nameStartCharacters } from "../nameCharacters.ts";

/*
 * The character classes of XML Schema's regular expressions (part 2, appendix F).
 */

/** A set of characters, by code point. */
export interface CharacterSet {
  readonly has: (point: number) => boolean;
  /** Characters at the edges of its ranges, inside or outside. */
  readonly edges: () => readonly number[];
}

/** The general categories of Unicode (F.1.1), whose classes take time to compile. */
const categories: Readonly<Record<string, () => RegExp>> = {
  L: () => /^\p{L}$/u,
  Lu: () => /^\p{Lu}$/u,
  Ll: () => /^\p{Ll}$/u,
  Lt: () => /^\p{Lt}$/u,
  Lm: () => /^\p{Lm}$/u,
  Lo: () => /^\p{Lo}$/u,
  M: () => /^\p{M}$/u,
  Mn: () => /^\p{Mn}$/u,
  Mc: () => /^\p{Mc}$/u,
  Me: () => /^\p{Me}$/u,
  N: () => /^\p{N}$/u,
  Nd: () => /^\p{Nd}$/u,
  Nl: () => /^\p{Nl}$/u,
  No: () => /^\p{No}$/u,
  P: () => /^\p{P}$/u,
  Pc: () => /^\p{Pc}$/u,
  Pd: () => /^\p{Pd}$/u,
  Ps: () => /^\p{Ps}$/u,
  Pe: () => /^\p{Pe}$/u,
  Pi: () => /^\p{Pi}$/u,
  Pf: () => /^\p{Pf}$/u,
  Po: () => /^\p{Po}$/u,
  Z: () => /^\p{Z}$/u,
  Zs: () => /^\p{Zs}$/u,
  Zl: () => /^\p{Zl}$/u,
  Zp: () => /^\p{Zp}$/u,
  S: () => /^\p{S}$/u,
  Sm: () => /^\p{Sm}$/u,
  Sc: () => /^\p{Sc}$/u,
  Sk: () => /^\p{Sk}$/u,
  So: () => /^\p{So}$/u,
  C: () => /^\p{C}$/u,
  Cc: () => /^\p{Cc}$/u,
  Cf: () => /^\p{Cf}$/u,
  Co: () => /^\p{Co}$/u,
  Cn: () => /^\p{Cn}$/u,
};

const categorySets = new Map<string, CharacterSet>();
/** Maximum edges of a category that are searched. */
const maxEdges = 200;

/** The blocks that XML Schema 1.0 names (F.1.1), in the first and the second edition. */
const blockRanges = `
BasicLatin:0-7F Latin-1Supplement:80-FF LatinExtended-A:100-17F LatinExtended-B:180-24F IPAExtensions:250-2AF
SpacingModifierLetters:2B0-2FF CombiningDiacriticalMarks:300-36F Greek:370-3FF GreekandCoptic:370-3FF
Cyrillic:400-4FF Armenian:530-58F Hebrew:590-5FF Arabic:600-6FF Syriac:700-74F Thaana:780-7BF Devanagari:900-97F
Bengali:980-9FF Gurmukhi:A00-A7F Gujarati:A80-AFF Oriya:B00-B7F Tamil:B80-BFF Telugu:C00-C7F Kannada:C80-CFF
Malayalam:D00-D7F Sinhala:D80-DFF Thai:E00-E7F Lao:E80-EFF Tibetan:F00-FFF Myanmar:1000-109F Georgian:10A0-10FF
HangulJamo:1100-11FF Ethiopic:1200-137F Cherokee:13A0-13FF UnifiedCanadianAboriginalSyllabics:1400-167F
Ogham:1680-169F Runic:16A0-16FF Khmer:1780-17FF Mongolian:1800-18AF LatinExtendedAdditional:1E00-1EFF
GreekExtended:1F00-1FFF GeneralPunctuation:2000-206F SuperscriptsandSubscripts:2070-209F CurrencySymbols:20A0-20CF
CombiningMarksforSymbols:20D0-20FF CombiningDiacriticalMarksforSymbols:20D0-20FF LetterlikeSymbols:2100-214F
NumberForms:2150-218F Arrows:2190-21FF MathematicalOperators:2200-22FF MiscellaneousTechnical:2300-23FF
ControlPictures:2400-243F OpticalCharacterRecognition:2440-245F EnclosedAlphanumerics:2460-24FF BoxDrawing:2500-257F
BlockElements:2580-259F GeometricShapes:25A0-25FF MiscellaneousSymbols:2600-26FF Dingbats:2700-27BF
BraillePatterns:2800-28FF CJKRadicalsSupplement:2E80-2EFF KangxiRadicals:2F00-2FDF
IdeographicDescriptionCharacters:2FF0-2FFF CJKSymbolsandPunctuation:3000-303F Hiragana:3040-309F Katakana:30A0-30FF
Bopomofo:3100-312F HangulCompatibilityJamo:3130-318F Kanbun:3190-319F BopomofoExtended:31A0-31BF
EnclosedCJKLettersandMonths:3200-32FF CJKCompatibility:3300-33FF CJKUnifiedIdeographsExtensionA:3400-4DB5
CJKUnifiedIdeographs:4E00-9FFF YiSyllables:A000-A48F YiRadicals:A490-A4CF HangulSyllables:AC00-D7A3
HighSurrogates:D800-DB7F HighPrivateUseSurrogates:DB80-DBFF LowSurrogates:DC00-DFFF
PrivateUse:E000-F8FF,F0000-FFFFD,100000-10FFFD PrivateUseArea:E000-F8FF CJKCompatibilityIdeographs:F900-FAFF
AlphabeticPresentationForms:FB00-FB4F ArabicPresentationForms-A:FB50-FDFF CombiningHalfMarks:FE20-FE2F CJKCompatibilityForms:FE30-FE4F
SmallFormVariants:FE50-FE6F ArabicPresentationForms-B:FE70-FEFE Specials:FEFF,FFF0-FFFD
HalfwidthandFullwidthForms:FF00-FFEF OldItalic:10300-1032F Gothic:10330-1034F Deseret:10400-1044F
ByzantineMusicalSymbols:1D000-1D0FF MusicalSymbols:1D100-1D1FF MathematicalAlphanumericSymbols:1D400-1D7FF
CJKUnifiedIdeographsExtensionB:20000-2A6D6 CJKCompatibilityIdeographsSupplement:2F800-2FA1F Tags:E0000-E007F
`;
const blocks = lazily(() => {
  const ranges = blockRanges.trim().split(/\s+/);
  return new Map(
    ranges.map((block) => {
      const colon = block.indexOf(":");
      return [block.slice(0, colon), rangesOf(block.slice(colon + 1).replaceAll(",", " "))] as const;
    }),
  );
});

const nameStartSet = lazily(() => rangesOf(nameStartCharacters));
const nameSet = lazily(() => union([nameStartSet(), rangesOf(furtherNameCharacters)]));

/** The sets of the escapes with one letter (F.1.1, multi-character escapes), and the dot. */
const escapes = lazily(
  (): Readonly<Record<string, CharacterSet>> => ({
    ".": not(union([range(0x0a, 0x0a), range(0x0d, 0x0d)])),
    s: union([range(0x09, 0x0a), range(0x0d, 0x0d), range(0x20, 0x20)]),
    i: nameStartSet(),
    c: nameSet(),
    d: matching(/^\p{Nd}$/u),
    w: matching(/^[^\p{P}\p{Z}\p{C}]$/u),
  }),
);

/** The set of `.`, `\s` and so on, by its letter; undefined for a letter that has none. */
export function escapedSet(letter: string): CharacterSet | undefined {
  const lower = letter.toLowerCase();
  const found = Object.hasOwn(escapes(), lower) ? escapes()[lower] : undefined;
  return found && letter !== lower ? not(found) : found;
}

/**
 * The set of `\p{name}`: a category, or a block with `Is` before it. A block that is unknown has all characters, as XML
 * Schema 1.1 says. Undefined for an unknown category.
 */
export function propertySet(name: string): CharacterSet | undefined {
  if (name.startsWith("Is")) return blocks().get(name.slice(2)) ?? range(0, 0x10ffff);
  const expression = Object.hasOwn(categories, name) ? categories[name] : undefined;
  const known = categorySets.get(name) ?? (expression && matching(expression()));
  if (known) categorySets.set(name, known);
  return known;
}

/** Whether the text is a name without a colon (Namespaces in XML 1.0, production 4). */
export function isNcName(text: string): boolean {
  const point = text.codePointAt(0);
  if (point === undefined || text.includes(":") || !nameStartSet().has(point)) return false;
  const { has } = nameSet();
  for (const character of text) if (!has(character.codePointAt(0) ?? 0)) return false;
  return true;
}

export function range(first: number, last: number): CharacterSet {
  return { has: (point) => point >= first && point <= last, edges: () => [first, last] };
}

export function union(sets: readonly CharacterSet[]): CharacterSet {
  const [only] = sets;
  if (sets.length === 1 && only) return only;
  return set(
    (point) => sets.some(({ has }) => has(point)),
    () => sets.flatMap(({ edges }) => edges()),
  );
}

export function not({ has, edges }: CharacterSet): CharacterSet {
  return set(
    (point) => !has(point),
    () => edges().flatMap((point) => [point - 1, point + 1]),
  );
}

export function minus(from: CharacterSet, what: CharacterSet): CharacterSet {
  const others = not(what);
  return set(
    (point) => from.has(point) && others.has(point),
    () => [...from.edges(), ...others.edges()],
  );
}

/** The set of ranges of code points in hexadecimal, which are in order. */
function rangesOf(text: string): CharacterSet {
  const ranges = text
    .trim()
    .split(/\s+/)
    .map((one) => one.split("-").map((digits) => Number.parseInt(digits, 16)))
    .map(([first = 0, last = first]) => ({ first, last }));
  return set(
    (point) => {
      let [from, to] = [0, ranges.length];
      while (to - from > 1) {
        const middle = (from + to) >> 1;
        if ((ranges[middle]?.first ?? 0) <= point) from = middle;
        else to = middle;
      }
      const found = ranges[from];
      return found !== undefined && found.first <= point && point <= found.last;
    },
    () => ranges.slice(0, maxEdges).flatMap(({ first, last }) => [first, last]),
  );
}

/** The set of the characters that match an expression; of its edges, the first of the basic plane. */
function matching(expression: RegExp): CharacterSet {
  const has = (point: number) => expression.test(String.fromCodePoint(point));
  let edges: number[] | undefined;
  return set(has, () => {
    if (edges) return edges;
    edges = [];
    for (let point = 1; point < 0x10000 && edges.length < maxEdges; point++) {
      if (has(point) !== has(point - 1)) edges.push(point - 1, point);
    }
    return edges;
  });
}

/** Asks once for each character of ASCII, which most texts consist of. */
function set(has: (point: number) => boolean, edges: () => readonly number[]): CharacterSet {
  const unknown = 2;
  const ascii = new Uint8Array(128).fill(unknown);
  return {
    edges,
    has(point) {
      if (point >= 128) return has(point);
      const known = ascii[point] ?? unknown;
      if (known !== unknown) return known === 1;
      const found = has(point);
      ascii[point] = found ? 1 : 0;
      return found;
    },
  };
}
