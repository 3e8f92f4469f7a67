import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message.ts";
import { faultCodeFacts, knownAttributes, knownNamespaces, namespaceTitle, uriFact } from "../../soap/documentation.ts";
import {
  addressingNamespace,
  envelopeNamespaces,
  namespaceOfPrefix,
  versionOfNamespace,
  xopNamespace,
} from "../../soap/facts.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import type { Span } from "../../text/span.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type Completion, type CompletionContext, documentation, otherMessages, snippet } from "./item.ts";
import { vocabularyOf } from "./vocabulary.ts";

const schemaNamespace = "http://www.w3.org/2001/XMLSchema";

interface ValuePlace {
  readonly element: XmlElement;
  readonly attribute: XmlAttribute;
  readonly replace: Span;
  readonly quotes: boolean;
}

/** What an attribute's value may be: namespaces, the values of a specification, parts of the message. */
export function completeAttributeValue(
  context: CompletionContext,
  message: Message,
  document: XmlDocument,
  { element, attribute, replace, quotes }: ValuePlace,
): Completion[] {
  const { name, prefix, local, namespace } = attribute;
  const declared = name === "xmlns" ? "" : prefix === "xmlns" ? local : undefined;
  const values =
    declared !== undefined
      ? namespaces(context, message, declared, element)
      : [
          ...attributeValues(document, element, { namespace: namespace ?? "", local }),
          ...parts(message, element, local),
        ];
  return values.map((value, order) => {
    const fact = uriFact(value);
    return {
      label: value,
      kind: CompletionItemKind.Value,
      replace,
      insert: quotes ? snippet`"${value}"` : value,
      ...(declared === undefined ? {} : { note: namespaceTitle(value) ?? l10n.t("used in this file") }),
      documentation: fact && documentation(fact),
      order,
    };
  });
}

/** The values that are known for an attribute, as they are written on that element. */
export function attributeValues(
  document: XmlDocument,
  element: XmlElement,
  { namespace, local }: { namespace: string; local: string },
): readonly string[] {
  const known = knownAttributes.find(
    (one) =>
      one.name === local &&
      one.namespace === namespace &&
      (one.on === undefined || (one.on.local === element.local && one.on.namespace === element.namespace)),
  );
  const values = known?.values ?? [];
  if (namespace !== XSI_NAMESPACE || local !== "type") return values;
  // Types are qualified names: without a prefix for XML Schema there is no way to write them.
  for (const [prefix, uri] of prefixesIn(document, element)) {
    if (uri === schemaNamespace) return values.map((value) => (prefix === "" ? value : `${prefix}:${value}`));
  }
  return [];
}

/** The one that the prefix stands for first; on the root the envelope's, elsewhere the others. */
function namespaces(
  context: CompletionContext,
  message: Message,
  prefix: string,
  element: XmlElement,
): readonly string[] {
  const usual = namespaceOfPrefix(prefix, message.envelope?.version);
  const used = [message, ...otherMessages(context)].flatMap((one) => [...vocabularyOf(one).namespaces.keys()]);
  const known = knownNamespaces
    .map(({ name }) => name)
    .filter((name) => element.parent === undefined || versionOfNamespace(name) === undefined);
  return [...new Set([...(usual ? [usual] : []), ...used, ...known])].filter((uri) => uri !== "");
}

/** `xop:Include` names a part by its Content-ID. */
function parts({ multipart }: Message, element: XmlElement, local: string): readonly string[] {
  if (element.local !== "Include" || element.namespace !== xopNamespace || local !== "href") return [];
  const ids = multipart?.parts
    .filter((part) => part !== multipart.root)
    .flatMap(({ contentId }) => contentId?.id ?? []);
  return (ids ?? []).map((id) => `cid:${id}`);
}

/** The text of an element that holds one of a few values: fault codes, addresses. `undefined` for all others. */
export function completeText(
  document: XmlDocument,
  element: XmlElement,
  replace: Span,
): readonly Completion[] | undefined {
  if (holdsCode(element)) return codes(document, element, replace);
  if (element.local === "Address" && element.namespace === addressingNamespace) {
    return ["anonymous", "none"].map((word, order) => {
      const uri = `${addressingNamespace}/${word}`;
      const known = uriFact(uri);
      return {
        label: uri,
        kind: CompletionItemKind.Constant,
        replace,
        insert: uri,
        documentation: known && documentation(known),
        order,
      };
    });
  }
  return undefined;
}

function holdsCode({ local, namespace, parent }: XmlElement): boolean {
  if (local === "faultcode") return parent?.local === "Fault" && parent.namespace === envelopeNamespaces["1.1"];
  return local === "Value" && namespace === envelopeNamespaces["1.2"];
}

/** The codes of every namespace that has some and a prefix here; a Value of Code takes SOAP's own alone. */
function codes(document: XmlDocument, element: XmlElement, replace: Span): Completion[] {
  const isSubcode = element.parent?.local === "Subcode";
  const isOpen = isSubcode || element.local === "faultcode";
  return [...prefixesIn(document, element)].flatMap(([prefix, namespace]) => {
    const isSoap = Object.values(envelopeNamespaces).includes(namespace);
    if (prefix === "" || (isSoap ? isSubcode : !isOpen)) return [];
    return faultCodeFacts(namespace).map((one, index) => ({
      label: `${prefix}:${one.name}`,
      kind: CompletionItemKind.EnumMember,
      replace,
      insert: `${prefix}:${one.name}`,
      documentation: documentation(one),
      order: (isSoap ? 0 : 10) + index,
    }));
  });
}
