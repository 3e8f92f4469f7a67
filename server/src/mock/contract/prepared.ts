import type { Contract } from "../../contract/contract.ts";
import { elementText } from "../../contract/write/namespaces.ts";
import { responseFor } from "../../contract/write/responseFor.ts";
import { plainText, type Snippet } from "../../text/snippet.ts";
import type { Endpoint } from "../../wsdl/operations.ts";
import type { Correlation } from "./headerBlocks.ts";

const encoder = new TextEncoder();

/** The content of a response by the contract. */
export interface ContractResponse {
  readonly contentType: string;
  readonly body: Uint8Array;
}

interface Written {
  readonly contentType: string;
  /** What comes before the ID of the message that the response relates to, and what follows it. */
  readonly before: string;
  readonly after: string;
  /** Without an ID. */
  readonly body: Uint8Array;
}

/** The responses of operations, each written when it is first needed. */
export class PreparedResponses {
  readonly #written = new WeakMap<Endpoint["operation"], Map<string, Written | undefined>>();

  /** Undefined for an operation without an output. */
  of(contract: Contract, endpoint: Endpoint, correlation?: Correlation): ContractResponse | undefined {
    const written = this.#get(contract, endpoint, correlation?.namespace ?? "");
    if (!written) return undefined;
    const { contentType, before, after, body } = written;
    if (!correlation) return { contentType, body };
    return { contentType, body: encoder.encode(before + elementText(correlation.messageId) + after) };
  }

  #get({ wsdl, schemas }: Contract, { port, operation }: Endpoint, addressing: string): Written | undefined {
    const known = this.#written.get(operation) ?? new Map<string, Written | undefined>();
    this.#written.set(operation, known);
    if (known.has(addressing)) return known.get(addressing);
    const endpoint = { wsdl, schemas, port, operation, name: operation.name };
    const response = responseFor(endpoint, addressing || undefined);
    const written = response && { contentType: response.contentType, ...split(response.body) };
    known.set(addressing, written);
    return written;
  }
}

function split(body: Snippet): Omit<Written, "contentType"> {
  const at = body.findIndex((piece) => typeof piece !== "string" && piece.stop === 0);
  const before = plainText(at < 0 ? body : body.slice(0, at));
  const after = at < 0 ? "" : plainText(body.slice(at + 1));
  return { before, after, body: encoder.encode(before + after) };
}
