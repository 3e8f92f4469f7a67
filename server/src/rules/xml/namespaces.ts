import * as l10n from "@vscode/l10n";
import { attributeText } from "../../contract/write/namespaces.ts";
import { Message } from "../../message/message.ts";
import { namespaceOfPrefix, versionOfMediaType } from "../../soap/facts.ts";
import { faultCodeElements, isTypeAttribute, prefixInContent, prefixOfValue } from "../../soap/qnames.ts";
import { memoized } from "../../text/memoized.ts";
import { isSimilar } from "../../text/similar.ts";
import { type Span, slice } from "../../text/span.ts";
import { attributeAt, elementAt, namespaceOf, prefixesIn, scopes } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { changeTo, fix, insert, replace } from "../edits.ts";
import type { Edit, Fix, Report, Rule } from "../rule.ts";
import { expectedNamespace } from "../schema.ts";
import { hasVariable, namespaceDeclarations, prefixFor, type SoapCheck, type XmlMessage } from "../soap/xmlMessage.ts";
import { xmlRule } from "./report.ts";

const inNames = xmlRule("xml-prefix-undeclared", "Namespaces in XML 1.0 section 5, Prefix Declared", {
  "prefix-undeclared": ([prefix], context) => ({
    message: l10n.t("The prefix {0} isn't declared. Add xmlns:{0} to this element or to one around it.", prefix),
    related: [l10n.t("{0} is also used here", prefix)],
    fixes: () => fixesOf(context.owner, context.problem, prefix),
  }),
});

/** Also warns about undeclared prefixes in values. Only a schema could tell that these are qualified names. */
export const prefixUndeclared: Rule<SoapCheck> = {
  ...inNames,
  *check(context) {
    const reported = new Set<string>();
    for (const report of inNames.check(context)) {
      reported.add(slice(context.text, report.at));
      yield report;
    }
    for (const at of qnamePrefixes(context)) {
      const prefix = slice(context.text, at);
      if (reported.has(prefix)) continue;
      reported.add(prefix);
      yield {
        at,
        severity: "warning",
        message: l10n.t(
          "The prefix {0} of this qualified name isn't declared. Add xmlns:{0} to this element or to one around it.",
          prefix,
        ),
        fixes: () => fixesOf(context, at, prefix),
      };
    }
  },
};

/** Returns the undeclared prefixes in qualified names: in values of xsi:type, then in fault codes. */
function* qnamePrefixes({ xml, envelope }: XmlMessage): Generator<Span, void, void> {
  if (!xml) return;
  yield* ofTypes(xml);
  for (const element of envelope?.fault ? faultCodeElements(envelope.fault) : []) {
    const prefix = prefixInContent(xml.text, element);
    if (prefix && namespaceOf(xml, element, slice(xml.text, prefix)) === undefined) yield prefix;
  }
}

function* ofTypes(xml: XmlDocument): Generator<Span, void, void> {
  for (const { element, declares } of scopes(xml, ":type")) {
    for (const attribute of element.attributes) {
      if (!isTypeAttribute(attribute)) continue;
      const prefix = prefixOfValue(xml.text, attribute.valueStart, attribute.valueEnd);
      if (prefix && !declares(slice(xml.text, prefix))) yield prefix;
    }
  }
}

function fixesOf(context: XmlMessage, at: Span, prefix: string): readonly Fix[] {
  const { xml } = context;
  const element = xml && elementAt(xml, at.start);
  if (!xml || !element) return [];
  const attribute = at.start === element.nameStart ? undefined : attributeAt(element, at.start);
  if (attribute?.nameStart === at.start && isSimilar(prefix, "xmlns")) return [changeTo(at, "xmlns")];
  const expected = (context instanceof Message && expectedNamespace(context, prefix)) || undefined;
  const inScope = expected && prefixFor(xml, element, expected);
  const namespace = declaredElsewhere(xml, prefix) ?? (expected && attributeText(expected)) ?? usual(context, prefix);
  const near = inScope ? [changePrefix(xml, element, at, prefix, inScope)] : respell(xml, element, at, prefix);
  if (inScope) return near;
  if (namespace !== undefined) return [declare(outermost(element), prefix, namespace), ...near];
  return [...near, declare(outermost(element), prefix, `${placeholderNamespace}${prefix}`)];
}

/** A namespace for new declarations. RFC 6963 reserves `urn:example` for examples. */
const placeholderNamespace = "urn:example:";

