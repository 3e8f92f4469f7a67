import * as l10n from "@vscode/l10n";
import { decodeText } from "../text/decode.ts";
import { jsonKeySpan, jsonObjectKeys } from "../text/jsonKeys.ts";
import { isSecretFile } from "../text/secretNames.ts";
import type { Span } from "../text/span.ts";
import { builtInValue } from "../variables/builtInReferences.ts";
import { parseDotenv } from "../variables/dotenv.ts";
import type { Machine } from "../variables/sending.ts";
import type { DefinitionPlace, ValueDefinition } from "../variables/value.ts";
import { type ContractHost, contractLookup, noContracts } from "./contractLookup.ts";
import { environmentFiles, sharedEnvironment } from "./environmentFiles.ts";
import { certificateOf, type Keys, noKeys } from "./keys.ts";
import { fileUri, foldersUpwards } from "./paths.ts";
import type { ExternalFile, LookedIn, Resolver } from "./resolver.ts";

export interface ResolverHost {
  readonly uri: string;
  /** URIs of the open folders, up to which environments are searched. */
  readonly roots: readonly string[];
  readonly environment: string | undefined;
  /** The raw value of the setting `soaphttp.environments`. */
  readonly environments: unknown;
  read(uri: string): ExternalFile;
  readonly processEnv: Machine["processEnv"];
  /** Undefined if times aren't compared with the time now. */
  readonly now?: (() => Date) | undefined;
  /** Undefined if WSDLs can't be read. */
  readonly contracts?: ContractHost | undefined;
  /** Undefined if the host has no keys. */
  readonly keys?: Keys | undefined;
  /** Changes when results of `read`, contracts or keys change. */
  readonly version: string;
}

export interface HostResolver extends Resolver {
  readonly environmentNames: readonly string[];
  /** What has no effect in the files of environments, by file; a file without such values has an empty list. */
  ineffective(): readonly EnvironmentFile[];
}

export interface EnvironmentFile {
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  readonly values: readonly { readonly environment: string; readonly at: Span; readonly message: string }[];
}

/** Reads files at first use. */
export function createResolver(host: ResolverHost): HostResolver {
  const { uri, roots, environment, processEnv, version } = host;
  const read = (file: string) => insideOnly(host.read(file));
  const fileAt = (path: string, readWith: ResolverHost["read"]): ExternalFile => {
    if (isSecretFile(path)) return { kind: "refused", why: secretFileText() };
    const target = fileUri(path, uri);
    if (target !== undefined) return readWith(target);
    return { kind: "refused", why: l10n.t("Save this file first. The path is relative to its folder.") };
  };
  const folders = foldersUpwards(uri, roots);
  const sources = [...sourcesOfFiles(folders, read), ofSetting(host.environments)];
  let dotenv: ReturnType<Machine["dotenv"]> | "unread" = "unread";
  const machine: Machine = {
    processEnv,
    dotenv: () => {
      if (dotenv === "unread") dotenv = readDotenv(folders, read);
      return dotenv;
    },
    certificate: (name) => certificateOf(host.keys ?? noKeys, name),
  };
  return {
    definitions: chosenDefinitions(sources, environment),
    builtIn: (reference, sending, lookup) =>
      builtInValue(reference, { machine, sending, lookup, file: (path) => fileAt(path, read) }),
    now: host.now,
    file: (path) => fileAt(path, read),
    bodyFile: (path) => fileAt(path, (target) => host.read(target)),
    fileUri: (path) => fileUri(path, uri),
    contracts: host.contracts ? contractLookup(uri, roots, host.contracts) : noContracts,
    keys: host.keys ?? noKeys,
    lookedIn: () => lookedIn(sources, environment),
    environmentNames: environmentNames(sources),
    ineffective: () => sources.flatMap(({ origin, file }) => (file ? [ineffectiveIn(origin(), file)] : [])),
    key: `${version} ${uri} ${environment ?? ""} ${JSON.stringify(host.environments ?? null)}`,
  };
}

function secretFileText(): string {
  return l10n.t("It contains secrets. Use its values as variables.");
}

function insideOnly(file: ExternalFile): ExternalFile {
  if (file.kind !== "bytes" || file.outside === undefined) return file;
  const why = l10n.t("{0} is outside of the open folders. Use a file in one of them.", file.outside);
  return { kind: "refused", why };
}

/** The files in the nearest folder with such files, readable or not. */
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
  /** A phrase after "from". */
  readonly origin: () => string;
  readonly secret: boolean;
  readonly environments: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** A sentence about why it can't be read. */
  readonly problem?: string;
  readonly file?: { readonly uri: string; readonly text: string };
}

/** Reads an object of objects. Variables are strings, numbers and booleans; other values are ignored. */
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
    if (isObject(value)) return { origin, secret, environments: environmentsOf(value), file: { uri, text } };
    return without(name, secret, l10n.t("{0} must contain a JSON object.", name));
  } catch (error) {
    // The error message contains a part of the text.
    if (secret || !(error instanceof Error)) return without(name, secret, l10n.t("{0} isn't valid JSON.", name));
    return without(name, secret, l10n.t("{0} isn't valid JSON: {1}.", name, error.message));
  }
}

/** What environments of JetBrains' HTTP Client have besides variables. */
const settingsOfOthers = new Set(["SSLConfiguration", "Security"]);

function ineffectiveIn(name: string, { uri, text }: EnvironmentSource["file"] & object): EnvironmentFile {
  const values = [...jsonObjectKeys(text, 2)].flatMap(({ path: [environment = "", setting = ""], key }) => {
    if (!settingsOfOthers.has(setting)) return [];
    const message = l10n.t("{0} of the environment {1} is not supported and has no effect.", setting, environment);
    return [{ environment, at: key, message }];
  });
  return { name, uri, text, values };
}

function without(name: string, secret: boolean, problem: string): EnvironmentSource {
  return { origin: () => name, secret, environments: new Map(), problem };
}

/** The names of the environments that can be selected, in alphabetical order. */
function environmentNames(sources: readonly EnvironmentSource[]): readonly string[] {
  const names = new Set(sources.flatMap(({ environments }) => [...environments.keys()]));
  names.delete(sharedEnvironment);
  return [...names].sort((a, b) => a.localeCompare(b));
}

/** The variables of the selected environment, which override shared ones. Earlier sources override later ones. */
function chosenDefinitions(
  sources: readonly EnvironmentSource[],
  chosen: string | undefined,
): ReadonlyMap<string, ValueDefinition> {
  const definitions = new Map<string, ValueDefinition>();
  for (const environment of chosen === undefined ? [sharedEnvironment] : [chosen, sharedEnvironment]) {
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

function lookedIn(sources: readonly EnvironmentSource[], chosen: string | undefined): LookedIn {
  const names = environmentNames(sources);
  const places: string[] = [];
  if (chosen !== undefined && names.includes(chosen)) places.push(l10n.t("the environment {0}", chosen));
  else if (chosen !== undefined) places.push(l10n.t("the environment {0}, which is not defined", chosen));
  else if (names.length > 0)
    places.push(l10n.t("no environment, because none is selected (available: {0})", names.join(", ")));
  if (sources.some(({ environments }) => environments.has(sharedEnvironment))) places.push(sharedEnvironment);
  return { places, problems: [...new Set(sources.flatMap(({ problem }) => problem ?? []))] };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
