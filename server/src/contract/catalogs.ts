/** XML catalogs (OASIS XML Catalogs 1.1): they redirect the addresses of schemas and WSDLs to files. */
import * as l10n from "@vscode/l10n";
import { isWebAddress } from "../protocol/names.ts";
import { addTo } from "../text/grouped.ts";
import { attribute, type ReadResult, resolveUri } from "../xsd/declarations.ts";
import type { SourceDocument, SourceElement } from "../xsd/document.ts";

export const catalogNamespace = "urn:oasis:names:tc:entity:xmlns:xml:catalog";
export const catalogName = "catalog.xml";
const maxCatalogs = 100;

/** Which part of an address the text of an entry must match: the whole address, its start or its end. */
type Match = "whole" | "start" | "end";

/** Kinds of entries by element name. The address of a schema is both a system identifier and a URI. */
const entryKinds: Readonly<Record<string, { match: Match; text: string; target: string; isDelegate?: true }>> = {
  uri: { match: "whole", text: "name", target: "uri" },
  system: { match: "whole", text: "systemId", target: "uri" },
  rewriteURI: { match: "start", text: "uriStartString", target: "rewritePrefix" },
  rewriteSystem: { match: "start", text: "systemIdStartString", target: "rewritePrefix" },
  uriSuffix: { match: "end", text: "uriSuffix", target: "uri" },
  systemSuffix: { match: "end", text: "systemIdSuffix", target: "uri" },
  delegateURI: { match: "start", text: "uriStartString", target: "catalog", isDelegate: true },
  delegateSystem: { match: "start", text: "systemIdStartString", target: "catalog", isDelegate: true },
};

/** Targets by the texts of entries, the longest first. */
class Entries {
  readonly #byLength = new Map<number, Map<string, string[]>>();
  #lengths: readonly number[] | undefined;

  add(text: string, target: string): void {
    const texts = this.#byLength.get(text.length) ?? new Map<string, string[]>();
    this.#byLength.set(text.length, texts);
    addTo(texts, text, target);
  }

  *fitting(address: string, match: Match): Iterable<readonly [text: string, targets: readonly string[]]> {
    this.#lengths ??= [...this.#byLength.keys()].sort((a, b) => b - a);
    for (const length of match === "whole" ? [address.length] : this.#lengths) {
      if (length > address.length) continue;
      const text = match === "end" ? address.slice(address.length - length) : address.slice(0, length);
      const targets = this.#byLength.get(length)?.get(text);
      if (targets) yield [text, targets];
    }
  }
}

interface Catalog {
  readonly entries: Readonly<Record<Match | "delegate", Entries>>;
  readonly next: readonly string[];
}

export interface CatalogProblem {
  readonly uri: string;
  readonly source: SourceElement | undefined;
  readonly message: string;
}

/** The catalogs of a contract, which are read when the first address is looked up. */
export class Catalogs {
  readonly problems: CatalogProblem[] = [];
  readonly #own: string | undefined;
  readonly #others: readonly string[];
  readonly #read: (uri: string) => ReadResult;
  readonly #opened = new Map<string, Catalog | undefined>();

  /** The first catalog with a match takes precedence. `own`: the catalog beside the WSDL, which may be missing. */
  constructor(own: string | undefined, others: readonly string[], read: (uri: string) => ReadResult) {
    this.#own = own;
    this.#others = others;
    this.#read = read;
  }

