import * as l10n from "@vscode/l10n";
import { elementSample } from "../../contract/elementSample.ts";
import type { MessageProblem } from "../../contract/messageProblems.ts";
import { attributeText, elementText } from "../../contract/namespaces.ts";
import { firstBreak } from "../../text/lines.ts";
import { type Span, slice } from "../../text/span.ts";
import { nameSpan, namespaceOf } from "../../xml/query.ts";
import { isSimilar } from "../../xml/similarNames.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { Schemas } from "../../xsd/compile.ts";
import type { AttributeUse, QName } from "../../xsd/components.ts";
import { sampleValue } from "../../xsd/sampleValues.ts";
import type { ValueProblem } from "../../xsd/values.ts";
import { changeTo, fix, insert, remove, replace } from "../edits.ts";
import type { Edit, Fix } from "../rule.ts";
import { isClosed, prefixFor, removeAttribute, removeNode, renameElement } from "../soap/xmlMessage.ts";

/** Values of an enumeration that are offered if none is similar. */
const maxValues = 5;

type OfKind<K extends MessageProblem["kind"]> = Extract<MessageProblem, { readonly kind: K }>;

/** The quick fixes of a problem; none while the tags of its element aren't closed. */
export function schemaFixes(problem: MessageProblem, document: XmlDocument, schemas: Schemas): readonly Fix[] {
  const { element } = problem;
  if (!isClosed(element)) return [];
  switch (problem.kind) {
    case "element-unexpected":
      return problem.similar ? rename(document, element, problem.similar.name) : [];
    case "element-namespace":
      return changeNamespace(document, problem);
    case "element-missing":
      return insertMissing(document, problem, schemas);
    case "element-order":
      return sort(document.text, problem);
    case "element-wrapper-extra":
      return unwrap(element);
    case "text-unexpected":
      return [fix(l10n.t("Remove text"), problem.blank ? remove(problem.at) : removeNode(document.text, problem.at))];
    case "attribute-unexpected":
      return problem.similar
        ? [changeTo(nameSpan(problem.attribute), writtenName(document, element, problem.similar.name))]
        : [];
    case "attribute-namespace":
      return [changeTo(nameSpan(problem.attribute), writtenName(document, element, problem.expected.name))];
    case "attribute-missing":
      return insertAttribute(document, element, problem.use);
    case "value":
      return changeValue(document, problem);
    case "fixed": {
      const write = problem.attribute ? attributeText : elementText;
      return [changeTo(problem.at, write(problem.given.value), problem.given.value)];
    }
    case "nil-not-allowed":
      return [fix(l10n.t("Remove {0}", problem.attribute.name), removeAttribute(document.text, problem.attribute))];
    default:
      return [];
  }
}

function rename(document: XmlDocument, element: XmlElement, name: QName): readonly Fix[] {
  return [
    fix(l10n.t("Change to {0}", nameAt(document, element, name) ?? name.local), ...renaming(document, element, name)),
  ];
}

/** Changes the prefixes or the declaration of all elements that are in the same namespace. */
function changeNamespace(document: XmlDocument, problem: OfKind<"element-namespace">): readonly Fix[] {
  const { element, expected, others } = problem;
  const edits: Edit[] = [];
  // Where its declaration changes, the namespace of what is inside changes with it.
  const declared: XmlElement[] = [];
  for (const one of [{ element, expected }, ...others]) {
    if (declared.some((around) => around.start < one.element.start && one.element.end < around.end)) continue;
    const { name } = one.expected;
    edits.push(...renaming(document, one.element, name));
    if (nameAt(document, one.element, name) === undefined) declared.push(one.element);
  }
  const { namespace, local } = expected.name;
  const known = nameAt(document, element, expected.name);
  const title =
    known !== undefined && others.length === 0
      ? l10n.t("Change to {0}", known)
      : namespace === ""
        ? l10n.t("Remove the namespace of {0}", local)
        : l10n.t("Change the namespace to {0}", namespace);
  return [fix(title, ...edits)];
}

/** Changes the name of an element, with a prefix or a declaration for its namespace. */
function renaming(document: XmlDocument, element: XmlElement, name: QName): readonly Edit[] {
  const known = nameAt(document, element, name);
  if (known !== undefined) return renameElement(element, known);
  const namespace = attributeText(name.namespace);
  const declaration = element.attributes.find(
    (one) => one.name === (element.prefix ? `xmlns:${element.prefix}` : "xmlns"),
  );
  if (declaration && declaration.valueStart >= 0 && name.namespace !== "") {
    return [replace({ start: declaration.valueStart, end: declaration.valueEnd }, namespace)];
  }
  const renamed = element.prefix === "" ? [] : renameElement(element, name.local);
  return [...renamed, insert(element.nameEnd, ` xmlns="${namespace}"`)];
}

/** A name as it is written in an element; undefined if its namespace has no prefix there. Attributes have no default namespace. */
function nameAt(
  document: XmlDocument,
  element: XmlElement,
  { namespace, local }: QName,
  isAttribute = false,
): string | undefined {
  const unprefixed = isAttribute ? "" : (namespaceOf(document, element, "") ?? "");
  if (unprefixed === namespace) return local;
  const prefix = namespace === "" ? undefined : prefixFor(document, element, namespace);
  return prefix === undefined ? undefined : `${prefix}:${local}`;
}

