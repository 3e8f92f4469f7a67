import * as l10n from "@vscode/l10n";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { memoized } from "../text/memoized.ts";
import { nearest } from "../text/similar.ts";
import { slice } from "../text/span.ts";
import { testDirectives } from "./directives.ts";
import { parseReference } from "./reference.ts";

/** The names in a file that get values while its requests are sent. */
export interface DeclaredNames {
  /** Of `# @name`; `auth.login` for a request of an imported file. */
  readonly requests: ReadonlySet<string>;
  /** The variables of `# @set`, each with the requests whose responses set it. */
  readonly setBy: ReadonlyMap<string, readonly Segment[]>;
  /** The requests of imported files, as `auth.login` and as `./login.soaphttp#login`. */
  readonly imported: ReadonlyMap<string, ImportedRequest>;
  /** The aliases and paths of imported files that can't be read: nothing is known about their names. */
  readonly unread: ReadonlySet<string>;
}

/** A request of an imported file that others can use. */
export interface ImportedRequest {
  /** As it is typed. */
  readonly path: string;
  readonly uri: string;
  readonly alias: string;
  readonly each: boolean;
  /** Its index among the requests of its file. */
  readonly id: number;
  readonly name: string | undefined;
  readonly segment: Segment;
  readonly document: SoapHttpDocument;
  /** The variables that its response sets, as they are called here: `auth.token`. */
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

/** Why a variable's name isn't a usable reference to an exchange; `undefined` if it is one; false if it is another name. */
export function whyNoReference(name: string, declared: DeclaredNames): string | undefined | false {
  const reference = parseReference(name);
  if (!reference) return false;
  return "why" in reference ? reference.why : unknownRequest(reference.request, declared);
}

/** A sentence about a name that no request of the file, or of one that it imports, has; `undefined` if one has it. */
export function unknownRequest(name: string, declared: DeclaredNames): string | undefined {
  const { requests, imported, unread } = declared;
  if (requests.has(name) || imported.has(name) || unread.has(qualifierOf(name))) return undefined;
  const near = nearestRequest(name, declared);
  return near === undefined
    ? l10n.t("No request in this file is named {0}.", name)
    : l10n.t("No request in this file is named {0}. Did you mean {1}?", name, near);
}

/** The most similar name of a request, written in the same way. */
export function nearestRequest(name: string, { requests, imported }: DeclaredNames): string | undefined {
  return nearest(name, name.includes("#") ? imported.keys() : requests);
}

/** `auth` of `auth.login`, and `./login.soaphttp` of `./login.soaphttp#login`. */
export function qualifierOf(name: string): string {
  const [, path, alias = ""] = /^(?:(.+)#|([^.]+)\.)/.exec(name.slice(0, longestName)) ?? [];
  return path ?? alias;
}

const longestName = 1000;