function declare(element: XmlElement, prefix: string, namespace: string): Fix {
  const declaration = `xmlns:${prefix}="${namespace}"`;
  const place = element.attributes.at(-1)?.end ?? element.nameEnd;
  const title = namespace.startsWith(placeholderNamespace)
    ? l10n.t("Declare {0} with a placeholder namespace", `xmlns:${prefix}`)
    : l10n.t("Declare {0}", declaration);
  return fix(title, insert(place, ` ${declaration}`));
}

/** Returns the namespace that another element declares for the prefix, as typed. */
function declaredElsewhere(xml: XmlDocument, prefix: string): string | undefined {
  const declaration = firstDeclarations(xml).get(`xmlns:${prefix}`);
  return declaration && xml.text.slice(declaration.valueStart, declaration.valueEnd).replaceAll('"', "&quot;");
}

const firstDeclarations = memoized(
  (xml: XmlDocument): ReadonlyMap<string, XmlAttribute> =>
    new Map(Array.from(namespaceDeclarations(xml), (one) => [one.name, one] as const).reverse()),
);

/** The usual namespace of a prefix in the SOAP version of the envelope or of the media type. */
function usual({ envelope, contentType }: XmlMessage, prefix: string): string | undefined {
  const version = envelope?.version ?? versionOfMediaType(contentType?.mediaType.essence ?? "");
  return namespaceOfPrefix(prefix, version);
}

/** Changes a prefix to a declared prefix that differs only in case or by one letter. */
function respell(xml: XmlDocument, element: XmlElement, at: Span, prefix: string): readonly Fix[] {
  const near = [...prefixesIn(xml, element).keys()].filter((known) => known !== "" && isSimilar(known, prefix));
  return near.map((known) => changePrefix(xml, element, at, prefix, known));
}

/** Changes the prefix of an element (in both tags), or of an attribute. */
function changePrefix(xml: XmlDocument, element: XmlElement, at: Span, prefix: string, replacement: string): Fix {
  const edits: Edit[] = [replace(at, replacement)];
  const end = element.endTag;
  const ofElement = at.start === element.nameStart && xml.text.startsWith(element.name, end?.nameStart);
  if (end && ofElement) edits.push(replace({ start: end.nameStart, end: end.nameStart + prefix.length }, replacement));
  return fix(l10n.t("Change the prefix to {0}", replacement), ...edits);
}

function outermost(element: XmlElement): XmlElement {
  let outer = element;
  while (outer.parent) outer = outer.parent;
  return outer;
}

export const prefixReserved = xmlRule("xml-prefix-reserved", "Namespaces in XML 1.0 sections 2.2 and 3", {
  "prefix-xml-rebound": () => ({
    message: l10n.t("The prefix xml can be bound only to http://www.w3.org/XML/1998/namespace."),
  }),
  "prefix-xmlns-declared": () => ({
    message: l10n.t("The prefix xmlns is reserved and can't be declared."),
  }),
  "namespace-reserved": ([prefix, owner], { typed }) => ({
    message:
      prefix === ""
        ? l10n.t("{0} can't be the default namespace. It is reserved for the prefix {1}.", typed, owner)
        : l10n.t("{0} can't be bound to the prefix {1}. It is reserved for the prefix {2}.", typed, prefix, owner),
  }),
  "prefix-xmlns-used": () => ({
    message: l10n.t("The prefix xmlns is reserved for namespace declarations. An element can't use it."),
  }),
  "prefix-undeclaring": ([prefix]) => ({
    message: l10n.t("xmlns:{0} is empty. A prefix must be bound to a namespace.", prefix),
  }),
});

export function* namespaceSpace({ text, xml, envelope }: XmlMessage): Iterable<Report> {
  for (const { valueStart, valueEnd } of xml ? namespaceDeclarations(xml) : []) {
    const at = { start: valueStart, end: valueEnd };
    const typed = slice(text, at);
    // Another rule checks the namespace of the Envelope.
    if (!/\s/.test(typed) || hasVariable(typed) || valueStart === envelope?.namespaceSpan?.start) continue;
    const namespace = typed.replace(/\s/g, "");
    if (namespace === "") continue;
    yield {
      at,
      message: l10n.t(
        "This namespace contains whitespace, so it isn't {0}. Namespaces are compared character by character.",
        namespace,
      ),
      fixes: () => [fix(l10n.t("Remove the whitespace"), replace(at, namespace))],
    };
  }
}
