import type { CollectionWsdl, ExtraFile } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import type { ProjectElement } from "./projectXml.ts";
import type { Unpacker } from "./unpack.ts";
import type { Prefixes } from "./xpath.ts";

/** What the parts of a project share while it is read. */
export interface ProjectContext {
  readonly ledger: Ledger;
  readonly unpacker: Unpacker;
  readonly prefixes: Prefixes;
  /** By name, which several can have. */
  readonly interfaces: ReadonlyMap<string, readonly Interface[]>;
  /** The outgoing configurations of WS-Security, by name. */
  readonly outgoing: ReadonlyMap<string, { readonly element: ProjectElement; readonly item: Item }>;
  /** Files that requests refer to. */
  readonly files: ExtraFile[];
}

/** A SOAP or REST interface of a project. */
export interface Interface {
  readonly name: string;
  readonly element: ProjectElement;
  readonly isRest: boolean;
  /** Undefined for REST. */
  readonly version: "1.1" | "1.2" | undefined;
  readonly endpoints: readonly string[];
  /** The property that has the first address, if environments replace it. */
  readonly address?: string | undefined;
  readonly wsdl: CollectionWsdl | undefined;
  /** The operations of SOAP, by name. */
  readonly operations: ReadonlyMap<string, ProjectElement>;
}
