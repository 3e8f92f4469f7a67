import type { Connection } from "vscode-languageserver";
import type { Contract, ImportLibrary, RequestContext, Sending } from "../service/languageService.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { Exchanges } from "./exchanges.ts";
import type { ExternalResources } from "./externalResources.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import type { Turns } from "./turns.ts";

export interface Parts {
  readonly connection: Connection;
  readonly documents: OpenDocuments;
  readonly resources: ExternalResources;
  readonly exchanges: Exchanges;
  readonly diagnostics: Diagnostics;
  /** The queue that handles response documents one at a time. */
  readonly turns: Turns;
  /** Returns the time and random values of a sending. */
  readonly now: () => Omit<Sending, "secret">;
  /** Loads the library with the translated messages. In a browser, loads it from the URL of its script. */
  readonly library: (script: string | undefined) => Promise<ImportLibrary>;
}

/** The result after all that the requests refer to was read. `otherwise`: if the document isn't open, or a response. */
export function settled<R>(
  { documents, resources }: Parts,
  key: string,
  otherwise: R,
  compute: (context: RequestContext) => R | Promise<R>,
): Promise<R> {
  return resources.settled(key, () => {
    const context = documents.requestContext(key);
    return context ? compute(context) : otherwise;
  });
}

/** The result of `compute` for a contract. In Restricted Mode, nothing is read, and the result is `otherwise`. */
export async function withContract<R>(
  { resources }: Parts,
  wsdl: string,
  otherwise: R,
  compute: (contract: Contract) => R | Promise<R>,
): Promise<R> {
  return resources.trusted ? compute(await resources.contracts.load(wsdl)) : otherwise;
}
