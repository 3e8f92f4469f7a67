import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import { replace } from "../rules/edits.ts";
import { completeFix } from "../rules/fixes.ts";
import type { Edit } from "../rules/rule.ts";
import { contains, holds, type Span, shift, slice } from "../text/span.ts";
import { XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeValue, elementAt, elements, namespaceOf, valueSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { declaredNames, namesIn } from "./support/namePlaces.ts";
import { declaringElements, prefixAt, prefixUses } from "./support/prefixUses.ts";
import { type Section, sectionAt } from "./support/section.ts";
import { attributeNear, isNCName, isQName, matchingTagNames, tagNameAt, tagNames } from "./support/xmlNames.ts";

/** A name that can be changed, or the reason why it can't. */
export type Rename = Renamable | Refused;

export interface Renamable {
  readonly kind: "renamable";
  /** The span that the editor selects. */
  readonly at: Span;
  readonly name: string;
  to(newName: string): Renamed;
}

export type Renamed = { readonly kind: "edits"; readonly edits: readonly Edit[] } | Refused;

export interface Refused {
  readonly kind: "refused";
  readonly reason: string;
}

/** The variable, request name, prefix, namespace or element name at an offset. Spans: in the document. */
export function renameAt(sections: readonly Section[], offset: number): Rename | undefined {
  const section = sectionAt(sections, offset);
  if (!section) return undefined;
  const { message, start } = section;
  const at = offset - start;
  const ofFile = variableName(sections, section, offset) ?? requestName(sections, section, offset);
  if (ofFile || !message) return ofFile;
  const renaming = namespaceName(message, at) ?? prefixName(message, at) ?? elementName(message, at);
  return renaming && inDocument(start, message, renaming);
}

/** The rename in a request, which may change its Content-Length. */
function inDocument(start: number, message: Message, renaming: Rename): Rename {
  if (renaming.kind === "refused") return renaming;
  return {
    ...renaming,
    at: shift(renaming.at, start),
    to(newName): Renamed {
      const renamed = renaming.to(newName);
      if (renamed.kind === "refused") return renamed;
      return { kind: "edits", edits: completeFix(message, renamed).map((edit) => shift(edit, start)) };
    },
  };
}

/** @param refusal the reason why a new name isn't possible */
function renamable(
  { start, end }: Span,
  name: string,
  refusal: (newName: string) => string | undefined,
  spans: () => Iterable<Span>,
): Renamable {
  return {
    kind: "renamable",
    at: { start, end },
    name,
    to(newName) {
      const reason = refusal(newName);
      if (reason !== undefined) return { kind: "refused", reason };
      return { kind: "edits", edits: [...spans()].map((span) => replace(span, newName)) };
    },
  };
}

/** The definitions and uses of a variable in the whole file. `offset`: in the document. */
function variableName(sections: readonly Section[], section: Section, offset: number): Rename | undefined {
  const use = namesIn(section, "variable").find(({ name, at, touched }) =>
    holds(name.startsWith("$") ? touched : at, offset),
  );
  if (!use) return undefined;
  const { name, at } = use;
  if (name.startsWith("$")) {
    return refused(l10n.t("{0} is built in. Only variables that this file defines can be renamed.", name));
  }
  const all = sections.flatMap((one) => namesIn(one, "variable"));
  const isDefined = (own: string) => all.some((one) => one.name === own && one.at.role === "definition");
  if (!isDefined(name)) return refused(l10n.t("{0} isn't defined in this file. Rename it where it is defined.", name));
  return renamable(
    at,
    name,
    (newName) => {
      if (!/^[A-Za-z_][^\s={}]*$/.test(newName)) {
        return l10n.t(
          "{0} isn't a valid variable name. Begin with a letter or _, and don't use whitespace, =, or braces.",
          newName,
        );
      }
      if (newName.includes(".") && isSet(sections, name)) {
        return l10n.t("{0} is set by a response. Enter a name without dots.", name);
      }
      if (newName === name || !isDefined(newName)) return undefined;
      return l10n.t("This file already defines {0}. Enter a different name.", newName);
    },
    () => all.filter((one) => one.name === name).map((one) => one.at),
  );
}

/** Whether `# @set` sets a variable. */
function isSet(sections: readonly Section[], name: string): boolean {
  return sections.some((section) => declaredNames(section).sets.some((set) => set.name === name));
}

/** The name that `# @name` gives a request, in the whole file. `offset`: in the document. */
function requestName(sections: readonly Section[], section: Section, offset: number): Rename | undefined {
  const own = namesIn(section, "request").find(({ at }) => holds(at, offset));
  if (!own || own.name === "") return undefined;
  const { name } = own;
  const all = sections.flatMap((one) => namesIn(one, "request"));
  const definitions = all.filter(({ at }) => at.role === "definition");
  // If several requests have the name, the first one counts.
  const meant = definitions.find((one) => one.name === name);
  if (!meant) return refused(l10n.t("No request in this file is named {0}.", name));
  const isOther = own.at.role === "definition" && own.at.start !== meant.at.start;
  const uses = isOther ? [] : all.filter((one) => one.name === name && one.at.role === "use");
  return renamable(
    own.at,
    name,
    (newName) => {
      if (newName.trim() === "" || /[\r\n]/.test(newName)) {
        return l10n.t("Enter a name for the request, on one line. The current name is {0}.", name);
      }
      if (uses.length > 0 && !/^[A-Za-z_][^\s.,{}]*$/.test(newName)) {
        return l10n.t(
          "Other requests refer to {0}. Begin its name with a letter or _, and don't use whitespace, dots, commas, or braces.",
          name,
        );
      }
      if (newName === name || !definitions.some((other) => other.name === newName)) return undefined;
      return l10n.t("Another request is already named {0}. A request name must be unique in its file.", newName);
    },
    () => [isOther ? own.at : meant.at, ...uses.map(({ at }) => at)],
  );
}

/** A namespace in all declarations of the request. */
function namespaceName({ xml, text }: Message, offset: number): Rename | undefined {
  const element = xml && elementAt(xml, offset);
  const attribute = element && attributeNear(element, offset);
  const at = valueSpan(attribute);
  if (!xml || !at || attribute?.namespace !== XMLNS_NAMESPACE || !holds(at, offset) || at.start === at.end) {
    return undefined;
  }
  const namespace = attributeValue(xml, attribute) ?? "";
  return renamable(
    at,
    slice(text, at),
    (newName) => {
      if (newName === "") return l10n.t("Enter a namespace: a URI such as {0}.", namespace);
      if (/^[^\s<>"'&]+(?:&(?:amp|apos|quot|lt|gt|#\d+|#x[\dA-Fa-f]+);[^\s<>"'&]*)*$/.test(newName)) return undefined;
      return l10n.t(
        "{0} isn't a valid namespace. Enter a URI without whitespace, <, >, or quotes, and with &amp; for &.",
        newName,
      );
    },
    () => declarationsOf(xml, namespace),
  );
}

function* declarationsOf(xml: XmlDocument, namespace: string): Generator<Span, void, void> {
  for (const { attributes } of elements(xml)) {
    for (const attribute of attributes) {
      const value = attribute.namespace === XMLNS_NAMESPACE ? valueSpan(attribute) : undefined;
      if (value && attributeValue(xml, attribute) === namespace) yield value;
    }
  }
}

/** A prefix where it has the same declaration, or none. */
function prefixName(message: Message, offset: number): Rename | undefined {
  const { xml, text } = message;
  const occurrence = prefixAt(message, offset);
  if (!xml || !occurrence) return undefined;
  const prefix = slice(text, occurrence);
  if (isReserved(prefix)) return refused(l10n.t("The prefix {0} is reserved and can't be renamed.", prefix));
  const declaring = declaringElements(xml, prefix);
  const declaration = declaring.get(occurrence.element);
  const uses = () => [...prefixUses(message, prefix)].filter(({ element }) => declaring.get(element) === declaration);
  return renamable(
    occurrence,
    prefix,
    (newName) => {
      if (!isNCName(newName)) {
        return l10n.t(
          "{0} isn't a valid prefix. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
          newName,
        );
      }
      if (isReserved(newName)) return l10n.t("The prefix {0} is reserved. Enter a different one.", newName);
      if (!declaration || newName === prefix) return undefined;
      return conflict(message, xml, declaration, uses(), prefix, newName);
    },
    uses,
  );
}

function isReserved(prefix: string): boolean {
  return prefix === "xml" || prefix === "xmlns";
}

/** The reason if names would get another meaning with `newName` for the `prefix` that `declaration` declares. */
function conflict(
  message: Message,
  xml: XmlDocument,
  declaration: XmlElement,
  uses: Iterable<{ readonly element: XmlElement }>,
  prefix: string,
  newName: string,
): string | undefined {
  const others = declaringElements(xml, newName);
  // A declaration at the same element or an inner one would apply to the uses.
  for (const { element } of uses) {
    const other = others.get(element);
    if (other && contains(declaration, other)) return conflictReason(xml, other, newName);
  }
  // This declaration would apply to the uses of an outer one.
  const meaning = namespaceOf(xml, declaration, prefix);
  for (const { element } of prefixUses(message, newName)) {
    const other = others.get(element);
    if (!other || !contains(declaration, element) || contains(declaration, other)) continue;
    if (namespaceOf(xml, other, newName) !== meaning) return conflictReason(xml, other, newName);
  }
  return undefined;
}

function conflictReason(xml: XmlDocument, by: XmlElement, prefix: string): string {
  return l10n.t(
    "The prefix {0} already stands for {1}, declared by {2}. Enter a different one.",
    prefix,
    namespaceOf(xml, by, prefix) ?? "",
    `<${by.name}>`,
  );
}

/** The local name of an element in both tags. */
function elementName({ xml, text }: Message, offset: number): Rename | undefined {
  const tag = xml && tagNameAt(xml, offset);
  if (!tag) return undefined;
  const { element, at } = tag;
  const names = tagNames(element);
  // An end tag with a different name is replaced as a whole, so that it closes its element.
  const keepsPrefix = element.prefix !== "" && matchingTagNames(text, element).length === names.length;
  const spans = keepsPrefix ? names.map(({ start, end }) => ({ start: text.indexOf(":", start) + 1, end })) : names;
  const own = spans.find((span) => contains(at, span)) ?? at;
  return renamable(
    own,
    slice(text, own),
    (newName) => {
      if (own.start > at.start) {
        if (isNCName(newName)) return undefined;
        return l10n.t(
          "{0} isn't a valid local name. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
          newName,
        );
      }
      if (isQName(newName)) return undefined;
      return l10n.t(
        "{0} isn't a valid element name. Use letters, digits, -, _, and ., and one colon after a prefix.",
        newName,
      );
    },
    () => spans,
  );
}

function refused(reason: string): Refused {
  return { kind: "refused", reason };
}
