/** A name or value of a form as `application/x-www-form-urlencoded`. */
export function formText(text: string): string {
  // Half a surrogate pair has no bytes.
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replaceAll("%20", "+");
}
