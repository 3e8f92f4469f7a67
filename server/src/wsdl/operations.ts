import { keyOf, type QName } from "../xsd/components.ts";
import type { BoundMessage, Operation, Port, Wsdl } from "./model.ts";
import { joinedPolicy, type Policy } from "./policy.ts";

/** An operation at a port. It has no port if the WSDL has no service. */
export interface Endpoint {
  readonly port: Port | undefined;
  readonly operation: Operation;
}

/** An operation in lists. Properties that the WSDL doesn't have are undefined. */
export interface OperationRow {
  readonly service: string | undefined;
  readonly port: string | undefined;
  readonly binding: string | undefined;
  /** SOAP version `1.1` or `1.2`, or the method of an HTTP binding, such as `HTTP GET`. */
  readonly version: string | undefined;
  readonly style: "document" | "rpc";
  readonly operation: string;
  readonly action: string | undefined;
  readonly address: string | undefined;
  /** Name of the first element in the body, as `{namespace}local`. */
  readonly input: string | undefined;
  readonly output: string | undefined;
}

/** Maximum number of pairs of ports and operations. Many ports may share a binding with many operations. */
const maxEndpoints = 100_000;

/** All operations of all ports, in document order. If no port has a binding, all operations of all bindings or port types. */
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
 * Name of the first element in a SOAP body: the element of the first part, or the wrapper in rpc style. Undefined for
 * an empty body, for unknown content or content without an element of its own, and for HTTP bindings.
 */
export function payloadOf(operation: Operation, direction: "input" | "output"): QName | undefined {
  const { binding, style, name } = operation;
  const message: BoundMessage | undefined = operation[direction];
  if (message === undefined || binding?.protocol.kind === "http") return undefined;
  if (style === "document") return message.parts[0]?.element;
  // Without a namespace on soap:body, the wrapper has no namespace.
  return { namespace: message.namespace ?? "", local: direction === "input" ? name : `${name}Response` };
}

/** Maximum number of operations that are searched for a similar payload. */
const maxSearched = 5_000;

/** The payloads of requests, up to this maximum. */
export function* payloadsOf(endpoints: Iterable<Endpoint>): Iterable<QName> {
  let left = maxSearched;
  for (const { operation } of endpoints) {
    if (left-- === 0) return;
    const payload = payloadOf(operation, "input");
    if (payload) yield payload;
  }
}

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
