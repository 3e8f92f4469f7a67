/**
 * Begins a line between the head and the body of a response document that the client has put there: it decodes the
 * Fault below it. An empty line ends such lines.
 */
export const explanationSign = "│";
