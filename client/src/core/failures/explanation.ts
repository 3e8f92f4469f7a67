/** Why there is no complete response, in the author's words. */
export interface Explanation {
  /** `connection refused`: in lower case and without an end mark, to stand after `No response: `. */
  readonly title: string;
  /** What happened, in sentences. */
  readonly cause: string;
  /** What can be done, the likeliest first. A way that begins with blanks is a line to copy. */
  readonly ways: readonly string[];
}
