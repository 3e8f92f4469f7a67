import { toBase64 } from "../../text/base64.ts";
import type { Enumerated, Facet, Facets, Primitive, SimpleType } from "../components.ts";
import {
  type DateType,
  type Duration,
  durationText,
  isDateType,
  momentText,
  readDuration,
  readMoment,
} from "../dates.ts";
import { addUnits, decimalText, readDecimal } from "../decimals.ts";
import { type NamespaceScope, namespaceInScope } from "../document.ts";
import { programOf } from "../pattern/patterns.ts";
import { matchingTexts } from "../pattern/samples.ts";
import { validateValue } from "../values.ts";

export interface Sample {
  readonly value: string;
  /** False if no value of the type was found. */
  readonly valid: boolean;
  /** The scope in which the prefixes of the value are declared; undefined if it has none. */
  readonly scope: NamespaceScope | undefined;
}

type Candidate = string | Enumerated;

const maxTries = 500;
const maxTriesOfMember = 60;
const maxItems = 10_000;

/** A plausible value of a type, for an element or attribute with this name. See `sampleOf`. */
export function sampleValue(type: SimpleType, elementName: string): string {
  return sampleOf(type, elementName).value;
}

/**
 * A plausible value of a type, for an element or attribute with this name: the first value of an enumeration;
 * otherwise the name, a small number, a date and so on, as the facets allow; otherwise a text that matches the
 * patterns.
 */
export function sampleOf(type: SimpleType, elementName: string): Sample {
  let first: Sample | undefined;
  let tries = 0;
  for (const candidate of candidates(type, elementName)) {
    const [value, scope] = typeof candidate === "string" ? [candidate] : [candidate.value, candidate.source.scope];
    const valid = validateValue(value, type, (prefix) => scope && namespaceInScope(scope, prefix)) === undefined;
    const sample = { value, valid, scope: scope && /^[^:\s]+:[^:\s]+$/.test(value) ? scope : undefined };
    if (valid) return sample;
    first ??= sample;
    if (++tries === maxTries) break;
  }
  return first ?? { value: elementName, valid: false, scope: undefined };
}

function* candidates(type: SimpleType, name: string): Generator<Candidate> {
  const { variety, facets } = type;
  if (facets.enumeration) return yield* facets.enumeration;
  if (variety.kind === "atomic") yield* textsOf(type, variety.primitive, name);
  else if (variety.kind === "list") yield* listTexts(type, variety.item, name);
  else for (const member of variety.members) yield* take(maxTriesOfMember, candidates(member, name));
  if (facets.patterns.length === 0) return;
  const { least, most } = charactersOf(type);
  const programs = facets.patterns.map(programOf);
  // An empty text is only used if no other text matches.
  yield* matchingTexts(programs, Math.max(least, 1), most);
  yield "";
}

function* listTexts({ facets }: SimpleType, item: SimpleType, name: string): Generator<string> {
  const { value } = sampleOf(item, name);
  const { least, most } = lengthsOf(facets, maxItems);
  for (const count of [Math.min(Math.max(least, 1), most), 1, 2, 3]) {
    yield Array.from({ length: Math.min(count, maxItems) }, () => value).join(" ");
  }
}

function charactersOf({ facets, variety }: SimpleType): { readonly least: number; readonly most: number } {
  const counted: readonly Primitive[] = ["string", "anyURI", "anySimpleType"];
  if (variety.kind !== "atomic" || !counted.includes(variety.primitive))
    return { least: 0, most: Number.POSITIVE_INFINITY };
  return lengthsOf(facets);
}

/** Minimum and maximum length by the facets. `longest`: the maximum if no facet has one. */
function lengthsOf({ length, minLength, maxLength }: Facets, longest = Number.POSITIVE_INFINITY) {
  return { least: (length ?? minLength)?.value ?? 0, most: (length ?? maxLength)?.value ?? longest };
}

function* take<T>(count: number, from: Iterable<T>): Generator<T> {
  let taken = 0;
  for (const candidate of from) {
    yield candidate;
    if (++taken === count) return;
  }
}

const maxLength = 100_000;
/** Maximum number of digits for calculations with a decimal. */
const maxDigits = 1_000;

/** Texts that may be values of a type, the most plausible first. Some of them are invalid. */
function* textsOf(type: SimpleType, primitive: Primitive, name: string): Generator<string> {
  if (isDateType(primitive)) return yield* dates(type, primitive);
  switch (primitive) {
    case "boolean":
      return yield* ["true", "false", "1", "0"];
    case "decimal":
      return yield* decimals(type);
    case "float":
    case "double":
      return yield* floats(type);
    case "duration":
      return yield* durations(type);
    case "hexBinary": {
      const bytes = bytesOf(type, name);
      return yield Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
    }
    case "base64Binary":
      return yield toBase64(bytesOf(type, name));
    case "anyURI":
      yield `http://example.com/${name}`;
      return yield* [name, `urn:x`].map((text) => fitted(text, type));
    default:
      return yield* [name, "en", "A", "1"].map((text) => fitted(text, type));
  }
}

