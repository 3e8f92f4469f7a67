import * as l10n from "@vscode/l10n";
import { memoized } from "../text/memoized.ts";
import { builtInSchema, isBuiltInSchema } from "./builtInSchemas.ts";
import { keyOf, type QName, type SchemaProblem } from "./components.ts";
import { namespaceInScope, type SourceDocument, type SourceElement } from "./document.ts";

export const xsdNamespace = "http://www.w3.org/2001/XMLSchema";

/** The result of reading a document. `pending`: it isn't read yet. `refused`: a sentence about why it can't be read. */
export type ReadResult = SourceDocument | "pending" | { readonly refused: string } | undefined;

export type Kind = "element" | "type" | "attribute" | "group" | "attributeGroup";

const kindOfTag: Readonly<Record<string, Kind>> = {
  element: "element",
  complexType: "type",
  simpleType: "type",
  attribute: "attribute",
  group: "group",
  attributeGroup: "attributeGroup",
};

/** An `xs:schema` element, for one include of it. */
export interface SchemaContext {
  readonly source: SourceElement;
  /** "" for no namespace. */
  readonly targetNamespace: string;
  /** Whether names without a prefix are in the including schema's target namespace, because this schema has none. */
  readonly chameleon: boolean;
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
}

/** A component at the top level of a schema, not compiled yet. */
export interface Declared {
  readonly kind: Kind;
  readonly name: QName;
  readonly source: SourceElement;
  readonly context: SchemaContext;
  /** The component that this one replaces by `xs:redefine`. */
  readonly redefines: Declared | undefined;
}

interface Redefinition {
  readonly source: SourceElement;
  readonly context: SchemaContext;
}

const maxDocuments = 5_000;

/** All components of schemas by name, even without an import of the namespace, because many services rely on that. */
export class Declarations {
  readonly problems: SchemaProblem[] = [];
  /** URIs of documents that must be read before the set is complete. */
  readonly pending = new Set<string>();
  /** Namespaces with possibly missing declarations, because a document can't be read or found. */
  readonly incomplete = new Set<string>();
  readonly namespaces = new Set<string>();
  /** The namespaces that the documents import, and their target namespaces. */
  readonly imported = new Set<string>();
  readonly #byKind = new Map<Kind, Map<string, Declared>>();
  /** Components by local name, for names with an undeclared prefix; undefined if several components have the local name. */
  readonly #byLocal = new Map<string, Declared | undefined>();
  readonly #read: (uri: string) => ReadResult;
  readonly #seen = new Map<SourceElement, Set<string>>();
  readonly #redefinitions: Redefinition[] = [];
  readonly #withoutLocation = new Set<string>();
  readonly #builtIns = new Set<string>();
  #documents = 0;

