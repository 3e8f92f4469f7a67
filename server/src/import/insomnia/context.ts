import type { ExtraFile } from "../collection.ts";
import type { Ledger } from "../ledger.ts";
import type { InsomniaNode } from "./tree.ts";

/** What all requests of an export add to. */
export interface InsomniaContext {
  readonly ledger: Ledger;
  readonly files: ExtraFile[];
  /** The requests by their ids. */
  readonly requests: ReadonlyMap<string, InsomniaNode>;
}
