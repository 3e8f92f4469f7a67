/*
 * Facts about the text of a body, without a parser. They only name a request, or decide which rules apply to it.
 */

const examined = 10_000;

const envelope = /<(?:[\w.-]{1,100}:)?Envelope[\s>]/;

/** Whether a text contains a SOAP envelope. */
export function isSoap(text: string): boolean {
  return envelope.test(text.slice(0, examined));
}

/** The local name of the first element in the Body of an envelope. */
export function payloadName(text: string): string | undefined {
  const part = text.slice(0, examined);
  if (!envelope.test(part)) return undefined;
  const body = part.search(/<(?:[\w.-]{1,100}:)?Body\b/);
  return /<(?:[\w.-]{1,100}:)?([\w.-]{1,100})/.exec(part.slice(Math.max(body, 0) + 1))?.[1];
}

/** A name or value of a form as `application/x-www-form-urlencoded`. */
export function formText(text: string): string {
  // Half a surrogate pair has no bytes.
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replaceAll("%20", "+");
}