const plainDecimals = ["1", "10", "100", "0", "-1", "1.0", "1.00", "10.00", "1.5", "0.5", "01", "001"];
const plainDurations = ["P1D", "PT1H", "P1M", "P1Y", "PT1S", "PT0S", "P10D", "P1Y2M3DT4H5M6S", "-P1D", "-P1M"];
const plainDates: Readonly<Record<DateType, string>> = {
  dateTime: "2024-01-15T10:30:00",
  time: "10:30:00",
  date: "2024-01-15",
  gYearMonth: "2024-01",
  gYear: "2024",
  gMonthDay: "--01-15",
  gDay: "---15",
  gMonth: "--01",
};

function* decimals(type: SimpleType): Generator<string> {
  yield* plainDecimals;
  const typeBounds = boundsOf(type);
  const bounds = typeBounds.map(({ text, up }) => ({ up, value: readDecimal(text) }));
  const scale = Math.max(0, ...bounds.map(({ value }) => value?.fraction.length ?? 0));
  yield* typeBounds.map(({ text }) => text);
  for (const { value, up } of bounds) {
    if (value === undefined || value.integer.length + scale > maxDigits) continue;
    for (let digits = 0; digits <= scale + 1; digits++) yield decimalText(addUnits(value, up ? 1 : -1, digits));
  }
}

function* floats(type: SimpleType): Generator<string> {
  yield* decimals(type);
  for (const { text, up } of boundsOf(type)) {
    const bound = Number(text.replace("INF", "Infinity"));
    for (const step of [2 ** -20, 2 ** -50]) {
      const near = bound + (up ? 1 : -1) * Math.max(Math.abs(bound), 2 ** -120) * step;
      if (Number.isFinite(near)) yield String(near);
    }
  }
  yield* ["1E0", "1.0E0", "1.5E2", "INF", "-INF", "NaN"];
}

function* durations(type: SimpleType): Generator<string> {
  yield* plainDurations;
  for (const { text, up } of boundsOf(type)) {
    yield text;
    const bound = readDuration(text);
    if (bound === undefined) continue;
    for (const [months, seconds] of [
      [1, 0],
      [0, 86_400],
      [0, 1],
    ] as const) {
      const sign = up ? 1 : -1;
      const near: Duration = {
        ...bound,
        months: bound.months + sign * months,
        seconds: bound.seconds + sign * seconds,
      };
      yield durationText(near);
    }
  }
}

function* dates(type: SimpleType, primitive: DateType): Generator<string> {
  const plain = plainDates[primitive];
  yield* [plain, `${plain}Z`, `${plain}+00:00`, `${plain}.000`, `${plain}.000Z`];
  for (const { text, up } of boundsOf(type)) {
    yield text;
    const bound = readMoment(primitive, text);
    if (bound === undefined) continue;
    const day = 86_400;
    for (const step of [1, 60, 3600, day, 31 * day, 366 * day, 1]) {
      const near = { ...bound, seconds: bound.seconds + (up ? step : -step) };
      yield momentText(primitive, near);
      yield momentText(primitive, { ...near, fraction: "" });
    }
    if (bound.zone === undefined)
      yield momentText(primitive, { ...bound, seconds: bound.seconds + (up ? day : -day), zone: 0 });
  }
}

/** The bounds of a type. `up`: whether values are greater than the bound. */
function boundsOf({ facets }: SimpleType): readonly { readonly text: string; readonly up: boolean }[] {
  const { minInclusive, minExclusive, maxInclusive, maxExclusive } = facets;
  const texts = (up: boolean, ...bounds: readonly (Facet<string> | undefined)[]) =>
    bounds.flatMap((bound) => (bound ? [{ text: bound.value, up }] : []));
  return [...texts(true, minInclusive, minExclusive), ...texts(false, maxInclusive, maxExclusive)];
}

/** The text, shortened or repeated to a length that the type's facets allow. Unchanged if it would be too long. */
function fitted(text: string, { facets }: SimpleType): string {
  const { least, most } = lengthsOf(facets);
  const characters = Array.from(text);
  const length = Math.min(Math.max(characters.length, least), most);
  if (length > maxLength) return text;
  return Array.from({ length }, (_, at) => characters[at % characters.length]).join("");
}

function bytesOf(type: SimpleType, name: string): Uint8Array {
  return Uint8Array.from(fitted(name, type), (character) => character.charCodeAt(0) & 0x7f);
}
