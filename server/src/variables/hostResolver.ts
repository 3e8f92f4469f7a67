import * as l10n from "@vscode/l10n";
import { decodeText } from "../text/decode.ts";
import { builtInValue, type Machine } from "./builtIns.ts";
import { parseDotenv } from "./dotenv.ts";
import { environmentFiles } from "./environmentFiles.ts";
import {
  chosenDefinitions,
  type EnvironmentSource,
  environmentNames,
  environmentsOf,
  lookedIn,
  readEnvironments,
  unreadEnvironments,
} from "./environments.ts";
import { fileUri, foldersUpwards } from "./paths.ts";
import type { ExternalFile, Resolver } from "./resolver.ts";

/** The data of a host for a document. */
export interface ResolverHost {
  readonly uri: string;
  /** URIs of the open folders, up to which environments are searched. */
  readonly roots: readonly string[];
  /** The selected one. */
  readonly environment: string | undefined;
  /** The raw value of the setting `soaphttp.environments`. */
  readonly environments: unknown;
  read(uri: string): ExternalFile;
  readonly processEnv: Machine["processEnv"];
  /** Changes when results of `read` change. */
  readonly version: string;
}

export interface HostResolver extends Resolver {
  readonly environmentNames: readonly string[];
}

/** Reads files at first use. */
export function createResolver(host: ResolverHost): HostResolver {
  const { uri, roots, environment, read, processEnv, version } = host;
  const folders = foldersUpwards(uri, roots);
  const sources = [...sourcesOfFiles(folders, read), ofSetting(host.environments)];
  let dotenv: ReturnType<Machine["dotenv"]> | "unread" = "unread";
  const machine: Machine = {
    processEnv,
    dotenv: () => {
      if (dotenv === "unread") dotenv = readDotenv(folders, read);
      return dotenv;
    },
  };
  return {
    definitions: chosenDefinitions(sources, environment),
    builtIn: (reference, sending) => builtInValue(reference, machine, sending),
    file: (path) => {
      const target = fileUri(path, uri);
      if (target !== undefined) return read(target);
      return { kind: "refused", why: l10n.t("Save this file first. The path is relative to its folder.") };
    },
    fileUri: (path) => fileUri(path, uri),
    lookedIn: () => lookedIn(sources, environment),
    environmentNames: environmentNames(sources),
    key: `${version} ${uri} ${environment ?? ""} ${JSON.stringify(host.environments ?? null)}`,
  };
}

/** The files in the nearest folder with such files, readable or not. */
function sourcesOfFiles(folders: readonly string[], read: ResolverHost["read"]): EnvironmentSource[] {
  for (const folder of folders) {
    const sources = environmentFiles.flatMap(({ name, secret }) => {
      const file = read(folder + name);
      if (file.kind === "bytes") return [readEnvironments(folder + name, decodeText(file.bytes).text, secret)];
      return file.kind === "refused" ? [unreadEnvironments(name, secret, file.why)] : [];
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
