import { request, request11 } from "../../support/findings.ts";

export const namespace11 = "http://schemas.xmlsoap.org/soap/envelope/";
export const namespace12 = "http://www.w3.org/2003/05/soap-envelope";

/** A SOAP 1.2 envelope around `inside`, with the prefix `s` for SOAP and `x` for anything else. */
export function soap12(inside: string): string {
  return request({}, `<s:Envelope xmlns:s="${namespace12}" xmlns:x="urn:x">${inside}</s:Envelope>`);
}

export function soap11(inside: string): string {
  return request11({}, `<s:Envelope xmlns:s="${namespace11}" xmlns:x="urn:x">${inside}</s:Envelope>`);
}

/** Defines the variable `v`, and replaces Content-Length by `{{$contentLength}}`. */
export function withVariable(source: string): string {
  return `@v = text\n${source.replace(/(Content-Length: )\d+/, "$1{{$$contentLength}}")}`;
}
