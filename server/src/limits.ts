/*
 * Sizes above which something is not read, shown or kept: in bytes, if nothing else is said. Limits of a protocol's syntax
 * are where it is read.
 */

/** Of a file that a document refers to: it would be copied several times on its way. */
export const largestFile = 100_000_000;

/** Of a file in which Go to Symbol looks for requests, so that the list is shown while its query is typed. */
export const largestListedFile = 1_000_000;

/** Of a text that is pasted, in UTF-16 units. */
export const longestPaste = 1_000_000;

/** Of a variable's value, in UTF-16 units. Values that use each other can double with each line; none of use is longer. */
export const longestValue = 1_000_000;

/** Of a text with replaced variables, in UTF-16 units: beyond it no further variable is replaced. */
export const longestResolved = 64_000_000;

/** Of a response's body, unless `soaphttp.response.maxBytes` says otherwise. */
export const defaultMaxBytes = 50 * 1024 * 1024;

/** Of a response's header section, unless `soaphttp.response.maxHeadBytes` says otherwise. */
export const defaultMaxHeadBytes = 64 * 1024;

/** Header fields of a response, and of each 1xx response. */
export const maxFields = 2_000;

/** Of a response's body on the command line: as Base64 it still fits into a string. */
export const commandLineMaxBytes = 256 * 1024 * 1024;

/** Of a body in a response's document. The rest is available through Save. */
export const shownBytes = 5 * 1024 * 1024;

/** Lines of a response's document. VS Code shows no colors and lenses in a text of more than 300,000 lines. */
export const shownLines = 250_000;

/** Of one direction in the wire view: its first and its last bytes. */
export const shownAtEachEnd = 64 * 1024;

/** Of a body that can't be shown as text. */
export const previewedBytes = 256;

/** Of a picture in a hover: VS Code cuts the text of a hover off at 100,000 characters. */
export const largestHoverPicture = 70_000;

/** Of all exchanges that a window keeps, and of all in the history but the newest. */
export const retainedBytes = 200 * 1024 * 1024;
