import * as l10n from "@vscode/l10n";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { memoized } from "../text/memoized.ts";
import { nearest } from "../text/similar.ts";
import { slice } from "../text/span.ts";
import { testDirectives } from "./directives.ts";
import { parseReference } from "./reference.ts";

/** The names in a file that get values while its requests are sent. */
export interface DeclaredNames {
  /** Of `# @name`. */
  readonly requests: ReadonlySet<string>;
  /** The variables of `# @set`, each with the requests whose responses set it. */
  readonly setBy: ReadonlyMap<string, readonly Segment[]>;
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
  return { requests, setBy };
}

/** The value of the last `# @name`; `undefined` if it is missing or empty. */
export function declaredName({ text, preamble }: Segment): string | undefined {
  const directive = preamble.findLast((item) => item.kind === "directive" && slice(text, item.name) === "name");
  return (directive?.kind === "directive" && slice(text, directive.value)) || undefined;
}

/** Why a variable's name isn't a usable reference to an exchange; `undefined` if it is one; false if it is another name. */
export function whyNoReference(name: string, { requests }: DeclaredNames): string | undefined | false {
  const reference = parseReference(name);
  if (!reference) return false;
  return "why" in reference ? reference.why : unknownRequest(reference.request, requests);
}

/** A sentence about a name that no request of the file has; `undefined` if one has it. */
export function unknownRequest(name: string, requests: ReadonlySet<string>): string | undefined {
  if (requests.has(name)) return undefined;
  const near = nearest(name, [...requests]);
  return near === undefined
    ? l10n.t("No request in this file is named {0}.", name)
    : l10n.t("No request in this file is named {0}. Did you mean {1}?", name, near);
}
