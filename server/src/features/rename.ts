import * as l10n from "@vscode/l10n";
import type { Message } from "../message.ts";
import { completeFix } from "../rules/fixes.ts";
import type { Edit } from "../rules/rule.ts";
import { type Span, shift } from "../text/span.ts";
import { XMLNS_NAMESPACE } from "../xml/names.ts";
import { attributeAt, attributeValue, elementAt, elements, nameSpan, namespaceOf } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { declaringElements, prefixAt, prefixUses } from "./support/prefixUses.ts";
import { type Section, sectionAt } from "./support/section.ts";
import { endName, isNCName, isQName, tagNameAt } from "./support/xmlNames.ts";

/**
 * What an offset of a document is in and can be renamed: a variable, the name of a request, a prefix, a namespace, an
 * element. `undefined` where there is nothing of that kind. Spans: in the document.
 */
export function renameAt(sections: readonly Section[], offset: number): Rename | undefined {
  const section = sectionAt(sections, offset);
  if (!section) return undefined;
  const ofFile = variableName(sections, section, offset) ?? requestName(sections, section, offset);
  if (ofFile) return ofFile;
  const { message } = section;
  const at = offset - section.start;
  const found = message && (namespaceName(message, at) ?? prefixName(message, at) ?? elementName(message, at));
  return found && inDocument(section, message, found);
}

/** The rename of something in a request, with the Content-Length that follows it. */
function inDocument({ start }: Section, message: Message, found: Rename): Rename {
  if (found.kind === "refused") return found;
  return {
    ...found,
    at: shift(found.at, start),
    to(newName): Renamed {
      const renamed = found.to(newName);
      if (renamed.kind === "refused") return renamed;
      const edits = completeFix(message, renamed);
      return { kind: "edits", edits: edits.map((edit) => shift(edit, start)) };
    },
  };
}

/** A variable: its definitions, and where it is used, in the whole file. */
function variableName(sections: readonly Section[], section: Section, offset: number): Rename | undefined {
  const at = offset - section.start;
  const found = names(section).find(({ start, end }) => start <= at && at <= end);
  if (!found) return undefined;
  if (found.name.startsWith("$")) {
    return refused(l10n.t("{0} is built in. Only variables that this file defines can be renamed.", found.name));
  }
  const all = sections.flatMap((one) => names(one).map((name) => shift(name, one.start)));
  const own = all.filter(({ name }) => name === found.name);
  if (!own.some(({ defines }) => defines)) {
    return refused(l10n.t("{0} isn't defined in this file. Rename it where it is defined.", found.name));
  }
  return {
    kind: "renamable",
    at: shift(found, section.start),
    name: found.name,
    to(newName) {
      if (!/^[A-Za-z_][^\s={}]*$/.test(newName)) {
        return refused(
          l10n.t(
            "{0} isn't a valid variable name. Begin with a letter or _, and don't use white space, =, or braces.",
            newName,
          ),
        );
      }
      if (newName !== found.name && all.some(({ name, defines }) => defines && name === newName)) {
        return refused(l10n.t("This file already defines {0}. Enter a different name.", newName));
      }
      return replaced(own, newName);
    },
  };
}

interface VariableName extends Span {
  readonly name: string;
  readonly defines: boolean;
}

/** The names of variables in a segment: where one is defined, and between the braces. */
function names({ preamble, text, references }: Section): VariableName[] {
  const defined = preamble.flatMap((item) =>
    item.kind === "variable" ? [{ ...item.name, name: text.slice(item.name.start, item.name.end), defines: true }] : [],
  );
  const used = references.map(({ start, name }) => {
    const from = start + "{{".length;
    return { start: from, end: from + name.length, name, defines: false };
  });
  return [...defined, ...used];
}

