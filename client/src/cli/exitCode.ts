/** The exit codes of all commands. */
export const exitCode = {
  /** No problems, or only responses without a Fault. */
  good: 0,
  /** Findings, or a response with a Fault or an unsuccessful status. */
  bad: 1,
  /** A usage error, or a file that can't be read. */
  usage: 2,
  /** A request without a complete response. */
  noResponse: 3,
  /** Stopped by Ctrl-C, as shells count it. */
  stopped: 130,
} as const;
