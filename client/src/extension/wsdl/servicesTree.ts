import { type IndexedOperation, type PortOperations, portsOf, type WsdlOperations } from "./indexedOperations.ts";
import type { Caller } from "./operationUses.ts";

/* The elements of the Services view below a WSDL. A level with a single service is left out. */

export type ServicesNode = WsdlNode | ServiceNode | PortNode | OperationNode | TestsNode | CallerNode | NoteNode;

/** `wsdl`: the URI of the WSDL, in all nodes. `id`: unique in the view, and the same after a refresh. */
interface Node {
  readonly wsdl: string;
  readonly id: string;
}

export interface WsdlNode extends Node {
  readonly kind: "wsdl";
}

export interface ServiceNode extends Node {
  readonly kind: "service";
  readonly name: string;
  readonly children: readonly PortNode[];
}

export interface PortNode extends Node {
  readonly kind: "port";
  readonly name: string;
  readonly port: PortOperations;
  /** Whether the WSDL has no other port. */
  readonly isOnly: boolean;
  readonly children: readonly OperationNode[];
}

export interface OperationNode extends Node {
  readonly kind: "operation";
  readonly operation: IndexedOperation;
}

export interface TestsNode extends Node {
  readonly kind: "tests";
  readonly children: readonly CallerNode[];
}

export interface CallerNode extends Node {
  readonly kind: "request";
  readonly caller: Caller;
}

/** A sentence, for example why there are no operations. */
export interface NoteNode extends Node {
  readonly kind: "note";
  readonly text: string;
  /** URIs of imported documents that a click loads, after a question. */
  readonly unallowed: readonly string[];
}

export function wsdlNode(wsdl: string): WsdlNode {
  return { kind: "wsdl", wsdl, id: wsdl };
}

/** Returns the requests of an operation, followed by its tests, which can be many. */
export function callerNodes({ wsdl, id }: OperationNode, callers: readonly Caller[]): (CallerNode | TestsNode)[] {
  const nodes = callers.map((caller, index): CallerNode => {
    return { kind: "request", wsdl, id: `${id} request ${index}`, caller };
  });
  const tests = nodes.filter(({ caller }) => caller.isTest);
  const requests = nodes.filter(({ caller }) => !caller.isTest);
  return tests.length === 0 ? requests : [...requests, { kind: "tests", wsdl, id: `${id} tests`, children: tests }];
}

export function noteNode(wsdl: string, text: string, unallowed: readonly string[] = []): NoteNode {
  return { kind: "note", wsdl, id: `${wsdl} note`, text, unallowed };
}

/** The services of a WSDL, or the ports of its only service. A WSDL without bindings has just operations. */
export function childrenOf(wsdl: string, operations: readonly IndexedOperation[]): readonly ServicesNode[] {
  const ports = portsOf(operations);
  const nodes = ports.map((port, index) => portNode(wsdl, port, index, ports.length === 1));
  const [only] = nodes;
  if (only?.isOnly && only.name === "") return only.children;
  const services = new Map<string, PortNode[]>();
  for (const node of nodes) {
    const name = node.port.service ?? "";
    const children = services.get(name) ?? [];
    services.set(name, children);
    children.push(node);
  }
  if (services.size < 2) return nodes;
  return [...services].map(([name, children]) => ({
    kind: "service",
    wsdl,
    id: `${wsdl} service ${name}`,
    name,
    children,
  }));
}

function portNode(wsdl: string, port: PortOperations, index: number, isOnly: boolean): PortNode {
  const id = `${wsdl} port ${index} ${port.service}/${port.port}`;
  const children = port.operations.map((operation): OperationNode => {
    return { kind: "operation", wsdl, id: `${id} ${operation.index} ${operation.operation}`, operation };
  });
  return { kind: "port", wsdl, id, name: port.port ?? port.binding ?? "", port, isOnly, children };
}

/** Returns the operations of nodes that belong to the same WSDL as the first node. */
export function operationsIn(nodes: readonly ServicesNode[]): WsdlOperations {
  const wsdl = nodes[0]?.wsdl ?? "";
  const own = nodes.filter((node) => node.wsdl === wsdl).flatMap(operationsOf);
  return { wsdl, operations: [...new Set(own.map(({ operation }) => operation.index))] };
}

function operationsOf(node: ServicesNode): readonly OperationNode[] {
  if (node.kind === "operation") return [node];
  if (node.kind === "port") return node.children;
  return node.kind === "service" ? node.children.flatMap(({ children }) => children) : [];
}
