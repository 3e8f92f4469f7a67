import type { Contract } from "../../contract/contract.ts";
import { parseUrl, type SearchedOperations } from "../../contract/find.ts";
import { OperationIndex } from "../../contract/operationIndex.ts";
import type { SoapVersion } from "../../soap/facts.ts";
import { grouped } from "../../text/grouped.ts";
import type { Port } from "../../wsdl/model.ts";
import type { Endpoint } from "../../wsdl/operations.ts";

export interface ServedPort {
  readonly service: string;
  readonly port: string;
  /** Version of SOAP; undefined for bindings without SOAP. */
  readonly version: SoapVersion | undefined;
  /** Path of the port's address: `/calc`. */
  readonly path: string;
}

/** The operations of a contract at one path, in one SOAP version. */
export interface ServedOperations extends SearchedOperations {
  readonly contract: Contract;
}

export interface ServedPath {
  readonly path: string;
  /** The contracts with a port at this path, in document order. */
  readonly contracts: readonly Contract[];
  /** The operations by SOAP version, in the order of the ports. */
  readonly versions: ReadonlyMap<SoapVersion, readonly ServedOperations[]>;
}

/** An operation that is called by a path and a method, without an envelope. */
interface HttpOperation extends Endpoint {
  readonly contract: Contract;
  /** The texts around the parameters in its path. */
  readonly pieces: readonly string[];
}

interface Place extends Endpoint {
  readonly contract: Contract;
  readonly path: string;
}

/** The ports of contracts by the paths of their addresses. */
export class Ports {
  /** All served ports, in document order. */
  readonly all: readonly ServedPort[];
  readonly #paths: ReadonlyMap<string, ServedPath>;
  readonly #http: readonly HttpOperation[];

  constructor(contracts: readonly Contract[]) {
    const places = contracts.flatMap((contract) =>
      contract.endpoints
        .filter(({ operation }) => operation.binding?.protocol.kind !== "other")
        .map((endpoint): Place => ({ ...endpoint, contract, path: pathOf(endpoint.port) })),
    );
    const byPath = grouped(places, ({ path }) => path);
    this.all = portsOf(places);
    this.#paths = new Map([...byPath].map(([path, own]) => [path, servedPath(path, own)]));
    this.#http = places.filter(isHttp).map((place) => ({ ...place, pieces: piecesOf(place) }));
  }

  /** The description of all contracts at the path `/`, if no port is there. */
  get root(): Pick<ServedPath, "path" | "contracts"> {
    return { path: "/", contracts: [...new Set([...this.#paths.values()].flatMap((one) => one.contracts))] };
  }

  at(path: string): ServedPath | undefined {
    return this.#paths.get(path);
  }

  /** The operations without envelopes that have this path, with any method. */
  httpAt(path: string): readonly HttpOperation[] {
    return this.#http.filter(({ pieces }) => fits(path, pieces));
  }
}

function portsOf(places: readonly Place[]): readonly ServedPort[] {
  const byPort = new Map(places.map((place) => [place.port ?? place.operation.binding, place]));
  return [...byPort.values()].map(({ port, operation: { binding }, path }) => ({
    service: port?.service.name.local ?? "",
    port: port?.name ?? binding?.name.local ?? "",
    version: binding?.protocol.kind === "http" ? undefined : versionOf(binding),
    path,
  }));
}

function servedPath(path: string, places: readonly Place[]): ServedPath {
  const ofSoap = grouped(
    places.filter((place) => !isHttp(place)),
    ({ operation }) => versionOf(operation.binding),
  );
  const versions = [...ofSoap].map(([version, own]) => {
    const byContract = grouped(own, ({ contract }) => contract);
    const served = [...byContract].map(([contract, endpoints]): ServedOperations => {
      return { contract, endpoints, index: new OperationIndex(endpoints) };
    });
    return [version, served] as const;
  });
  return { path, contracts: [...new Set(places.map(({ contract }) => contract))], versions: new Map(versions) };
}

/** Whether an operation is called without an envelope, as requests of the SOAP response pattern (SOAP 1.2 part 2 section 6.3). */
function isHttp({ operation: { binding, method } }: Endpoint): boolean {
  return binding?.protocol.kind === "http" || method === "GET";
}

/** The SOAP version of a binding; 1.1 if the WSDL has no binding. */
function versionOf(binding: Endpoint["operation"]["binding"]): SoapVersion {
  return binding?.protocol.kind === "soap" ? binding.protocol.version : "1.1";
}

/** The path of a port's address; `/` for an address without a path. */
export function pathOf(port: Port | undefined): string {
  const address = port?.address?.value ?? "";
  // The address has only a path, as in the WSDL of a device whose host is unknown.
  const url = parseUrl(address.startsWith("/") ? `http://localhost${address}` : address);
  return url?.pathname.startsWith("/") && url.protocol !== "file:" ? url.pathname : "/";
}

/** The texts between the parameters of a path: `(part)` in WSDL 1.1, `{element}` in WSDL 2.0. */
function piecesOf({ path, operation }: Place): readonly string[] {
  const [location = ""] = (operation.location ?? "").split("?", 1);
  const base = path.endsWith("/") && (location.startsWith("/") || location === "") ? path.slice(0, -1) : path;
  return (base + location || "/").split(/\([^()]*\)|\{[^{}]*\}/);
}

/** Whether a path consists of these texts, with any text between them. */
function fits(path: string, [first = "", ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const index = path.indexOf(piece, at);
    if (index < 0) return false;
    at = index + piece.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
