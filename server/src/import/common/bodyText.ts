/*
 * Functions that examine the text of a body without a parser. Their results are only used to name a request, or to decide which
 * rules apply to it.
 */

const examined = 10_000;

const envelope = /<(?:[\w.-]{1,100}:)?Envelope[\s>]/;

export function isSoap(text: string): boolean {
  return envelope.test(text.slice(0, examined));
}

export function payloadName(text: string): string | undefined {
  const part = text.slice(0, examined);
  if (!envelope.test(part)) return undefined;
  const body = part.search(/<(?:[\w.-]{1,100}:)?Body\b/);
  return /<(?:[\w.-]{1,100}:)?([\w.-]{1,100})/.exec(part.slice(Math.max(body, 0) + 1))?.[1];
}

/** The `application/x-www-form-urlencoded` form of a name or value in a form. */
export function formText(text: string): string {
  // Half of a surrogate pair can't be encoded.
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replaceAll("%20", "+");
}
