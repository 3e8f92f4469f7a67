import * as l10n from "@vscode/l10n";
import { decodeText } from "../text/decode.ts";
import { addTo } from "../text/grouped.ts";
import { jsonKeySpan } from "../text/jsonKeys.ts";
import { lazily } from "../text/memoized.ts";
import { isSecretFile } from "../text/secretNames.ts";
import type { Span } from "../text/span.ts";
import { builtInValue } from "../variables/builtInReferences.ts";
import { parseDotenv } from "../variables/dotenv.ts";
import type { Machine } from "../variables/sending.ts";
import type { DefinitionPlace, ValueDefinition } from "../variables/value.ts";
import { type ContractHost, contractLookup, noContracts } from "./contractLookup.ts";
import { environmentFiles, sharedEnvironment } from "./environmentFiles.ts";
import { EnvironmentSettings, ineffectiveIn } from "./environmentSettings.ts";
import { ImportedFiles } from "./importedFiles.ts";
import { certificateOf, type Keys, noKeys } from "./keys.ts";
import { fileUri, foldersUpwards, pathFromRoot, placeOf } from "./paths.ts";
import type { ExternalFile, LookedIn, Resolver } from "./resolver.ts";

export interface ResolverHost {
  readonly uri: string;
  /** URIs of the open folders. Environment files are searched from the document's folder up to one of them. */
  readonly roots: readonly string[];
  /** The selected environments. If several define a name, the first one wins. */
  readonly chosen: readonly string[];
  /** Whether the environments that a file names win over the selected ones. */
  readonly fileChooses?: boolean | undefined;
  /** The environments that are selected for other files, if this file names its own environments. */
  readonly ofRun?: readonly string[];
  /** Definitions from the command line or a run, which override all others. */
  readonly given?: ReadonlyMap<string, ValueDefinition> | undefined;
  /** The raw value of the setting `soaphttp.environments`. */
  readonly environments: unknown;
  read(uri: string): ExternalFile;
  readonly processEnv: Machine["processEnv"];
  /** The current time; undefined if times in messages aren't compared with it. */
  readonly now?: (() => Date) | undefined;
  /** Undefined if WSDLs can't be read. */
  readonly contracts?: ContractHost | undefined;
  /** Undefined if the host has no keys. */
  readonly keys?: Keys | undefined;
  /** Changes when results of `read`, contracts or keys change. */
  readonly version: string;
}

export interface HostResolver extends Resolver {
  /** Files of environments with their values that have no effect. A file without such values has an empty list. */
  ineffective(): readonly EnvironmentFile[];
  /** The document's path relative to the first open folder; its URI if there is no such path. */
  readonly path: string;
}

export interface EnvironmentFile {
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  readonly values: readonly { readonly environment: string; readonly at: Span; readonly message: string }[];
}

