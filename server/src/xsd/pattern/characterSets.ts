import { lazily } from "../../text/memoized.ts";
import { firstIndex } from "../../text/search.ts";

/*
 * The characters of names by XML 1.0, second edition, appendix B, to which XML Schema refers: as ranges of code points in
 * hexadecimal, in order. The fifth edition allows more, which the validators of most services refuse.
 */

/** The characters that may begin a name: ranges of letters, the underscore and the colon. */
const nameStartCharacters = `
3A 41-5A 5F 61-7A C0-D6 D8-F6 F8-131 134-13E 141-148 14A-17E 180-1C3 1CD-1F0 1F4-1F5 1FA-217 250-2A8 2BB-2C1 386
388-38A 38C 38E-3A1 3A3-3CE 3D0-3D6 3DA 3DC 3DE 3E0 3E2-3F3 401-40C 40E-44F 451-45C 45E-481 490-4C4 4C7-4C8 4CB-4CC
4D0-4EB 4EE-4F5 4F8-4F9 531-556 559 561-586 5D0-5EA 5F0-5F2 621-63A 641-64A 671-6B7 6BA-6BE 6C0-6CE 6D0-6D3 6D5
6E5-6E6 905-939 93D 958-961 985-98C 98F-990 993-9A8 9AA-9B0 9B2 9B6-9B9 9DC-9DD 9DF-9E1 9F0-9F1 A05-A0A A0F-A10
A13-A28 A2A-A30 A32-A33 A35-A36 A38-A39 A59-A5C A5E A72-A74 A85-A8B A8D A8F-A91 A93-AA8 AAA-AB0 AB2-AB3 AB5-AB9 ABD
AE0 B05-B0C B0F-B10 B13-B28 B2A-B30 B32-B33 B36-B39 B3D B5C-B5D B5F-B61 B85-B8A B8E-B90 B92-B95 B99-B9A B9C B9E-B9F
BA3-BA4 BA8-BAA BAE-BB5 BB7-BB9 C05-C0C C0E-C10 C12-C28 C2A-C33 C35-C39 C60-C61 C85-C8C C8E-C90 C92-CA8 CAA-CB3
CB5-CB9 CDE CE0-CE1 D05-D0C D0E-D10 D12-D28 D2A-D39 D60-D61 E01-E2E E30 E32-E33 E40-E45 E81-E82 E84 E87-E88 E8A E8D
E94-E97 E99-E9F EA1-EA3 EA5 EA7 EAA-EAB EAD-EAE EB0 EB2-EB3 EBD EC0-EC4 F40-F47 F49-F69 10A0-10C5 10D0-10F6 1100
1102-1103 1105-1107 1109 110B-110C 110E-1112 113C 113E 1140 114C 114E 1150 1154-1155 1159 115F-1161 1163 1165 1167
1169 116D-116E 1172-1173 1175 119E 11A8 11AB 11AE-11AF 11B7-11B8 11BA 11BC-11C2 11EB 11F0 11F9 1E00-1E9B 1EA0-1EF9
1F00-1F15 1F18-1F1D 1F20-1F45 1F48-1F4D 1F50-1F57 1F59 1F5B 1F5D 1F5F-1F7D 1F80-1FB4 1FB6-1FBC 1FBE 1FC2-1FC4
1FC6-1FCC 1FD0-1FD3 1FD6-1FDB 1FE0-1FEC 1FF2-1FF4 1FF6-1FFC 2126 212A-212B 212E 2180-2182 3007 3021-3029 3041-3094
30A1-30FA 3105-312C 4E00-9FA5 AC00-D7A3`;

