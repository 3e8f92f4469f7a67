import type { Contract } from "../../contract/contract.ts";
import { elementText } from "../../contract/write/namespaces.ts";
import { responseFor } from "../../contract/write/responseFor.ts";
import type { ServedResponse } from "../../protocol/served.ts";
import { plainText, type Snippet } from "../../text/snippet.ts";
import type { Endpoint } from "../../wsdl/operations.ts";
import { written } from "../httpResponse.ts";
import type { Correlation } from "./headerBlocks.ts";

const encoder = new TextEncoder();

interface Prepared {
  /** The response with an empty message ID in RelatesTo. */
  readonly whole: ServedResponse;
  readonly contentType: string;
  /** The text of the body before the ID in RelatesTo. */
  readonly before: string;
  readonly after: string;
}

/** The responses of operations, each written when it is first needed. */
export class PreparedResponses {
  readonly #prepared = new WeakMap<Endpoint["operation"], Map<string, Prepared>>();

  /** The response of an operation; 202 for a one-way operation. */
  of(contract: Contract, endpoint: Endpoint, correlation?: Correlation): ServedResponse {
    const { whole, contentType, before, after } = this.#get(contract, endpoint, correlation?.namespace ?? "");
    if (!correlation || after === "") return whole;
    const body = encoder.encode(before + elementText(correlation.messageId) + after);
    return responseWith(endpoint, contentType, body);
  }

  #get({ wsdl, schemas }: Contract, { port, operation }: Endpoint, addressing: string): Prepared {
    const byAddressing = this.#prepared.get(operation);
    const before = byAddressing?.get(addressing);
    if (before) return before;
    const responses = byAddressing ?? new Map<string, Prepared>();
    this.#prepared.set(operation, responses);
    const endpoint = { wsdl, schemas, port, operation, name: operation.name };
    const { contentType = "", body = [] } = responseFor(endpoint, addressing || undefined) ?? {};
    const texts = split(body);
    const whole = responseWith(endpoint, contentType, encoder.encode(texts.before + texts.after));
    const prepared = { whole, contentType, ...texts };
    responses.set(addressing, prepared);
    return prepared;
  }
}

/** @param contentType "" for a response without content */
function responseWith({ operation }: Endpoint, contentType: string, body: Uint8Array): ServedResponse {
  const made = { source: "wsdl", operation: operation.name } as const;
  if (contentType !== "") return written({ ...made, status: 200, fields: [`Content-Type: ${contentType}`], body });
  const isOneWay = operation.output === undefined || operation.pattern === "one-way";
  return written({ ...made, status: isOneWay ? 202 : 200 });
}

function split(body: Snippet): Pick<Prepared, "before" | "after"> {
  const at = body.findIndex((piece) => typeof piece !== "string" && piece.stop === 0);
  if (at < 0) return { before: plainText(body), after: "" };
  return { before: plainText(body.slice(0, at)), after: plainText(body.slice(at + 1)) };
}
