import type { Random } from "../../fuzz/random.ts";
import { restriction } from "./support.ts";

/** A random `<xs:simpleType name="type">` that allows some value, and facets that a service would write. */
export function randomType(random: Random): string {
  const roll = random.below(20);
  if (roll === 0) return listOf(random);
  if (roll === 1)
    return `<xs:simpleType name="type"><xs:union><xs:simpleType>${inner(random)}</xs:simpleType><xs:simpleType>${inner(random)}</xs:simpleType></xs:union></xs:simpleType>`;
  if (roll < 8) return restriction("xs:string", [pattern(random)]);
  if (roll === 8)
    return restriction(random.pick(["xs:token", "xs:string"]), [
      "pattern=[A-Z]{2}.*",
      `pattern=.*${random.pick(["a", "\\d{3}"])}`,
    ]);
  if (roll === 9) return twoSteps(random);
  return `<xs:simpleType name="type">${inner(random)}</xs:simpleType>`;
}

function inner(random: Random): string {
  const [, content = ""] = /^<xs:simpleType name="type">(.*)<\/xs:simpleType>$/.exec(random.pick(makers)(random)) ?? [];
  return content;
}

function listOf(random: Random): string {
  const least = random.below(4);
  return `<xs:simpleType name="type"><xs:restriction><xs:simpleType><xs:list itemType="${random.pick(["xs:int", "xs:date", "xs:NMTOKEN", "xs:boolean"])}"/></xs:simpleType><xs:minLength value="${least}"/><xs:maxLength value="${least + random.below(3)}"/></xs:restriction></xs:simpleType>`;
}

/** Patterns of two steps, both of which hold. */
function twoSteps(random: Random): string {
  const length = 3 + random.below(6);
  return `<xs:simpleType name="type"><xs:restriction base="t:first"><xs:pattern value="${random.pick(["[a-z]", "\\c", "[a-f]"])}*[0-9]{${random.below(3)}}"/></xs:restriction></xs:simpleType><xs:simpleType name="first"><xs:restriction base="xs:string"><xs:length value="${length}"/><xs:pattern value="${random.pick([".*", "[^x]+", "[a-d].+", "\\w*"])}"/></xs:restriction></xs:simpleType>`;
}

const makers: readonly ((random: Random) => string)[] = [
  (random) => {
    const least = random.below(30);
    return restriction(
      random.pick([
        "xs:string",
        "xs:token",
        "xs:normalizedString",
        "xs:NMTOKEN",
        "xs:NCName",
        "xs:anyURI",
        "xs:hexBinary",
        "xs:base64Binary",
      ]),
      [`minLength=${least + 1}`, `maxLength=${least + 1 + random.below(6)}`],
    );
  },
  (random) =>
    restriction(random.pick(["xs:string", "xs:Name", "xs:hexBinary", "xs:base64Binary"]), [
      `length=${1 + random.below(40)}`,
    ]),
  (random) => {
    const [low, high] = bounds(random, -1_000_000, 1_000_000);
    const base = random.pick(["xs:int", "xs:integer", "xs:decimal", "xs:double", "xs:float", "xs:long"]);
    return restriction(base, [
      `${random.pick(["minInclusive", "minExclusive"])}=${low}`,
      `${random.pick(["maxInclusive", "maxExclusive"])}=${high + 1}`,
    ]);
  },
  (random) => {
    const low = random.below(1000);
    const scale = 1 + random.below(5);
    const value = (plus: number) => `${low}.${String(random.below(10)).padStart(scale, "0")}${plus}`;
    return restriction("xs:decimal", [`minExclusive=${value(0)}`, `maxExclusive=${low + 1}.${value(1).split(".")[1]}`]);
  },
  (random) => {
    const digits = 1 + random.below(18);
    return restriction("xs:decimal", [`totalDigits=${digits}`, `fractionDigits=${random.below(digits + 1)}`]);
  },
  (random) =>
    restriction("xs:integer", [`totalDigits=${4 + random.below(10)}`, `minInclusive=${1 + random.below(999)}`]),
  (random) => {
    const year = 1000 + random.below(8000);
    const day = `-0${1 + random.below(9)}-1${random.below(10)}`;
    const zone = random.pick(["", "Z", "+02:00"]);
    return random.chance(50)
      ? restriction("xs:date", [
          `minExclusive=${year}${day}${zone}`,
          `maxInclusive=${year + random.below(3)}-12-28${zone}`,
        ])
      : restriction("xs:dateTime", [
          `minInclusive=${year}${day}T12:34:56.789${zone}`,
          `maxExclusive=${year}-12-30T00:00:00${zone}`,
        ]);
  },
  (random) => restriction("xs:gYear", [`minInclusive=${1990 + random.below(99)}`]),
  (random) => restriction("xs:time", [`minInclusive=1${random.below(10)}:00:00`, "maxExclusive=19:00:01"]),
  (random) =>
    restriction("xs:duration", [`minInclusive=P${1 + random.below(20)}D`, `maxInclusive=P${21 + random.below(20)}D`]),
  (random) =>
    restriction(random.pick(["xs:string", "xs:token"]), [`enumeration=${word(random)}`, `enumeration=${word(random)}`]),
  (random) => restriction(random.pick(["xs:decimal", "xs:integer"]), [`pattern=[0-9]{${1 + random.below(8)}}`]),
  (random) =>
    restriction("xs:dateTime", [
      `pattern=${random.pick([".*Z", ".*\\.\\d{3}", "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}"])}`,
    ]),
  (random) => restriction("xs:string", [pattern(random), `maxLength=${60 + random.below(100)}`]),
  (random) => restriction(random.pick(["xs:boolean", "xs:int", "xs:NMTOKENS", "xs:language", "xs:ID", "xs:QName"]), []),
];

