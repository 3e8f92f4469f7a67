import type { Contract } from "../contract/contract.ts";
import type { ExternalFile, Resolver } from "../resources/resolver.ts";
import type { ReceivedValue, Sending } from "../variables/builtIns.ts";

/** A `.soapmock` file. */
export interface MockFile {
  readonly uri: string;
  /** As messages and the log show it: `calc.soapmock`. */
  readonly name: string;
  readonly text: string;
}

/** What a mock service gets from its host: files, WSDLs, time and chance. */
export interface MockHost {
  /** The resources of a file, such as body files, data files and environments. A new key means that some have changed. */
  resolver(uri: string): Resolver;
  /** The rows of a data file, or a sentence about why it can't be read. */
  rows(path: string, file: ExternalFile): readonly DataRow[] | string;
  /** The WSDLs, completely read; the same object means the same content. */
  contracts(): readonly Contract[];
  /** What differs in each response. */
  sending(): Sending;
}

/** A row of a data file: its columns. */
export type DataRow = ReadonlyMap<string, ReceivedValue>;

export interface MockOptions {
  /** Whether the WSDLs respond to requests that they don't allow, too. */
  readonly lax: boolean;
}

/** An error in a `.soapmock` file, because of which its last version without errors is served, if there is one. */
export interface MockProblem {
  /** Of the file. */
  readonly uri: string;
  /** From 1; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly code: string;
  /** A sentence. */
  readonly message: string;
}

/** A port of a WSDL that is served. */
export interface ServedPort {
  readonly service: string;
  readonly port: string;
  /** Undefined for bindings without SOAP. */
  readonly version: "1.1" | "1.2" | undefined;
  /** The path of its address: `/calc`. */
  readonly path: string;
}
