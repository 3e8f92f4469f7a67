import { t as translate } from "@vscode/l10n";
import { lazily } from "../text/memoized.ts";
import * as data from "./facts.json";

/* Definitions from the standards of HTTP for authors of SOAP messages. The texts are in facts.json. */

/** A term with its meaning in the display language, and the standard that defines it. */
export interface Fact {
  readonly name: string;
  /** The standard, such as `RFC 9110 section 8.6; RFC 9112 section 6.3`. */
  readonly source: string;
  meaning(): string;
}

export interface StatusFact extends Omit<Fact, "name"> {
  readonly code: number;
  readonly phrase: string;
}

/** A fact in a data file. Its meaning is the English text, by which translations are found. */
export type FactData<T extends Pick<Fact, "meaning">> = Omit<T, "meaning"> & { readonly meaning: string };

export function fact(name: string, source: string, meaning: () => string): Fact {
  return { name, source, meaning };
}

export function factOf<T extends { readonly meaning: string }>(row: T): Omit<T, "meaning"> & Pick<Fact, "meaning"> {
  return { ...row, meaning: () => translate(row.meaning) };
}

/** Allows bundles to omit unused lists. */
/* @__NO_SIDE_EFFECTS__ */
export function factsOf(rows: readonly FactData<Fact>[]): readonly Fact[] {
  return rows.map(factOf);
}

export const methods = factsOf(data.methods);

export const soapMethods = /* @__PURE__ */ methods.filter(({ name }) => name === "POST" || name === "GET");

/** The header fields of requests, SOAP's first. */
export const requestHeaders = factsOf(data.requestHeaders);

export const responseHeaders = factsOf(data.responseHeaders);

/** Further header fields that both requests and responses have. */
export const bodyHeaders = factsOf(data.bodyHeaders);

export const partHeaders = factsOf(data.partHeaders);

export const mediaTypeParameters = factsOf(data.mediaTypeParameters);

const headersByName = lazily(() => byName([...partHeaders, ...responseHeaders, ...bodyHeaders, ...requestHeaders]));
const partHeadersByName = lazily(() => byName(partHeaders));

/** The definition of a method. Ignores case, although methods are case-sensitive, because `post` is probably meant as POST. */
export function methodFact(method: string): Fact | undefined {
  return methods.find(({ name }) => name === method.toUpperCase());
}

export function headerFact(name: string): Fact | undefined {
  return headersByName().get(name.toLowerCase());
}

export function partHeaderFact(name: string): Fact | undefined {
  return partHeadersByName().get(name.toLowerCase()) ?? headerFact(name);
}

/** The words with which the value of a field may begin. */
export function headerValueFacts(field: string): readonly Fact[] {
  const lower = field.toLowerCase();
  return data.headerValues.flatMap(({ fields, values }) => (fields.includes(lower) ? factsOf(values) : []));
}

export function headerValueFact(field: string, word: string): Fact | undefined {
  return headerValueFacts(field).find(({ name }) => name.toLowerCase() === word.toLowerCase());
}

/** `name`: in upper or lower case. */
export function mediaTypeParameterFact(name: string): Fact | undefined {
  return mediaTypeParameters.find((one) => one.name === name.toLowerCase());
}

/** The known statuses, in ascending order. */
export function statusFacts(): readonly StatusFact[] {
  return data.statusCodes.map(factOf);
}

export function statusFact(code: number): StatusFact | undefined {
  const row = data.statusCodes.find((one) => one.code === code);
  return row && factOf(row);
}

/** The meaning of the first digit of a status (RFC 9110 section 15). */
export function statusClass(code: number): string | undefined {
  const statusClass = data.statusClasses.find((one) => one.code === Math.floor(code / 100));
  return statusClass && factOf(statusClass).meaning();
}

function byName(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  return new Map(facts.map((one) => [one.name.toLowerCase(), one]));
}