/** The JavaScript patterns for the patterns of the types that were made here. */
export const javaScriptOf = new Map<string, string>();

function pattern(random: Random): string {
  const { xsd, js } = randomPattern(random, 2);
  javaScriptOf.set(xsd, js);
  return `pattern=${xsd}`;
}

/** A regular expression of XML Schema, and its equivalent in JavaScript (with the flag `u`). */
export interface RandomPattern {
  readonly xsd: string;
  readonly js: string;
}

/** A regular expression as they are in real schemas, all of the syntax, put together at random. */
export function randomPattern(random: Random, depth: number): RandomPattern {
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const { xsd, js } = atom(random, depth);
    const times = random.chance(60) ? quantifier(random) : "";
    return { xsd: xsd + times, js: js + times };
  });
  return { xsd: parts.map(({ xsd }) => xsd).join(""), js: parts.map(({ js }) => js).join("") };
}

function atom(random: Random, depth: number): RandomPattern {
  if (depth > 0 && random.chance(25)) {
    const first = randomPattern(random, depth - 1);
    const second = random.chance(60) ? randomPattern(random, depth - 1) : undefined;
    return {
      xsd: `(${first.xsd}${second ? `|${second.xsd}` : ""})`,
      js: `(?:${first.js}${second ? `|${second.js}` : ""})`,
    };
  }
  const [xsd, js = xsd] = random.pick(atoms);
  return { xsd, js };
}

const nameStart =
  ":A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c-\\u200d\\u2070-\\u218f";
const name = `${nameStart}\\-.0-9\\xb7`;
const atoms: readonly (readonly [string, string?])[] = [
  ...(["a", "Z", "7", "-", "@", "_", ":", " ", "\\.", "\\(", "\\)", "\\\\", "\\+"] as const).map(
    (one) => [one] as const,
  ),
  ...(["[A-Z]", "[a-z0-9]", "[^a-z]", "[0-9a-fA-F]", "[-a-z]", "[äöü]"] as const).map((one) => [one] as const),
  ...(["\\p{L}", "\\p{Lu}", "\\p{Nd}", "\\P{L}", "[\\p{L}\\p{N}]"] as const).map((one) => [one] as const),
  ...([
    ["\\-", "-"],
    ["\\d", "\\p{Nd}"],
    ["\\D", "\\P{Nd}"],
    ["\\w", "[^\\p{P}\\p{Z}\\p{C}]"],
    ["\\S", "[^ \\t\\r\\n]"],
  ] as const),
  ...([
    [".", "[^\\r\\n]"],
    ["\\i", `[${nameStart}]`],
    ["\\c", `[${name}]`],
    ["[\\i-[:]]", `(?:(?!:)[${nameStart}])`],
  ] as const),
  ...([
    ["[A-Z-[AEIOU]]", "(?:(?![AEIOU])[A-Z])"],
    ["[\\d-[0-4]]", "(?:(?![0-4])\\p{Nd})"],
    ["[^\\s]", "[^ \\t\\r\\n]"],
  ] as const),
  ...([
    ["[\\w\\-]", "(?:-|[^\\p{P}\\p{Z}\\p{C}])"],
    ["\\p{IsBasicLatin}", "[\\0-\\x7f]"],
    ["[^\\d]", "\\P{Nd}"],
  ] as const),
];

function quantifier(random: Random): string {
  const least = random.below(4);
  return random.pick(["*", "+", "?", `{${least + 1}}`, `{${least},}`, `{${least},${least + 1 + random.below(20)}}`]);
}

function bounds(random: Random, least: number, most: number): readonly [number, number] {
  const low = least + random.below(most - least);
  return [low, low + 1 + random.below(random.pick([1, 10, 100_000]))];
}

function word(random: Random): string {
  return random.some(1, 8, () => random.pick([..."abcXYZ 123-_"])).trim() || "x";
}