  constructor(schemas: readonly SourceElement[], read: (uri: string) => ReadResult) {
    this.#read = read;
    this.#collectAll(schemas);
    for (const namespace of this.namespaces) {
      this.imported.add(namespace);
      this.#withoutLocation.delete(namespace);
    }
    for (const namespace of this.#withoutLocation) if (!isBuiltInSchema(namespace)) this.incomplete.add(namespace);
    // A schema that redefines components of another redefinition must be processed last.
    for (const redefinition of this.#redefinitions.reverse()) this.#redefine(redefinition);
  }

  find(kind: Kind, name: QName): Declared | undefined {
    const { namespace } = name;
    const component = this.#byKind.get(kind)?.get(keyOf(name));
    if (component !== undefined || this.#builtIns.has(namespace)) return component;
    // If a schema was read for the namespace, the built-in schema isn't used.
    const schema = this.isWhole(namespace) ? undefined : builtInSchema(namespace);
    if (schema === undefined) return undefined;
    this.#builtIns.add(namespace);
    this.#collectAll([schema]);
    return this.find(kind, name);
  }

  /** Whether all declarations of a namespace are known. A built-in schema has only the declarations that messages need. */
  isWhole(namespace: string): boolean {
    return this.namespaces.has(namespace) && !this.incomplete.has(namespace) && !this.#builtIns.has(namespace);
  }

  /** The only component of a kind with this local name; undefined if there are several. */
  findByLocal(kind: Kind, local: string): Declared | undefined {
    return this.#byLocal.get(`${kind} ${local}`);
  }

  all(kind: Kind): Iterable<Declared> {
    return this.#byKind.get(kind)?.values() ?? [];
  }

  #collectAll(schemas: readonly SourceElement[]): void {
    const queue: { readonly source: SourceElement; readonly namespace: string | undefined }[] = [];
    const add = (source: SourceElement, namespace?: string) => queue.push({ source, namespace });
    for (const source of schemas) add(source);
    // The loop appends to the queue that it iterates over.
    for (const { source, namespace } of queue) this.#collect(source, namespace, add);
  }

  #collect(source: SourceElement, including: string | undefined, add: (source: SourceElement, as?: string) => void) {
    const own = attribute(source, "targetNamespace");
    const targetNamespace = own ?? including ?? "";
    const seen = this.#seen.get(source) ?? new Set();
    if (seen.has(targetNamespace)) return;
    this.namespaces.add(targetNamespace);
    this.#seen.set(source, seen.add(targetNamespace));
    const context: SchemaContext = {
      source,
      targetNamespace,
      chameleon: own === undefined && targetNamespace !== "",
      elementsQualified: attribute(source, "elementFormDefault") === "qualified",
      attributesQualified: attribute(source, "attributeFormDefault") === "qualified",
    };
    for (const child of source.children) {
      if (child.namespace !== xsdNamespace) continue;
      if (child.local === "include" || child.local === "redefine") {
        for (const schema of this.#schemasAt(child)) add(schema, targetNamespace);
        if (child.local === "redefine") this.#redefinitions.push({ source: child, context });
      } else if (child.local === "import") {
        this.imported.add(attribute(child, "namespace") ?? "");
        for (const schema of this.#schemasAt(child)) add(schema);
      } else {
        this.#declare(child, context);
      }
    }
  }

  #declare(source: SourceElement, context: SchemaContext): void {
    const kind = kindOfTag[source.local];
    const local = attribute(source, "name");
    if (kind === undefined || local === undefined) return;
    const name = { namespace: context.targetNamespace, local };
    const component = this.#byKind.get(kind)?.get(keyOf(name));
    if (component !== undefined) {
      if (!hasSameText(component.source, source)) {
        this.problems.push({
          source,
          attribute: "name",
          message: l10n.t("Duplicate definition of {0}. The first one is used.", local),
        });
      }
      return;
    }
    this.#set({ kind, name, source, context, redefines: undefined });
  }

  #redefine({ source, context }: Redefinition): void {
    for (const child of source.children) {
      const kind = child.namespace === xsdNamespace ? kindOfTag[child.local] : undefined;
      const local = attribute(child, "name");
      if (kind === undefined || local === undefined) continue;
      const name = { namespace: context.targetNamespace, local };
      this.#set({ kind, name, source: child, context, redefines: this.find(kind, name) });
    }
  }

  #set(declared: Declared): void {
    const { kind, name } = declared;
    const names = this.#byKind.get(kind) ?? new Map<string, Declared>();
    this.#byKind.set(kind, names.set(keyOf(name), declared));
    const key = `${kind} ${name.local}`;
    const only = this.#byLocal.has(key) ? this.#byLocal.get(key) : declared;
    this.#byLocal.set(key, only?.name.namespace === name.namespace ? declared : undefined);
  }

