import * as l10n from "@vscode/l10n";
import { percentDecoded } from "../text/escapes.ts";
import type { SourceDocument } from "../xsd/document.ts";
import type { Contract } from "./contract.ts";
import { locationsIn, withTexts } from "./locations.ts";
import { elementText } from "./write/namespaces.ts";

export interface ContractFileCopy {
  /** The relative path of the file in the folder, without `..`. */
  readonly name: string;
  /** The URI from which the document was read. */
  readonly from: string;
  readonly bytes: Uint8Array;
}

/**
 * Converts the documents of a contract to files of one folder, the WSDL first. Only the locations of imports change, to the paths
 * of the other files, and the control addresses of devices, which become absolute. Locations of documents that weren't read stay
 * unchanged.
 */
export function contractFiles(contract: Contract): {
  readonly files: readonly ContractFileCopy[];
  readonly unread: readonly { readonly uri: string; readonly why: string }[];
} {
  const names = fileNames(contract.documentAt(contract.uri), contract.documents);
  const files = contract.documents.flatMap((document) => {
    const file = contract.files.get(document.uri);
    if (typeof file !== "object" || !("bytes" in file)) return [];
    const name = names.get(document.uri) ?? "";
    return [{ name, from: document.uri, bytes: withLocations(contract, document, file.bytes, name, names) }];
  });
  const unread = [...contract.files].flatMap(([uri, file]) => {
    if (file === undefined) return [{ uri, why: l10n.t("The file doesn't exist.") }];
    return typeof file === "object" && "refused" in file ? [{ uri, why: file.refused }] : [];
  });
  return { files, unread };
}

/** File paths by URI. Documents below the WSDL's folder keep their relative path; others are put in the top folder. */
function fileNames(main: string, documents: readonly SourceDocument[]): ReadonlyMap<string, string> {
  const folder = main.slice(0, main.split(/[?#]/, 1)[0]?.lastIndexOf("/"));
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return new Map(
    documents.map(({ uri, root }) => {
      const usual = root?.local === "schema" ? ".xsd" : ".wsdl";
      const [path = "", query = ""] = (
        uri.startsWith(`${folder}/`) ? uri.slice(folder.length + 1) : lastPart(uri)
      ).split("?");
      const name = withExtension(path.split("/").map(sane).join("/"), sane(query), usual);
      const at = name.lastIndexOf(".");
      let count = next.get(name.toLowerCase()) ?? 1;
      const numbered = () => (count === 1 ? name : `${name.slice(0, at)}-${count}${name.slice(at)}`);
      while (taken.has(numbered().toLowerCase())) count++;
      next.set(name.toLowerCase(), count + 1);
      taken.add(numbered().toLowerCase());
      return [uri, numbered()];
    }),
  );
}

function lastPart(uri: string): string {
  const end = uri.indexOf("?");
  return uri.slice(uri.lastIndexOf("/", end < 0 ? uri.length : end) + 1);
}

/** A path segment with only characters that file names may have in all systems, and never `..`. */
function sane(part: string): string {
  return percentDecoded(part)
    .replace(/[^\p{L}\p{N}_.-]/gu, "_")
    .replace(/^\.+/, "");
}

/** The name of a document as a file: `calc.wsdl` for `calc?wsdl`, `calc-xsd_xsd0.xsd` for `calc?xsd=xsd0`. */
function withExtension(path: string, query: string, usual: string): string {
  const extension = /\.(?:wsdl|xsd|xml)$/i.exec(path)?.[0];
  const base = (extension ? path.slice(0, -extension.length) : path) || "service";
  const detail = query === "" || /^(?:single)?wsdl$/i.test(query) ? "" : `-${query}`;
  return `${base}${detail}${extension ?? usual}`;
}

function withLocations(
  contract: Contract,
  document: SourceDocument,
  bytes: Uint8Array,
  name: string,
  names: ReadonlyMap<string, string>,
): Uint8Array {
  const edits = locationsIn(document).flatMap(({ uri, span, kind }) => {
    const target = names.get(contract.documentAt(uri));
    const newText = kind === "address" ? elementText(uri) : target === undefined ? undefined : pathFrom(name, target);
    return newText === undefined ? [] : [{ ...span, newText }];
  });
  return withTexts(document, bytes, edits);
}

function pathFrom(name: string, target: string): string {
  const from = name.split("/").slice(0, -1);
  const to = target.split("/");
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => ".."), ...to.slice(same).map(encodeURIComponent)].join("/");
}
