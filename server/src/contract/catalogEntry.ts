/** Writes entries of XML catalogs, for addresses that can't be loaded. */
import { isWebAddress } from "../protocol/names.ts";
import { decodeText } from "../text/decode.ts";
import { escapeXml, percentDecoded } from "../text/escapes.ts";
import { firstBreak } from "../text/lines.ts";
import { attribute } from "../xsd/declarations.ts";
import { readDocument, type SourceDocument } from "../xsd/document.ts";
import { catalogNamespace } from "./catalogs.ts";
import type { Contract } from "./contract.ts";
import { locationsIn, withTexts } from "./locations.ts";

const emptyCatalog = `<?xml version="1.0" encoding="UTF-8"?>\n<catalog xmlns="${catalogNamespace}"/>\n`;
const restOfTag = /(?:[^"'>]|"[^"]*"|'[^']*')*>/y;

/**
 * The bytes of a catalog with one new entry at the top, where it takes precedence. All other bytes stay the same. Undefined if
 * the catalog can't be used, because it isn't well-formed or has another base URI.
 * @param bytes undefined for a new catalog
 * @param file the name of a file in its folder
 */
export function withCatalogEntry(bytes: Uint8Array | undefined, address: string, file: string): Uint8Array | undefined {
  const old = bytes ?? new TextEncoder().encode(emptyCatalog);
  const document = readDocument("", decodeText(old).text);
  const { root, text, problems } = document;
  if (root?.local !== "catalog" || root.namespace !== catalogNamespace || problems.length > 0) return undefined;
  if (root.attributes.has("{http://www.w3.org/XML/1998/namespace}base")) return undefined;
  const name = text.slice(root.nameSpan.start, root.nameSpan.end);
  restOfTag.lastIndex = root.nameSpan.end;
  if (!restOfTag.test(text)) return undefined;
  const end = restOfTag.lastIndex;
  const isEmpty = text[end - 2] === "/";
  const value = (plain: string) => escapeXml(plain, /[&<>"]/g);
  const attributes = `name="${value(address)}" uri="${value(encodeURIComponent(file))}"`;
  const newLine = firstBreak(text);
  const entry = `${newLine}  <${name.slice(0, -"catalog".length)}uri ${attributes}/>`;
  const newText = isEmpty ? `>${entry}${newLine}</${name}>` : `>${entry}`;
  const changed = withTexts(document, old, [{ start: end - (isEmpty ? 2 : 1), end, newText }]);
  return changed === old ? undefined : changed;
}

export interface UnreadAddress {
  readonly address: string;
  /** The target namespace of the document, if the import names it; otherwise empty. */
  readonly namespace: string;
  readonly isSchema: boolean;
}

export function unreadAddressAt(
  contract: Contract,
  document: SourceDocument,
  offset: number,
): UnreadAddress | undefined {
  const location = locationsIn(document).find(({ span }) => span.start <= offset && offset <= span.end);
  if (location?.kind !== "document" || !isWebAddress(location.uri)) return undefined;
  const file = contract.files.get(contract.documentAt(location.uri));
  if (file === "pending" || (file !== undefined && "bytes" in file)) return undefined;
  const { uri: address, source } = location;
  const outer = source?.parent;
  const namespace = (source && attribute(source, "namespace")) ?? (outer && attribute(outer, "targetNamespace")) ?? "";
  return { address, namespace, isSchema: source?.attributes.has("schemaLocation") ?? false };
}

/** File names that the document at an address may have: `o.xsd` for `/o.xsd`, `?xsd=o.xsd` and `?xsd=o`. */
export function fileNamesFor({ address }: UnreadAddress): readonly string[] {
  const { pathname, search } = new URL(address);
  const [, kind = "", value = ""] = /^\?(\w*)=([^&]*)/.exec(search) ?? [];
  return [pathname.slice(pathname.lastIndexOf("/") + 1), value, `${value}.${kind.toLowerCase()}`].map(percentDecoded);
}

export function hasNamespaceOf({ namespace, isSchema }: UnreadAddress, bytes: Uint8Array): boolean {
  const { root } = readDocument("", decodeText(bytes).text);
  if (root === undefined || namespace === "" || (root.local === "schema") !== isSchema) return false;
  return attribute(root, "targetNamespace") === namespace;
}
