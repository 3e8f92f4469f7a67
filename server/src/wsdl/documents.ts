import * as l10n from "@vscode/l10n";
import {
  attribute,
  documentsNamedBySchema,
  type ReadResult,
  resolveUri,
  schemasIn,
  xsdNamespace,
} from "../xsd/declarations.ts";
import type { SourceDocument, SourceElement } from "../xsd/document.ts";
import { Problems } from "./problems.ts";
import { isDeviceDescription, isScpd, scpdReferences } from "./upnp/vocabulary.ts";
import { familyOf, familyOfNamespace, isWsdl, undeclaredPrefix } from "./vocabulary.ts";

/** The root element of a WSDL: `definitions` of WSDL 1.1 or `description` of WSDL 2.0. */
export interface Description {
  readonly root: SourceElement;
  readonly version: "1.1" | "2.0";
  readonly targetNamespace: string;
}

interface Reference {
  readonly uri: string;
  readonly source?: SourceElement;
  readonly about?: string | undefined;
  readonly location?: string;
}

const maxDocuments = 5_000;
const usualChildren: readonly string[] = ["portType", "binding", "service"];

export class DocumentSet {
  readonly problems = new Problems();
  readonly all: SourceDocument[] = [];
  readonly descriptions: Description[] = [];
  readonly schemas: SourceElement[] = [];
  /** The root elements of UPnP device descriptions and of SCPDs (service descriptions). */
  readonly upnp: SourceElement[] = [];
  readonly pending = new Set<string>();
  readonly #read: (uri: string) => ReadResult;
  readonly #queue: Reference[] = [];
  readonly #asked = new Set<string>();

  constructor(uri: string, read: (uri: string) => ReadResult) {
    this.#read = read;
    this.#ask({ uri });
    // The loop appends to the queue that it iterates over.
    for (const reference of this.#queue) this.#open(reference);
  }

  #ask(reference: Reference): void {
    if (this.#asked.has(reference.uri)) return;
    this.#asked.add(reference.uri);
    this.#queue.push(reference);
  }

  #open(reference: Reference): void {
    if (this.all.length >= maxDocuments) {
      this.#report(reference, l10n.t("More than {0} documents. This one is not read.", maxDocuments));
      return;
    }
    const result = this.#read(reference.uri);
    const location = documentName(reference);
    if (result === "pending") this.pending.add(reference.uri);
    else if (result === undefined) this.#report(reference, l10n.t("Can't read {0}.", location));
    else if ("refused" in result) {
      this.#report(reference, l10n.t("Can't read {0}: {1}", location, result.refused));
    } else this.#add(result, reference);
  }

  #add(document: SourceDocument, reference: Reference): void {
    const { root, problems, uri } = document;
    // A catalog may redirect several addresses to the same file.
    if (uri !== reference.uri && this.#asked.has(uri)) return;
    this.#asked.add(uri);
    this.all.push(document);
    const version = root === undefined ? undefined : versionOf(root);
    const schemas = schemasIn(document);
    const isUpnp = root !== undefined && (isDeviceDescription(root) || isScpd(root));
    if (root === undefined || (version === undefined && schemas.length === 0 && !isUpnp)) {
      this.#report(reference, whyNoWsdl(document, documentName(reference)));
      return;
    }
    const [illFormed] = problems;
    if (illFormed !== undefined) {
      const message = l10n.t(
        "The XML is not well-formed. The content after this point may be missing. {0}",
        illFormed.message,
      );
      this.problems.all.push({ uri, span: illFormed.span, message });
    }
    for (const schema of schemas) this.schemas.push(schema);
    if (isUpnp) {
      this.upnp.push(root);
      for (const reference of importsOf(root)) this.#import(reference);
    } else if (version !== undefined) {
      if (familyOfNamespace(root.namespace) === undefined) this.#unknownNamespace(root, version);
      this.#reportPrefixes(root);
      this.descriptions.push({ root, version, targetNamespace: this.#targetNamespace(root, reference) });
      for (const reference of importsOf(root)) this.#import(reference);
    } else if (reference.about !== "schemaLocation") {
      const message = l10n.t("{0} is a schema, not a WSDL. It has types, but no operations.", documentName(reference));
      this.#report(reference, message);
    }
  }

  #import({ source, about, location, uri }: Import): void {
    if (location === "") {
      // In `types` and in WSDL 2.0, the location is optional.
      if (about === "location" && familyOf(source) !== "wsdl2") {
        this.problems.add(source, l10n.t("The import has no location. It is ignored."), about);
      }
      return;
    }
    if (uri === undefined) this.problems.add(source, l10n.t("{0} is not a valid address.", location), about);
    else this.#ask({ uri, source, about, location });
  }

  #targetNamespace(root: SourceElement, { source }: Reference): string {
    const own = attribute(root, "targetNamespace");
    if (own !== undefined && own !== "") return own;
    const assumed = (source && attribute(source, "namespace")) ?? root.scope.declared.get("tns") ?? "";
    const message =
      assumed === ""
        ? l10n.t("The target namespace is missing. Names without a namespace were assumed.")
        : l10n.t("The target namespace is missing. {0} was assumed.", assumed);
    this.problems.add(root, message);
    return assumed;
  }

