/*
 * Sizes above which something isn't read, shown or kept, in bytes unless a comment names another unit. Limits of a
 * protocol's syntax are in its parser.
 */

/** Maximum size of a file that a document refers to, in bytes. The bytes are copied several times. */
export const largestFile = 100_000_000;

/** Maximum size of a file with a private key and certificates, in bytes. */
export const largestKeyFile = 1_000_000;
/** Maximum size of a WSDL or schema, in bytes. */
export const largestContractFile = 64_000_000;
/** Maximum number of documents at web addresses in one WSDL. A server could name a new document in each. */
export const fetchedDocuments = 500;
export const searchedWsdls = 500;
/** Maximum size of a file that Go to Symbol searches while the user types a query, in bytes. */
export const largestListedFile = 1_000_000;
/** Maximum length of a WSDL in an editor for which lenses are shown, in UTF-16 units. */
export const largestListedContract = 8_000_000;
/** Maximum length of a pasted text, in UTF-16 units. */
export const longestPaste = 1_000_000;
/** Maximum length of all code blocks in a Markdown file, together with the lines above each of them, in UTF-16 units. */
export const longestMarkdown = 64_000_000;
/** Maximum number of blocks with features in a Markdown document. Further blocks have no requests. */
export const mostBlocks = 1_000;
/** Maximum number of rounds of rendering a message. Each round uses the results that the host has computed for the previous one. */
export const mostRounds = 100;
/** Maximum length of a variable's value, in UTF-16 units. If variables use each other, the length can double with each line. */
export const longestValue = 1_000_000;
/** Maximum length of a text in which variables are replaced, in UTF-16 units. */
export const longestResolved = 64_000_000;
/** Maximum length of an XPath, in UTF-16 units. The time of the library is proportional to the square of the length. */
export const longestXPath = 2_000;
/** Maximum time for the evaluation of all paths of an exchange, in milliseconds. */
export const longestEvaluation = 5_000;
/** Maximum length of all texts that an XPath finds, in UTF-16 units. */
export const longestFound = 100_000_000;
/** Maximum size of a response's body in bytes. Default of `soaphttp.response.maxBytes`. */
export const defaultMaxBytes = 50 * 1024 * 1024;
/** Maximum size of a response's header section in bytes. Default of `soaphttp.response.maxHeadBytes`. */
export const defaultMaxHeadBytes = 64 * 1024;
/** Maximum number of header fields in a response, and in each 1xx response. */
export const maxFields = 2_000;
/** Maximum size of a response's body on the command line, in bytes. As Base64, it still fits into a string. */
export const commandLineMaxBytes = 256 * 1024 * 1024;
/** Maximum size of the shown body in a response document, in bytes. The rest is available through Save. */
export const shownBytes = 5 * 1024 * 1024;
/** Maximum size of a body that is formatted before its response is shown, in bytes. */
export const formattedLater = 1_000_000;
/** Size of the beginning of a larger body that is shown until the body is formatted, in bytes. */
export const shownBeforeFormatting = 16 * 1024;
/** Maximum number of lines in a response document. VS Code shows no colors and lenses in a text of more than 300,000 lines. */
export const shownLines = 250_000;
/** Maximum size of the shown start, and of the shown end, of each direction in the wire view, in bytes. */
export const shownAtEachEnd = 64 * 1024;
/** Maximum shown size of a body that isn't text, in bytes. */
export const previewedBytes = 256;
/** Maximum size of an image in a hover, in bytes. VS Code cuts off the text of a hover at 100,000 characters. */
export const largestHoverPicture = 70_000;
/** Maximum size of all exchanges of a window, and of all exchanges in the history except the newest, in bytes. */
export const retainedBytes = 200 * 1024 * 1024;
/** Maximum number of steps of a schema's regular expressions for one value. After this, any value is accepted. */
export const valueSteps = 2_000_000;
/** Maximum number of steps of a schema's regular expressions for all values of a document. */
export const documentSteps = 20_000_000;
/** Maximum number of steps for the keys of a document (following elements, comparing keys), besides one step for each character. */
export const keySteps = 300_000;
/** Maximum number of steps through content models for a document, besides ten steps for each character. */
export const contentSteps = 2_000_000;
/** Maximum number of steps from one element to the next, outside of the check of a document. */
export const elementSteps = 50_000;
/** Maximum size of an imported file, and of all files in an imported folder, in bytes. */
export const largestImport = 100_000_000;
/** Maximum number of items in an imported source: requests, assertions, properties and others. */
export const importedItems = 100_000;
/** Maximum number of XML elements in an imported file. */
export const importedElements = 4_000_000;
/** Maximum length of a SoapUI project that is kept in memory, in UTF-16 units. Larger projects are read twice. */
export const keptProject = 8_000_000;
/** Maximum nesting depth of an imported source. */
export const importedLevels = 1_000;
/** Maximum size of all decompressed data in an imported source, in bytes. */
export const importedDecompressed = 64_000_000;
/** Maximum number of requests to a mock service whose responses by a WSDL are kept. */
export const keptMockRequests = 100;
/** Maximum size of the body of a request whose response is kept, and of this response, in bytes. */
export const largestKeptMockRequest = 16_384;
/** Maximum size of a request's body in a mock service, before and after decoding, in bytes. Default of `--max-body`. */
export const defaultMockBody = 10 * 1024 * 1024;
/** Maximum number of connected clients of a mock service. Default of `--max-connections`. */
export const defaultMockConnections = 1_000;
/** Maximum time for the evaluation of all paths of a request to a mock service, in milliseconds. */
export const longestConditions = 1_000;
/** Maximum duration of `# @delay` in a mock service, in milliseconds. */
export const longestDelay = 86_400_000;
export const problemsInFault = 100;
/** Maximum size of all files in a folder whose projects are imported, in bytes. */
export const largestImportFolder = 400_000_000;
/** Maximum number of names in a folder that completion of a path reads. */
export const completedNames = 500;
/** Maximum size of the decompressed result of a step, in bytes. */
export const longestUnpacked = 64_000_000;
export const maxSteps = 16;
export const mostRandomBytes = 1024;
export const mostDocuments = 200;
/** Maximum nesting depth of documents that use each other. */
export const deepestDocument = 16;
/** Maximum number of signatures in a message, or in a document. */
export const mostSignatures = 50;
/** Maximum number of references in all signatures of a message, or of a document. */
export const mostReferences = 200;
export const mostEncryptedParts = 50;
/** Maximum nesting depth of encrypted parts. */
export const deepestEncryption = 5;
export const mostTriedKeys = 20;
/** Maximum size of all canonical forms for the signatures of a message, in bytes. */
export const longestCanonicalized = 256_000_000;
/** Minimum size of an RSA key, in bits. */
export const smallestRsa = 1024;
export const largestRsa = 8192;
/** Maximum number of values in a response that a request is sent for. */
export const mostRows = 100_000;

/** Maximum number of files that a file imports, directly or through other files. */
export const mostImports = 1000;

/** Maximum number of elements and attributes in an XML file with data rows. */
export const mostDataElements = 2_000_000;
/** Maximum size of a part of an Excel workbook after decompression, in bytes. */
export const largestSheet = 100_000_000;
/** Maximum number of cells in a data file. */
export const mostCells = 2_000_000;
/** Maximum size of a data file, in bytes. */
export const largestDataFile = 50_000_000;
