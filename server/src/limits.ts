/*
 * Sizes above which something isn't read, shown or kept, in bytes unless a comment names another unit. Limits of a
 * protocol's syntax are in its parser.
 */

/** Of a file that a document refers to; its bytes are copied several times. */
export const largestFile = 100_000_000;
/** Of a WSDL or schema. */
export const largestContractFile = 64_000_000;
/** The number of WSDLs that are searched for the operation of a request. */
export const searchedWsdls = 500;
/** Of a file that Go to Symbol searches while a query is typed. */
export const largestListedFile = 1_000_000;
/** Of a WSDL that is opened in an editor, in UTF-16 units: only for a smaller one are lenses shown. */
export const largestListedContract = 8_000_000;
/** Of a pasted text, in UTF-16 units. */
export const longestPaste = 1_000_000;
/** Of a variable's value, in UTF-16 units. Values that use each other can double with each line. */
export const longestValue = 1_000_000;
/** Of a text in UTF-16 units, after which no variables are replaced. */
export const longestResolved = 64_000_000;
/** Of a response's body; the default of `soaphttp.response.maxBytes`. */
export const defaultMaxBytes = 50 * 1024 * 1024;
/** Of a response's header section; the default of `soaphttp.response.maxHeadBytes`. */
export const defaultMaxHeadBytes = 64 * 1024;
/** The number of header fields of a response, and of each 1xx response. */
export const maxFields = 2_000;
/** Of a response's body on the command line: as Base64 it still fits into a string. */
export const commandLineMaxBytes = 256 * 1024 * 1024;
/** Of a body in a response's document. The rest is available through Save. */
export const shownBytes = 5 * 1024 * 1024;
/** Lines of a response document: VS Code shows no colors and lenses in a text of more than 300,000 lines. */
export const shownLines = 250_000;
/** Of the start and of the end of each direction in the wire view. */
export const shownAtEachEnd = 64 * 1024;
/** Of a body that can't be shown as text. */
export const previewedBytes = 256;
/** Of a picture in a hover: VS Code cuts the text of a hover off at 100,000 characters. */
export const largestHoverPicture = 70_000;
/** Of all exchanges of a window, and of all in the history except the newest. */
export const retainedBytes = 200 * 1024 * 1024;
