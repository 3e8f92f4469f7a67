import type { SoapHttpDocument } from "../format/document.ts";
import { emptyResolver, type Resolver } from "../resources/resolver.ts";
import { documentSource } from "./documentText.ts";
import { type LaterNames, variablesOf } from "./fileVariables.ts";
import { Scope } from "./scope.ts";

/** The scope of a file: its variables and documents, which override external variables. The last definition of a name applies. */
export function fileScope(document: SoapHttpDocument, resolver: Resolver = emptyResolver, later?: LaterNames): Scope {
  const variables = variablesOf(document, resolver, later);
  const sources = [...variables.documents].map(([name, segment]) => [name, documentSource(segment)] as const);
  return new Scope(variables, new Map(sources), resolver);
}
