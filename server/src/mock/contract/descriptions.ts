import type { Contract } from "../../contract/contract.ts";
import { locationsIn, withTexts } from "../../contract/locations.ts";
import type { TextEdit } from "../../text/edits.ts";
import { escapeXml } from "../../text/escapes.ts";
import type { SourceDocument } from "../../xsd/document.ts";
import { pathOf } from "./ports.ts";

/** A document of a WSDL, with the query (after `?`) that it is served at. */
interface Description {
  readonly contract: Contract;
  readonly document: SourceDocument;
  readonly query: string;
}

/**
 * The WSDLs of a path and the documents that they import: `?wsdl` is the first one, the others are `?wsdl=2`, `?xsd=1` and so on.
 * No other document has a name.
 */
export class Descriptions {
  readonly #path: string;
  readonly #byQuery: ReadonlyMap<string, Description>;
  readonly #byDocument: ReadonlyMap<SourceDocument, Description>;
  readonly #written = new Map<string, { readonly base: string; readonly bytes: Uint8Array }>();

  constructor(path: string, contracts: readonly Contract[]) {
    const all = named(contracts);
    this.#path = path;
    this.#byQuery = new Map(all.map((one) => [one.query, one]));
    this.#byDocument = new Map(all.map((one) => [one.document, one]));
  }

  /**
   * The bytes of a document, in which ports and imports have addresses of the mock service. Everything else is
   * unchanged. Undefined if there is no such document.
   * @param query the text after `?`, in upper or lower case
   * @param base `http://localhost:8080`, without a path
   */
  read(query: string, base: string): Uint8Array | undefined {
    const name = query.toLowerCase().replace(/^wsdl=1$/, "wsdl");
    const description = this.#byQuery.get(name);
    const file = description?.contract.files.get(description.document.uri);
    if (!description || typeof file !== "object" || !("bytes" in file)) return undefined;
    const written = this.#written.get(name);
    if (written?.base === base) return written.bytes;
    const edits = [...this.#imports(description, base), ...this.#addresses(description, base)];
    const bytes = withTexts(
      description.document,
      file.bytes,
      edits.sort((a, b) => a.start - b.start),
    );
    this.#written.set(name, { base, bytes });
    return bytes;
  }

  #imports({ contract, document }: Description, base: string): readonly TextEdit[] {
    const documents = new Map(contract.documents.map((one) => [one.uri, one]));
    return locationsIn(document).flatMap(({ uri, span, kind }) => {
      const target = documents.get(contract.documentAt(uri));
      const description = kind === "document" && target ? this.#byDocument.get(target) : undefined;
      return description ? [{ ...span, newText: escaped(`${base}${this.#path}?${description.query}`) }] : [];
    });
  }

  #addresses({ contract, document }: Description, base: string): readonly TextEdit[] {
    const ports = contract.wsdl.services.flatMap((service) => service.ports);
    return ports.flatMap((port) => {
      const { source, address } = port;
      return address && source.document === document
        ? [{ ...address.span, newText: escaped(base + pathOf(port)) }]
        : [];
    });
  }
}

function named(contracts: readonly Contract[]): readonly Description[] {
  const counts = { wsdl: 0, xsd: 0 };
  return contracts.flatMap((contract) =>
    contract.documents.map((document) => {
      const kind = document.root?.local === "schema" ? "xsd" : "wsdl";
      const count = ++counts[kind];
      return { contract, document, query: kind === "wsdl" && count === 1 ? "wsdl" : `${kind}=${count}` };
    }),
  );
}

function escaped(text: string): string {
  return escapeXml(text, /[&<>"']/g);
}
