import { Contract, ContractDocuments } from "../contract/contract.ts";
import { percentDecoded } from "../text/escapes.ts";
import { searchedWsdls } from "../text/limits.ts";
import { matchesGlob } from "../text/paths.ts";
import { whyNoFile } from "../xsd/fileAddresses.ts";
import { fileUri, relativePath, withSlash } from "./paths.ts";

/** Finds the WSDLs that a document can refer to. */
export interface ContractLookup {
  /** The WSDL at a path or an address, as far as it has been read; undefined if it can't be resolved or read here. */
  at(location: string): Contract | undefined;
  /** The WSDL of all requests, even if they name others. */
  forAll(): Contract | undefined;
  /** The WSDLs of the setting `soaphttp.wsdl`. */
  ofSetting(): readonly Contract[];
  /** All other WSDLs of the workspace. The first call reads them. */
  ofWorkspace(): readonly Contract[];
  /** Whether requests can only have a WSDL that they name. `false` if the host doesn't know. */
  areOnlyNamed(): boolean;
  /** The location of a WSDL for `# @wsdl`: a relative path, or an address. */
  locationOf(uri: string): string;
  locations(): readonly string[];
}

/** The WSDLs of a host, and the settings and files that name them. */
export interface ContractHost {
  /** Returns the same object until one of the WSDL's documents changes. */
  get(uri: string): Contract;
  /** Like `get`, for a WSDL that no request or setting names. Missing if the host treats both alike. */
  readonly search?: (uri: string) => Contract;
  /** The URI of the WSDL of all requests. */
  readonly forAll?: string | undefined;
  /** The raw value of the setting `soaphttp.wsdl`: paths, patterns and addresses. */
  readonly setting: unknown;
  readonly workspace: readonly string[];
  /** Whether there are no WSDLs besides those that requests name. Missing if the host doesn't know without searching. */
  readonly areOnlyNamed?: boolean;
}

export const noContracts: ContractLookup = {
  at: () => undefined,
  forAll: () => undefined,
  ofSetting: () => [],
  ofWorkspace: () => [],
  areOnlyNamed: () => false,
  locationOf: (uri) => uri,
  locations: () => [],
};

/** @param roots URIs of the open folders; paths in the setting are relative to them */
export function contractLookup(base: string, roots: readonly string[], host: ContractHost): ContractLookup {
  const chosen = () => urisOfSetting(host, roots);
  const unread = new Map<string, Contract>();
  /** A contract without documents for a URI that has no path here or names another computer. */
  const get = (uri: string): Contract => {
    const why = whyNoFile(uri, base);
    if (why === undefined) return host.get(uri);
    const contract = unread.get(uri) ?? new Contract(uri, () => ({ refused: why }), new ContractDocuments());
    unread.set(uri, contract);
    return contract;
  };
  const ofSetting = onceRead(() => chosen().map(get));
  const ofWorkspace = onceRead(() => {
    const files = new Set(chosen());
    const others = host.workspace.filter((uri) => !files.has(uri));
    return others.slice(0, searchedWsdls).map((uri) => host.search?.(uri) ?? host.get(uri));
  });
  return {
    at: (location) => {
      const uri = isUri(location) ? location : fileUri(location, base);
      return uri === undefined ? undefined : get(uri);
    },
    forAll: () => (host.forAll === undefined ? undefined : host.get(host.forAll)),
    ofSetting,
    ofWorkspace,
    areOnlyNamed: () => host.areOnlyNamed ?? false,
    locationOf: (uri) => relativePath(uri, base),
    locations: () => host.workspace.slice(0, searchedWsdls).map((uri) => relativePath(uri, base)),
  };
}

/** Reads the contracts at each call until all of them have been read completely, and then keeps them. */
function onceRead(contracts: () => readonly Contract[]): () => readonly Contract[] {
  let kept: readonly Contract[] | undefined;
  return () => {
    if (kept) return kept;
    const all = contracts();
    if (all.every(({ pending }) => pending.length === 0)) kept = all;
    return all;
  };
}

function urisOfSetting({ setting, workspace }: ContractHost, roots: readonly string[]): readonly string[] {
  const values = Array.isArray(setting) ? setting.filter((one) => typeof one === "string") : [];
  const uris = values.slice(0, searchedWsdls).flatMap((value) => {
    if (isUri(value)) return [value];
    if (/[*?{]/.test(value)) return matching(value, workspace, roots);
    return inFolders(value, roots);
  });
  return [...new Set(uris)].slice(0, searchedWsdls);
}

/** URIs of the catalogs in the setting `soaphttp.catalogs`, which contains paths. */
export function catalogsOfSetting(setting: unknown, roots: readonly string[]): readonly string[] {
  const values = Array.isArray(setting) ? setting.filter((one) => typeof one === "string") : [];
  return values.flatMap((value) => (isUri(value) ? [] : inFolders(value, roots)));
}

/** The URI of a path, relative to the first folder in which the path can be resolved. */
function inFolders(path: string, roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => fileUri(path, withSlash(root)) ?? []).slice(0, 1);
}

function matching(pattern: string, workspace: readonly string[], roots: readonly string[]): readonly string[] {
  const own = pattern.replaceAll("\\", "/").replace(/^\.\//, "");
  return workspace.filter((uri) =>
    roots.some(
      (root) => uri.startsWith(withSlash(root)) && matchesGlob(own, percentDecoded(uri.slice(withSlash(root).length))),
    ),
  );
}

function isUri(location: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location);
}
