import { Contract, ContractDocuments } from "../contract/contract.ts";
import { percentDecoded } from "../text/escapes.ts";
import { searchedWsdls } from "../text/limits.ts";
import { matchesGlob } from "../text/paths.ts";
import { whyNoFile } from "../xsd/fileAddresses.ts";
import { fileUri, relativePath, withSlash } from "./paths.ts";

/** The WSDLs that a document can refer to. */
export interface ContractLookup {
  /** The WSDL at a path or an address, as far as it has been read; undefined if it can't be resolved or read here. */
  at(location: string): Contract | undefined;
  /** The WSDL of all requests, even if they name others. */
  forAll(): Contract | undefined;
  /** The WSDLs of the setting `soaphttp.wsdl`. */
  ofSetting(): readonly Contract[];
  /** All others of the workspace. The first call reads them. */
  ofWorkspace(): readonly Contract[];
  /** Whether only a WSDL that a request names can be its contract. `false` if the host doesn't know. */
  areOnlyNamed(): boolean;
  /** The location of a WSDL for `# @wsdl`: a relative path, or an address. */
  locationOf(uri: string): string;
  /** The locations of the workspace's WSDLs. */
  locations(): readonly string[];
}

/** What a host knows about WSDLs. */
export interface ContractHost {
  /** The same object until one of its documents changes. */
  get(uri: string): Contract;
  /** As `get`, for a WSDL that nobody has named. Missing where that makes no difference. */
  readonly search?: (uri: string) => Contract;
  /** The URI of the WSDL of all requests. */
  readonly forAll?: string | undefined;
  /** The raw value of the setting `soaphttp.wsdl`: paths, patterns and addresses. */
  readonly setting: unknown;
  /** URIs of the WSDLs of the workspace. */
  readonly workspace: readonly string[];
  /** Whether there are no other WSDLs than the ones that requests name. Missing where that isn't known at once. */
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

/**
 * @param base the URI of the document
 * @param roots URIs of the open folders, which paths of the setting are relative to
 */
export function contractLookup(base: string, roots: readonly string[], host: ContractHost): ContractLookup {
  const chosen = () => urisOfSetting(host, roots);
  const unread = new Map<string, Contract>();
  /** A file that a document or a workspace names may be on another computer, or have no path. */
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

/** The contracts, kept as soon as all of them have been read. */
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

/** The catalogs of the setting `soaphttp.catalogs`: paths. */
export function catalogsOfSetting(setting: unknown, roots: readonly string[]): readonly string[] {
  const values = Array.isArray(setting) ? setting.filter((one) => typeof one === "string") : [];
  return values.flatMap((value) => (isUri(value) ? [] : inFolders(value, roots)));
}

/** The URI of a path in the first folder where it can be one. */
function inFolders(path: string, roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => fileUri(path, withSlash(root)) ?? []).slice(0, 1);
}

/** The WSDLs of the workspace whose path in an open folder matches a pattern. */
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
