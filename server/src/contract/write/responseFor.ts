import { mediaTypes, type SoapVersion } from "../../soap/facts.ts";
import { indentedWithSpaces } from "../../text/snippet.ts";
import type { WrittenEndpoint, WrittenResponse } from "./endpoint.ts";
import { EnvelopeWriter } from "./envelopeWriter.ts";
import { httpResponse } from "./httpMessage.ts";
import { attachedParts, multipartMessage } from "./multipartMessage.ts";
import type { Extent } from "./sample.ts";

const extent: Extent = "parameters";

/**
 * A response with the output of an operation, whose content is valid. Undefined if the operation has no output, or if a name of
 * the WSDL isn't a valid XML name. Never throws.
 * @param addressing the namespace of WS-Addressing, if the response has its headers
 */
export function responseFor(endpoint: WrittenEndpoint, addressing?: string): WrittenResponse | undefined {
  const { operation } = endpoint;
  const { protocol } = operation.binding ?? {};
  if (operation.output === undefined || operation.pattern === "one-way") return undefined;
  if (protocol?.kind === "http") {
    const response = httpResponse(endpoint, extent);
    return response && { ...response, body: indentedWithSpaces(response.body, "\n") };
  }
  const version: SoapVersion = protocol?.kind === "soap" ? protocol.version : "1.1";
  const writer = new EnvelopeWriter(endpoint, { direction: "output", extent, version, addressing });
  const envelope = writer.text();
  if (writer.invalidName !== undefined) return undefined;
  const parts = attachedParts(operation.output);
  if (parts.length === 0) {
    return { contentType: `${mediaTypes[version]}; charset=utf-8`, body: indentedWithSpaces(envelope, "\n") };
  }
  const message = multipartMessage(envelope, parts, { version, action: "", optimized: false });
  return { contentType: message.contentType, body: indentedWithSpaces(message.body, "\r\n") };
}
