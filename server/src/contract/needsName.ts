import { addTo } from "../text/grouped.ts";
import { memoized } from "../text/memoized.ts";
import type { Operation } from "../wsdl/model.ts";
import { type Endpoint, payloadOf } from "../wsdl/operations.ts";
import { keyOf } from "../xsd/components.ts";
import { endpointName, isSameOperation, urlOf } from "./find.ts";

/** Endpoints that the text of a request doesn't distinguish. */
interface Alike {
  readonly first: Endpoint;
  /** Whether all endpoints belong to the same operation. */
  readonly agree: boolean;
  readonly differ: boolean;
}

/**
 * Whether the text of a request doesn't distinguish this operation of a contract from operations with other names, so that the
 * request needs `# @operation`. With HTTP bindings, it never does. Returns the same as a search with `findOperation`, but
 * compares an operation only with similar ones.
 */
export function needsName(endpoints: readonly Endpoint[], endpoint: Endpoint): boolean {
  const { operation } = endpoint;
  if (operation.binding?.protocol.kind === "http") return true;
  // The elements in a part with a type don't identify the operation, so the action must.
  const isTyped = payloadOf(operation, "input") === undefined && (operation.input?.parts ?? []).length > 0;
  if (isTyped && !operation.soapAction) return true;
  const groups = groupsOf(endpoints);
  const group = (isTyped ? groups.byAction : groups.byPayload).get(groupKey(operation, isTyped)) ?? [];
  return isAmbiguous(alikeIn(group), endpoint);
}

/** Endpoints grouped by the properties that are always compared: the action, and the payload unless its part has a type. */
const groupsOf = memoized((endpoints: readonly Endpoint[]) => {
  const [byPayload, byAction] = [new Map<string, Endpoint[]>(), new Map<string, Endpoint[]>()];
  for (const endpoint of endpoints) {
    const { operation } = endpoint;
    if (operation.binding?.protocol.kind !== "http") addTo(byPayload, groupKey(operation, false), endpoint);
    if (operation.soapAction) addTo(byAction, groupKey(operation, true), endpoint);
  }
  return { byPayload, byAction };
});

function groupKey(operation: Operation, isTyped: boolean): string {
  const payload = isTyped ? undefined : payloadOf(operation, "input");
  return JSON.stringify([payload ? keyOf(payload) : "", operation.soapAction ?? ""]);
}

/** The endpoints of a group by version, address and parameters, and also under an unknown version or address. */
const alikeIn = memoized((group: readonly Endpoint[]) => {
  const all = new Map<string, Alike>();
  for (const first of group) {
    const own = { first, agree: true, differ: false };
    const style = first.operation.style === "rpc" ? parametersOf(first) : documentStyle;
    for (const version of versionsOf(first)) {
      for (const address of new Set(["", addressKey(first)])) {
        const key = alikeKey(version, address, style);
        const others = all.get(key);
        all.set(key, others ? joined(others, own) : own);
      }
    }
  }
  return all;
});

const documentStyle = "document";

function isAmbiguous(all: ReadonlyMap<string, Alike>, endpoint: Endpoint): boolean {
  const [version, address] = [versionOf(endpoint) ?? "", addressKey(endpoint)];
  const ofDocument = all.get(alikeKey(version, address, documentStyle));
  const ofRpc = all.get(alikeKey(version, address, parametersOf(endpoint)));
  const operations = ofDocument && ofRpc ? joined(ofDocument, ofRpc) : (ofDocument ?? ofRpc);
  return operations !== undefined && !operations.agree && operations.differ;
}

function alikeKey(version: string, address: string, style: string): string {
  return `${version} ${address} ${style}`;
}

function joined(some: Alike, others: Alike): Alike {
  const isSame = isSameOperation(some.first.operation, others.first.operation);
  return {
    first: some.first,
    agree: some.agree && others.agree && isSame,
    differ: some.differ || others.differ || endpointName(some.first) !== endpointName(others.first),
  };
}

/** The SOAP versions of an endpoint. An operation without a binding matches any version. */
function versionsOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.operation.binding === undefined) return ["", "1.1", "1.2"];
  const version = versionOf(endpoint);
  return version === undefined ? [""] : ["", version];
}

function versionOf({ operation: { binding } }: Endpoint): string | undefined {
  return binding?.protocol.kind === "soap" ? binding.protocol.version : undefined;
}

/** The address of a port as a key; "" for an address that isn't a URL, which no request can have. */
function addressKey({ port }: Endpoint): string {
  const url = urlOf(port);
  return url ? `${url.host}${url.pathname}` : "";
}

function parametersOf({ operation }: Endpoint): string {
  const names = (operation.input?.parts ?? []).map(({ name }) => name);
  return JSON.stringify(names.sort());
}
