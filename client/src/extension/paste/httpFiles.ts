/** How many characters of a file are searched. */
const looked = 100_000;

/** Whether a file is one of REST Client or JetBrains' HTTP Client that holds SOAP requests, by its name and its text. */
export function isHttpFileWithSoap(path: string, text: string): boolean {
  return /\.(?:http|rest)$/i.test(path) && /soap|text\/xml/i.test(text.slice(0, looked));
}
