import { addTo } from "../text/grouped.ts";
import { type Endpoint, payloadOf } from "../wsdl/operations.ts";
import { keyOf } from "../xsd/components.ts";

/** Finds the endpoints of a contract by properties of a request. Each endpoint is an index in `contract.endpoints`. */
export class OperationIndex {
  readonly #byPayload = new Map<string, number[]>();
  readonly #byLocal = new Map<string, number[]>();
  readonly #byAction = new Map<string, number[]>();
  readonly #byName = new Map<string, number[]>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const [index, { operation }] of endpoints.entries()) {
      const payload = payloadOf(operation, "input");
      const isHttp = operation.binding?.protocol.kind === "http";
      if (payload) addTo(this.#byLocal, payload.local, index);
      if (!isHttp) addTo(this.#byPayload, payload ? keyOf(payload) : "", index);
      if (operation.soapAction) addTo(this.#byAction, operation.soapAction, index);
      addTo(this.#byName, operation.name, index);
    }
  }

  /** The endpoints with a payload. `key`: `{namespace}local` of the first element in the body; "" for an empty body. */
  withPayload(key: string): readonly number[] {
    return this.#byPayload.get(key) ?? [];
  }

  withLocalName(local: string): readonly number[] {
    return this.#byLocal.get(local) ?? [];
  }

  withAction(action: string): readonly number[] {
    return this.#byAction.get(action) ?? [];
  }

  withName(name: string): readonly number[] {
    return this.#byName.get(name) ?? [];
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }
}
