/* What the server also needs without a connection, on the command line: without the classes of messages. */

/** Name of the client's command that changes line endings, used by a quick fix. Arguments: the document's URI, and `\n` or `\r\n`. */
export const changeLineEndsCommand = "soaphttp.changeLineEnds";

/** Name of the client's command that moves the cursor after a quick fix. Arguments: the document's URI, and the position. */
export const placeCursorCommand = "soaphttp.placeCursor";

export function isWebAddress(uri: string): boolean {
  return /^https?:/i.test(uri);
}

/** Whether a file is the main file of a Bruno collection. The collection is the whole folder of the file. */
export function isBrunoMain(path: string): boolean {
  return /(?:^|[/\\])(?:bruno\.json|opencollection\.ya?ml)$/.test(path);
}

/** URI scheme of read-only documents with content that was loaded from an address. */
export const readOnlyScheme = "soaphttp-wsdl";

/** A URI that an editor can open: for a web address, that of a read-only document with the address in its query. */
export function readOnlyUri(uri: string): string {
  if (!isWebAddress(uri)) return uri;
  const path = uri.split(/[?#]/, 1)[0] ?? "";
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/[^\w.-]/g, "_") || "service";
  return `${readOnlyScheme}:/${/\.(?:wsdl|xsd|xml)$/i.test(name) ? name : `${name}.wsdl`}?${encodeURIComponent(uri)}`;
}