/** Further characters of names: digits, combining characters, extenders, the hyphen and the point. */
const furtherNameCharacters = `
2D-2E 30-39 B7 2D0-2D1 300-345 360-361 387 483-486 591-5A1 5A3-5B9 5BB-5BD 5BF 5C1-5C2 5C4 640 64B-652 660-669 670
6D6-6E4 6E7-6E8 6EA-6ED 6F0-6F9 901-903 93C 93E-94D 951-954 962-963 966-96F 981-983 9BC 9BE-9C4 9C7-9C8 9CB-9CD 9D7
9E2-9E3 9E6-9EF A02 A3C A3E-A42 A47-A48 A4B-A4D A66-A71 A81-A83 ABC ABE-AC5 AC7-AC9 ACB-ACD AE6-AEF B01-B03 B3C
B3E-B43 B47-B48 B4B-B4D B56-B57 B66-B6F B82-B83 BBE-BC2 BC6-BC8 BCA-BCD BD7 BE7-BEF C01-C03 C3E-C44 C46-C48 C4A-C4D
C55-C56 C66-C6F C82-C83 CBE-CC4 CC6-CC8 CCA-CCD CD5-CD6 CE6-CEF D02-D03 D3E-D43 D46-D48 D4A-D4D D57 D66-D6F E31
E34-E3A E46-E4E E50-E59 EB1 EB4-EB9 EBB-EBC EC6 EC8-ECD ED0-ED9 F18-F19 F20-F29 F35 F37 F39 F3E-F3F F71-F84 F86-F8B
F90-F95 F97 F99-FAD FB1-FB7 FB9 20D0-20DC 20E1 3005 302A-302F 3031-3035 3099-309A 309D-309E 30FC-30FE`;

/*
 * The character classes of XML Schema's regular expressions (part 2, appendix F).
 */

export interface CharacterSet {
  readonly has: (point: number) => boolean;
  /** Returns code points at the start or end of its ranges, inside or outside of the set. */
  readonly edges: () => readonly number[];
}

/** The general categories of Unicode (F.1.1). */
const categories: ReadonlySet<string> = new Set(
  "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po Z Zs Zl Zp S Sm Sc Sk So C Cc Cf Co Cn".split(" "),
);

/** Created at first use, because compiling the expression of a category takes time. */
const categorySets = new Map<string, CharacterSet>();
/** Maximum number of range ends that are searched in a category. */
const maxEdges = 200;

/** The blocks that XML Schema 1.0 names (F.1.1), of both editions. */
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

/** The set of `.`, `\s` and so on, by the letter; undefined for other letters. */
export function escapedSet(letter: string): CharacterSet | undefined {
  const lower = letter.toLowerCase();
  const escapeSet = Object.hasOwn(escapes(), lower) ? escapes()[lower] : undefined;
  return escapeSet && letter !== lower ? not(escapeSet) : escapeSet;
}

/** The set of `\p{name}`; undefined for an unknown category. An unknown block has all characters, as in XSD 1.1. */
export function propertySet(name: string): CharacterSet | undefined {
  if (name.startsWith("Is")) return blocks().get(name.slice(2)) ?? range(0, 0x10ffff);
  if (!categories.has(name)) return undefined;
  const set = categorySets.get(name) ?? matching(new RegExp(`^\\p{${name}}$`, "u"));
  categorySets.set(name, set);
  return set;
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

/** Creates a set from ranges of hexadecimal code points, in ascending order. */
function rangesOf(text: string): CharacterSet {
  const ranges = text
    .trim()
    .split(/\s+/)
    .map((one) => one.split("-").map((digits) => Number.parseInt(digits, 16)))
    .map(([first = 0, last = first]) => ({ first, last }));
  return set(
    (point) => {
      const range = ranges[firstIndex(0, ranges.length, (index) => (ranges[index]?.first ?? 0) > point) - 1];
      return range !== undefined && point <= range.last;
    },
    () => ranges.slice(0, maxEdges).flatMap(({ first, last }) => [first, last]),
  );
}

/** All characters that match an expression. Of its range ends, only the first ones in the BMP are known. */
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

/** Creates a set. Computes membership of each ASCII character in advance, because most texts consist of ASCII. */
function set(has: (point: number) => boolean, edges: () => readonly number[]): CharacterSet {
  const unknown = 2;
  const ascii = new Uint8Array(128).fill(unknown);
  return {
    edges,
    has(point) {
      if (point >= 128) return has(point);
      const isMember = ascii[point] ?? unknown;
      if (isMember !== unknown) return isMember === 1;
      const isIn = has(point);
      ascii[point] = isIn ? 1 : 0;
      return isIn;
    },
  };
}
