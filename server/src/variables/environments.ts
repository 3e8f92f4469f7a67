import * as l10n from "@vscode/l10n";
import { jsonKeySpan } from "../text/jsonKeys.ts";
import type { LookedIn } from "./resolver.ts";
import type { Definition, DefinitionPlace } from "./value.ts";

/** The name of the environment with variables for all environments. */
const sharedEnvironment = "$shared";

/** A file or a setting that defines environments. */
export interface EnvironmentSource {
  /** A phrase after "from". */
  readonly origin: () => string;
  readonly secret: boolean;
  readonly environments: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** A sentence about why it can't be read. */
  readonly problem?: string;
  readonly file?: { readonly uri: string; readonly text: string };
}

/** Reads an object of objects. Variables are strings, numbers and booleans; other values are ignored. */
export function environmentsOf(value: unknown): EnvironmentSource["environments"] {
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

export function readEnvironments(uri: string, text: string, secret: boolean): EnvironmentSource {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    const file = { uri, text };
    if (isObject(value)) return { origin: () => name, secret, environments: environmentsOf(value), file };
    return without(name, secret, l10n.t("{0} must contain a JSON object.", name));
  } catch (error) {
    // The error message contains a part of the text.
    if (secret || !(error instanceof Error)) return without(name, secret, l10n.t("{0} isn't valid JSON.", name));
    return without(name, secret, l10n.t("{0} isn't valid JSON: {1}.", name, error.message));
  }
}

export function unreadEnvironments(name: string, secret: boolean, why: string): EnvironmentSource {
  return without(name, secret, l10n.t("{0} can't be read: {1}", name, why));
}

function without(name: string, secret: boolean, problem: string): EnvironmentSource {
  return { origin: () => name, secret, environments: new Map(), problem };
}

/** The names of the environments that can be selected, in alphabetical order. */
export function environmentNames(sources: readonly EnvironmentSource[]): readonly string[] {
  const names = new Set(sources.flatMap(({ environments }) => [...environments.keys()]));
  names.delete(sharedEnvironment);
  return [...names].sort((a, b) => a.localeCompare(b));
}

/** The variables of the selected environment, which override shared ones. Earlier sources override later ones. */
export function chosenDefinitions(
  sources: readonly EnvironmentSource[],
  chosen: string | undefined,
): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
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

export function lookedIn(sources: readonly EnvironmentSource[], chosen: string | undefined): LookedIn {
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
