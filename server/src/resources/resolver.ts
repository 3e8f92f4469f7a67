import * as l10n from "@vscode/l10n";
import type { SoapHttpDocument } from "../format/document.ts";
import { largestFile } from "../text/limits.ts";
import type { SlottedText } from "../text/slots.ts";
import { builtInValue } from "../variables/builtInReferences.ts";
import type { ExportedChain } from "../variables/computed/compute.ts";
import type { DigestParts } from "../variables/passwordDigest.ts";
import type { ExternalFile, Lookup, Machine, Sending } from "../variables/sending.ts";
import type { ComputedValue, ValueDefinition } from "../variables/value.ts";
import { type ContractLookup, noContracts } from "./contractLookup.ts";
import type { CertificateFile } from "./environmentSettings.ts";
import { type Keys, noKeys } from "./keys.ts";

export type { ExternalFile } from "../variables/sending.ts";

export function tooLarge(): ExternalFile {
  return { kind: "refused", why: l10n.t("The file is larger than {0} MB.", largestFile / 1_000_000) };
}

/** The places where a variable was searched, and sentences about places that can't be read. */
export interface LookedIn {
  readonly places: readonly string[];
  /** The environments that define the variable but aren't used for the file. */
  readonly others: readonly string[];
  /** Whether the file names its environments, so that selecting other environments has no effect. */
  readonly isNamed: boolean;
  readonly problems: readonly string[];
}

/** Another file with requests. If its bytes haven't changed, the document is the same object. */
export interface RequestFile {
  readonly kind: "imported";
  readonly uri: string;
  readonly bytes: Uint8Array;
  readonly document: SoapHttpDocument;
}

/** Access to the resources of a document: environments, the machine, files. */
export interface Resolver {
  /** Variables of the selected environments and of `$shared`, by name. */
  readonly definitions: ReadonlyMap<string, ValueDefinition>;
  /** Definitions from the command line or a run, by name. They override all others. */
  readonly given: ReadonlyMap<string, ValueDefinition>;
  readonly environmentNames: readonly string[];
  /** Names of the selected environments. */
  readonly chosen: readonly string[];
  /** With the environments of a file, unless others are chosen for all files. Returns one object for equal names. */
  inEnvironments(names: readonly string[]): Resolver;
  /** @param reference the text between the braces, with `lookup` for its arguments: `$datetime iso8601 -1 d` */
  builtIn(reference: string, sending: Sending | undefined, lookup: Lookup): ComputedValue;
  readonly now?: (() => Date) | undefined;
  /** Used by exports to write a digest with placeholders instead of its value. */
  readonly digest?: (parts: DigestParts) => SlottedText;
  readonly exported?: (chain: ExportedChain) => SlottedText;
  /** A file in one of the folders whose files may be used. Other files are refused. */
  file(path: string): ExternalFile;
  /** A file in a body. It may be outside of the folders, because the user is asked before it is sent. */
  bodyFile(path: string): ExternalFile;
  /** The file that `# @import` names, with its own imports. */
  imported(path: string): RequestFile | Exclude<ExternalFile, { readonly kind: "bytes" }>;
  /** `undefined` if the path can't be resolved. */
  fileUri(path: string): string | undefined;
  readonly contracts: ContractLookup;
  readonly keys: Keys;
  readonly tokenNames: readonly string[];
  /** The files of the client certificate and its key in the environments; empty if there are none. */
  readonly certificateFiles: readonly (CertificateFile & { read(): ExternalFile })[];
  lookedIn(name: string): LookedIn;
  /** Identifies the resources. Resolvers with equal keys have equal resources. */
  readonly key: string;
}

const noMachine: Machine = {
  processEnv: () => ({ unavailable: l10n.t("Environment variables aren't available here.") }),
  dotenv: () => ({ unavailable: l10n.t("Files can't be read here.") }),
  certificate: () => undefined,
  token: () => ({ unavailable: l10n.t("Files can't be read here.") }),
};

function unreadable(): ExternalFile {
  return { kind: "refused", why: l10n.t("Files can't be read here.") };
}

/** For text without any external resources. */
export const emptyResolver: Resolver = {
  definitions: new Map(),
  given: new Map(),
  environmentNames: [],
  chosen: [],
  inEnvironments: () => emptyResolver,
  builtIn: (reference, sending, lookup) =>
    builtInValue(reference, { machine: noMachine, sending, lookup, file: unreadable }),
  file: unreadable,
  bodyFile: unreadable,
  imported: () => ({ kind: "refused", why: l10n.t("Files can't be read here.") }),
  fileUri: () => undefined,
  contracts: noContracts,
  keys: noKeys,
  tokenNames: [],
  certificateFiles: [],
  lookedIn: () => ({ places: [], others: [], isNamed: false, problems: [] }),
  key: "",
};
