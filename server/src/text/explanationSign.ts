/** Begins the client's lines about a Fault, which precede the body in a response document and end with an empty line. */
export const explanationSign = "│";
