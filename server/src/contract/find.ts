import type { SoapVersion } from "../soap/facts.ts";
import { memoized } from "../text/memoized.ts";
import type { Operation, Port } from "../wsdl/model.ts";
import type { Endpoint } from "../wsdl/operations.ts";
import { keyOf, type QName } from "../xsd/components.ts";
import type { OperationIndex } from "./operationIndex.ts";

/** The properties of a request by which its operation is found. */
export interface RequestFacts {
  /** The value of `# @operation`: `Service/Port/Operation`, or the end of that. */
  readonly named: string | undefined;
  /** The first element in the SOAP body; undefined for an empty body. */
  readonly payload: QName | undefined;
  /** The local names of the payload's children. In rpc style, these are the parameters. */
  readonly parameters: readonly string[];
  readonly version: SoapVersion | undefined;
  /** The SOAPAction; undefined if the request has none. It may be empty. */
  readonly action: string | undefined;
  readonly address: URL | undefined;
}

/** The property by which an operation was chosen. `local`: by the name of the payload, although its namespace differs. */
export type Criterion = "named" | "payload" | "local" | "action" | "version" | "address" | "parameters";

export interface SearchedOperations {
  readonly endpoints: readonly Endpoint[];
  readonly index: OperationIndex;
}

export interface OperationMatch<C extends SearchedOperations> extends Endpoint {
  readonly contract: C;
  /** The index of the operation in `contract.endpoints` and `contract.operations`. */
  readonly index: number;
}

export interface OperationChoice<C extends SearchedOperations> {
  /** The possible operations, best first, at least one. If they aren't the same operation, the request is ambiguous. */
  readonly matches: readonly OperationMatch<C>[];
  readonly agree: boolean;
  /** The criterion after which only matches for the same operation were left, or else the last criterion that excluded some. */
  readonly by: Criterion;
}

/**
 * Finds the operation of a request by its payload, then by SOAP version, action and address. A criterion that no operation
 * fulfills is skipped. Undefined if no operation has this payload. Compares only the operations with this payload.
 * @param byAuthor whether the author named the contracts: then the action alone, or the payload's name in another namespace, is
 * enough
 */
export function findOperation<C extends SearchedOperations>(
  contracts: readonly C[],
  facts: RequestFacts,
  byAuthor: boolean,
): OperationChoice<C> | undefined {
  const start = startOf(contracts, facts, byAuthor);
  if (!start) return undefined;
  let { matches, by } = start;
  if (matches.length === 1) return { matches, by, agree: true };
  let agree = doAgree(matches);
  for (const [criterion, holds] of narrowing(facts)) {
    const rest = matches.filter(holds);
    if (rest.length === 0 || rest.length === matches.length) continue;
    matches = rest;
    if (!agree) by = criterion;
    agree = doAgree(matches);
  }
  return { matches, agree, by };
}

/** The candidates: the operations that the author names, or else the operations with the payload of the request. */
function startOf<C extends SearchedOperations>(
  contracts: readonly C[],
  { named, payload, action }: RequestFacts,
  byAuthor: boolean,
): Pick<OperationChoice<C>, "matches" | "by"> | undefined {
  const matching = (by: Criterion, indexes: (index: OperationIndex) => readonly number[]) => {
    const matches = contracts.flatMap((contract) => matchesOf(contract, indexes(contract.index)));
    return matches.length > 0 ? { matches, by } : undefined;
  };
  if (named !== undefined) {
    const all = matching("named", (index) => index.withName(lastPart(named)));
    const matches = all?.matches.filter((match) => isNamed(match, named)) ?? [];
    return matches.length > 0 ? { matches, by: "named" } : undefined;
  }
  const exact =
    payload || byAuthor ? matching("payload", (index) => index.withPayload(payload ? keyOf(payload) : "")) : undefined;
  if (exact || !byAuthor) return exact;
  return (
    (payload && matching("local", (index) => index.withLocalName(payload.local))) ??
    (action ? matching("action", (index) => index.withAction(action)) : undefined)
  );
}

function matchesOf<C extends SearchedOperations>(
  contract: C,
  indexes: readonly number[],
): readonly OperationMatch<C>[] {
  return indexes.flatMap((index) => {
    const endpoint = contract.endpoints[index];
    return endpoint ? [{ ...endpoint, contract, index }] : [];
  });
}

type Criteria = readonly (readonly [Criterion, (match: OperationMatch<SearchedOperations>) => boolean])[];

function narrowing({ version, action, address, parameters }: RequestFacts): Criteria {
  const hasVersion = ({ operation: { binding } }: OperationMatch<SearchedOperations>) =>
    binding === undefined || (binding.protocol.kind === "soap" && binding.protocol.version === version);
  const hasAction = ({ operation }: OperationMatch<SearchedOperations>) => (operation.soapAction ?? "") === action;
  const hasPath = ({ port }: OperationMatch<SearchedOperations>) => urlOf(port)?.pathname === address?.pathname;
  const hasHost = ({ port }: OperationMatch<SearchedOperations>) => urlOf(port)?.host === address?.host;
  const names = [...parameters].sort().join(" ");
  const hasParameters = ({ operation: { style, input } }: OperationMatch<SearchedOperations>) =>
    style === "document" ||
    [...(input?.parts ?? [])]
      .map(({ name }) => name)
      .sort()
      .join(" ") === names;
  return [
    ...(version === undefined ? [] : [["version", hasVersion] as const]),
    ...(action === undefined ? [] : [["action", hasAction] as const]),
    ...(address === undefined ? [] : [["address", hasPath] as const, ["address", hasHost] as const]),
    ["parameters", hasParameters],
  ];
}

const addressOf = memoized(({ address }: Port) => ({ url: parseUrl(address?.value ?? "") }));

export function urlOf(port: Port | undefined): URL | undefined {
  return port && addressOf(port).url;
}

export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether all matches are the same operation: bindings of one operation, or operations of copies of one document. */
function doAgree([first, ...others]: readonly OperationMatch<SearchedOperations>[]): boolean {
  return others.every((one) => first !== undefined && isSame(one, first));
}

function isSame(a: OperationMatch<SearchedOperations>, b: OperationMatch<SearchedOperations>): boolean {
  const [left, other] = [a.operation, b.operation];
  if (a.contract === b.contract || left === other) return isSameOperation(left, other);
  if (!isWrittenAlike(left, other)) return false;
  return left.source.document.text === other.source.document.text && left.source.span.start === other.source.span.start;
}

/** Whether two operations are bindings of the same operation of a contract. */
export function isSameOperation(left: Operation, other: Operation): boolean {
  if (left === other) return true;
  return isWrittenAlike(left, other) && left.abstract !== undefined && left.abstract === other.abstract;
}

function isWrittenAlike(left: Operation, other: Operation): boolean {
  return left.style === other.style && left.input?.use === other.input?.use && left.name === other.name;
}

/** The name `Service/Port/Operation`; a component that the WSDL doesn't have is empty. */
export function endpointName({ port, operation }: Endpoint): string {
  return port ? `${port.service.name.local}/${port.name}/${operation.name}` : operation.name;
}

/** Whether a name is `Service/Port/Operation` of an operation, or the end of it. */
export function isNamed(endpoint: Endpoint, name: string): boolean {
  return `/${endpointName(endpoint)}`.endsWith(`/${name}`);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
