import type { OperationSummary, OperationsResult } from "../../../../server/src/protocol/protocol.ts";

/** An operation with its index in the WSDL, which identifies it. */
export interface IndexedOperation extends OperationSummary {
  readonly index: number;
}

/** Operations of one WSDL, by their indexes. `wsdl`: its URI. */
export interface WsdlOperations {
  readonly wsdl: string;
  readonly operations: readonly number[];
}

/** The operations of a port; of a binding or port type if the WSDL has no service. */
export interface PortOperations {
  readonly service: string | undefined;
  readonly port: string | undefined;
  readonly binding: string | undefined;
  readonly version: OperationSummary["version"];
  readonly address: string | undefined;
  readonly operations: readonly IndexedOperation[];
}

export function indexed({ operations }: OperationsResult): readonly IndexedOperation[] {
  return operations.map((operation, index) => ({ ...operation, index }));
}

/** Returns the ports in the order of the WSDL, with ports without SOAP at the end. */
export function portsOf(operations: readonly IndexedOperation[]): readonly PortOperations[] {
  const ports = new Map<string, PortOperations & { readonly operations: IndexedOperation[] }>();
  for (const operation of operations) {
    const { service, port, binding, version, address } = operation;
    const key = JSON.stringify([service, port, binding, address]);
    const group = ports.get(key) ?? { service, port, binding, version, address, operations: [] };
    ports.set(key, group);
    group.operations.push(operation);
  }
  const all = [...ports.values()];
  return [...all.filter(({ version }) => version), ...all.filter(({ version }) => !version)];
}

/** Returns the version as text, for example `SOAP 1.2`; empty for another protocol. */
export function versionText(version: OperationSummary["version"]): string {
  return version === undefined ? "" : `SOAP ${version}`;
}

/** The texts that aren't empty, separated by dots. */
export function facts(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== "").join(" · ");
}

/** The beginning of a documentation, in one line of at most 200 characters. */
export function summaryOf({ documentation }: OperationSummary): string {
  const text = documentation.slice(0, 1000).replace(/\s+/g, " ").trim();
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
