import { contentLengthVariable } from "../../message/scope.ts";
import { envelopeNamespaces, mediaTypes, type SoapVersion } from "../../soap/facts.ts";
import { indented, lines, type Snippet, snippet, stop } from "../../text/snippet.ts";

/* Parts that complete requests share. */

export const count = `{{${contentLengthVariable}}}`;

/** @param content the element in the Body; its tab stops begin with number 6 */
export function postOf(host: string, version: SoapVersion, content: Snippet, header?: Snippet): Snippet {
  const operation = snippet`<${stop(4, "Operation")} xmlns="${stop(5, "http://example.org/")}">${content}</${stop(4, "Operation")}>`;
  return lines([postHead(host, version), envelope(version, operation, header)]);
}

/** The header section of a POST request, with the empty line. It has 2 tab stops, or 3 with SOAP 1.1. */
export function postHead(host: string, version: SoapVersion, firstStop = 1, path = "/service"): Snippet {
  return lines([
    snippet`POST ${stop(firstStop, path)} HTTP/1.1`,
    snippet`Host: ${stop(firstStop + 1, host)}`,
    `Content-Type: ${mediaTypes[version]}; charset=utf-8`,
    ...(version === "1.1" ? [snippet`SOAPAction: "${stop(firstStop + 2, "http://example.org/Operation")}"`] : []),
    `Content-Length: ${count}`,
    "",
  ]);
}

/** @param header the whole element Header */
export function envelope(version: SoapVersion, payload: Snippet, header?: Snippet): Snippet {
  return lines([
    `<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">`,
    ...(header ? [indented(header)] : []),
    "\t<soap:Body>",
    indented(payload, 2),
    "\t</soap:Body>",
    "</soap:Envelope>",
  ]);
}
