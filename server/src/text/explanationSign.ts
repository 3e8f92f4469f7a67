/** Begins each line of the client's explanation of a Fault, which precedes the body and ends with an empty line. */
export const explanationSign = "│";
