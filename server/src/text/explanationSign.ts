/**
 * Begins each line of the client's explanation of a Fault. In a response document, these lines precede the body and
 * end with an empty line.
 */
export const explanationSign = "│";
