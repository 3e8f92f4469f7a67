/** In bytes: a file that is larger is no message, and would be copied several times on its way. It is not read. */
export const largestFile = 100_000_000;