/** As `nameAt`, for attributes: these have no default namespace. */
function writtenName(document: XmlDocument, element: XmlElement, { namespace, local }: QName): string {
  const prefix = namespace === "" ? undefined : prefixFor(document, element, namespace);
  return prefix === undefined ? local : `${prefix}:${local}`;
}

function insertMissing(document: XmlDocument, problem: OfKind<"element-missing">, schemas: Schemas): readonly Fix[] {
  const { element, before, missing } = problem;
  const parent = before?.parent ?? element;
  const declarations = missing();
  const nameOf = (name: QName, isAttribute: boolean) => nameAt(document, parent, name, isAttribute);
  const samples = declarations.map((one) => elementSample(one, schemas, nameOf));
  const known = samples.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < samples.length) return [];
  const title = l10n.t("Insert {0}", declarations.map(({ name }) => `<${name.local}>`).join(", "));
  return [fix(title, ...insertElements(document, parent, before, known))];
}

/** Inserts elements before a child, or after the last one. They begin lines if the others do. */
function insertElements(
  { text }: XmlDocument,
  parent: XmlElement,
  before: XmlElement | undefined,
  elements: readonly string[],
): readonly Edit[] {
  const siblings = parent.children.filter((one) => one.kind === "element");
  const last = siblings.at(-1);
  const lineBreak = firstBreak(text);
  const own = indentationAt(text, parent.start);
  const indentation =
    (last && indentationAt(text, (before ?? last).start)) ?? (own === undefined ? undefined : `${own}  `);
  const written = elements.map((one) =>
    indentation === undefined
      ? one.replace(/\n\t*/g, "")
      : one.replaceAll("\t", "  ").replaceAll("\n", lineBreak + indentation),
  );
  const separator = indentation === undefined ? "" : lineBreak + indentation;
  if (before) return [insert(before.start, written.map((one) => one + separator).join(""))];
  const content = written.map((one) => separator + one).join("");
  if (last) return [insert(last.end, content)];
  const end = indentation === undefined ? "" : lineBreak + own;
  if (parent.selfClosing) {
    const slash = text.lastIndexOf("/", parent.startTagEnd);
    return [replace({ start: slash, end: parent.startTagEnd }, `>${content}${end}</${parent.name}>`)];
  }
  const inside = { start: parent.startTagEnd, end: parent.endTag?.start ?? parent.startTagEnd };
  return /\S/.test(slice(text, inside)) ? [insert(inside.end, content)] : [replace(inside, content + end)];
}

/** The white space before an offset, if it begins a line. */
function indentationAt(text: string, offset: number): string | undefined {
  return /(?:^|[\r\n])([ \t]*)$/.exec(text.slice(Math.max(0, offset - 1000), offset))?.[1];
}

/** Puts the children in the places of each other; what is between them stays. */
function sort(text: string, { element, inOrder }: OfKind<"element-order">): readonly Fix[] {
  const sorted = inOrder();
  const places = element.parent?.children.filter((one) => one.kind === "element") ?? [];
  if (sorted === undefined || !places.every(isClosed)) return [];
  const edits = places.flatMap((place, at) => {
    const other = sorted[at];
    return other === undefined || other === place ? [] : [replace(place, slice(text, other))];
  });
  return [fix(l10n.t("Put the elements in order"), ...edits)];
}

function unwrap({ start, startTagEnd, endTag, name }: XmlElement): readonly Fix[] {
  return endTag
    ? [fix(l10n.t("Remove the tags of {0}", name), remove({ start, end: startTagEnd }), remove(endTag))]
    : [];
}

function insertAttribute(document: XmlDocument, element: XmlElement, use: AttributeUse): readonly Fix[] {
  const name = writtenName(document, element, use.name);
  if (use.name.namespace !== "" && name === use.name.local) return [];
  const value = attributeText(use.given?.value ?? sampleValue(use.type, use.name.local));
  const after = element.attributes.at(-1)?.end ?? element.nameEnd;
  return [fix(l10n.t("Insert {0}", `${name}="${value}"`), insert(after, ` ${name}="${value}"`))];
}

function changeValue({ text }: XmlDocument, { problem, attribute, at }: OfKind<"value">): readonly Fix[] {
  const write = attribute ? attributeText : elementText;
  if (problem.kind === "space") {
    const { start, end } = surrounding(text, at);
    return [fix(l10n.t("Remove the white space"), replace({ start, end }, write(problem.value.trim())))];
  }
  const values = allowedValues(problem);
  const similar = values.filter((one) => isSimilar(one, problem.value));
  const offered = similar.length > 0 ? similar.slice(0, 1) : values.length > maxValues ? [] : values;
  return offered.map((one) => changeTo(at, write(one), one));
}

/** The value with the white space around it. */
function surrounding(text: string, { start, end }: Span) {
  let [from, to] = [start, end];
  while (/\s/.test(text.charAt(from - 1))) from--;
  while (/\s/.test(text.charAt(to))) to++;
  return { start: from, end: to };
}

/** The values of the enumerations that a value isn't in. */
function allowedValues(problem: ValueProblem): readonly string[] {
  if (problem.kind === "enumeration") return problem.allowed.map(({ value }) => value);
  if (problem.kind === "member") return problem.problems.flatMap(allowedValues);
  return [];
}
