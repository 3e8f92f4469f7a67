import type { ContractReference } from "../protocol/contractProtocol.ts";
import type { Operation } from "../wsdl/model.ts";
import { payloadOf } from "../wsdl/operations.ts";
import { keyOf, type QName } from "../xsd/components.ts";
import type { Contract } from "./contract.ts";
import { endpointName, type OperationMatch } from "./find.ts";

/** An operation of a contract at a port. */
export type ContractOperation = OperationMatch<Contract>;

export function referenceTo(operation: ContractOperation): ContractReference {
  return { wsdl: operation.contract.uri, operation: endpointName(operation) };
}

/** The operation of a reference; undefined if it is gone. `response`: a response's payload, to choose an overload. */
export function operationOf(
  { index, endpoints }: Contract,
  { operation: name }: ContractReference,
  response: QName | undefined,
): Operation | undefined {
  const named = index.withName(name.slice(name.lastIndexOf("/") + 1)).flatMap((at) => {
    const endpoint = endpoints[at];
    return endpoint && endpointName(endpoint) === name ? [endpoint.operation] : [];
  });
  const hasResponse = (operation: Operation) => {
    const output = payloadOf(operation, "output");
    return output !== undefined && response !== undefined && keyOf(output) === keyOf(response);
  };
  return named.find(hasResponse) ?? named[0];
}