  /** The schemas of the document that an include, an import or a redefine names. */
  #schemasAt(source: SourceElement): readonly SourceElement[] {
    const builtIn = isBuiltInImport(source);
    const location = schemaLocation(source);
    if (!attribute(source, "schemaLocation")) this.#withoutLocation.add(attribute(source, "namespace") ?? "");
    if (location === undefined) return [];
    const uri = resolveUri(location, source.document.uri);
    if (uri === undefined) return this.#missing(source, l10n.t("{0} is not a valid address.", location));
    if (this.#documents >= maxDocuments) {
      return this.#missing(source, l10n.t("More than {0} documents. This one is not read.", maxDocuments));
    }
    const read = this.#read(uri);
    if (read === "pending") {
      this.pending.add(uri);
      return [];
    }
    if (builtIn && (read === undefined || "refused" in read)) return [];
    if (read === undefined) return this.#missing(source, l10n.t("Can't read {0}.", location));
    if ("refused" in read) return this.#missing(source, l10n.t("Can't read {0}: {1}", location, read.refused));
    this.#documents++;
    const schemas = schemasIn(read);
    return schemas.length > 0 ? schemas : this.#missing(source, l10n.t("{0} is not a schema.", location));
  }

  #missing(source: SourceElement, message: string): readonly SourceElement[] {
    this.problems.push({ source, attribute: "schemaLocation", message });
    const around = source.parent && attribute(source.parent, "targetNamespace");
    this.incomplete.add((source.local === "import" ? attribute(source, "namespace") : around) ?? "");
    return [];
  }
}

export const documentsNamedBySchema = memoized((schema: SourceElement): readonly string[] =>
  schema.children.flatMap((child) => {
    const location = child.namespace === xsdNamespace && isReference(child) ? schemaLocation(child) : undefined;
    return (location === undefined ? undefined : resolveUri(location, child.document.uri)) ?? [];
  }),
);

function isReference({ local }: SourceElement): boolean {
  return local === "include" || local === "import" || local === "redefine";
}

function isBuiltInImport(source: SourceElement): boolean {
  return source.local === "import" && isBuiltInSchema(attribute(source, "namespace") ?? "");
}

/** Undefined if there is nothing to read: no location, or the schema of a standard at its own address. */
function schemaLocation(source: SourceElement): string | undefined {
  const location = attribute(source, "schemaLocation");
  if (location === undefined || location === "") return undefined;
  return isBuiltInImport(source) && /^https?:/.test(location) ? undefined : location;
}

/** The schemas of a document: its root, or the schemas in the `types` of a WSDL. */
export function schemasIn({ root }: SourceDocument): readonly SourceElement[] {
  if (root === undefined) return [];
  if (isSchema(root)) return [root];
  return root.children.flatMap((child) => (child.local === "types" ? child.children.filter(isSchema) : []));
}

function isSchema({ namespace, local }: SourceElement): boolean {
  return local === "schema" && namespace === xsdNamespace;
}

/** The message for a component whose name can't be the name of an element. */
export function notAName(name: string): string {
  return l10n.t("{0} isn't an XML name, so no request can contain it.", name);
}

/** The value of an attribute without whitespace around it, which the type of the attribute ignores. */
export function attribute(element: SourceElement, name: string): string | undefined {
  return element.attributes.get(name)?.value.trim();
}

/** The expanded name of a QName at an element; undefined if its prefix isn't declared. */
export function qname(element: SourceElement, text: string): QName | undefined {
  const value = text.trim();
  const colon = value.indexOf(":");
  const namespace = namespaceInScope(element.scope, colon < 0 ? "" : value.slice(0, colon));
  return namespace === undefined ? undefined : { namespace, local: value.slice(colon + 1) };
}

/** The absolute URI of a location; undefined if it can't be resolved. */
export function resolveUri(location: string, base: string): string | undefined {
  try {
    return new URL(location, base).href;
  } catch {
    return undefined;
  }
}

/** Whether two declarations have the same text. A document that is read from two addresses has no duplicates. */
export function hasSameText(a: SourceElement, b: SourceElement): boolean {
  if (a.span.end - a.span.start !== b.span.end - b.span.start) return false;
  return a.document.text.slice(a.span.start, a.span.end) === b.document.text.slice(b.span.start, b.span.end);
}
