import * as l10n from "@vscode/l10n";
import { builtInValue, type Machine, type Sending } from "./builtIns.ts";
import { largestFile } from "./largestFile.ts";
import type { Definition, Value } from "./value.ts";

/** A file that a document refers to, as it was read. */
export type OutsideFile =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** `pending`: it is being read; nothing can be said of it yet. */
  | { readonly kind: "pending" }
  | { readonly kind: "missing" }
  /** `why`: a sentence. */
  | { readonly kind: "refused"; readonly why: string };

export function tooLarge(): OutsideFile {
  return { kind: "refused", why: l10n.t("The file is larger than {0} MB.", largestFile / 1_000_000) };
}

/** Where variables were looked for, in words, and why not elsewhere, in sentences. */
export interface LookedIn {
  readonly places: readonly string[];
  readonly problems: readonly string[];
}

/** What a document refers to that doesn't stand in it: environments, the machine, files. */
export interface Outside {
  /** Of the chosen environment and of `$shared`; what wins is already decided. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** @param reference what stands between the braces: `$datetime iso8601 -1 d` */
  builtIn(reference: string, sending: Sending | undefined): Value;
  file(path: string): OutsideFile;
  /** The URI of that file; `undefined` where a path leads nowhere. */
  fileUri(path: string): string | undefined;
  lookedIn(): LookedIn;
  /** Two of the same key are the same. */
  readonly key: string;
}

const noMachine: Machine = {
  processEnv: () => ({ unavailable: l10n.t("Environment variables aren't available here.") }),
  dotenv: () => ({ unavailable: l10n.t("Files can't be read here.") }),
};

/** For a text that stands for itself. */
export const nothingOutside: Outside = {
  definitions: new Map(),
  builtIn: (reference, sending) => builtInValue(reference, noMachine, sending),
  file: () => ({ kind: "refused", why: l10n.t("Files can't be read here.") }),
  fileUri: () => undefined,
  lookedIn: () => ({ places: [], problems: [] }),
  key: "",
};
