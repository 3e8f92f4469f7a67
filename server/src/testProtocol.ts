/*
 * The results of tests, as the server evaluates them and the client reports them. Spans: UTF-16 offsets.
 */

/** Whether an expectation holds. Texts for people are sentences, or quote the response. */
export interface ExpectationResult {
  /** As written after `# @expect`, or `set token = //m:Token`. */
  readonly text: string;
  /** The place in the segment's text; undefined for what is expected without a directive. */
  readonly at: { readonly start: number; readonly end: number } | undefined;
  readonly held: boolean;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly why?: string | undefined;
  /** Lines that begin with a space, `-` (expected) or `+` (actual). */
  readonly diff?: readonly string[] | undefined;
  /** A better path, for a fix. */
  readonly instead?: string | undefined;
  /** The path of the file with the expected body, if it is missing or differs. */
  readonly expectedFile?: string | undefined;
}

/** A request of a file, as far as a run must know it. */
export interface RunRequest {
  /** The index among the requests of the file. */
  readonly id: number;
  /** Of `# @name`, else the title, else the method and the target. */
  readonly name: string;
  /** The ids of the requests that must be sent before. */
  readonly needs: readonly number[];
  /** Whether its result is reported. */
  readonly isTest: boolean;
  /** A sentence about why it can't be sent, whatever the values are. */
  readonly problem: string | undefined;
  /** The reason of `# @skip`, which may be empty. */
  readonly skip: string | undefined;
  /** The number of retries, and the pause in milliseconds. */
  readonly retry: { readonly times: number; readonly every: number };
  readonly repeat: number;
  /** The path of the data file. */
  readonly data: string | undefined;
}
