/** The environment variable with the value of a secret: `SOAPHTTP_SECRET_API_KEY` for `api key`. */
export function secretVariable(name: string): string {
  return `SOAPHTTP_SECRET_${inCapitals(name)}`;
}

/** `API_KEY` for `api key`. */
export function inCapitals(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
}
