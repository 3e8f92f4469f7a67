import type { RequestPart, ResponseReference } from "../expectations/reference.ts";
import type { GivenValue, KeyOperation, KeyResult, SendingTurn, TokenRequest } from "../protocol/protocol.ts";
import type { SlottedText } from "../text/slots.ts";
import type { parseXml } from "../xml/parser.ts";
import type { Explained } from "./explained.ts";
import type { ComputedValue } from "./value.ts";
import type { XmlContent } from "./xmlContent.ts";

export interface Sending {
  readonly now: Date;
  guid(): string;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Replaces the seed of the file. `guid` and `random` depend on it and on `place`. */
  readonly seed?: string | undefined;
  /** Distinguishes this sending from others. */
  readonly place?: SendingPlace | undefined;
  /** Base64 of 16 bytes that can't be guessed. The value stays the same during one sending. */
  nonce(): string;
  /**
   * The value of a secret; `undefined` if it is unknown.
   * @param token the request for the token, if the secret is a token
   */
  secret(name: string, token?: TokenRequest): string | undefined;
  /** Called with each secret that the message contains. */
  readonly onSecret?: (value: string) => void;
  /** Called with each computed value, in the order of computing. */
  readonly onExplained?: (explained: Explained) => void;
  /** The columns of a data row and the variables of `# @set`, which override all definitions. */
  readonly values?: ReadonlyMap<string, ReceivedValue>;
  /** The value of a reference to an exchange, or a sentence about why it has none. */
  readonly reference?: (reference: ResponseReference) => ReceivedValue | string;
  /** Returns the result of an operation that only the host can compute, such as a signature; `undefined` if it isn't computed yet. */
  readonly operation?: (operation: KeyOperation) => KeyResult | undefined;
  /** Parses XML like `parseXml`, but returns the same document for the same text. */
  readonly parse?: typeof parseXml;
  /** Creates random bytes that can't be guessed, for a reference with steps. By default, the bytes are from the platform. */
  readonly randomBytes?: (count: number, reference?: string) => Uint8Array;
  /** Returns the part of the request that a mock service responds to; empty if the request doesn't have the part. */
  readonly requested?: (part: RequestPart) => string;
}

/** A value from a response or a data file. */
export interface ReceivedValue extends SlottedText, GivenValue {
  /** The element whose text this is. */
  readonly xml?: XmlContent | undefined;
  /** A sentence about why only a step can use the value. */
  readonly notText?: string | undefined;
}

export interface SendingPlace extends SendingTurn {
  /** Path of the file, relative to the first open folder or to the working directory. */
  readonly file: string;
}

export interface Machine {
  /** The value of an environment variable; `undefined` if it isn't set. */
  processEnv(name: string): string | undefined | Unavailable;
  /** The certificate of a key in DER; `undefined` if it isn't known yet, or if no key has this name. */
  certificate(name: string): { readonly der: Uint8Array } | undefined | Unavailable;
  /** The request for an OAuth 2 token; `undefined` if it contains values that aren't known yet. */
  token(name: string, lookup: Lookup): TokenRequest | undefined | Unavailable;
  /** The variables of the `.env` file, and the name of the file for messages; `undefined` if there is none. */
  dotenv(): { readonly origin: string; readonly variables: ReadonlyMap<string, string> } | undefined | Unavailable;
}

/** The result of reading a file that a document refers to. */
export type ExternalFile =
  /** `outside`: the real path of a file outside of the folders whose files may be used without asking the user. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly outside?: string | undefined }
  /** `pending`: the file is still being read. */
  | { readonly kind: "pending" | "missing" }
  /** `why`: a sentence. `unallowed`: the user can allow reading the file. */
  | { readonly kind: "refused"; readonly why: string; readonly unallowed?: true };

/** A sentence about why something isn't available. */
export interface Unavailable {
  readonly unavailable: string;
}

/** Returns the value of a variable, which may be bytes. */
export type Lookup = (name: string) => ComputedValue;
