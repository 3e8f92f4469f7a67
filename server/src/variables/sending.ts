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
  /** At least 0 and less than 1. */
  random(): number;
  /** Instead of that of the file; `guid` and `random` follow from it and from the place. */
  readonly seed?: string | undefined;
  /** What distinguishes this sending from others. */
  readonly place?: SendingPlace | undefined;
  /** Base64 of 16 bytes that can't be guessed; the same wherever it stands in one sending. */
  nonce(): string;
  /** `undefined` if it is unknown. @param token how to get it, if the secret is a token */
  secret(name: string, token?: TokenRequest): string | undefined;
  /** Called with each secret that a message is made of. */
  readonly onSecret?: (value: string) => void;
  /** Called with all that is computed, in this order. */
  readonly onExplained?: (explained: Explained) => void;
  /** The columns of a data row and the variables of `# @set`, which override all definitions. */
  readonly values?: ReadonlyMap<string, ReceivedValue>;
  /** The value of a reference to an exchange, or a sentence about why it has none. */
  readonly reference?: (reference: ResponseReference) => ReceivedValue | string;
  /** What only the host can compute, such as a signature; `undefined`: it hasn't been computed yet. */
  readonly operation?: (operation: KeyOperation) => KeyResult | undefined;
  /** `parseXml`, with the same document for the same text. */
  readonly parse?: typeof parseXml;
  /** Random bytes that can't be guessed, for a reference with steps; those of the platform by default. */
  readonly randomBytes?: (count: number, reference?: string) => Uint8Array;
  /** The part of the request that a mock service responds to; empty if it doesn't exist. */
  readonly requested?: (part: RequestPart) => string;
}

/** A value from a response or a data file. */
export interface ReceivedValue extends SlottedText, GivenValue {
  /** The element that the text is of. */
  readonly xml?: XmlContent | undefined;
  /** Why only a step can use it. */
  readonly notText?: string | undefined;
}

export interface SendingPlace extends SendingTurn {
  /** The path from the first open folder, or from that of the command line. */
  readonly file: string;
}

export interface Machine {
  /** `undefined` if it isn't set. */
  processEnv(name: string): string | undefined | Unavailable;
  /** In DER, that of a key; `undefined` if it isn't known yet, or if no key is named. */
  certificate(name: string): { readonly der: Uint8Array } | undefined | Unavailable;
  /** The request for an OAuth 2 token; `undefined` if it has values that aren't known yet. */
  token(name: string, lookup: Lookup): TokenRequest | undefined | Unavailable;
  /** The variables of the `.env` file, and its name for messages; `undefined` if there is none. */
  dotenv(): { readonly origin: string; readonly variables: ReadonlyMap<string, string> } | undefined | Unavailable;
}

/** The result of reading a file that a document refers to. */
export type ExternalFile =
  /** `outside`: the real path of a file in none of the folders whose files may be used without a question. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly outside?: string | undefined }
  /** `pending`: the file is still being read. */
  | { readonly kind: "pending" | "missing" }
  /** `why`: a sentence. `unallowed`: the user may allow it. */
  | { readonly kind: "refused"; readonly why: string; readonly unallowed?: true };

/** A sentence that explains why something isn't available. */
export interface Unavailable {
  readonly unavailable: string;
}

/** Returns the value of a variable, which may be bytes. */
export type Lookup = (name: string) => ComputedValue;
