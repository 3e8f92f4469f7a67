import { t as translate } from "@vscode/l10n";
import * as data from "./facts.json";

/*
 * What the standards say about HTTP, as far as authors of SOAP messages need it. The texts are in facts.json.
 */

/** A word of HTTP with its meaning in the author's language, and where that is laid down. */
export interface Fact {
  /** As its standard writes it. */
  readonly name: string;
  /** Such as `RFC 9110 section 8.6`; several with `; ` between. */
  readonly source: string;
  meaning(): string;
}

/** A status code of a response. */
export interface StatusFact extends Omit<Fact, "name"> {
  readonly code: number;
  /** Its usual reason phrase. */
  readonly phrase: string;
}

/** A fact as a data file has it: its meaning is the English text, and the key of its translations. */
export type Row<T extends Pick<Fact, "meaning">> = Omit<T, "meaning"> & { readonly meaning: string };

export function fact(name: string, source: string, meaning: () => string): Fact {
  return { name, source, meaning };
}

export function factOf<T extends { readonly meaning: string }>(row: T): Omit<T, "meaning"> & Pick<Fact, "meaning"> {
  return { ...row, meaning: () => translate(row.meaning) };
}

/** Bundles leave out the lists that they don't use. */
/* @__NO_SIDE_EFFECTS__ */
export function factsOf(rows: readonly Row<Fact>[]): readonly Fact[] {
  return rows.map(factOf);
}

/** The methods of HTTP, those of SOAP first. */
export const methods = factsOf(data.methods);

/** The methods that a SOAP message is sent with. */
export const soapMethods = methods.filter(({ name }) => name === "POST" || name === "GET");

/** The header fields that a request may have, those of a SOAP request first. */
export const requestHeaders = factsOf(data.requestHeaders);

/** The header fields that only a response has. */
export const responseHeaders = factsOf(data.responseHeaders);

/** The header fields of a part of a multipart body (MIME). */
export const partHeaders = factsOf(data.partHeaders);

/** Parameters of the media types that SOAP messages have. */
export const mediaTypeParameters = factsOf(data.mediaTypeParameters);

const headersByName = byName([...partHeaders, ...responseHeaders, ...factsOf(data.bodyHeaders), ...requestHeaders]);
const partHeadersByName = byName(partHeaders);

/** Of a method as typed: methods are case-sensitive, but `post` is meant as POST. */
export function methodFact(method: string): Fact | undefined {
  return methods.find(({ name }) => name === method.toUpperCase());
}

/** What a header field of a message means; `undefined` for a name that no standard here has. */
export function headerFact(name: string): Fact | undefined {
  return headersByName.get(name.toLowerCase());
}

/** What a header field means in a part of a multipart body. */
export function partHeaderFact(name: string): Fact | undefined {
  return partHeadersByName.get(name.toLowerCase()) ?? headerFact(name);
}

/** The words that the value of a field may be, or begin with. */
export function headerValueFacts(field: string): readonly Fact[] {
  const lower = field.toLowerCase();
  return data.headerValues.flatMap(({ fields, values }) => (fields.includes(lower) ? factsOf(values) : []));
}

/** What a word in the value of a field means. */
export function headerValueFact(field: string, word: string): Fact | undefined {
  return headerValueFacts(field).find(({ name }) => name.toLowerCase() === word.toLowerCase());
}

/** @param name in any case */
export function mediaTypeParameterFact(name: string): Fact | undefined {
  return mediaTypeParameters.find((one) => one.name === name.toLowerCase());
}

export function statusFact(code: number): StatusFact | undefined {
  const row = data.statusCodes.find((one) => one.code === code);
  return row && factOf(row);
}

/** What the first digit alone says (RFC 9110 section 15); `undefined` for none of the five classes. */
export function statusClass(code: number): string | undefined {
  const found = data.statusClasses.find((one) => one.code === Math.floor(code / 100));
  return found && factOf(found).meaning();
}

/* @__NO_SIDE_EFFECTS__ */
function byName(facts: readonly Fact[]): ReadonlyMap<string, Fact> {
  return new Map(facts.map((one) => [one.name.toLowerCase(), one]));
}