  #unknownNamespace(root: SourceElement, version: string): void {
    this.problems.add(root, l10n.t("The namespace of {0} is unknown. WSDL {1} was assumed.", root.local, version));
  }

  /** Reports each undeclared prefix once. */
  #reportPrefixes(root: SourceElement): void {
    const seen = new Set<string>();
    const open = [root];
    for (let current = open.pop(); current; current = open.pop()) {
      const prefix = undeclaredPrefix(current);
      if (prefix !== undefined && !seen.has(prefix)) {
        seen.add(prefix);
        const message =
          familyOf(current) === undefined && !isWsdl(current)
            ? l10n.t("The prefix {0} is not declared. Elements with this prefix are ignored.", prefix)
            : l10n.t("The prefix {0} is not declared. Its usual namespace was assumed.", prefix);
        this.problems.add(current, message);
      }
      if (current.local !== "types") for (const child of current.children.toReversed()) open.push(child);
    }
  }

  #report({ uri, source, about }: Reference, message: string): void {
    if (source !== undefined) this.problems.add(source, message, about);
    else this.problems.all.push({ uri, span: { start: 0, end: 0 }, message });
  }
}

interface Import {
  readonly source: SourceElement;
  /** Name of the attribute with the location; undefined if the location is the text of the element. */
  readonly about?: string | undefined;
  readonly location: string;
  /** URI without a fragment; undefined if the location can't be resolved. */
  readonly uri: string | undefined;
}

function importsOf(root: SourceElement): readonly Import[] {
  if (isDeviceDescription(root)) return scpdReferences(root);
  const isImport = ({ local }: SourceElement) => local === "import" || local === "include";
  const at = (source: SourceElement, about: string): Import => {
    const location = attribute(source, about) ?? "";
    return { source, about, location, uri: resolveUri(location, source.document.uri)?.split("#", 1)[0] };
  };
  return root.children.flatMap((child) => {
    if (isImport(child) && isWsdl(child)) return [at(child, "location")];
    if (child.local !== "types" || !isWsdl(child)) return [];
    const inTypes = child.children.filter((one) => isImport(one) && one.namespace === xsdNamespace);
    return inTypes.map((source) => at(source, "schemaLocation"));
  });
}

/** URIs of the documents that a WSDL imports; empty for other documents. */
function documentsNamedByWsdl({ root }: SourceDocument): readonly string[] {
  if (root === undefined || (versionOf(root) === undefined && !isDeviceDescription(root))) return [];
  return importsOf(root).flatMap(({ location, uri }) => (location === "" || uri === undefined ? [] : [uri]));
}

/** URIs of the documents that a WSDL needs and that must be read next. */
export function pendingDocuments(uri: string, read: (uri: string) => ReadResult): readonly string[] {
  const pending = new Set<string>();
  const wsdls = new Set([uri]);
  const schemas = new Set<string>();
  const visit = (uri: string, isWsdl: boolean) => {
    const document = read(uri);
    if (document === "pending") pending.add(uri);
    if (typeof document !== "object" || "refused" in document) return;
    if (isWsdl) for (const named of documentsNamedByWsdl(document)) wsdls.add(named);
    for (const schema of schemasIn(document)) for (const named of documentsNamedBySchema(schema)) schemas.add(named);
  };
  // The loop appends to the sets that it iterates over.
  for (const [uris, isWsdl] of [
    [wsdls, true],
    [schemas, false],
  ] as const) {
    let count = 0;
    for (const uri of uris) if (count++ < maxDocuments) visit(uri, isWsdl);
  }
  return [...pending];
}

/** Name of a document in messages: its location as written, else the last segment of its path. */
function documentName({ uri, location }: Reference): string {
  return location ?? uri.slice(uri.lastIndexOf("/") + 1);
}

/** Undefined for other documents. For example, the root element of BPMN is also called `definitions`. */
function versionOf(root: SourceElement): "1.1" | "2.0" | undefined {
  const family = familyOf(root);
  if (root.local === "description" && family === "wsdl2") return "2.0";
  if (root.local !== "definitions") return undefined;
  const isKnown = family !== undefined || root.children.some(({ local }) => usualChildren.includes(local));
  return isKnown ? "1.1" : undefined;
}

function whyNoWsdl({ root, text }: SourceDocument, name: string): string {
  if (root?.local.toLowerCase() === "html" || /^\s*<!doctype\s+html/i.test(text.slice(0, 1_000))) {
    return l10n.t("{0} is an HTML page, not a WSDL. The service may require credentials or another address.", name);
  }
  if (text.trim() === "") return l10n.t("{0} is empty.", name);
  if (root === undefined) return l10n.t("{0} is not XML.", name);
  if (root.local === "definitions" || root.local === "description") {
    return root.namespace === ""
      ? l10n.t("{0} is not a WSDL: its root element has no namespace.", name)
      : l10n.t("{0} is not a WSDL: the namespace of its root element is {1}.", name, root.namespace);
  }
  return l10n.t("{0} is not a WSDL: its root element is {1}, not definitions or description.", name, root.local);
}
