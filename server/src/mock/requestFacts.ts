import type { RequestFacts } from "../contract/find.ts";
import { fieldValues } from "../evaluation/readContent.ts";
import { parameter, parseMediaType } from "../http/mediaType.ts";
import { parseTarget } from "../http/startLine.ts";
import type { ServedRequest } from "../protocol/served.ts";
import { childElements, type Envelope } from "../soap/envelope.ts";
import { slice } from "../text/span.ts";
import type { XmlElement } from "../xml/tree.ts";

/** The facts that identify the operation of a request, besides its address. */
export function requestFacts(
  request: ServedRequest,
  envelope: Envelope | undefined,
  payload: XmlElement | undefined,
): Omit<RequestFacts, "address"> {
  return {
    named: undefined,
    payload: payload && { namespace: payload.namespace ?? "", local: payload.local },
    parameters: payload ? childElements(payload).map(({ local }) => local) : [],
    version: envelope?.version,
    action: actionOf(request, envelope)?.replace(/^"(.*)"$/s, "$1"),
  };
}

/** The value of SOAPAction, or in SOAP 1.2 of the parameter `action` of Content-Type. */
function actionOf(request: ServedRequest, envelope: Envelope | undefined): string | undefined {
  if (envelope?.version !== "1.2") return fieldValues(request, "soapaction")[0]?.trim();
  return parameter(parseMediaType(fieldValues(request, "content-type")[0] ?? ""), "action")?.value;
}

/** The path and the query of a request target; undefined if the target has no path. */
export function splitTarget(target: string): { readonly path: string; readonly query: string | undefined } {
  const own = slice(target, parseTarget(target).pathAndQuery);
  const at = own.indexOf("?");
  return at < 0 ? { path: own || "/", query: undefined } : { path: own.slice(0, at) || "/", query: own.slice(at + 1) };
}
