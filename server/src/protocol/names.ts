/*
 * What the server needs of the protocol also without a connection, on the command line: without the classes of messages.
 */

/** The client's command for a fix that changes line endings. Arguments: the document's URI, and `\n` or `\r\n`. */
export const changeLineEndsCommand = "soaphttp.changeLineEnds";

/** The client's command that moves the cursor after a fix. Arguments: the document's URI, and the position. */
export const placeCursorCommand = "soaphttp.placeCursor";

/** Whether a document of a WSDL is fetched, and not a file. */
export function isWebAddress(uri: string): boolean {
  return /^https?:/i.test(uri);
}

/** Whether a file is the main one of a Bruno collection, which is its whole folder. */
export function isBrunoMain(path: string): boolean {
  return /(?:^|[/\\])(?:bruno\.json|opencollection\.ya?ml)$/.test(path);
}

/** The scheme of read-only documents: what was fetched from an address. */
export const readOnlyScheme = "soaphttp-wsdl";

/** The URI of the document that an editor can open: for one at an address, a read-only document, whose query is the address. */
export function readOnlyUri(uri: string): string {
  if (!isWebAddress(uri)) return uri;
  const path = uri.split(/[?#]/, 1)[0] ?? "";
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/[^\w.-]/g, "_") || "service";
  return `${readOnlyScheme}:/${/\.(?:wsdl|xsd|xml)$/i.test(name) ? name : `${name}.wsdl`}?${encodeURIComponent(uri)}`;
}