/** The name that `# @name` gives a request. */
function requestName(sections: readonly Section[], section: Section, offset: number): Rename | undefined {
  const at = offset - section.start;
  const own = requestNames(section).find(({ value }) => value.start <= at && at <= value.end);
  if (!own || own.name === "") return undefined;
  return {
    kind: "renamable",
    at: shift(own.value, section.start),
    name: own.name,
    to(newName) {
      if (newName.trim() === "" || /[\r\n]/.test(newName)) {
        return refused(l10n.t("Enter a name for the request, on one line. The current name is {0}.", own.name));
      }
      const others = sections.flatMap(requestNames);
      if (newName !== own.name && others.some(({ name }) => name === newName)) {
        return refused(
          l10n.t("Another request is already named {0}. A request name must be unique in its file.", newName),
        );
      }
      return replaced([shift(own.value, section.start)], newName);
    },
  };
}

function requestNames({ preamble, text }: Section) {
  return preamble.flatMap((item) => {
    if (item.kind !== "directive" || text.slice(item.name.start, item.name.end) !== "name") return [];
    return [{ value: item.value, name: text.slice(item.value.start, item.value.end) }];
  });
}

/** A namespace name, in every declaration of the request that has it. */
function namespaceName({ xml, text }: Message, offset: number): Rename | undefined {
  const element = xml && elementAt(xml, offset);
  const attribute = element && offset < element.startTagEnd ? attributeAt(element, offset) : undefined;
  if (!xml || !attribute || attribute.namespace !== XMLNS_NAMESPACE) return undefined;
  const { valueStart, valueEnd } = attribute;
  if (valueStart < 0 || offset < valueStart || offset > valueEnd || valueStart === valueEnd) return undefined;
  const namespace = attributeValue(xml, attribute) ?? "";
  return {
    kind: "renamable",
    at: { start: valueStart, end: valueEnd },
    name: text.slice(valueStart, valueEnd),
    to(newName) {
      if (/^[^\s<>"'&]+(?:&(?:amp|apos|quot|lt|gt|#\d+|#x[\dA-Fa-f]+);[^\s<>"'&]*)*$/.test(newName)) {
        return replaced(declarationsOf(xml, namespace), newName);
      }
      return refused(
        newName === ""
          ? l10n.t("Enter a namespace: a URI such as {0}.", namespace)
          : l10n.t(
              "{0} isn't a valid namespace. Enter a URI without white space, <, >, or quotes, and with &amp; for &.",
              newName,
            ),
      );
    },
  };
}

function* declarationsOf(xml: XmlDocument, namespace: string): Generator<Span, void, void> {
  for (const { attributes } of elements(xml)) {
    for (const one of attributes) {
      if (one.namespace !== XMLNS_NAMESPACE || one.valueStart < 0 || attributeValue(xml, one) !== namespace) continue;
      yield { start: one.valueStart, end: one.valueEnd };
    }
  }
}

/** A prefix, wherever the same declaration gives it its meaning; one that nothing declares, wherever nothing does. */
function prefixName(message: Message, offset: number): Rename | undefined {
  const { xml, text } = message;
  const found = prefixAt(message, offset);
  if (!xml || !found) return undefined;
  const prefix = text.slice(found.start, found.end);
  if (isReserved(prefix)) {
    return refused(l10n.t("The prefix {0} is reserved and can't be renamed.", prefix));
  }
  return {
    kind: "renamable",
    at: { start: found.start, end: found.end },
    name: prefix,
    to: (newName) => {
      if (!isNCName(newName)) {
        return refused(
          l10n.t(
            "{0} isn't a valid prefix. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
            newName,
          ),
        );
      }
      if (isReserved(newName)) {
        return refused(l10n.t("The prefix {0} is reserved. Enter a different one.", newName));
      }
      const homes = declaringElements(xml, prefix);
      const home = homes.get(found.element);
      const uses = [...prefixUses(message, prefix)].filter(({ element }) => homes.get(element) === home);
      const users = uses.map(({ element }) => element);
      return (home && conflict(message, xml, home, users, prefix, newName)) ?? replaced(uses, newName);
    },
  };
}

function isReserved(prefix: string): boolean {
  return prefix === "xml" || prefix === "xmlns";
}

/** What would mean something else if `prefix`, which `home` declares and `users` use, were called `newName`. */
function conflict(
  message: Message,
  xml: XmlDocument,
  home: XmlElement,
  users: readonly XmlElement[],
  prefix: string,
  newName: string,
): Refused | undefined {
  if (newName === prefix) return undefined;
  const others = declaringElements(xml, newName);
  // A declaration at the same place or further in would take the uses to itself.
  const nearer = users.map((element) => others.get(element)).find((other) => other && isWithin(other, home));
  if (nearer) return taken(xml, nearer, newName);
  // Uses of one further out would be taken by this one.
  const meaning = namespaceOf(xml, home, prefix);
  for (const { element } of prefixUses(message, newName)) {
    const other = others.get(element);
    if (!other || !isWithin(element, home) || isWithin(other, home)) continue;
    if (namespaceOf(xml, other, newName) !== meaning) return taken(xml, other, newName);
  }
  return undefined;
}

function taken(xml: XmlDocument, by: XmlElement, prefix: string): Refused {
  const namespace = namespaceOf(xml, by, prefix) ?? "";
  return refused(
    l10n.t(
      "The prefix {0} already stands for {1}, declared by {2}. Enter a different one.",
      prefix,
      namespace,
      `<${by.name}>`,
    ),
  );
}

/** Whether an element is another one or inside it. */
function isWithin(element: XmlElement, outer: XmlElement): boolean {
  return outer.start <= element.start && element.end <= outer.end;
}

/** The local name of an element, in its start tag and its end tag. */
function elementName({ xml, text }: Message, offset: number): Rename | undefined {
  const found = xml && tagNameAt(xml, offset);
  if (!found) return undefined;
  const { element, at } = found;
  const end = endName(element);
  const names = [nameSpan(element), ...(end ? [end] : [])];
  // An end tag that differs is renamed as a whole, so that it closes its element afterwards.
  const same = end === undefined || text.slice(end.start, end.end) === element.name;
  const locals = same && element.prefix !== "" ? names.map((name) => localPart(text, name)) : names;
  const own = locals.find((local) => local.start >= at.start && local.end <= at.end) ?? at;
  const withPrefix = own.start > at.start;
  return {
    kind: "renamable",
    at: own,
    name: text.slice(own.start, own.end),
    to(newName) {
      if (withPrefix ? isNCName(newName) : isQName(newName)) return replaced(locals, newName);
      return refused(
        withPrefix
          ? l10n.t(
              "{0} isn't a valid local name. Use letters, digits, -, _, and ., but don't begin with a digit, -, or .",
              newName,
            )
          : l10n.t(
              "{0} isn't a valid element name. Use letters, digits, -, _, and ., and one colon after a prefix.",
              newName,
            ),
      );
    },
  };
}

function localPart(text: string, { start, end }: Span): Span {
  return { start: text.indexOf(":", start) + 1, end };
}

/** Something that has a name; or why that can't be changed, in words. */
export type Rename = Renamable | Refused;

export interface Renamable {
  readonly kind: "renamable";
  /** The name as the author sees it selected. */
  readonly at: Span;
  readonly name: string;
  /** What another name changes. */
  to(newName: string): Renamed;
}

export type Renamed = { readonly kind: "edits"; readonly edits: readonly Edit[] } | Refused;

export interface Refused {
  readonly kind: "refused";
  readonly reason: string;
}

function refused(reason: string): Refused {
  return { kind: "refused", reason };
}

/** Each span is replaced by the same text. */
function replaced(spans: Iterable<Span>, newText: string): Renamed {
  return { kind: "edits", edits: [...spans].map(({ start, end }) => ({ start, end, newText })) };
}
