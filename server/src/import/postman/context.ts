import type { ExtraFile } from "../collection.ts";
import type { Secrets } from "../credentials.ts";
import type { Ledger } from "../ledger.ts";

/** What all requests of a collection add to. */
export interface PostmanContext {
  readonly ledger: Ledger;
  readonly secrets: Secrets;
  readonly files: ExtraFile[];
}
