/** What the shell learns; the same for every command. */
export const exitCode = {
  /** Nothing is wrong, or all were answered without a fault. */
  good: 0,
  /** Something was found, or a service answered with a fault. */
  bad: 1,
  /** Wrong usage, or a file that can't be read. */
  usage: 2,
  /** A request had no response. */
  noResponse: 3,
} as const;
