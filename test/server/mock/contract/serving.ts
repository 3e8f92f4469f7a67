import type { Contract } from "../../../../server/src/contract/contract.ts";
import { contractResponder } from "../../../../server/src/mockService/mockService.ts";
import type { Callback } from "../../../../server/src/protocol/served.ts";
import { contractOf } from "../../../support/contracts.ts";
import { fieldOf } from "../../../support/mock.ts";

/*
 * A mock service without a network: WSDLs, requests, and what it responds.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface SentRequest {
  readonly method?: string;
  readonly target?: string;
  readonly host?: string;
  /** Header fields as `name: value`, in addition to Host. */
  readonly fields?: readonly string[];
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  /** Header fields without Content-Length. */
  readonly fields: readonly string[];
  readonly body: string;
  readonly bytes: Uint8Array;
  readonly closes: boolean;
  readonly operation: string | undefined;
  readonly problem: string | undefined;
  readonly callback: Callback | undefined;
}

/** Sends requests to a mock service of WSDLs. A response is undefined where none has the path. */
export function serve(
  wsdls: string | readonly (string | Contract)[],
  { lax = false, scheme = "http" as "http" | "https" } = {},
) {
  const all = typeof wsdls === "string" ? [wsdls] : wsdls;
  const contracts = all.map((one) => (typeof one === "string" ? contractOf(one) : one));
  const responder = contractResponder(contracts, { lax, scheme });
  const send = ({
    method = "POST",
    target = "/",
    host = "localhost:8080",
    fields = [],
    body = "",
  }: SentRequest): Answer | undefined => {
    const response = responder.respond({
      method,
      target,
      fields: [`Host: ${host}`, ...fields].map(fieldOf),
      body: typeof body === "string" ? encoder.encode(body) : body,
    });
    if (!response) return undefined;
    const { closes, operation, problem, callback } = response;
    const text = Buffer.from(response.bytes).toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    const [line = "", ...head] = text.slice(0, end).split("\r\n");
    const bytes = response.bytes.subarray(end + 4);
    const length = head.find((one) => one.startsWith("Content-Length: "));
    if (method !== "HEAD" && response.status !== 204 && length !== `Content-Length: ${bytes.length}`)
      throw new Error(`${length}: ${bytes.length}`);
    const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(line)?.[1]);
    if (status !== response.status) throw new Error(line);
    const fieldsOfResponse = head.filter((one) => one !== length);
    const rest = { bytes, closes, operation, problem, callback };
    return { status, fields: fieldsOfResponse, body: decoder.decode(bytes), ...rest };
  };
  return { send, ports: responder.ports };
}

export const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
export const soap12 = "http://www.w3.org/2003/05/soap-envelope";

/** A POST of SOAP 1.1 or 1.2. `body` is the content of the Body, `header` that of the Header. */
export function soapRequest(
  body: string,
  { version = "1.1", header = "", target = "/shop", fields = [] as readonly string[] } = {},
): SentRequest {
  const [namespace, type] = version === "1.1" ? [soap11, "text/xml"] : [soap12, "application/soap+xml"];
  const blocks = header === "" ? "" : `<s:Header>${header}</s:Header>`;
  return {
    target,
    fields: [`Content-Type: ${type}; charset=utf-8`, ...fields],
    body: `<s:Envelope xmlns:s="${namespace}">${blocks}<s:Body>${body}</s:Body></s:Envelope>`,
  };
}