/** @param environments the environments, if they were already read for another resolver of the document */
export function createResolver(host: ResolverHost, environments?: Environments): HostResolver {
  const { roots, chosen, given = new Map(), processEnv, version } = host;
  const uri = placeOf(host.uri, roots);
  const isNamed = host.ofRun !== undefined;
  const read = (file: string) => insideOnly(host.read(file));
  const fileAt = (path: string, readWith: ResolverHost["read"]): ExternalFile => {
    if (isSecretFile(path)) return { kind: "refused", why: secretFileText() };
    const target = fileUri(path, uri);
    if (target !== undefined) return readWith(target);
    return { kind: "refused", why: l10n.t("Save this file first. The path is relative to its folder.") };
  };
  const folders = foldersUpwards(uri, roots);
  const environmentsFrom = (from: readonly string[]) =>
    new Environments([...sourcesOfFiles(from, read), ofSetting(host.environments)]);
  const around = environments ?? environmentsFrom(folders);
  let dotenv: ReturnType<Machine["dotenv"]> | "unread" = "unread";
  const settings = new EnvironmentSettings(
    around.sources.flatMap(({ origin, secret, file }) => (file ? [{ ...file, secret, name: origin() }] : [])),
    chosen,
  );
  const machine: Machine = {
    processEnv,
    dotenv: () => {
      if (dotenv === "unread") dotenv = readDotenv(folders, read);
      return dotenv;
    },
    certificate: (name) => certificateOf(host.keys ?? noKeys, name),
    token: (name, lookup) => settings.token(name, lookup),
  };
  const imports = new ImportedFiles(uri, host.ofRun ?? chosen, {
    fileAt: (path) => fileAt(path, read),
    read,
    environmentsAt: (file) => environmentsFrom(foldersUpwards(file, roots)).names,
  });
  let last: { readonly key: string; readonly resolver: HostResolver } | undefined;
  const own: HostResolver = {
    definitions: chosenDefinitions(around.sources, chosen),
    given,
    chosen,
    inEnvironments: (names) => {
      const key = JSON.stringify(names);
      if (isNamed ? key === JSON.stringify(chosen) : chosen.length > 0 && !host.fileChooses) return own;
      if (last?.key !== key)
        last = { key, resolver: createResolver({ ...host, chosen: names, ofRun: host.ofRun ?? chosen }, around) };
      return last.resolver;
    },
    builtIn: (reference, sending, lookup) =>
      builtInValue(reference, { machine, sending, lookup, file: (path) => fileAt(path, read) }),
    now: host.now,
    file: (path) => fileAt(path, read),
    bodyFile: (path) => fileAt(path, (target) => host.read(target)),
    imported: (path) => imports.get(path),
    fileUri: (path) => fileUri(path, uri),
    contracts: host.contracts ? contractLookup(uri, roots, host.contracts) : noContracts,
    keys: host.keys ?? noKeys,
    get tokenNames() {
      return settings.tokenNames;
    },
    get certificateFiles() {
      const refused = { kind: "refused", why: secretFileText() } as const;
      return settings.certificateFiles.map((one) => ({
        ...one,
        read: () => (isSecretFile(one.path) ? refused : read(one.uri)),
      }));
    },
    lookedIn: (name) => ({ ...lookedIn(around, chosen, name), isNamed }),
    environmentNames: around.names,
    path: pathFromRoot(host.uri, roots),
    ineffective: () =>
      around.sources.flatMap(({ origin, file }) =>
        file ? [{ ...file, name: origin(), values: ineffectiveIn(file.text, file.json) }] : [],
      ),
    key: `${version} ${host.uri} ${JSON.stringify([chosen, isNamed, [...given], host.environments ?? null])}`,
  };
  return own;
}

function secretFileText(): string {
  return l10n.t("It contains secrets. Use its values as variables.");
}

function insideOnly(file: ExternalFile): ExternalFile {
  if (file.kind !== "bytes" || file.outside === undefined) return file;
  const why = l10n.t("{0} is outside of the open folders. Use a file in one of them.", file.outside);
  return { kind: "refused", why };
}

/** The environment files in the nearest folder that has any, including unreadable files. */
function sourcesOfFiles(folders: readonly string[], read: ResolverHost["read"]): EnvironmentSource[] {
  for (const folder of folders) {
    const sources = environmentFiles.flatMap(({ name, secret }) => {
      const file = read(folder + name);
      if (file.kind === "bytes") return [readEnvironments(name, folder + name, decodeText(file.bytes).text, secret)];
      if (file.kind !== "refused") return [];
      return [without(name, secret, l10n.t("{0} can't be read: {1}", name, file.why))];
    });
    if (sources.length > 0) return sources;
  }
  return [];
}

function ofSetting(value: unknown): EnvironmentSource {
  const origin = () => l10n.t("the setting {0}", "soaphttp.environments");
  return { origin, secret: false, environments: environmentsOf(value) };
}

function readDotenv(folders: readonly string[], read: ResolverHost["read"]): ReturnType<Machine["dotenv"]> {
  for (const folder of folders) {
    const file = read(`${folder}.env`);
    if (file.kind === "bytes") return { origin: ".env", variables: parseDotenv(decodeText(file.bytes).text) };
    if (file.kind === "refused") return { unavailable: file.why };
  }
  return undefined;
}

