import { keyOf, type QName } from "../xsd/components.ts";
import type { BoundMessage, Operation, Port, Wsdl } from "./model.ts";
import { joinedPolicy, type Policy } from "./policy.ts";

/** An operation at a port; without a port where the WSDL has no service. */
export interface Endpoint {
  readonly port: Port | undefined;
  readonly operation: Operation;
}

/** One operation for people and scripts. What the WSDL doesn't say is undefined. */
export interface OperationRow {
  readonly service: string | undefined;
  readonly port: string | undefined;
  readonly binding: string | undefined;
  /** `1.1` or `1.2` of SOAP, else `HTTP GET` and the like. */
  readonly version: string | undefined;
  readonly style: "document" | "rpc";
  readonly operation: string;
  readonly action: string | undefined;
  readonly address: string | undefined;
  /** The first element of the body, as `{namespace}local`. */
  readonly input: string | undefined;
  readonly output: string | undefined;
}

/** Maximum pairs of ports and operations: many ports may share a binding of many operations. */
const maxEndpoints = 100_000;

/** All operations of all ports, in document order; of all bindings or port types where no port has a binding. */
export function endpoints({ services, bindings, unbound }: Wsdl): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  const add = (port: Port | undefined, operations: readonly Operation[]) => {
    for (const operation of operations) if (endpoints.length < maxEndpoints) endpoints.push({ port, operation });
  };
  for (const { ports } of services) for (const port of ports) add(port, port.binding?.operations ?? []);
  if (endpoints.length === 0) for (const { operations } of bindings) add(undefined, operations);
  if (endpoints.length === 0) add(undefined, unbound);
  return endpoints;
}

/** The rows of `soaphttp new --list`. */
export function listOperations(wsdl: Wsdl): readonly OperationRow[] {
  return endpoints(wsdl).map(({ port, operation }) => ({
    service: port?.service.name.local,
    port: port?.name,
    binding: operation.binding?.name.local,
    version: versionOf(operation),
    style: operation.style,
    operation: operation.name,
    action: operation.soapAction,
    address: port?.address?.value,
    input: rowName(payloadOf(operation, "input")),
    output: rowName(payloadOf(operation, "output")),
  }));
}

/**
 * The name of the first element of a SOAP body: the element of the first part, in rpc style the wrapper. Undefined for
 * an empty body, for one whose content is unknown or has no element of its own, and for HTTP bindings.
 */
export function payloadOf(operation: Operation, direction: "input" | "output"): QName | undefined {
  const { binding, style, name } = operation;
  const message: BoundMessage | undefined = operation[direction];
  if (message === undefined || binding?.protocol.kind === "http") return undefined;
  if (style === "document") return message.parts[0]?.element;
  // Without a namespace on soap:body the wrapper has none.
  return { namespace: message.namespace ?? "", local: direction === "input" ? name : `${name}Response` };
}

/** Maximum operations that are searched for a similar payload. */
const maxSearched = 5_000;

/** The payloads of requests, as far as they are searched for a similar one. */
export function* payloadsOf(endpoints: Iterable<Endpoint>): Iterable<QName> {
  let left = maxSearched;
  for (const { operation } of endpoints) {
    if (left-- === 0) return;
    const payload = payloadOf(operation, "input");
    if (payload) yield payload;
  }
}

/** What a request to an operation at a port must carry. */
export function policyAt({ port, operation }: Endpoint): Policy {
  return port === undefined ? operation.policy : joinedPolicy([port.policy, operation.policy]);
}

function versionOf({ binding, method }: Operation): string | undefined {
  if (binding === undefined || binding.protocol.kind === "other") return undefined;
  return binding.protocol.kind === "soap" ? binding.protocol.version : `HTTP ${method}`;
}

function rowName(name: QName | undefined): string | undefined {
  return name && keyOf(name);
}
