import type { SoapHttpDocument } from "../format/document.ts";
import { emptyResolver, type Resolver } from "../resources/resolver.ts";
import { documentSource } from "./documentText.ts";
import { type LaterNames, variablesOf } from "./fileVariables.ts";
import { Scope } from "./scope.ts";

/** The variables and documents of a file, which override external variables. The last definition of a name wins. */
export function fileScope(document: SoapHttpDocument, resolver: Resolver = emptyResolver, later?: LaterNames): Scope {
  const variables = variablesOf(document, resolver, later);
  const sources = [...variables.documents].map(([name, segment]) => [name, documentSource(segment)] as const);
  return new Scope(variables, new Map(sources), resolver);
}