interface EnvironmentSource {
  /** Name of the source, as a phrase after "from". */
  readonly origin: () => string;
  readonly secret: boolean;
  readonly environments: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** A sentence about why the source can't be read. */
  readonly problem?: string;
  readonly file?: { readonly uri: string; readonly text: string; readonly json: Readonly<Record<string, unknown>> };
}

/** Environments are objects of variables, which are strings, numbers and booleans. Other values are ignored. */
function environmentsOf(value: unknown): EnvironmentSource["environments"] {
  const environments = new Map<string, ReadonlyMap<string, string>>();
  if (!isObject(value)) return environments;
  for (const [name, variables] of Object.entries(value)) {
    if (!isObject(variables)) continue;
    const texts = Object.entries(variables).flatMap(([variable, text]) =>
      ["string", "number", "boolean"].includes(typeof text) ? [[variable, String(text)] as const] : [],
    );
    environments.set(name, new Map(texts));
  }
  return environments;
}

function readEnvironments(name: string, uri: string, text: string, secret: boolean): EnvironmentSource {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    const origin = () => name;
    if (isObject(value))
      return { origin, secret, environments: environmentsOf(value), file: { uri, text, json: value } };
    return without(name, secret, l10n.t("{0} must contain a JSON object.", name));
  } catch (error) {
    // The error message may contain text of the file.
    if (secret || !(error instanceof Error)) return without(name, secret, l10n.t("{0} isn't valid JSON.", name));
    return without(name, secret, l10n.t("{0} isn't valid JSON: {1}.", name, error.message));
  }
}

function without(name: string, secret: boolean, problem: string): EnvironmentSource {
  return { origin: () => name, secret, environments: new Map(), problem };
}

class Environments {
  readonly sources: readonly EnvironmentSource[];
  readonly names: readonly string[];
  readonly definedBy = lazily((): ReadonlyMap<string, readonly string[]> => {
    const all = new Map<string, string[]>();
    for (const name of this.names) {
      const variables = this.sources.flatMap(({ environments }) => [...(environments.get(name)?.keys() ?? [])]);
      for (const variable of new Set(variables)) addTo(all, variable, name);
    }
    return all;
  });

  constructor(sources: readonly EnvironmentSource[]) {
    const names = new Set(sources.flatMap(({ environments }) => [...environments.keys()]));
    names.delete(sharedEnvironment);
    this.sources = sources;
    this.names = [...names].sort((a, b) => a.localeCompare(b));
  }
}

/** The variables of the selected environments, which override variables of `$shared`. Earlier sources override later ones. */
function chosenDefinitions(
  sources: readonly EnvironmentSource[],
  chosen: readonly string[],
): ReadonlyMap<string, ValueDefinition> {
  const definitions = new Map<string, ValueDefinition>();
  for (const environment of [...chosen, sharedEnvironment]) {
    for (const { origin, secret, environments, file } of sources) {
      for (const [name, text] of environments.get(environment) ?? []) {
        if (definitions.has(name)) continue;
        const place = () => placeIn(file, [environment, name]);
        definitions.set(name, { text, secret, origin: () => `${environment} (${origin()})`, place });
      }
    }
  }
  return definitions;
}

function placeIn(file: EnvironmentSource["file"], path: readonly string[]): DefinitionPlace | undefined {
  const name = file && jsonKeySpan(file.text, path);
  return name && { ...file, name };
}

function lookedIn(
  { sources, names, definedBy }: Environments,
  chosen: readonly string[],
  variable: string,
): Omit<LookedIn, "isNamed"> {
  const others = definedBy().get(variable) ?? [];
  const places: string[] = [];
  for (const name of chosen) {
    const isDefined = names.includes(name);
    places.push(
      isDefined ? l10n.t("the environment {0}", name) : l10n.t("the environment {0}, which is not defined", name),
    );
  }
  if (sources.some(({ environments }) => environments.has(sharedEnvironment))) places.push(sharedEnvironment);
  const unselected =
    chosen.length === 0 && names.length > 0
      ? [l10n.t("No environment is selected (available: {0}).", names.join(", "))]
      : [];
  return { places, others, problems: [...unselected, ...new Set(sources.flatMap(({ problem }) => problem ?? []))] };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
