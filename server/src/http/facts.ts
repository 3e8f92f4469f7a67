/*
 * What the standards fix about HTTP, as far as an author of SOAP messages meets it. Each fact has its source.
 */

/** A word of HTTP with its meaning in the author's language, and where that is laid down. */
export interface Fact {
  /** As its standard writes it. */
  readonly name: string;
  /** Such as `RFC 9110 section 8.6`; several with `; ` between. */
  readonly source: string;
  meaning(): string;
}

export function fact(name: string, source: string, meaning: () => string): Fact {
  return { name, source, meaning };
}
