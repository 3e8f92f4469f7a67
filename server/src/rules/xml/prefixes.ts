import * as l10n from "@vscode/l10n";
import { namespaceOfPrefix, versionOfMediaType } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { isNear } from "../../xml/near.ts";
import { elementAt, elements, prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { insert, replace } from "../edits.ts";
import type { Edit, Fix, Report } from "../rule.ts";
import type { SoapSubject } from "../soap/subject.ts";
import { qnamePrefixes } from "./qnames.ts";
import { type XmlRule, xmlRule } from "./report.ts";

const inNames = xmlRule("xml-prefix-undeclared", "Namespaces in XML 1.0 section 5, Prefix Declared", {
  "prefix-undeclared": ([prefix], subject) => ({
    message: l10n.t("The prefix {0} is not declared: no element here or around it has xmlns:{0}.", prefix),
    related: [l10n.t("{0} is used here too", prefix)],
    fixes: () => fixesOf(subject, subject.problem, prefix),
  }),
});

/** Also, as a warning, where only a schema knows that a text holds a prefix. */
export const prefixUndeclared: XmlRule = {
  ...inNames,
  *check(subject) {
    const reported = new Set<string>();
    for (const report of inNames.check(subject)) {
      reported.add(subject.text.slice(report.at.start, report.at.end));
      yield report;
    }
    for (const at of qnamePrefixes(subject)) {
      const prefix = subject.text.slice(at.start, at.end);
      if (reported.has(prefix)) continue;
      reported.add(prefix);
      yield inValue(subject, at, prefix);
    }
  },
};

function inValue(subject: SoapSubject, at: Span, prefix: string): Report {
  return {
    at,
    severity: "warning",
    message: l10n.t(
      "The prefix {0} of this qualified name is not declared: no element here or around it has xmlns:{0}.",
      prefix,
    ),
    fixes: () => fixesOf(subject, at, prefix),
  };
}

function fixesOf(subject: SoapSubject, at: Span, prefix: string): readonly Fix[] {
  const { xml } = subject;
  const element = xml && elementAt(xml, at.start);
  if (!xml || !element) return [];
  return [...declare(subject, xml, outermost(element), prefix), ...respell(xml, element, at, prefix)];
}

/** On the outermost element, for all that use it: with what it means elsewhere in the document, or usually. */
function declare(subject: SoapSubject, xml: XmlDocument, element: XmlElement, prefix: string): readonly Fix[] {
  const namespace = declaredElsewhere(xml, prefix) ?? usual(subject, prefix);
  if (namespace === undefined) return [];
  const declaration = `xmlns:${prefix}="${namespace}"`;
  const place = element.attributes.at(-1)?.end ?? element.nameEnd;
  return [{ title: l10n.t("Declare {0}", declaration), edits: [insert(place, ` ${declaration}`)] }];
}

function declaredElsewhere(xml: XmlDocument, prefix: string): string | undefined {
  for (const { attributes } of elements(xml)) {
    const found = attributes.find(({ name, valueStart }) => name === `xmlns:${prefix}` && valueStart >= 0);
    // As it is typed, so that it can be typed again.
    if (found) return xml.text.slice(found.valueStart, found.valueEnd).replaceAll('"', "&quot;");
  }
  return undefined;
}

/** The envelope's prefixes mean what its media type says, where its own namespace says nothing. */
function usual({ envelope, contentType }: SoapSubject, prefix: string): string | undefined {
  const version = envelope?.version ?? versionOfMediaType(contentType?.mediaType.essence ?? "");
  return namespaceOfPrefix(prefix, version);
}

/** A declared prefix that differs by case or a letter. */
function respell(xml: XmlDocument, element: XmlElement, at: Span, prefix: string): readonly Fix[] {
  const near = [...prefixesIn(xml, element).keys()].filter((known) => known !== "" && isNear(known, prefix));
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
