import * as l10n from "@vscode/l10n";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { memoized } from "../text/memoized.ts";
import { nearest } from "../text/similar.ts";
import { slice } from "../text/span.ts";
import { testDirectives } from "./directives.ts";
import { parseReference } from "./reference.ts";

/** The names in a file that get their values when its requests are sent. */
export interface DeclaredNames {
  /** Names of requests by `# @name`; `auth.login` for a request of an imported file. */
  readonly requests: ReadonlySet<string>;
  /** The variables of `# @set`, each with the requests that set it from their responses. */
  readonly setBy: ReadonlyMap<string, readonly Segment[]>;
  /** The requests of imported files, by both of their names: `auth.login` and `./login.soaphttp#login`. */
  readonly imported: ReadonlyMap<string, ImportedRequest>;
  /** The aliases and paths of imported files that can't be read, so that their names are unknown. */
  readonly unread: ReadonlySet<string>;
}

export interface ImportedRequest {
  /** The path of the file as typed. */
  readonly path: string;
  readonly uri: string;
  readonly alias: string;
  readonly each: boolean;
  /** The index of the request in its file. */
  readonly id: number;
  readonly name: string | undefined;
  readonly segment: Segment;
  readonly document: SoapHttpDocument;
  /** The variables that the request sets from its response, with the alias of the file: `auth.token`. */
  readonly sets: readonly string[];
}

export const declaredIn = memoized(read);

function read({ segments }: SoapHttpDocument): DeclaredNames {
  const requests = new Set<string>();
  const setBy = new Map<string, Segment[]>();
  for (const { segment } of segments) {
    if (!segment.message) continue;
    const name = declaredName(segment);
    if (name !== undefined) requests.add(name);
    for (const setter of testDirectives(segment).sets)
      setBy.set(setter.name, [...(setBy.get(setter.name) ?? []), segment]);
  }
  return { requests, setBy, imported: new Map(), unread: new Set() };
}

/** The value of the last `# @name`; `undefined` if it is missing or empty. */
export function declaredName({ text, preamble }: Segment): string | undefined {
  const directive = preamble.findLast((item) => item.kind === "directive" && slice(text, item.name) === "name");
  return (directive?.kind === "directive" && slice(text, directive.value)) || undefined;
}

/** Why a variable's name is an invalid reference to an exchange; undefined for a valid one, false for another name. */
export function whyNoReference(name: string, declared: DeclaredNames): string | undefined | false {
  const reference = parseReference(name);
  if (!reference) return false;
  return "why" in reference ? reference.why : unknownRequest(reference.request, declared);
}

/** A sentence if no request in the file or its imported files has a name; `undefined` if a request has it. */
export function unknownRequest(name: string, declared: DeclaredNames): string | undefined {
  const { requests, imported, unread } = declared;
  if (requests.has(name) || imported.has(name) || unread.has(qualifierOf(name))) return undefined;
  const near = nearestRequest(name, declared);
  return near === undefined
    ? l10n.t("No request in this file is named {0}.", name)
    : l10n.t("No request in this file is named {0}. Did you mean {1}?", name, near);
}

/** The request name that is most similar to a name, in the same form. */
export function nearestRequest(name: string, { requests, imported }: DeclaredNames): string | undefined {
  return nearest(name, name.includes("#") ? imported.keys() : requests);
}

/** The part of a name that identifies a file: `auth` in `auth.login`, and `./login.soaphttp` in `./login.soaphttp#login`. */
export function qualifierOf(name: string): string {
  const [, path, alias = ""] = /^(?:(.+)#|([^.]+)\.)/.exec(name.slice(0, longestName)) ?? [];
  return path ?? alias;
}

const longestName = 1000;
