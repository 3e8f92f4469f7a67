import * as l10n from "@vscode/l10n";
import { namespaceOfPrefix, versionOfMediaType } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { attributeAt, elementAt, elements, prefixesIn } from "../../xml/query.ts";
import { isSimilar } from "../../xml/similarNames.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { insert, replace } from "../edits.ts";
import type { Edit, Fix, Report } from "../rule.ts";
import type { XmlMessage } from "../soap/xmlMessage.ts";
import { qnamePrefixes } from "./qnames.ts";
import { type XmlRule, xmlRule } from "./report.ts";

const inNames = xmlRule("xml-prefix-undeclared", "Namespaces in XML 1.0 section 5, Prefix Declared", {
  "prefix-undeclared": ([prefix], context) => ({
    message: l10n.t("The prefix {0} isn't declared. Add xmlns:{0} to this element or to one around it.", prefix),
    related: [l10n.t("{0} is also used here", prefix)],
    fixes: () => fixesOf(context.owner, context.problem, prefix),
  }),
});

/** Also, as a warning, where only a schema knows that a text holds a prefix. */
export const prefixUndeclared: XmlRule = {
  ...inNames,
  *check(context) {
    const reported = new Set<string>();
    for (const report of inNames.check(context)) {
      reported.add(context.text.slice(report.at.start, report.at.end));
      yield report;
    }
    for (const at of qnamePrefixes(context)) {
      const prefix = context.text.slice(at.start, at.end);
      if (reported.has(prefix)) continue;
      reported.add(prefix);
      yield inValue(context, at, prefix);
    }
  },
};

function inValue(context: XmlMessage, at: Span, prefix: string): Report {
  return {
    at,
    severity: "warning",
    message: l10n.t(
      "The prefix {0} of this qualified name isn't declared. Add xmlns:{0} to this element or to one around it.",
      prefix,
    ),
    fixes: () => fixesOf(context, at, prefix),
  };
}

function fixesOf(context: XmlMessage, at: Span, prefix: string): readonly Fix[] {
  const { xml } = context;
  const element = xml && elementAt(xml, at.start);
  if (!xml || !element) return [];
  const attribute = at.start === element.nameStart ? undefined : attributeAt(element, at.start);
  if (attribute?.nameStart === at.start && isSimilar(prefix, "xmlns"))
    return [{ title: l10n.t("Change to {0}", "xmlns"), edits: [replace(at, "xmlns")] }];
  const namespace = declaredElsewhere(xml, prefix) ?? usual(context, prefix);
  const near = respell(xml, element, at, prefix);
  if (namespace !== undefined) return [declare(outermost(element), prefix, namespace), ...near];
  return [...near, declare(outermost(element), prefix, `${namespaceToFillIn}${prefix}`)];
}

/** Reserved for examples (RFC 6963): a well-formed name that no service has. */
const namespaceToFillIn = "urn:example:";

/** On the outermost element, for all that use it. */
function declare(element: XmlElement, prefix: string, namespace: string): Fix {
  const declaration = `xmlns:${prefix}="${namespace}"`;
  const place = element.attributes.at(-1)?.end ?? element.nameEnd;
  const title = namespace.startsWith(namespaceToFillIn)
    ? l10n.t("Declare {0} with a placeholder namespace", `xmlns:${prefix}`)
    : l10n.t("Declare {0}", declaration);
  return { title, edits: [insert(place, ` ${declaration}`)] };
}

function declaredElsewhere(xml: XmlDocument, prefix: string): string | undefined {
  const known = declared.get(xml) ?? new Map<string, XmlAttribute>();
  if (!declared.has(xml)) {
    for (const { attributes } of elements(xml))
      for (const one of attributes) if (one.valueStart >= 0 && !known.has(one.name)) known.set(one.name, one);
    declared.set(xml, known);
  }
  const found = known.get(`xmlns:${prefix}`);
  // As it is typed, so that it can be typed again.
  return found && xml.text.slice(found.valueStart, found.valueEnd).replaceAll('"', "&quot;");
}

/** The first attribute of each name in a document. */
const declared = new WeakMap<XmlDocument, Map<string, XmlAttribute>>();

/** The envelope's prefixes mean what its media type says, where its own namespace says nothing. */
function usual({ envelope, contentType }: XmlMessage, prefix: string): string | undefined {
  const version = envelope?.version ?? versionOfMediaType(contentType?.mediaType.essence ?? "");
  return namespaceOfPrefix(prefix, version);
}

/** A declared prefix that differs by case or a letter. */
function respell(xml: XmlDocument, element: XmlElement, at: Span, prefix: string): readonly Fix[] {
  const near = [...prefixesIn(xml, element).keys()].filter((known) => known !== "" && isSimilar(known, prefix));
  return near.map((known) => {
    const edits: Edit[] = [replace(at, known)];
    const end = element.endTag;
    const ofElement = at.start === element.nameStart && xml.text.startsWith(element.name, end?.nameStart);
    if (end && ofElement) edits.push(replace({ start: end.nameStart, end: end.nameStart + prefix.length }, known));
    return { title: l10n.t("Change the prefix to {0}", known), edits };
  });
}

function outermost(element: XmlElement): XmlElement {
  let outer = element;
  while (outer.parent) outer = outer.parent;
  return outer;
}
