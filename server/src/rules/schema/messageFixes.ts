import * as l10n from "@vscode/l10n";
import type { OfKind } from "../../contract/check/messageProblems.ts";
import { elementSample } from "../../contract/write/elementWriter.ts";
import { attributeText } from "../../contract/write/namespaces.ts";
import { versionOfNamespace } from "../../soap/facts.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { ComplexType, ElementDeclaration, QName } from "../../xsd/components.ts";
import { contentModelsOf } from "../../xsd/content/contentModels.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { fix, insert } from "../edits.ts";
import type { Fix } from "../rule.ts";
import { insertElements, nameAt, qualified } from "../soap/xmlMessage.ts";

/** Inserts the payload with sample values. */
export function insertPayload(
  document: XmlDocument,
  { element, expected }: OfKind<"payload-missing">,
  schemas: Schemas,
): readonly Fix[] {
  const declaration = schemas.element(expected);
  const sample = declaration && sampleAt(document, element, declaration, schemas);
  if (sample === undefined) return [];
  return [fix(insertTitle(document, element, expected), ...insertElements(document, element, undefined, [sample]))];
}

/** Inserts a header block with sample values, in a Header if there is none. */
export function insertHeaderBlock(
  document: XmlDocument,
  { element, expected, mustUnderstand }: OfKind<"header-missing">,
  schemas: Schemas,
): readonly Fix[] {
  const declaration = schemas.element(expected);
  const plain = declaration && sampleAt(document, element, declaration, schemas);
  if (plain === undefined) return [];
  const value = versionOfNamespace(element.namespace) === "1.1" ? "1" : "true";
  const isWritten = mustUnderstand && element.prefix !== "";
  const sample = isWritten ? withAttribute(plain, ` ${element.prefix}:mustUnderstand="${value}"`) : plain;
  if (element.local === "Header") {
    return [fix(insertTitle(document, element, expected), ...insertElements(document, element, undefined, [sample]))];
  }
  const envelope = element.local === "Body" ? element.parent : element;
  if (!envelope) return [];
  const header = qualified(envelope.prefix, "Header");
  const text = `<${header}>\n\t${sample.replaceAll("\n", "\n\t")}\n</${header}>`;
  const body = element === envelope ? undefined : element;
  return [fix(insertTitle(document, element, expected), ...insertElements(document, envelope, body, [text]))];
}

function insertTitle(document: XmlDocument, parent: XmlElement, name: QName): string {
  return l10n.t("Insert {0}", `<${nameAt(document, parent, name) ?? name.local}>`);
}

/** Wraps elements in the element that they belong in. */
export function wrapElements(
  document: XmlDocument,
  { element, wrapper }: OfKind<"payload-wrapper-missing" | "element-wrapper-missing">,
  schemas: Schemas,
): readonly Fix[] {
  const { parent } = element;
  if (!parent || wrapper.type.kind !== "complex") return [];
  const members = belonging(element, parent, wrapper.type, schemas);
  const last = members.at(-1) ?? element;
  const [child] = members;
  const isQualified = (child && childOf(wrapper.type, child.local, schemas)?.name.namespace) !== "";
  const inScope = nameAt(document, parent, wrapper.name);
  const name =
    inScope ??
    (isQualified && element.prefix === ""
      ? wrapper.name.local
      : `${freePrefix(document, parent)}:${wrapper.name.local}`);
  const prefix = name.includes(":") ? name.slice(0, name.indexOf(":")) : "";
  const declaration = inScope === undefined ? ` ${declarationOf(prefix, wrapper.name.namespace)}` : "";
  return [
    fix(
      l10n.t("Insert {0} around the elements", `<${wrapper.name.local}>`),
      insert(element.start, `<${name}${declaration}>`),
      insert(last.end, `</${name}>`),
    ),
  ];
}

/** An element and the elements after it that the type also contains. */
function belonging(first: XmlElement, parent: XmlElement, type: ComplexType, schemas: Schemas): readonly XmlElement[] {
  const siblings = parent.markup.filter((one) => one.kind === "element");
  const after = siblings.slice(siblings.indexOf(first));
  const end = after.findIndex(({ local }) => childOf(type, local, schemas) === undefined);
  return end < 0 ? after : after.slice(0, end);
}

function childOf(type: ComplexType, local: string, schemas: Schemas): ElementDeclaration | undefined {
  return contentModelsOf(schemas).start(type).withLocal(local);
}

/**
 * An element with its required content, as text to insert into another element; undefined if a name can't be written.
 * Declares the namespaces that have no prefix there.
 */
function sampleAt(
  document: XmlDocument,
  parent: XmlElement,
  declaration: ElementDeclaration,
  schemas: Schemas,
): string | undefined {
  const needed = new Map<string, QName>();
  let isUnqualified = false;
  const collect = (name: QName) => {
    isUnqualified ||= name.namespace === "";
    const inScope = nameAt(document, parent, name);
    if (inScope === undefined && name.namespace !== "") needed.set(name.namespace, name);
    return inScope ?? name.local;
  };
  const plain = elementSample(declaration, schemas, collect);
  if (plain === undefined || needed.size === 0) return plain;
  const isDefault = needed.size === 1 && needed.has(declaration.name.namespace) && !isUnqualified;
  const prefixes = new Map<string, string>();
  for (const namespace of needed.keys()) {
    const taken = new Set(prefixes.values());
    prefixes.set(namespace, isDefault ? "" : freePrefix(document, parent, taken));
  }
  const write = (name: QName) => {
    const prefix = prefixes.get(name.namespace);
    return prefix === undefined ? nameAt(document, parent, name) : qualified(prefix, name.local);
  };
  const text = elementSample(declaration, schemas, write);
  const declarations = [...prefixes].map(([namespace, prefix]) => ` ${declarationOf(prefix, namespace)}`).join("");
  return text && withAttribute(text, declarations);
}

/** @param attribute text that begins with a space */
function withAttribute(element: string, attribute: string): string {
  return element.replace(/^<[^\s/>]+/, (start) => start + attribute);
}

function declarationOf(prefix: string, namespace: string): string {
  return `xmlns${prefix === "" ? "" : `:${prefix}`}="${attributeText(namespace)}"`;
}

function freePrefix(document: XmlDocument, element: XmlElement, taken: ReadonlySet<string> = new Set()): string {
  const prefixes = prefixesIn(document, element);
  let count = 1;
  while (prefixes.has(`ns${count}`) || taken.has(`ns${count}`)) count++;
  return `ns${count}`;
}
