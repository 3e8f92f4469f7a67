/*
 * Sizes above which something isn't read, shown or kept, in bytes unless a comment names another unit. Limits of a
 * protocol's syntax are in its parser.
 */

/** Maximum size of a file that a document refers to; its bytes are copied several times. */
export const largestFile = 100_000_000;

/** In bytes: a file with a private key and certificates. */
export const largestKeyFile = 1_000_000;
/** Maximum size of a WSDL or schema. */
export const largestContractFile = 64_000_000;
/** The number of documents at addresses that one WSDL may have: a server could name a new one in each. */
export const fetchedDocuments = 500;
/** The number of WSDLs that are searched for the operation of a request. */
export const searchedWsdls = 500;
/** Maximum size of a file that Go to Symbol searches while a query is typed. */
export const largestListedFile = 1_000_000;
/** Maximum length of a WSDL in an editor, in UTF-16 units, above which no lenses are shown. */
export const largestListedContract = 8_000_000;
/** Maximum length of a pasted text, in UTF-16 units. */
export const longestPaste = 1_000_000;
/** Maximum length of all blocks of a Markdown file with the lines above each of them, in UTF-16 units. */
export const longestMarkdown = 64_000_000;
/** Blocks of a Markdown document in an editor; those that follow have no requests. */
export const mostBlocks = 1_000;
/** Rounds in which a message is rendered: each has what the host has computed for the one before. */
export const mostRounds = 100;
/** Maximum length of a variable's value, in UTF-16 units. Values that use each other can double with each line. */
export const longestValue = 1_000_000;
/** Maximum length of a text, in UTF-16 units, above which no variables are replaced. */
export const longestResolved = 64_000_000;
/** Maximum length of an XPath, in UTF-16 units: the library takes time in proportion to the square of the length. */
export const longestXPath = 2_000;
/** Maximum time for the evaluation of all paths of an exchange, in milliseconds. */
export const longestEvaluation = 5_000;
/** Maximum length of all texts that an XPath finds, in UTF-16 units. */
export const longestFound = 100_000_000;
/** Maximum size of a response's body; the default of `soaphttp.response.maxBytes`. */
export const defaultMaxBytes = 50 * 1024 * 1024;
/** Maximum size of a response's header section; the default of `soaphttp.response.maxHeadBytes`. */
export const defaultMaxHeadBytes = 64 * 1024;
/** The number of header fields of a response, and of each 1xx response. */
export const maxFields = 2_000;
/** Maximum size of a response's body on the command line: as Base64 it still fits into a string. */
export const commandLineMaxBytes = 256 * 1024 * 1024;
/** Maximum size of a body in a response's document. The rest is available through Save. */
export const shownBytes = 5 * 1024 * 1024;
/** Size of a body above which its response is shown before it is formatted. */
export const formattedLater = 1_000_000;
/** Size of the beginning that is shown meanwhile. */
export const shownBeforeFormatting = 16 * 1024;
/** Lines of a response document: VS Code shows no colors and lenses in a text of more than 300,000 lines. */
export const shownLines = 250_000;
/** Maximum size of the start and of the end of each direction in the wire view. */
export const shownAtEachEnd = 64 * 1024;
/** Maximum shown size of a body that can't be shown as text. */
export const previewedBytes = 256;
/** Maximum size of an image in a hover: VS Code cuts the text of a hover off at 100,000 characters. */
export const largestHoverPicture = 70_000;
/** Maximum size of all exchanges of a window, and of all in the history except the newest. */
export const retainedBytes = 200 * 1024 * 1024;
/** Steps of a schema's regular expressions for one value, after which any value is accepted. */
export const valueSteps = 2_000_000;
/** As many for all values of a document. */
export const documentSteps = 20_000_000;
/** Steps of a document's keys besides one for each of its characters: elements that are followed, and keys that are compared. */
export const keySteps = 300_000;
/** Steps through content models for a document besides ten for each of its characters. */
export const contentSteps = 2_000_000;
/** As many from one element to the next, outside of the check of a document. */
export const elementSteps = 50_000;
/** Maximum size of a file that is imported, and of all files of a project that is a folder. */
export const largestImport = 100_000_000;
/** Maximum items of an imported source: requests, assertions, properties and others. */
export const importedItems = 100_000;
/** Maximum XML elements of an imported file. */
export const importedElements = 4_000_000;
/** Maximum length of a SoapUI project that is kept as a whole: what isn't kept is read twice. */
export const keptProject = 8_000_000;
/** Maximum nesting depth of an imported source. */
export const importedLevels = 1_000;
/** Maximum size of all that is decompressed in an imported source. */
export const importedDecompressed = 64_000_000;
/** Maximum requests to a mock service whose responses by a WSDL are kept. */
export const keptMockRequests = 100;
/** Maximum size of the body of such a request, and of its response. */
export const largestKeptMockRequest = 16_384;
/** Maximum size of a request's body for a mock service, also when decoded; the default of `--max-body`. */
export const defaultMockBody = 10 * 1024 * 1024;
/** Maximum number of clients of a mock service; the default of `--max-connections`. */
export const defaultMockConnections = 1_000;
/** Maximum time for the evaluation of all paths of a request to a mock service, in milliseconds. */
export const longestConditions = 1_000;
/** Maximum time of `# @delay` in a mock service, in milliseconds. */
export const longestDelay = 86_400_000;
/** Maximum number of problems in the Fault of a mock service. */
export const problemsInFault = 100;
/** Maximum size of all files in a folder whose projects are imported. */
export const largestImportFolder = 400_000_000;
/** Maximum names in a folder that the completion of a path reads. */
export const completedNames = 500;
/** Maximum size of what a step of a value decompresses. */
export const longestUnpacked = 64_000_000;
/** Maximum number of steps of a value. */
export const maxSteps = 16;
/** Maximum number of bytes of `$random`. */
export const mostRandomBytes = 1024;
/** Maximum number of documents of a file (`# @document`). */
export const mostDocuments = 200;
/** Maximum nesting depth of documents that use each other. */
export const deepestDocument = 16;
/** Maximum number of signatures of a message, or of a document. */
export const mostSignatures = 50;
/** Maximum number of references of all signatures of a message, or of a document. */
export const mostReferences = 200;
/** Maximum number of encrypted parts of a message. */
export const mostEncryptedParts = 50;
/** Maximum nesting depth of encrypted parts. */
export const deepestEncryption = 5;
/** Maximum keys that are tried for an encrypted part. */
export const mostTriedKeys = 20;
/** Maximum size of all canonical forms of what a message signs. */
export const longestCanonicalized = 256_000_000;
/** Sizes of RSA keys, in bits. */
export const smallestRsa = 1024;
export const largestRsa = 8192;
/** Maximum number of values of a response that a request is sent for. */
export const mostRows = 100_000;

/** Maximum number of files that one imports, directly or through others. */
export const mostImports = 1000;

/** Maximum elements and attributes of an XML file with rows. */
export const mostDataElements = 2_000_000;
/** Maximum size of a part of an Excel workbook, when it is decompressed. */
export const largestSheet = 100_000_000;
/** Maximum cells of a data file. */
export const mostCells = 2_000_000;
/** A data file, in bytes. */
export const largestDataFile = 50_000_000;
