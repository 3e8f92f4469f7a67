/** Messages to and from the thread that evaluates a proxy script. */

export interface Surroundings {
  /** Current time in milliseconds, as `Date.now()` returns it. */
  readonly now: number;
  readonly ownAddress: string;
  /** The IPv4 address of each name that was looked up; null if there is none. */
  readonly addresses: ReadonlyMap<string, string | null>;
}

export interface PacTask extends Surroundings {
  readonly script: string;
  readonly name: string;
  readonly url: string;
  readonly host: string;
}

export type PacOutcome =
  | { readonly kind: "result"; readonly value: string }
  /** The result depends on names that aren't looked up yet. */
  | { readonly kind: "names"; readonly names: readonly string[] }
  /** `message`: a sentence. */
  | { readonly kind: "error"; readonly message: string };

/** `running`: from this message on, the script's time is limited. */
export type PacMessage = PacOutcome | { readonly kind: "running" };
