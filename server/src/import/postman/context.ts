import type { ExtraFile } from "../collection.ts";
import type { Secrets } from "../credentials.ts";
import type { Ledger } from "../ledger.ts";

/** What all requests of a collection add to. */
export interface PostmanContext {
  readonly ledger: Ledger;
  readonly secrets: Secrets;
  readonly files: ExtraFile[];
  /** The content of a file that a body names, if the source has it. */
  readonly contentOf?: (path: string) => Uint8Array | undefined;
}