  /** Returns the address itself if no entry matches, or the URI of a catalog that must be read first. */
  target(address: string): string {
    const uris = [...(this.#own === undefined ? [] : [this.#own]), ...this.#others];
    return this.#search(uris, address, new Set()) ?? address;
  }

  /** Searches each catalog only once, so that catalogs may refer to each other. */
  #search(uris: readonly string[], address: string, seen: Set<string>): string | undefined {
    const open = [...uris].reverse();
    for (let uri = open.pop(); uri !== undefined; uri = open.pop()) {
      if (seen.has(uri)) continue;
      seen.add(uri);
      const catalog = this.#open(uri);
      if (catalog === "pending") return uri;
      if (catalog === undefined) continue;
      const target = targetIn(catalog, address);
      if (target !== undefined) return target;
      const delegates = [...catalog.entries.delegate.fitting(address, "start")].flatMap(([, targets]) => targets);
      // A matching delegate entry ends the search in the other catalogs.
      if (delegates.length > 0) open.length = 0;
      open.push(...[...(delegates.length > 0 ? delegates : catalog.next)].reverse());
    }
    return undefined;
  }

  #open(uri: string): Catalog | "pending" | undefined {
    if (this.#opened.has(uri)) return this.#opened.get(uri);
    const document = this.#opened.size >= maxCatalogs ? undefined : this.#read(uri);
    if (document === "pending") return document;
    const isRead = typeof document === "object" && "text" in document;
    if (!isRead && uri !== this.#own) {
      const why = document ? ` ${document.refused}` : "";
      this.problems.push({ uri, source: undefined, message: `${l10n.t("The catalog {0} can't be read.", uri)}${why}` });
    }
    const catalog = isRead ? this.#readCatalog(document) : undefined;
    this.#opened.set(uri, catalog);
    return catalog;
  }

  #readCatalog(document: SourceDocument): Catalog | undefined {
    const { root, problems, uri } = document;
    const [illFormed] = problems;
    if (root?.local !== "catalog" || root.namespace !== catalogNamespace || illFormed) {
      const message = illFormed
        ? l10n.t("The catalog is not well-formed and isn't used. {0}", illFormed.message)
        : l10n.t(
            "This file is no XML catalog: its root element isn't catalog in {0}. It isn't used.",
            catalogNamespace,
          );
      this.problems.push({ uri, source: root, message });
      return undefined;
    }
    const entries = { whole: new Entries(), start: new Entries(), end: new Entries(), delegate: new Entries() };
    const next: string[] = [];
    const open = [{ element: root, base: uri }];
    for (let current = open.pop(); current; current = open.pop()) {
      const { element } = current;
      const own = element.attributes.get("{http://www.w3.org/XML/1998/namespace}base")?.value;
      const base = (own && resolveUri(own, current.base)) ?? current.base;
      if (element.local === "catalog" || element.local === "group") {
        for (const child of element.children.toReversed())
          if (child.namespace === catalogNamespace) open.push({ element: child, base });
        continue;
      }
      const isNext = element.local === "nextCatalog";
      const kind = isNext ? undefined : entryKinds[element.local];
      const written = attribute(element, kind?.target ?? "catalog");
      const typed = kind && attribute(element, kind.text);
      if ((!kind && !isNext) || !written || (kind && !typed)) continue;
      const target = resolveUri(written, base);
      if (target === undefined || !isBeside(target, uri)) {
        const message = l10n.t("{0} is not a file of the workspace. Catalogs redirect to files only.", written);
        this.problems.push({ uri, source: element, message });
      } else if (kind && typed) {
        // A relative text is resolved against the URI of the catalog.
        const text = kind.match === "end" ? typed : (resolveUri(typed, base) ?? typed);
        entries[kind.isDelegate ? "delegate" : kind.match].add(text, target);
      } else next.push(target);
    }
    return { entries, next };
  }
}

/** The longest text decides. Matches of the whole precede those at the start, and these precede those at the end. */
function targetIn({ entries }: Catalog, address: string): string | undefined {
  for (const [, [target]] of entries.whole.fitting(address, "whole")) return target;
  for (const [text, [target = ""]] of entries.start.fitting(address, "start")) {
    const rewritten = resolveUri(target + address.slice(text.length), address);
    if (rewritten !== undefined) return rewritten;
  }
  for (const [, [target]] of entries.end.fitting(address, "end")) return target;
  return undefined;
}

function isBeside(uri: string, catalog: string): boolean {
  const [own, other] = [new URL(catalog), new URL(uri)];
  return !isWebAddress(uri) && own.protocol === other.protocol && own.host === other.host;
}
