const searched = 100_000;

/** Whether a file is for REST Client or JetBrains' HTTP Client, by its name. */
export function isHttpFile(path: string): boolean {
  return /\.(?:http|rest)$/i.test(path);
}

/** Whether a file of REST Client or JetBrains' HTTP Client contains SOAP requests, by its name and text. */
export function isHttpFileWithSoap(path: string, text: string): boolean {
  return isHttpFile(path) && /soap|text\/xml/i.test(text.slice(0, searched));
}
