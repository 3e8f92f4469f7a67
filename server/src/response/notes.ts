/*
 * What stands in a response document and did not come from the service. Such a line begins with a sign, so that
 * whoever reads the document again doesn't take it for the body.
 */

const sign = "… ";

export function note(sentence: string): string {
  return sign + sentence;
}

export function isNote(text: string, offset: number): boolean {
  return text.startsWith(sign, offset);
}
